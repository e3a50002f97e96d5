import { describe, expect, it } from "vitest";
import { instantOf } from "../../../src/memory/time.ts";
import type { Section } from "../../../src/models/derive-tasks.ts";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";

const models = createOfflineModels();
const lines = (sections: readonly Section[]) =>
  Object.fromEntries(sections.map(({ heading, lines: found }) => [heading, found]));

describe("an offline summary of a session", () => {
  const sumUp = async (
    previous: readonly Section[] | null,
    ...said: readonly string[]
  ): Promise<readonly Section[]> =>
    (
      await models.summariseTalk({
        of: "SESSION",
        previous,
        facts: [],
        noLongerTrue: [],
        turns: said.map((content, i) => ({
          role: i % 2 === 0 ? ("USER" as const) : ("AGENT" as const),
          content,
          occurredAt: instantOf(0),
        })),
      })
    ).value;

  it("holds decisions, open points and plans, and no questions", async () => {
    const first = await sumUp(
      null,
      "We decided to go by train. The hotel website is broken.",
      "Shall I help?",
      "I need to buy tickets by Friday. Is the train fixed?",
    );
    expect(lines(first)).toMatchObject({
      decisions: ["We decided to go by train."],
      open_issues: ["The hotel website is broken."],
      next_steps: ["I need to buy tickets by Friday."],
    });
    const second = await sumUp(first, "The website is fixed now. We agreed on Lisbon.");
    expect(lines(second)).toMatchObject({
      decisions: ["We decided to go by train.", "We agreed on Lisbon."],
      open_issues: [],
      next_steps: ["I need to buy tickets by Friday."],
    });
    expect(second.map(({ heading }) => heading)).toEqual([
      "topic",
      "decisions",
      "open_issues",
      "next_steps",
    ]);
  });

  it("names who said what, if it was not the user", async () => {
    const turn = (content: string, speaker?: string) => ({
      role: "USER" as const,
      ...(speaker !== undefined && { speaker }),
      content,
      occurredAt: instantOf(0),
    });
    const { value } = await models.summariseTalk({
      of: "SESSION",
      previous: null,
      facts: [],
      noLongerTrue: [],
      turns: [
        turn("We decided to go by train.", "Ana"),
        turn("I need to buy tickets by Friday.", "Bo"),
        turn("We agreed on Lisbon."),
      ],
    });
    expect(lines(value)).toMatchObject({
      decisions: ["Ana: We decided to go by train.", "We agreed on Lisbon."],
      next_steps: ["Bo: I need to buy tickets by Friday."],
    });
  });

  it("stays short however much is said", async () => {
    const summary = lines(
      await sumUp(
        null,
        ...Array.from(
          { length: 300 },
          (_, i) => `We decided on thing ${i}. I will do task ${i}. Problem ${i} is open.`,
        ),
      ),
    );
    for (const found of Object.values(summary)) expect(found!.length).toBeLessThanOrEqual(10);
    expect(summary["decisions"]!.at(-1)).toBe("We decided on thing 299.");
  });
});

describe("an offline summary of a user", () => {
  it("groups facts by topic, without those that have ended", async () => {
    const facts = [
      { text: "Ana lives in Lisbon", slot: "residence" },
      { text: "Ana works at Vertix", slot: "employer" },
      { text: "Ana loves jazz", slot: null },
      { text: "Ana is allergic to peanuts", slot: null },
      { text: "Ana is 30", slot: "age" },
    ];
    const previous = [
      { heading: "environment", lines: ["Ana lives in Porto", "Ana drives a Fiat"] },
    ];
    expect(
      lines(
        (
          await models.summariseTalk({
            of: "USER",
            previous,
            turns: [],
            facts,
            noLongerTrue: ["Ana lives in Porto."],
          })
        ).value,
      ),
    ).toEqual({
      profile: ["Ana is 30"],
      preferences: ["Ana loves jazz"],
      work: ["Ana works at Vertix"],
      environment: ["Ana drives a Fiat", "Ana lives in Lisbon"],
      constraints: ["Ana is allergic to peanuts"],
    });
  });
});
