import { beforeEach, describe, expect, it } from "vitest";
import { instantOf, epochMillis } from "../../src/memory/time.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const MINUTE = 60_000;

const WRITES = {
  write: `mutation ($at: DateTime!) { write(input: { message: "I live in Rome.", occurredAt: $at }) { event { occurredAt } } }`,
  assertFact: `mutation ($at: DateTime!) { assertFact(input: { entity: { name: "Ana", type: "person" }, text: "Ana sings", occurredAt: $at }) { event { occurredAt } } }`,
  addTurns: `mutation ($at: DateTime!, $s: ID!) { addTurns(input: { sessionId: $s, turns: [{ role: USER, content: "Hi", occurredAt: $at }] }) { turns { occurredAt } } }`,
  chat: `mutation ($at: DateTime!, $s: ID!) { chat(input: { sessionId: $s, message: "Hi", occurredAt: $at }) { turn { occurredAt } } }`,
};

// An invalid value is refused before the store is read.
describe.each(stores.slice(0, 1))("an occurredAt after now", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let service: ReturnType<typeof memoryService>;
  let s: string;
  beforeEach(async () => {
    service = memoryService(await freshSpace());
    const { createSession } = await service.run(
      "mutation { createSession(input: { strategy: DIRECT }) { session { id } } }",
    );
    s = createSession.session.id;
  });
  const ahead = (millis: number) => instantOf(epochMillis(service.clock()) + 1000 + millis);

  it.each(Object.entries(WRITES))(
    "is refused by %s, and stores nothing",
    async (name, mutation) => {
      const variables = mutation.includes("$s") ? { s } : {};
      for (const millis of [6 * MINUTE, 365 * 24 * 60 * MINUTE]) {
        const { codes, messages } = await service.attempt(mutation, {
          ...variables,
          at: ahead(millis),
        });
        expect(codes, name).toEqual(["INVALID_INSTANT"]);
        expect(messages[0]).toContain("is in the future");
      }
      const { events, session } = await service.run(
        "query ($s: ID!) { events { totalCount } session(id: $s) { turnCount } }",
        { s },
      );
      expect([events.totalCount, session.turnCount]).toEqual([0, 0]);
    },
  );

  it.each(Object.entries(WRITES).slice(0, 3))(
    "is accepted by %s within the tolerance",
    async (_, mutation) => {
      const variables = mutation.includes("$s") ? { s } : {};
      for (const millis of [4 * MINUTE, 0, -MINUTE]) {
        const at = ahead(millis);
        const { codes, data } = await service.attempt(mutation, { ...variables, at });
        expect(codes).toEqual([]);
        expect(JSON.stringify(data)).toContain(at);
      }
    },
  );
});
