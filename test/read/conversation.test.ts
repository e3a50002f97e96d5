import { describe, expect, it } from "vitest";
import {
  scoresInConversation,
  type AskedOfEvents,
  type MatchedEvent,
} from "../../src/read/search/conversation.ts";
import { DEFAULT_READ_SETTINGS, type ReadSettings } from "../../src/read/settings.ts";
import type { NearEvent } from "../../src/store/port.ts";

/** `Ana: hello` is said by Ana; the events of a session are called by their places in it. */
const conversation = (lines: readonly string[], session = "s") => {
  const said = lines.map((line, i) => ({
    event: `${session}${i}`,
    speaker: line.split(": ")[0]!,
    text: line.split(": ")[1]!,
  }));
  const around = (place: number): NearEvent[] =>
    said.slice(Math.max(0, place - 3), place + 4).map(({ event, speaker }, i) => ({
      event,
      session,
      speaker,
      distance: i - Math.min(3, place),
    }));
  const found = (place: number, ...termScores: number[]): MatchedEvent => ({
    event: said[place]!.event,
    text: said[place]!.text,
    score: termScores.reduce((sum, score) => sum + score, 0),
    termScores,
  });
  return { around, found };
};
const PLAIN: ReadSettings = {
  ...DEFAULT_READ_SETTINGS,
  neighbourWeights: [0.5, 0.25, 0.125],
  answerWeight: 0.9,
  bestNeighbourShare: 0,
  namedSpeakerFactor: 2,
  askingFactor: 1,
  timeFactor: 1,
  sessionWeight: 0,
  leastNeighbourShare: 0,
};
const NOBODY: AskedOfEvents = { names: new Set(), asksForTime: false };
const scoresOf = (scored: ReturnType<typeof scoresInConversation>): Record<string, number> =>
  Object.fromEntries(scored.map(({ event, score }) => [event, Math.round(score * 1000) / 1000]));
const LINES = ["Ana: Hello.", "Bob: Hi.", "Ana: We sail.", "Bob: Nice.", "Ana: Yes.", "Bob: Bye."];

describe("the score of an event in its conversation", () => {
  it("is shared with those before and after it", () => {
    const { around, found } = conversation(LINES);
    expect(scoresOf(scoresInConversation([found(2, 8)], [around(2)], NOBODY, PLAIN))).toEqual({
      s0: 2,
      s1: 4,
      s2: 8,
      s3: 4,
      s4: 2,
      s5: 1,
    });
  });

  it("is shared more with its answer", () => {
    const { around, found } = conversation(["Ana: Where do you sail?", "Bob: In Porto."]);
    expect(scoresOf(scoresInConversation([found(0, 10)], [around(0)], NOBODY, PLAIN))).toEqual({
      s0: 10,
      s1: 9,
    });
  });

  it("is shared with neighbours of the same person, and as a question only with another person's answer", () => {
    const alone = conversation(["Ana: Do I sail?", "Ana: I walk.", "Ana: I swim."]);
    expect(
      scoresOf(scoresInConversation([alone.found(0, 8)], [alone.around(0)], NOBODY, PLAIN)),
    ).toEqual({ s0: 8, s1: 4, s2: 2 });
    const two = conversation(["Ana: Do I sail?", "Bob: I walk.", "Ana: I swim."]);
    expect(
      scoresOf(scoresInConversation([two.found(0, 8)], [two.around(0)], NOBODY, PLAIN)),
    ).toEqual({ s0: 8, s1: 7.2, s2: 2 });
  });

  it("counts each term once if only the best of it counts, so that events with all terms win", () => {
    const { around, found } = conversation(LINES);
    const matches = [found(0, 8, 0), found(1, 8, 0), found(4, 8, 0), found(5, 0, 8)];
    const places = [0, 1, 4, 5].map((place) => around(place));
    const bestShare = (bestNeighbourShare: number) =>
      scoresOf(scoresInConversation(matches, places, NOBODY, { ...PLAIN, bestNeighbourShare }));
    expect(bestShare(0)).toMatchObject({ s1: 8, s4: 8 });
    expect(bestShare(1)).toMatchObject({ s4: 8, s5: 8 });
    expect(bestShare(1)["s1"]).toBeLessThan(8);
  });

  it("is lower for questions, and higher for messages with a time if the query asks for one", () => {
    const { around, found } = conversation([
      "Ana: We sail?",
      "Bob: We sail in May.",
      "Ana: Sailing.",
    ]);
    const scored = (asksForTime: boolean) =>
      scoresOf(
        scoresInConversation(
          [found(0, 8), found(1, 8), found(2, 8)],
          [around(0), around(1), around(2)],
          { ...NOBODY, asksForTime },
          { ...PLAIN, neighbourWeights: [], answerWeight: 0, askingFactor: 0.5, timeFactor: 2 },
        ),
      );
    expect(scored(false)).toEqual({ s0: 4, s1: 8, s2: 8 });
    expect(scored(true)).toEqual({ s0: 4, s1: 8, s2: 8 });
  });

  it("adds up shares, and keeps the best original score as the best", () => {
    const { around, found } = conversation(LINES);
    expect(
      scoresOf(
        scoresInConversation([found(1, 8), found(2, 8)], [around(1), around(2)], NOBODY, PLAIN),
      ),
    ).toMatchObject({ s1: 8, s2: 8, s0: 4, s3: 4 });
  });

  it.each([
    ["bob", "s3"],
    ["ana", "s2"],
    ["bob reis", "s3"],
  ])("counts for more if %s is named and said it", (name, best) => {
    const { around, found } = conversation(LINES.map((line) => line.replace("Bob", "Bob Reis")));
    const scored = scoresOf(
      scoresInConversation(
        [found(2, 8), found(3, 8)],
        [around(2), around(3)],
        { ...NOBODY, names: new Set([name]) },
        PLAIN,
      ),
    );
    expect(scored[best]).toBe(8);
    expect(scored[best === "s2" ? "s3" : "s2"]).toBe(4);
  });

  it("counts for more in the session that has most of the query", () => {
    const one = conversation(
      ["Ana: We sail.", "Bob: Nice.", "Ana: So?", "Ana: Well.", "Ana: Sailing."],
      "a",
    );
    const two = conversation(["Ana: We sail."], "b");
    const scored = scoresInConversation(
      [one.found(0, 8), one.found(4, 8), two.found(0, 8)],
      [one.around(0), one.around(4), two.around(0)],
      NOBODY,
      { ...PLAIN, neighbourWeights: [], sessionWeight: 1 },
    );
    expect(scoresOf(scored.filter(({ event }) => ["a0", "a4", "b0"].includes(event)))).toEqual({
      a0: 8,
      a4: 8,
      b0: 6,
    });
  });

  it("is dropped without a word of the query and with hardly any score from its neighbours", () => {
    const { around, found } = conversation(LINES);
    expect(
      Object.keys(
        scoresOf(
          scoresInConversation([found(2, 8)], [around(2)], NOBODY, {
            ...PLAIN,
            leastNeighbourShare: 0.3,
          }),
        ),
      ),
    ).toEqual(["s1", "s2", "s3"]);
    expect(scoresInConversation([], [], NOBODY, PLAIN)).toEqual([]);
  });
});
