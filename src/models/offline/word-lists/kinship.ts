import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { pairs, rowsOf } from "../data/words.ts";
/** What a person (or a pet) is to somebody: `my sister`, `Clara's boss`. */
export interface KinTerm {
  /** How it is told: `Kavya is Priya's sister`. */
  readonly label: string;
  /** The relation from the one who has the relative to the relative. */
  readonly relation: string;
  readonly type: "person" | "pet";
  readonly gender: "female" | "male" | null;
  /** The attribute of which one has a single value; null where one may have several. */
  readonly slot: string | null;
  /** Whether one has only one for life, so that the bare term will always mean the same one. */
  readonly lasting: boolean;
  /** Whether it stands for somebody without an owner: "Mum", "Grandma". */
  readonly addressed: boolean;
}

const parseRow = (row: string): [string, KinTerm][] => {
  const [relation = "", type = "", slot = "", terms = ""] = row.split("|");
  return terms.split(",").map((entry) => {
    const form = entry.trim();
    const bare = form.replace(/\([fm]\)|[!~]/gu, "");
    const [term = "", label = term] = bare.split(">");
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
 * The slot that a relative is a value of, and the name by which it is called: a sister is a `sibling`.
 * Of those with several values by the relation, or else by the name. Null where the vocabulary has
 * none.
 */
export const slotOfKin = (
  { slot, relation, type, label }: KinTerm,
  vocabulary: Vocabulary,
): { readonly slot: string; readonly label: string | null } | null => {
  if (slot !== null) return { slot, label: null };
  const namedSlot = [
    type === "pet" ? "pet" : vocabulary.slotOfRelation(relation)?.slot,
    vocabulary.canonicalSlot(label),
  ].find((one) => one !== undefined && vocabulary.hasMany(one));
  return namedSlot === undefined ? null : { slot: namedSlot, label };
};

export const KIN_TERMS: ReadonlyMap<string, KinTerm> = new Map(rowsOf("kinship").flatMap(parseRow));

/** How many words the longest term has. */
export const LONGEST_KIN_TERM = 3;

/** `sisters` is `sister`, `children` is `child`. */
const IRREGULAR_PLURALS = pairs("kinship_irregular_plurals");

const DERIVED =
  /^(?<prefix>(?:great[- ])+|step[- ]?|half[- ]|foster[- ]|adoptive |adopted )(?<base>.+)$/u;
/** "great-aunt", "step-sister": by the term within it; not "great friend". */
const derivedTerm = (term: string): KinTerm | undefined => {
  const { prefix = "", base = "" } = DERIVED.exec(term)?.groups ?? {};
  const known = KIN_TERMS.get(base);
  const isGreat = prefix.startsWith("great");
  if (known === undefined || !(isGreat ? /^relative_of$/u : CLOSE_KIN).test(known.relation))
    return undefined;
  const label = isGreat ? term.replaceAll("great ", "great-") : term;
  return KIN_TERMS.get(`step${base}`) !== undefined && prefix.startsWith("step")
    ? KIN_TERMS.get(`step${base}`)
    : { ...known, label, slot: null, lasting: false };
};
const CLOSE_KIN = /^(?:sibling|child|parent)_of$/u;

export const kinTerm = (term: string): KinTerm | undefined =>
  KIN_TERMS.get(term.toLowerCase()) ?? derivedTerm(term.toLowerCase());

/** The term of which this is the plural. */
export const kinTermOfPlural = (plural: string): KinTerm | undefined => {
  const lower = plural.toLowerCase();
  const singular =
    IRREGULAR_PLURALS[lower] ?? (lower.endsWith("s") ? lower.slice(0, -1) : undefined);
  return singular === undefined ? undefined : kinTerm(singular);
};
