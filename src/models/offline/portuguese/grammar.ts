import { snakeCase } from "../../../language/names.ts";
import { compilerOf, expressionsOf, groupsIn } from "../data/expressions.ts";
import { loadTable } from "../data/load.ts";
import { pairs } from "../data/words.ts";
import type { TimeKind } from "../dates/find-times.ts";
import { kinTerm, type KinTerm } from "../word-lists/kinship.ts";

/** What a predicate tells (portuguese.yaml says what each column means). */
export interface PredicateRow {
  readonly say: readonly string[];
  readonly slot?: string;
  readonly value?: string;
  readonly was?: string;
  readonly relation?: string;
  readonly target?: string;
  readonly denied?: string;
  readonly over?: string;
  readonly action?: "UPDATE" | "DELETE";
  readonly pick?: "each";
  readonly until?: string;
  readonly items?: string;
  readonly begins?: string;
  readonly at?: string;
}

type Rows = Readonly<Record<string, string>>;

export const PORTUGUESE = loadTable<{
  readonly parts: Rows;
  readonly corrections: readonly string[];
  readonly sentences: Rows;
  readonly clauses: Rows;
  readonly kin: readonly { readonly say: string; readonly action?: "UPDATE" | "DELETE" }[];
  readonly predicates: readonly PredicateRow[];
  readonly times: readonly {
    readonly say: string;
    readonly kind?: TimeKind;
    readonly core?: string;
  }[];
  readonly english: {
    readonly ties: Readonly<
      Record<
        string,
        {
          readonly is: string;
          readonly denied?: string;
          readonly over?: string;
          readonly lasts?: boolean;
        }
      >
    >;
    readonly attributes: Readonly<
      Record<
        string,
        { readonly is: string; readonly denied: string; readonly at?: string } | undefined
      >
    >;
    readonly statuses: Rows;
    readonly forms: Rows;
  };
}>("portuguese");

/** Relatives by the English term that they stand for. */
const KIN = pairs("kinship_terms");
const KIN_FORMS = Object.keys(KIN).toSorted((a, b) => b.length - a.length);

export const compile = compilerOf({ ...PORTUGUESE.parts, KIN: KIN_FORMS.join("|") });
const expression = expressionsOf({ ...PORTUGUESE.sentences, ...PORTUGUESE.clauses }, compile);

/** Whether a sentence, or part of one, is of a kind. */
export const sentenceForm = (kind: string): RegExp => expression(kind);
/** What a clause of a kind names. */
export const clauseOf = (kind: string, text: string): Readonly<Partial<Record<string, string>>> =>
  groupsIn(expression(kind), text);

const NAMES = compile("/(?<!\\p{L})$NAME/gu");
export const namesIn = (text: string): string[] => [...text.matchAll(NAMES)].map(([name]) => name);

/** "irmãs" is `irmã(a)`: the English term, and how facts tell of one. */
export const portugueseKin = (term: string): KinTerm | undefined => {
  const lower = term.toLowerCase();
  const singular = lower.replace(/s$/u, "");
  const foundTerm = kinTerm(KIN[lower] ?? KIN[singular] ?? "");
  const isEither = /(?:filho|neto|primo|sobrinho|amigo)s$/u.test(lower);
  const label = KIN[lower] === undefined ? `${singular}${isEither ? "(a)" : ""}` : lower;
  return foundTerm && { ...foundTerm, label };
};

/** The English term for a relative, by the `label` of `portugueseKin`; null for what is none. */
export const kinInEnglish = (label: string): string | null => {
  const lower = label.toLowerCase();
  return lower === "filho(a)" ? "child" : (KIN[lower] ?? KIN[lower.replace(/\(a\)$/u, "")] ?? null);
};

/** Attributes by their English slot, so that one slot serves both languages. */
const SLOTS = pairs("attributes_slots");
const FAVOURITES = pairs("attributes_favourites");

/** Whether "o …" without an owner is an attribute that the speaker has one of. */
export const isPortugueseAttribute = (attribute: string): boolean =>
  SLOTS[attribute.toLowerCase().trim()] !== undefined;

/** The English slot of an attribute in Portuguese; what no table knows keeps its own words. */
export const portugueseSlot = (attribute: string): string => {
  const lower = attribute.toLowerCase().trim();
  const { what } = clauseOf("favourite", lower);
  return (
    SLOTS[lower] ??
    (what === undefined ? snakeCase(lower) : `favourite_${FAVOURITES[what] ?? snakeCase(what)}`)
  );
};

/** An attribute in English words; null for what no table knows. */
export const attributeInEnglish = (attribute: string): string | null => {
  const slot = portugueseSlot(attribute);
  return isPortugueseAttribute(attribute) || slot.startsWith("favourite_")
    ? slot.replaceAll("_", " ")
    : null;
};
