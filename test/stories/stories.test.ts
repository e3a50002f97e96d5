import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  datedSentences,
  eighthLongStory,
  fifthLongStory,
  firstTalks,
  fourthLongStory,
  longStory,
  moreFirstTalks,
  ninthLongStory,
  pairs,
  secondLongStory,
  seventhLongStory,
  sixthLongStory,
  stories,
  thirdLongStory,
} from "./cases.ts";
import {
  type Complaints,
  judgeDated,
  judgeFirst,
  judgePair,
  judgeQuestion,
  judgeStory,
} from "./judge.ts";
import { openService } from "./user-memory.ts";

/**
 * Cases that come out right at least, of those that rules are written by (`open`) and of those that
 * are held out. They go up as the rules get better, and never down. `STORIES_PRINT=1` prints what
 * is wrong with each open case, and the scores of each class.
 */
const LEAST = {
  recall: { open: 14, held: 13 },
  recallTwo: { open: 30, held: 0 },
  recallThree: { open: 28, held: 0 },
  recallFour: { open: 0, held: 29 },
  recallFive: { open: 30, held: 0 },
  recallSix: { open: 30, held: 0 },
  recallSeven: { open: 30, held: 0 },
  recallEight: { open: 30, held: 0 },
  recallNine: { open: 30, held: 0 },
  first: { open: 10, held: 10 },
  firstTwo: { open: 20, held: 0 },
} as const;

/** The same by the file in which they stand; a file of cases that are held out ends in `-held`. */
const STORIES = [
  { file: "present-and-past.yaml", stories: 60, checks: 199 },
  { file: "present-and-past-two.yaml", stories: 36, checks: 137 },
  { file: "present-and-past-three.yaml", stories: 35, checks: 142 },
  { file: "present-and-past-four.yaml", stories: 34, checks: 126 },
  { file: "present-and-past-five.yaml", stories: 35, checks: 178 },
  { file: "present-and-past-six.yaml", stories: 50, checks: 110 },
  { file: "present-and-past-held.yaml", stories: 34, checks: 173 },
  { file: "everyday.yaml", stories: 25, checks: 127 },
  { file: "everyday-two.yaml", stories: 18, checks: 64 },
  { file: "everyday-three.yaml", stories: 18, checks: 56 },
  { file: "everyday-four.yaml", stories: 20, checks: 134 },
  { file: "everyday-five.yaml", stories: 19, checks: 88 },
  { file: "everyday-six.yaml", stories: 22, checks: 70 },
  { file: "everyday-seven.yaml", stories: 14, checks: 43 },
  { file: "everyday-eight.yaml", stories: 11, checks: 142 },
  { file: "everyday-nine.yaml", stories: 10, checks: 91 },
  { file: "everyday-ten.yaml", stories: 8, checks: 55 },
  { file: "everyday-eleven.yaml", stories: 7, checks: 101 },
  { file: "everyday-twelve.yaml", stories: 221, checks: 428 },
  { file: "everyday-thirteen.yaml", stories: 128, checks: 287 },
  { file: "people-in-life.yaml", stories: 69, checks: 211 },
  { file: "who-is-who.yaml", stories: 25, checks: 138 },
  { file: "things-and-habits.yaml", stories: 28, checks: 166 },
  { file: "place-and-work.yaml", stories: 44, checks: 233 },
  { file: "everyday-held.yaml", stories: 19, checks: 108 },
] as const;
const BYSTANDERS = [
  { file: "bystanders.yaml", pairs: 98 },
  { file: "bystanders-two.yaml", pairs: 50 },
  { file: "bystanders-three.yaml", pairs: 47 },
  { file: "bystanders-four.yaml", pairs: 49 },
  { file: "bystanders-five.yaml", pairs: 74 },
  { file: "bystanders-six.yaml", pairs: 21 },
  { file: "bystanders-held.yaml", pairs: 43 },
] as const;
const DATED = [
  { file: "dated.yaml", sentences: 60 },
  { file: "dated-two.yaml", sentences: 39 },
  { file: "dated-three.yaml", sentences: 37 },
  { file: "dated-four.yaml", sentences: 38 },
  { file: "dated-five.yaml", sentences: 36 },
  { file: "dated-six.yaml", sentences: 39 },
  { file: "dated-seven.yaml", sentences: 60 },
  { file: "dated-eight.yaml", sentences: 17 },
  { file: "dated-held.yaml", sentences: 39 },
] as const;

/** Milliseconds in which a long story is told and asked about on a machine that does much else. */
const LONG_STORY_MILLIS = 120_000;

interface Outcome {
  readonly name: string;
  readonly class: string;
  readonly held: boolean;
  readonly complaints: Complaints;
}

const halves = (outcomes: readonly Outcome[]) => {
  const right = (held: boolean): number =>
    outcomes.filter((one) => one.held === held && one.complaints.length === 0).length;
  return { open: right(false), held: right(true) };
};

const totals = (outcomes: readonly Outcome[]) => {
  const held = outcomes.filter((one) => one.held).length;
  return { open: outcomes.length - held, held };
};

const scoreLine = (name: string, outcomes: readonly Outcome[]): string => {
  const right = halves(outcomes);
  const all = totals(outcomes);
  return `${name}: ${right.open} of ${all.open}, held ${right.held} of ${all.held}`;
};

const print = (title: string, outcomes: readonly Outcome[]): void => {
  if (process.env["STORIES_PRINT"] !== "1") return;
  const classes = [...new Set(outcomes.map((one) => one.class))];
  const wrong = outcomes.filter(({ held, complaints }) => !held && complaints.length > 0);
  const lines = [
    "",
    scoreLine(`== ${title}`, outcomes),
    ...classes.map((name) =>
      scoreLine(
        `   ${name}`,
        outcomes.filter((one) => one.class === name),
      ),
    ),
    ...wrong.flatMap(({ name, complaints }) => [
      `- ${name}`,
      ...complaints.map((complaint) => `    ${complaint}`),
    ]),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
};

const expectAtLeast = (
  outcomes: readonly Outcome[],
  least: { readonly open: number; readonly held: number },
): void => {
  const right = halves(outcomes);
  expect(right.open).toBeGreaterThanOrEqual(least.open);
  expect(right.held).toBeGreaterThanOrEqual(least.held);
};

const isHeld = (file: string): boolean => file.endsWith("-held.yaml");
const leastIn = (file: string, least: number) =>
  isHeld(file) ? { open: 0, held: least } : { open: least, held: 0 };

/** Milliseconds on a machine that does much else. */
const TELLING_MILLIS = 120_000;

describe("what people say", { timeout: TELLING_MILLIS }, () => {
  let service: Awaited<ReturnType<typeof openService>>;
  beforeAll(async () => void (service = await openService()));
  afterAll(() => service.close());

  it.each(STORIES)("becomes a true present and a true past ($file)", async (least) => {
    const told: Outcome[] = [];
    const checks: Outcome[] = [];
    for (const story of stories(least.file)) {
      const complaints = await judgeStory(await service.memory(), story);
      const { story: name, class: kind } = story;
      const held = isHeld(least.file);
      told.push({ name, class: kind, held, complaints: complaints.flat() });
      for (const each of complaints) checks.push({ name, class: kind, held, complaints: each });
    }
    print(least.file, told);
    if (process.env["STORIES_PRINT"] === "1")
      process.stdout.write(`${scoreLine("== checks of stories", checks)}\n`);
    expectAtLeast(told, leastIn(least.file, least.stories));
    expectAtLeast(checks, leastIn(least.file, least.checks));
  });

  it.each(BYSTANDERS)("touches no bystander ($file)", async ({ file, pairs: least }) => {
    const outcomes: Outcome[] = [];
    for (const pair of pairs(file))
      outcomes.push({
        name: `${pair.first} / ${pair.second}`,
        class: pair.class,
        held: isHeld(file),
        complaints: await judgePair(await service.memory(), pair),
      });
    print(file, outcomes);
    expectAtLeast(outcomes, leastIn(file, least));
  });

  it.each(DATED)("holds over the interval that it tells ($file)", async ({ file, sentences }) => {
    const outcomes: Outcome[] = [];
    for (const sentence of datedSentences(file))
      outcomes.push({
        name: `${sentence.text} (${sentence.at})`,
        class: sentence.class,
        held: isHeld(file),
        complaints: await judgeDated(await service.memory(), sentence),
      });
    print(file, outcomes);
    expectAtLeast(outcomes, leastIn(file, sentences));
  });

  it.each([
    ["two years", longStory(), LEAST.recall],
    ["eighteen months", secondLongStory(), LEAST.recallTwo],
    ["nineteen months", thirdLongStory(), LEAST.recallThree],
    ["twenty months", fourthLongStory(), LEAST.recallFour],
    ["two years of translating", fifthLongStory(), LEAST.recallFive],
    ["two years of baking", sixthLongStory(), LEAST.recallSix],
    ["two years of theatre", seventhLongStory(), LEAST.recallSeven],
    ["a year of a family", eighthLongStory(), LEAST.recallEight],
    ["a year of drawing", ninthLongStory(), LEAST.recallNine],
  ])(
    "is recalled, also after %s",
    async (time, { messages, questions }, least) => {
      const memory = await service.memory();
      const waiting = [...messages];
      const outcomes: Outcome[] = [];
      for (const question of questions.toSorted((a, b) => a.asked.localeCompare(b.asked))) {
        while (waiting[0] && Date.parse(waiting[0].at) < Date.parse(question.asked))
          await memory.write(waiting.shift()!);
        outcomes.push({
          name: `${question.question} (${question.asked})`,
          class: question.about,
          held: question.held ?? false,
          complaints: await judgeQuestion(memory, question),
        });
      }
      print(`questions about ${time}`, outcomes);
      expectAtLeast(outcomes, least);
    },
    LONG_STORY_MILLIS,
  );

  it.each([
    ["a first conversation", firstTalks(), LEAST.first],
    ["another first conversation", moreFirstTalks(), LEAST.firstTwo],
  ])("is recalled in %s", async (title, talks, least) => {
    const outcomes: Outcome[] = [];
    for (const talk of talks)
      outcomes.push({
        name: `${talk.messages.join(" ")} / ${talk.question}`,
        class: "first",
        held: talk.held ?? false,
        complaints: await judgeFirst(await service.memory(), talk),
      });
    print(title, outcomes);
    expectAtLeast(outcomes, least);
  });
});
