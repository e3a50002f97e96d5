import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { pairs, rowsOf } from "./words.ts";
/** The relation of a person or a pet to somebody: `my sister`, `Clara's boss`. */
export interface KinTerm {
  /** The word in facts: `sister` in `Kavya is Priya's sister`. */
  readonly label: string;
  /** The type of the relation from the owner to the relative. */
  readonly relation: string;
  readonly type: "person" | "pet";
  readonly gender: "female" | "male" | null;
  /** The attribute, if a person has only one such relative; null if there may be several. */
  readonly slot: string | null;
  /** Whether a person has only one for life, so that the term always means the same relative. */
  readonly lasting: boolean;
  /** Whether the term can name somebody without an owner: "Mum", "Grandma". */
  readonly addressed: boolean;
}

/**
 * The terms of a row `relation|type|slot|terms`: `(f)` and `(m)` give the gender, `!` marks lasting
 * terms, `~` forms of address, `>` the word in facts. The slot `=` is named like the term, `-` is
 * none.
 */
const parseRow = (row: string): [string, KinTerm][] => {
  const [relation = "", type = "", slot = "", terms = ""] = row.split("|");
  return terms.split(",").map((entry) => {
    const form = entry.trim();
    const plainForm = form.replace(/\([fm]\)|[!~]/gu, "");
    const [term = "", label = term] = plainForm.split(">");
    return [
      term,
      {
        label,
        relation,
        type: type === "pet" ? "pet" : "person",
        gender: form.includes("(f)") ? "female" : form.includes("(m)") ? "male" : null,
        slot: slot === "-" ? null : slot === "=" ? label.replaceAll(" ", "_") : slot,
        lasting: form.includes("!"),
        addressed: /[!~]/u.test(form),
      },
    ];
  });
};

/**
 * The slot of a relative, and the label in it: a sister is a `sibling` with the label `sister`. If
 * a person may have several, the slot comes from the relation or else from the label. Null if the
 * vocabulary has no slot.
 */
export const slotOfKin = (
  { slot, relation, type, label }: KinTerm,
  vocabulary: Vocabulary,
): { readonly slot: string; readonly label: string } | null => {
  if (slot !== null) return { slot, label };
  const namedSlot = [
    type === "pet" ? "pet" : vocabulary.slotOfRelation(relation)?.slot,
    vocabulary.canonicalSlot(label),
  ].find((one) => one !== undefined && vocabulary.hasMany(one));
  return namedSlot === undefined ? null : { slot: namedSlot, label };
};

const KIN_TERMS: ReadonlyMap<string, KinTerm> = new Map(rowsOf("kinship").flatMap(parseRow));

/** Number of words in the longest term. */
export const LONGEST_KIN_TERM = 3;

/** Irregular plurals: `child` for `children`. */
const IRREGULAR_PLURALS = pairs("kinship_irregular_plurals");

const DERIVED =
  /^(?<prefix>(?:great[- ])+|step[- ]?|half[- ]|foster[- ]|adoptive |adopted )(?<base>.+)$/u;
/**
 * The term with a prefix: "great-aunt", "step-sister", but not "great friend". Undefined for other
 * words.
 */
const derivedTerm = (term: string): KinTerm | undefined => {
  const { prefix = "", base = "" } = DERIVED.exec(term)?.groups ?? {};
  const baseTerm = KIN_TERMS.get(base);
  const isGreat = prefix.startsWith("great");
  if (baseTerm === undefined || !(isGreat ? /^relative_of$/u : CLOSE_KIN).test(baseTerm.relation))
    return undefined;
  const label = isGreat ? term.replaceAll("great ", "great-") : term;
  return KIN_TERMS.get(`step${base}`) !== undefined && prefix.startsWith("step")
    ? KIN_TERMS.get(`step${base}`)
    : { ...baseTerm, label, slot: null, lasting: false };
};
const CLOSE_KIN = /^(?:sibling|child|parent)_of$/u;

export const kinTerm = (term: string): KinTerm | undefined =>
  KIN_TERMS.get(term.toLowerCase()) ?? derivedTerm(term.toLowerCase());

/** The name of a relative whose name is unknown: `Rafael's wife`. */
export const relativeName = (owner: string, term: Pick<KinTerm, "label">): string =>
  `${owner}'s ${term.label}`;

/** The term of which the word is the plural; undefined for other words. */
export const kinTermOfPlural = (plural: string): KinTerm | undefined => {
  const lower = plural.toLowerCase();
  const singular =
    IRREGULAR_PLURALS[lower] ?? (lower.endsWith("s") ? lower.slice(0, -1) : undefined);
  return singular === undefined ? undefined : kinTerm(singular);
};

/** The relations of a couple. */
const COUPLES = /^(?:spouse_of|engaged_to|partner_of)$/u;
/** Whether the term names a partner: "wife", but not "sister". */
export const isPartner = ({ relation }: KinTerm): boolean => COUPLES.test(relation);

/** The terms for a partner who may be a woman: "wife", "partner". */
export const WOMEN: readonly KinTerm[] = [
  ...new Map(
    [...KIN_TERMS.values()]
      .filter((term) => isPartner(term) && term.gender !== "male" && term.label !== "spouse")
      .map((term) => [term.label, term]),
  ).values(),
];
