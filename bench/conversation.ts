import { cyclicItem } from "./lookup.ts";

/**
 * A conversation in which the user states an attribute now and then, with small talk in between.
 */
const THINGS = ["tea", "bread", "river", "colour", "street"];
const TALK =
  "window garden paper coffee evening letter bridge winter music silver yellow quiet open narrow bright early late often maybe carry build watch listen begin finish wander repeat gather settle".split(
    " ",
  );

/** Interval of messages that state a fact; the others are small talk. */
const MESSAGES_PER_FACT = 10;
const WORDS = 9;
/** Steps that share no factor with the lengths of the lists. */
const STRIDE = 7_919;
const STEP = 13;

/** The nth message of the user. */
export const messageOf = (n: number): string => {
  const thing = cyclicItem(THINGS, Math.floor(n / MESSAGES_PER_FACT));
  if (n % MESSAGES_PER_FACT === 0)
    return n < MESSAGES_PER_FACT * THINGS.length
      ? `My favourite ${thing} is number ${n}.`
      : `My favourite ${thing} has changed to number ${n}.`;
  return `We talked of ${Array.from({ length: WORDS }, (_, i) => cyclicItem(TALK, n * STRIDE + i * STEP)).join(" ")}.`;
};

/** The question of a run. */
export const questionOf = (run: number): string =>
  run % 2 === 0
    ? `What is my favourite ${cyclicItem(THINGS, run)}?`
    : `Tell me again about the ${cyclicItem(TALK, run)}.`;
