import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Session, Turn } from "../../src/memory/session.ts";
import { turnCountOf, turnsOf, type TurnsRequest } from "../../src/read/history/session-turns.ts";
import type { View } from "../../src/read/view.ts";
import { day, scriptedSpace } from "./graph-space.ts";

const session: Session = {
  id: "s",
  title: null,
  strategy: "ENTITY_GRAPH",
  createdAt: day(1),
  turnCount: 0,
};
const aTurn = (seq: number, recordedOn: number): Turn => ({
  id: `t${seq}`,
  session: "s",
  seq,
  role: "USER",
  content: "",
  metadata: null,
  toolName: null,
  toolCallId: null,
  expiresAt: null,
  occurredAt: day(recordedOn),
  recordedAt: day(recordedOn),
  event: null,
});

const page = (all: readonly Turn[], { first, after, last, before }: TurnsRequest) => {
  const between = all.filter(
    ({ seq }) => (after === undefined || seq > after) && (before === undefined || seq < before),
  );
  const turns =
    last === undefined
      ? between.slice(0, first)
      : between.slice(Math.max(0, between.length - last));
  return {
    turns,
    hasNextPage:
      turns.length > 0 ? all.some(({ seq }) => seq > turns.at(-1)!.seq) : before !== undefined,
    hasPreviousPage:
      turns.length > 0 ? all.some(({ seq }) => seq < turns[0]!.seq) : after !== undefined,
  };
};
const spaceOf = (all: readonly Turn[]) =>
  scriptedSpace({ turns: async (request) => page(all, request) });

const past: View = { at: { knownAt: day(10), validAt: day(10) }, past: true };
const present: View = { at: { knownAt: day(10), validAt: day(10) }, past: false };

const someTurns = fc
  .array(fc.integer({ min: 5, max: 15 }), { maxLength: 500 })
  .map((days) => days.map((on, i) => aTurn(i + 1, on)));
const aRequest = (turns: readonly Turn[]): fc.Arbitrary<TurnsRequest> => {
  const size = fc.integer({ min: 1, max: 100 });
  const seq = fc.option(fc.integer({ min: 1, max: turns.length + 1 }), { nil: undefined });
  return fc.oneof(fc.record({ first: size, after: seq }), fc.record({ last: size, before: seq }));
};

describe("the turns of a session at a past view", () => {
  it("are those recorded by then, paged as if there were no others", async () => {
    await fc.assert(
      fc.asyncProperty(
        someTurns.chain((turns) => fc.tuple(fc.constant(turns), aRequest(turns))),
        async ([turns, request]) => {
          const known = turns.filter(({ recordedAt }) => recordedAt <= day(10));
          const found = await turnsOf(spaceOf(turns), session, past, request);
          const expected = page(known, request);
          expect(found.turns).toEqual(expected.turns);
          expect(request.last === undefined ? found.hasNextPage : found.hasPreviousPage).toBe(
            request.last === undefined
              ? expected.turns.length > 0 && expected.hasNextPage
              : expected.turns.length > 0 && expected.hasPreviousPage,
          );
          expect(await turnCountOf(spaceOf(turns), session, past)).toBe(known.length);
        },
      ),
    );
  });
  it("are all of them at present, in one call", async () => {
    const space = spaceOf([aTurn(1, 5), aTurn(2, 15)]);
    expect((await turnsOf(space, session, present, { first: 20 })).turns).toHaveLength(2);
    expect(await turnCountOf(space, { ...session, turnCount: 2 }, present)).toBe(2);
    expect(space.calls).toEqual(["turns"]);
  });
});
