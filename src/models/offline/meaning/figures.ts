import { headOf } from "../english/phrases.ts";
import { isCurrent, objectOf, type Reader } from "./statement.ts";

const MEASURE =
  /^(?:accuracy|precision|recall|latency|throughput|uptime|capacity|resolution|price|budget|limit|quota|version)$/u;

/** "Hosting costs $3,500/month": what something costs, one price at a time. */
export const readPrice: Reader = (statement) => {
  const { verb, subject, complement } = statement;
  if (verb.lemma !== "cost" || !isCurrent(statement) || verb.passive || subject.attribute !== null)
    return null;
  const amount = complement.find(({ span }) => span?.kind === "money");
  return amount === undefined ? null : { slot: "cost", value: amount.text };
};

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
