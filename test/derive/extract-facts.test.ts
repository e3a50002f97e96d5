import { beforeEach, describe, expect, it } from "vitest";
import { instantOf } from "../../src/memory/time.ts";
import { ModelUnavailable } from "../../src/models/port.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { extracted } from "../fakes/scripted-models.ts";
import { memoryService } from "../resolvers/memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const EXTRACT =
  "mutation ($id: ID!, $k: Int) { extractFacts(input: { sessionId: $id, last: $k }) { turns added updated unchanged deleted pending tokens { total } } }";
const FACTS =
  "{ facts(first: 50) { nodes { text validFrom recordedAt session { id turnCount } event { message occurredAt status session { id } } } } }";
const SAID = Date.UTC(2025, 2, 1);
const lives = (place: string) => ({
  entities: [{ name: "Ana", type: "person", aliases: [] }],
  facts: [
    extracted({ subject: "Ana", text: `Ana lives in ${place}`, slot: "residence", value: place }),
  ],
});

describe.each(stores)("extractFacts on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let service: ReturnType<typeof memoryService>;
  let id: string;
  let made: number;
  const says: Record<string, ReturnType<typeof lives> | Error> = {
    "I live in Porto": lives("Porto"),
    "I moved to Lisbon": lives("Lisbon"),
    "Still in Lisbon": lives("Lisbon"),
  };
  beforeEach(async () => {
    space = await freshSpace();
    service = memoryService(space, { says });
    made = 0;
    id = (await service.run("mutation { createSession(input: {}) { session { id } } }"))
      .createSession.session.id;
  });
  const local = (): string => Buffer.from(id, "base64url").toString("utf8").split(":")[1]!;
  const say = async (...turns: readonly (readonly ["USER" | "AGENT", string])[]) =>
    space.appendTurns(
      local(),
      turns.map(([role, content]) => {
        const at = instantOf(SAID + ++made * 1000);
        return {
          id: `${space.id.user}-t${made}`,
          role,
          content,
          metadata: null,
          toolName: null,
          toolCallId: null,
          occurredAt: at,
          recordedAt: at,
          event: null,
          expiresAt: null,
        };
      }),
    );
  const extract = async (k?: number) => (await service.run(EXTRACT, { id, k })).extractFacts;
  const facts = async () => (await service.run(FACTS)).facts.nodes;

  it("makes every user turn an event at the time it was said", async () => {
    await say(
      ["USER", "I live in Porto"],
      ["AGENT", "I moved to Lisbon"],
      ["USER", "  "],
      ["USER", "I moved to Lisbon"],
      ["USER", "Still in Lisbon"],
    );
    expect(await extract()).toEqual({
      turns: 3,
      added: 1,
      updated: 1,
      unchanged: 1,
      deleted: 0,
      pending: 0,
      tokens: { total: 90 },
    });
    expect(await facts()).toMatchObject([
      {
        text: "Ana lives in Lisbon",
        validFrom: instantOf(SAID + 4000),
        session: { id, turnCount: 5 },
        event: {
          message: "I moved to Lisbon",
          occurredAt: instantOf(SAID + 4000),
          status: "APPLIED",
          session: { id },
        },
      },
    ]);
  });

  it("processes only new turns when repeated", async () => {
    await say(["USER", "I live in Porto"]);
    expect(await extract()).toMatchObject({ turns: 1, added: 1 });
    expect(await extract()).toMatchObject({
      turns: 0,
      added: 0,
      unchanged: 0,
      tokens: { total: 0 },
    });
    await space.changeNotes(local(), [{ path: "/derived/facts" }]);
    expect(await extract(), "without the note of how far it was").toMatchObject({
      turns: 0,
      added: 0,
    });
    await say(["USER", "I moved to Lisbon"]);
    expect(await extract()).toMatchObject({ turns: 1, updated: 1 });
    expect(await facts()).toHaveLength(1);
  });

  it("skips turns that are already events", async () => {
    await service.run(
      'mutation ($id: ID!) { write(input: { message: "I live in Porto", sessionId: $id }) { success } }',
      { id },
    );
    expect(await extract()).toMatchObject({ turns: 0 });
    expect(await facts()).toHaveLength(1);
  });

  it("resumes where it stopped, and doubles nothing", async () => {
    await say(["USER", "I live in Porto"], ["USER", "I moved to Lisbon"]);
    let left = 3;
    const dying: SpaceStore = new Proxy(space, {
      get: (target, name) => {
        const own: unknown = Reflect.get(target, name, target);
        if (name === "commit" && left-- === 0) throw new Error("Killed.");
        return typeof own === "function" ? own.bind(target) : own;
      },
    });
    service = memoryService(dying, { says });
    expect((await service.attempt(EXTRACT, { id })).data).toBeNull();
    expect(await facts()).toMatchObject([{ text: "Ana lives in Porto" }]);
    expect(await extract()).toMatchObject({ turns: 1, updated: 1, pending: 0 });
    expect(await facts()).toMatchObject([{ text: "Ana lives in Lisbon" }]);
    expect(await space.pendingEvents(9)).toEqual([]);
  });

  it("records turns that no model could read, to retry them", async () => {
    says["Garbled"] = new ModelUnavailable("UNREADABLE", "Garbage.");
    await say(["USER", "Garbled"], ["USER", "I live in Porto"]);
    expect(await extract()).toMatchObject({ turns: 2, added: 1, pending: 1 });
    expect((await space.pendingEvents(9)).map(({ message }) => message)).toEqual(["Garbled"]);
    expect((await space.turns({ session: local() })).turns).toHaveLength(2);
  });

  it("uses only as many of the newest turns as requested, and refuses a missing session", async () => {
    await say(["USER", "I live in Porto"], ["USER", "I moved to Lisbon"]);
    expect(await extract(1)).toMatchObject({ turns: 1, added: 1, updated: 0 });
    expect((await service.attempt(EXTRACT, { id, k: 0 })).codes).toEqual(["BAD_USER_INPUT"]);
    const other = Buffer.from("Session:nobody").toString("base64url");
    expect((await service.attempt(EXTRACT, { id: other })).codes).toEqual(["NOT_FOUND"]);
  });
});
