import { headOf } from "../clauses/phrases.ts";
import { kinTerm } from "../../data/kinship.ts";
import { keys, listedWords } from "../../data/words.ts";
import { tidy } from "../../text/tidy.ts";
import { firstOf, textOf, tokenAt, type Token } from "../tokens/token.ts";
import { isCurrent, isSo, objectOf, phraseWith, type Reader, type Statement } from "./statement.ts";
import { headValue } from "./targets.ts";
import { labelIn } from "./values.ts";

/** The kind of pet that a noun names: who has "no dog" may have a cat. Null for other nouns. */
const kindOfPet = (noun: readonly Token[]): string | null => {
  const kind = tidy(textOf(noun)).toLowerCase();
  return kinTerm(kind)?.type === "pet" ? kind : null;
};

/**
 * The narrower name of what somebody no longer has, in a slot of people of many kinds: who has no
 * assistant has a neighbour. Undefined for other nouns.
 */
const kindOfPerson = (noun: readonly Token[], slot: string): string | undefined => {
  const term = kinTerm(tidy(textOf(noun)));
  return MIXED.has(slot) && term?.type === "person" ? term.label : undefined;
};
const MIXED = keys("acquaintance relative sibling");

/** The noun of what somebody does not have: "no car". Empty for other statements. */
const lackedNoun = ({ verb, subject, phrases }: Statement): readonly Token[] => {
  const isPresent = verb.tense === "present" && !verb.unreal && !verb.progressive;
  if (verb.lemma !== "have" || !isPresent || subject.attribute !== null || subject.thing) return [];
  const [object] = phrases;
  const head = object === undefined ? [] : headOf(object);
  const isNone = verb.negated || verb.ended || firstOf(head).lower === "no";
  return isNone ? head.filter(({ part }) => part !== "determiner") : [];
};

/** Whether there was a value before: "no flatmates any more" ends all values of the slot. */
const isOver = ({ verb, complement }: Statement): boolean =>
  verb.ended || complement.some(({ lower }) => /^(?:anymore|now)$/u.test(lower));

/**
 * Reads the lack of a value in the slot of a noun: "does not have a job", "no longer has a car",
 * but not "does not have a car seat".
 */
export const readLack: Reader = (statement, { vocabulary }) => {
  const { subject } = statement;
  const noun = lackedNoun(statement);
  const label = noun.length > 0 ? labelIn(noun, vocabulary) : null;
  if (label === null || label.before.length > 0) return null;
  const { slot, within, cardinality } = label.slot;
  if (cardinality === "MANY" && !isOver(statement)) return null;
  const kind = kindOfPerson(noun, slot);
  const lacks = (one: string) => ({
    text: `${subject.text} has no ${one.replaceAll("_", " ")}`,
    slot: one,
    value: null,
    action: "DELETE" as const,
  });
  return {
    slot,
    value: kindOfPet(noun),
    ...(kind !== undefined && { label: kind }),
    action: "DELETE",
    category: "RELATIONSHIP_CHANGE",
    facts: slot === "role" && within !== null ? [lacks(within)] : [],
  };
};

/** The words that say that it is done with nobody: "alone", "on her own", "by himself". */
const aloneIn = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex(({ lower }, i) => {
    const [next, last] = [tokenAt(tokens, i + 1), tokenAt(tokens, i + 2)];
    return (
      lower === "alone" ||
      (lower === "on" && next.part === "possessive" && last.lower === "own") ||
      (lower === "by" && next.lower.endsWith("self"))
    );
  });
  const lengths = { alone: 1, by: 2, on: 3 } as const;
  return at < 0 ? [] : tokens.slice(at, at + lengths[tokenAt(tokens, at).lower as "by"]);
};

const SOLELY = /^(?:all|now|these days|at the moment|again|still| )*$/u;
/**
 * Reads the end of all flatmates: "lives alone". In "I live on my own in Rhyl", to live alone is a
 * fact beside the home.
 */
export const readSolitude: Reader = ({ complement, ...statement }) => {
  const { verb, subject } = statement;
  const alone = verb.lemma === "live" ? aloneIn(complement) : [];
  const isPresent = verb.tense === "present" && !statement.isAhead && !verb.ended;
  if (alone.length === 0 || !isPresent || verb.negated || verb.unreal || subject.attribute !== null)
    return null;
  const withNobody = {
    text: `${subject.text} lives with nobody`,
    slot: "roommate",
    value: null,
    action: "DELETE",
  } as const;
  const text = `${subject.text} lives alone`;
  const isOnly = SOLELY.test(textOf(complement.filter((token) => !alone.includes(token))));
  if (isOnly) return { text, facts: [withNobody] };
  const place = complement.some(({ lower, part }) => lower === "in" && part === "preposition");
  return place && subject.speaker
    ? {
        facts: [withNobody, { text }],
        omittedPhrases: [{ preposition: null, tokens: alone, time: null }],
      }
    : { facts: [withNobody] };
};

const MEASURE = listedWords("possessions_measure");
const QUANTITY = listedWords("possessions_quantity");

/**
 * Reads an attribute in the form of a possession: "We have a budget of $50,000 for cloud", "The
 * model reached an accuracy of 91 %".
 */
export const readQuantity: Reader = (statement) => {
  const { verb, subject } = statement;
  const amount = amountIn(statement);
  if (amount === null || subject.attribute !== null || statement.isAhead || !isSo(statement))
    return null;
  const isPossession = /^(?:have|get)$/u.test(verb.lemma);
  const isQuantity = isPossession && !subject.thing && QUANTITY.has(amount.noun);
  const isMeasure = isCurrent(statement) && MEASURE.has(amount.noun);
  if (!isQuantity && !isMeasure) return null;
  const purpose = isQuantity ? phraseWith(statement, "for") : undefined;
  const whose =
    purpose === undefined || purpose.tokens.length > 3
      ? ""
      : `${headValue(purpose)} `.toLowerCase();
  return { slot: `${whose}${amount.kind}`, value: amount.amount };
};

/** The amount and its noun: "a cloud budget of $50,000". Null for other objects. */
const amountIn = (
  statement: Statement,
): { readonly noun: string; readonly kind: string; readonly amount: string } | null => {
  if (!/^(?:have|get|reach|achieve|hit)$/u.test(statement.verb.lemma)) return null;
  const object = objectOf(statement);
  const head =
    object === undefined ? [] : headOf(object).filter(({ part }) => part !== "determiner");
  const of = head.findIndex(({ lower }) => lower === "of");
  const { part, text } = tokenAt(head, of + 1);
  const kind = head.slice(0, of).map(({ lower }) => lower);
  const noun = kind.at(-1);
  return of < 1 || part !== "number" || noun === undefined
    ? null
    : { noun, kind: kind.join(" "), amount: text };
};
