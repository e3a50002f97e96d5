import { headOf } from "../clauses/phrases.ts";
import { isCurrent, isSo, objectOf, phraseWith, type Reader } from "./statement.ts";
import { headValue } from "./targets.ts";
import { labelIn } from "./values.ts";

const MEASURE =
  /^(?:accuracy|precision|recall|latency|throughput|uptime|capacity|resolution|price|budget|limit|quota|version)$/u;

/** "The ripeness model has an accuracy of 91.4%": a measure of something, told as a possession. */
export const readMeasure: Reader = (statement) => {
  const { verb, subject } = statement;
  if (
    !/^(?:have|reach|get|achieve|hit)$/u.test(verb.lemma) ||
    !isCurrent(statement) ||
    subject.attribute !== null
  )
    return null;
  const object = objectOf(statement);
  const head =
    object === undefined ? [] : headOf(object).filter(({ part }) => part !== "determiner");
  const of = head.findIndex(({ lower }) => lower === "of");
  const amount = head[of + 1];
  const measure = of < 1 ? undefined : head[of - 1];
  if (
    measure === undefined ||
    amount === undefined ||
    !MEASURE.test(measure.lower) ||
    amount.part !== "number"
  )
    return null;
  return {
    slot: head
      .slice(0, of)
      .map(({ lower }) => lower)
      .join(" "),
    value: amount.text,
  };
};

/**
 * "does not have a job", "no longer has a car": that nothing holds of what the noun names; not
 * "does not have a car seat".
 */
export const readLack: Reader = ({ verb, subject, confidence, ...statement }, { vocabulary }) => {
  const isPresent = verb.tense === "present" && !verb.unreal && !verb.progressive;
  if (verb.lemma !== "have" || !isPresent || subject.attribute !== null || subject.thing)
    return null;
  const object = statement.phrases[0];
  const head = object === undefined ? [] : headOf(object);
  const isNone = verb.negated || verb.ended || head[0]?.lower === "no";
  const noun = head.filter(({ part }) => part !== "determiner");
  const label = isNone && noun.length > 0 ? labelIn(noun, vocabulary) : null;
  if (label === null || label.before.length > 0) return null;
  const { slot, within, cardinality } = label.slot;
  if (cardinality === "MANY") return null;
  const lacks = (one: string) => ({
    text: `${subject.text} has no ${one.replaceAll("_", " ")}`,
    slot: one,
    value: null,
    confidence,
    action: "DELETE" as const,
  });
  return {
    slot,
    value: null,
    action: "DELETE",
    category: "RELATIONSHIP_CHANGE",
    facts: slot === "role" && within !== null ? [lacks(within)] : [],
  };
};

const QUANTITY = /\b(?:budget|deadline|sla|limit|quota|target|headcount|runway|salary|revenue)\b/iu;

/**
 * "We have a budget of $50,000 for cloud", "I have a deadline on Friday": an attribute told as a
 * possession.
 */
export const readQuantity: Reader = (statement) => {
  const { verb, subject } = statement;
  if (
    !/^(?:have|get)$/u.test(verb.lemma) ||
    !isSo(statement) ||
    verb.tense === "future" ||
    subject.attribute !== null ||
    subject.thing
  )
    return null;
  const object = objectOf(statement);
  const head =
    object === undefined ? [] : headOf(object).filter(({ part }) => part !== "determiner");
  const of = head.findIndex(({ lower }) => lower === "of");
  const noun = of < 0 ? undefined : head[of - 1];
  const amount = of < 0 ? undefined : head[of + 1];
  if (
    noun === undefined ||
    amount === undefined ||
    amount.part !== "number" ||
    !QUANTITY.test(noun.lower)
  )
    return null;
  const kind = head
    .slice(0, of)
    .map(({ lower }) => lower)
    .join(" ");
  const purpose = phraseWith(statement, "for");
  const whose =
    purpose === undefined || purpose.tokens.length > 3
      ? ""
      : `${headValue(purpose).toLowerCase()} `;
  return { slot: `${whose}${kind}`, value: amount.text };
};
