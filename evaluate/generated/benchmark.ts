/** A question about the value of a key, a number of turns after it was stated. */
export interface KeyQuestion {
  readonly text: string;
  readonly key: string;
  /** Number of turns since the value was stated. A message of the user and a reply are two. */
  readonly distance: number;
  readonly expected: readonly [string];
  /** Previous values of the key. */
  readonly stale: readonly string[];
}

/** A message, and the questions after it. */
export interface Step {
  readonly message: string;
  readonly questions: readonly KeyQuestion[];
}

export interface Benchmark {
  readonly steps: readonly Step[];
  /** Every value of every key at the end. */
  readonly values: readonly string[];
}

export interface BenchmarkOptions {
  readonly seed: number;
  /** Total number of turns: twice the number of the user's messages. */
  readonly turns: number;
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32, public domain). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Number of turns between a value and the question about it. */
export const DISTANCES = [2, 10, 20, 50, 100, 200, 500] as const;
/** Maximum number of questions of each distance. */
const QUESTIONS_PER_DISTANCE = 12;
/**
 * Interval in messages at which a key gets its first value, until all have one, so that a longer
 * conversation does not contain more to know …
 */
const MESSAGES_PER_FIRST_VALUE = 2;
/** … and interval at which a key gets another value afterwards. */
const MESSAGES_PER_CHANGE = 8;

const KEYS = [
  "city",
  "favourite colour",
  "gym",
  "dentist",
  "landlord",
  "accountant",
  "favourite dish",
  "locker number",
  "door code",
  "parking spot",
  "bank",
  "bicycle brand",
  "favourite author",
  "favourite singer",
  "shoe size",
  "blood type",
  "desk number",
  "project codename",
  "team name",
  "manager",
  "favourite tea",
  "car model",
  "phone model",
  "favourite flower",
  "dog's name",
] as const;
const SYLLABLES = [
  "ba",
  "dor",
  "fel",
  "gun",
  "kar",
  "lim",
  "mon",
  "nev",
  "pol",
  "ras",
  "sil",
  "tov",
  "ul",
  "ver",
  "wis",
  "yan",
  "zel",
  "qui",
] as const;
const OPENINGS = ["By the way,", "Honestly,", "So,", "You know,", "Well,", "Anyway,"] as const;
const FILLERS = [
  "it rained all morning and the bus was late",
  "I watched a film about penguins last night",
  "the neighbours are drilling again",
  "I could not sleep because of the heat",
  "we had soup for lunch and it was cold",
  "the meeting went on for far too long",
  "somebody left the window open",
  "I read an article about volcanoes",
  "the printer is out of paper once more",
  "there was a rainbow over the harbour",
  "the queue at the bakery was endless",
  "I am thinking about what to cook",
  "the train was full of football fans",
  "my shoelace broke on the stairs",
  "the lift smells of oranges",
  "a pigeon walked into the lobby",
] as const;

interface KeyStatement {
  readonly key: string;
  readonly value: string;
  readonly before: readonly string[];
}

const pick = <T>(random: () => number, from: readonly T[]): T => {
  const item = from[Math.floor(random() * from.length)];
  if (item === undefined) throw new RangeError("There is nothing to pick from.");
  return item;
};

/** Values are invented, so that no text contains one by chance. */
const newValue = (random: () => number, usedValues: Set<string>): string => {
  for (;;) {
    const word = pick(random, SYLLABLES) + pick(random, SYLLABLES) + pick(random, SYLLABLES);
    const value = word.charAt(0).toUpperCase() + word.slice(1);
    if (usedValues.has(value)) continue;
    usedValues.add(value);
    return value;
  }
};

/** Statements by the position of their message. */
const factsOf = (
  random: () => number,
  messages: number,
  usedValues: Set<string>,
): Map<number, KeyStatement> => {
  const values = new Map<string, string[]>();
  const facts = new Map<number, KeyStatement>();
  for (
    let at = 0;
    at < messages;
    at += values.size < KEYS.length ? MESSAGES_PER_FIRST_VALUE : MESSAGES_PER_CHANGE
  ) {
    const key = KEYS[values.size] ?? pick(random, KEYS);
    const before = values.get(key) ?? [];
    const value = newValue(random, usedValues);
    facts.set(at, { key, value, before });
    values.set(key, [...before, value]);
  }
  return facts;
};

/**
 * The question of each distance about each value that still holds then; if there are too many, a
 * random selection.
 */
const questionsOf = (
  random: () => number,
  facts: ReadonlyMap<number, KeyStatement>,
  messages: number,
): Map<number, KeyQuestion[]> => {
  const byMessage = new Map<number, KeyQuestion[]>();
  for (const distance of DISTANCES) {
    const possible = [...facts].flatMap(([at, { key, value, before }]) => {
      const after = at + distance / 2;
      const holds =
        after < messages &&
        [...facts].every(
          ([other, statement]) => statement.key !== key || other <= at || other > after,
        );
      return holds
        ? [
            {
              after,
              question: {
                text: `What is my ${key}?`,
                key,
                distance,
                expected: [value],
                stale: before,
              } satisfies KeyQuestion,
              order: random(),
            },
          ]
        : [];
    });
    for (const { after, question } of possible
      .toSorted((a, b) => a.order - b.order)
      .slice(0, QUESTIONS_PER_DISTANCE))
      byMessage.set(after, [...(byMessage.get(after) ?? []), question]);
  }
  return byMessage;
};

/**
 * A conversation generated from a seed: keys with values, some of which change, filler in between,
 * and questions at given distances.
 */
export const generateBenchmark = ({ seed, turns }: BenchmarkOptions): Benchmark => {
  const random = randomFrom(seed);
  const messages = Math.floor(turns / 2);
  const usedValues = new Set<string>();
  const facts = factsOf(random, messages, usedValues);
  const questions = questionsOf(random, facts, messages);
  const steps = Array.from({ length: messages }, (_, at): Step => {
    const statement = facts.get(at);
    const filler = `${pick(random, OPENINGS)} ${pick(random, FILLERS)}.`;
    const message =
      statement === undefined
        ? filler
        : statement.before.length === 0
          ? `My ${statement.key} is ${statement.value}.`
          : `My ${statement.key} has changed to ${statement.value}.`;
    return { message, questions: questions.get(at) ?? [] };
  });
  return { steps, values: [...usedValues] };
};
