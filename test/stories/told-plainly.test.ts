import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainStories, type PlainStory } from "./cases.ts";
import { openService, writeDated, type UserMemory } from "./user-memory.ts";

/**
 * Stories in which nothing false stands at the end, and of those the ones in which nothing is missing
 * either, at least. They go up as the rules get better, and never down. `STORIES_PRINT=1` prints what
 * is wrong in the open ones.
 */
const STORIES = [
  { file: "told-plainly.yaml", withoutFalse: 72, whole: 71 },
  { file: "told-plainly-two.yaml", withoutFalse: 35, whole: 35 },
  { file: "told-plainly-three.yaml", withoutFalse: 60, whole: 58 },
  { file: "told-plainly-four.yaml", withoutFalse: 50, whole: 50 },
  { file: "told-plainly-five.yaml", withoutFalse: 110, whole: 108 },
  { file: "told-plainly-six.yaml", withoutFalse: 81, whole: 81 },
  { file: "told-plainly-seven.yaml", withoutFalse: 52, whole: 52 },
  { file: "told-plainly-eight.yaml", withoutFalse: 243, whole: 241 },
  { file: "told-plainly-demos.yaml", withoutFalse: 44, whole: 44 },
  { file: "told-plainly-crossed.yaml", withoutFalse: 14, whole: 14 },
  { file: "told-plainly-agents.yaml", withoutFalse: 62, whole: 62 },
  { file: "told-plainly-asking.yaml", withoutFalse: 84, whole: 84 },
  { file: "told-plainly-changes.yaml", withoutFalse: 76, whole: 76 },
  { file: "told-plainly-corrections.yaml", withoutFalse: 83, whole: 83 },
  { file: "told-plainly-corrections-two.yaml", withoutFalse: 106, whole: 106 },
  { file: "told-plainly-moved.yaml", withoutFalse: 38, whole: 37 },
  { file: "told-plainly-everyday.yaml", withoutFalse: 151, whole: 151 },
  { file: "told-plainly-natural.yaml", withoutFalse: 29, whole: 29 },
  { file: "told-plainly-people.yaml", withoutFalse: 37, whole: 37 },
  { file: "told-plainly-nearly.yaml", withoutFalse: 32, whole: 31 },
  { file: "told-plainly-others.yaml", withoutFalse: 43, whole: 43 },
  { file: "told-plainly-others-two.yaml", withoutFalse: 146, whole: 144 },
  { file: "told-plainly-kinds.yaml", withoutFalse: 29, whole: 29 },
  { file: "told-plainly-done.yaml", withoutFalse: 37, whole: 37 },
  { file: "told-plainly-strangers.yaml", withoutFalse: 50, whole: 50 },
  { file: "told-plainly-states.yaml", withoutFalse: 93, whole: 93 },
  { file: "told-plainly-portuguese.yaml", withoutFalse: 16, whole: 16 },
  { file: "told-plainly-thefts.yaml", withoutFalse: 16, whole: 16 },
  { file: "told-plainly-things.yaml", withoutFalse: 60, whole: 60 },
  { file: "told-plainly-things-two.yaml", withoutFalse: 77, whole: 76 },
  { file: "told-plainly-values.yaml", withoutFalse: 158, whole: 158 },
  { file: "told-plainly-work.yaml", withoutFalse: 244, whole: 242 },
  { file: "told-plainly-work-two.yaml", withoutFalse: 81, whole: 79 },
  { file: "told-plainly-work-three.yaml", withoutFalse: 101, whole: 101 },
] as const;

/** Milliseconds on a machine that does much else. */
const TELLING_MILLIS = 120_000;

interface Outcome {
  readonly story: PlainStory;
  readonly falseTexts: readonly string[];
  readonly missing: readonly string[];
}

const tell = async (memory: UserMemory, story: PlainStory): Promise<Outcome> => {
  for (const message of story.told) await writeDated(memory, message);
  const present = await memory.present();
  const { over = [], stands = [] } = story;
  return {
    story,
    falseTexts: present.filter((text) => over.some((part) => text.includes(part))),
    missing: stands.filter((part) => !present.some((text) => text.includes(part))),
  };
};

const print = (outcomes: readonly Outcome[]): void => {
  for (const { story, falseTexts, missing } of outcomes)
    if (falseTexts.length + missing.length > 0)
      process.stdout.write(
        `${story.told.join(" / ")}\n    false: ${falseTexts.join("; ")}  missing: ${missing.join("; ")}\n`,
      );
};

describe("a story in plain words", () => {
  let service: Awaited<ReturnType<typeof openService>>;
  beforeAll(async () => void (service = await openService()));
  afterAll(() => service.close());

  it.each(STORIES)(
    "leaves nothing false behind ($file)",
    { timeout: TELLING_MILLIS },
    async ({ file, withoutFalse, whole }) => {
      const outcomes: Outcome[] = [];
      for (const story of plainStories(file))
        outcomes.push(await tell(await service.memory(), story));
      if (process.env["STORIES_PRINT"] === "1") print(outcomes);
      const trueOnes = outcomes.filter(({ falseTexts }) => falseTexts.length === 0);
      const right = trueOnes.filter(({ missing }) => missing.length === 0);
      expect(trueOnes.length).toBeGreaterThanOrEqual(withoutFalse);
      expect(right.length).toBeGreaterThanOrEqual(whole);
    },
  );
});
