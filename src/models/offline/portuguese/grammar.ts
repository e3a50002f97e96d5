import { snakeCase } from "../../../language/names.ts";
import { compilerOf, expressionsOf, groupsIn } from "../data/expressions.ts";
import { loadTable } from "../data/load.ts";
import { pairs } from "../data/words.ts";
import type { TimeKind } from "../dates/find-times.ts";
import { kinTerm, type KinTerm } from "../data/kinship.ts";

/** A row of the table of predicates. portuguese.yaml documents the columns. */
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
  readonly sayings: readonly { readonly text: string; readonly means: string }[];
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

/** The English terms for Portuguese relatives. */
const KIN = pairs("kinship_terms");
const KIN_FORMS = Object.keys(KIN).toSorted((a, b) => b.length - a.length);

export const compile = compilerOf({ ...PORTUGUESE.parts, KIN: KIN_FORMS.join("|") });
const expression = expressionsOf({ ...PORTUGUESE.sentences, ...PORTUGUESE.clauses }, compile);

/** The expression for a kind of sentence or clause. */
export const sentenceForm = (kind: string): RegExp => expression(kind);
/** The named groups of a clause of the given kind; empty if the text is of another kind. */
export const clauseOf = (kind: string, text: string): Readonly<Partial<Record<string, string>>> =>
  groupsIn(expression(kind), text);

const NAMES = compile("/(?<!\\p{L})$NAME/gu");
export const namesIn = (text: string): string[] => [...text.matchAll(NAMES)].map(([name]) => name);

/**
 * The relative that a Portuguese term names, with the label for facts: `irmã` for "irmãs",
 * `filho(a)` for "filhos". Undefined for other words.
 */
export const portugueseKin = (term: string): KinTerm | undefined => {
  const lower = term.toLowerCase();
  const singular = lower.replace(/s$/u, "");
  const foundTerm = kinTerm(KIN[lower] ?? KIN[singular] ?? "");
  const isEither = /(?:filho|neto|primo|sobrinho|amigo)s$/u.test(lower);
  const label = KIN[lower] === undefined ? `${singular}${isEither ? "(a)" : ""}` : lower;
  return foundTerm && { ...foundTerm, label };
};

/** The English term for a label of `portugueseKin`; null for other words. */
export const kinInEnglish = (label: string): string | null => {
  const lower = label.toLowerCase();
  return lower === "filho(a)" ? "child" : (KIN[lower] ?? KIN[lower.replace(/\(a\)$/u, "")] ?? null);
};

/** The English slots of attributes, so that both languages share slots. */
const SLOTS = pairs("attributes_slots");
const FAVOURITES = pairs("attributes_favourites");

/** Whether "o …" without an owner is a known attribute of the speaker. */
export const isPortugueseAttribute = (attribute: string): boolean =>
  SLOTS[attribute.toLowerCase().trim()] !== undefined;

/** The English slot of a Portuguese attribute. An unknown attribute keeps its own words. */
export const portugueseSlot = (attribute: string): string => {
  const lower = attribute.toLowerCase().trim();
  const { what } = clauseOf("favourite", lower);
  return (
    SLOTS[lower] ??
    (what === undefined ? snakeCase(lower) : `favourite_${FAVOURITES[what] ?? snakeCase(what)}`)
  );
};

/** The English words for an attribute; null for an unknown one. */
export const attributeInEnglish = (attribute: string): string | null => {
  const slot = portugueseSlot(attribute);
  return isPortugueseAttribute(attribute) || slot.startsWith("favourite_")
    ? slot.replaceAll("_", " ")
    : null;
};
