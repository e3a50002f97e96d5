import { listedWords, words, wordsOf } from "../../data/words.ts";
import { upTo } from "../../text/list-items.ts";
import { firstOf, lastOf, type Token } from "../tokens/token.ts";
import { isOfEntity, type Meaning, type Statement } from "./statement.ts";

const HUMAN_VERBS = listedWords("human_verbs");
const HUMAN_SLOTS = new Set(wordsOf("human_slots"));
const HUMAN_RELATIONS = new Set(wordsOf("human_relations"));
const ORGANIZATION_VERBS = words("headquarter acquire");
const KINDS = ["organization", "place", "pet", "project", "product", "person"].map(
  (kind) => [kind, listedWords(`nouns_of_${kind}`)] as const,
);

/** The type that a noun gives: "is a bakery in Lyon", but not "is the best". Null if unknown. */
const kindByNoun = ({ verb, complement }: Statement): string | null => {
  const hasNoun =
    verb.lemma === "be" &&
    !verb.passive &&
    !verb.progressive &&
    /^(?:an?|the)$/u.test(firstOf(complement).lower);
  if (!hasNoun) return null;
  const ends = ({ part, time }: Token): boolean =>
    part === "preposition" || part === "verb" || time !== null;
  const noun = lastOf(upTo(complement, ends)).lower;
  return KINDS.find(([, nouns]) => nouns.has(noun))?.[0] ?? null;
};

/** The entity type of the subject, by the statement about it; null if unknown. */
export const subjectType = (statement: Statement, meaning: Meaning): string | null => {
  const { subject, verb } = statement;
  // Whatever is of no known type is a concept in memory.
  const isKnown = subject.type !== null && subject.type !== "concept";
  if (isKnown || !isOfEntity(statement)) return subject.type;
  const kind = kindByNoun(statement);
  if (kind !== null) return kind;
  const { slot = "", relations = [] } = meaning;
  if (ORGANIZATION_VERBS.has(verb.lemma) || slot === "headquarters") return "organization";
  const isHuman =
    relations.some(({ type, inverse }) => !inverse && HUMAN_RELATIONS.has(type)) ||
    HUMAN_VERBS.has(verb.lemma) ||
    HUMAN_SLOTS.has(slot);
  return isHuman ? "person" : subject.type;
};
