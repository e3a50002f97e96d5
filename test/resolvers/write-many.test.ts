import { beforeEach, describe, expect, it } from "vitest";
import type { SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { extracted } from "../fakes/scripted-models.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const moves = (city: string) => ({
  entities: [{ name: "Ana", type: "person", aliases: [] }],
  facts: [
    extracted({ subject: "Ana", text: `Ana lives in ${city}`, slot: "residence", value: city }),
  ],
});
const says = {
  "Ana lives in Rome": moves("Rome"),
  "Ana lives in Oslo": moves("Oslo"),
  "Ana lives in Lima": moves("Lima"),
};

const WRITE_MANY = `mutation ($inputs: [WriteInput!]!) { writeMany(input: { messages: $inputs }) {
  written repeated pending failed tokens { total }
  messages { index idempotencyKey status errorCode error result { success event { id message session { turnCount } } factsAdded { text } factsUpdated { text } } }
} }`;
const FACTS = `{ facts { nodes { text history { text } } } }`;

describe.each(stores)("writing many messages on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => {
    space = await freshSpace();
    service = memoryService(space, { says });
  });
  const writeMany = async (inputs: readonly Record<string, unknown>[]) =>
    (await service.run(WRITE_MANY, { inputs })).writeMany;
  const statuses = ({ messages }: { readonly messages: readonly { readonly status: string }[] }) =>
    messages.map(({ status }) => status);

  it("keeps their order, so that each can build on earlier ones", async () => {
    const result = await writeMany([
      { message: "Ana lives in Rome" },
      { message: "Ana lives in Oslo" },
      { message: "Ana lives in Lima" },
    ]);
    expect(result).toMatchObject({ written: 3, repeated: 0, failed: 0 });
    expect(
      result.messages.map(
        ({ result }: { result: { factsAdded: unknown[]; factsUpdated: unknown[] } }) => [
          result.factsAdded,
          result.factsUpdated,
        ],
      ),
    ).toEqual([
      [[{ text: "Ana lives in Rome" }], []],
      [[], [{ text: "Ana lives in Oslo" }]],
      [[], [{ text: "Ana lives in Lima" }]],
    ]);
    expect((await service.run(FACTS)).facts.nodes).toEqual([
      {
        text: "Ana lives in Lima",
        history: [
          { text: "Ana lives in Rome" },
          { text: "Ana lives in Oslo" },
          { text: "Ana lives in Lima" },
        ],
      },
    ]);
  });

  it("resumes by their keys where an earlier call stopped", async () => {
    const inputs = ["Rome", "Oslo", "Lima"].map((city, n) => ({
      message: `Ana lives in ${city}`,
      idempotencyKey: `k${n}`,
    }));
    const first = await writeMany(inputs.slice(0, 2));
    const again = await writeMany(inputs);
    expect(statuses(again)).toEqual(["REPEATED", "REPEATED", "WRITTEN"]);
    expect(again.messages.slice(0, 2)).toEqual(
      first.messages.map((message: object) => ({ ...message, status: "REPEATED" })),
    );
    expect(
      again.messages.map(({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey),
    ).toEqual(["k0", "k1", "k2"]);
    expect((await service.run(FACTS)).facts.nodes).toMatchObject([{ history: [{}, {}, {}] }]);
  });

  it("reports the error of each message, and continues", async () => {
    const {
      createSession: { session },
    } = await service.run("mutation { createSession(input: {}) { session { id } } }");
    const result = await writeMany([
      { message: "Ana lives in Rome", sessionId: session.id, idempotencyKey: "one" },
      { message: "x".repeat(65_537) },
      { message: "Ana lives in Oslo", sessionId: "nonsense" },
      { message: "Ana lives in Oslo", idempotencyKey: "one" },
      { message: "Ana lives in Oslo", dryRun: true },
      { message: "Ana lives in Oslo", config: { nonsense: 1 } },
      { message: "  " },
      { message: "Ana lives in Lima", sessionId: session.id },
    ]);
    expect(result).toMatchObject({ written: 2, repeated: 0, pending: 0, failed: 5 });
    expect(
      result.messages.map(
        ({ status, errorCode }: { status: string; errorCode: string | null }) =>
          errorCode ?? status,
      ),
    ).toEqual([
      "WRITTEN",
      "MESSAGE_TOO_LONG",
      "INVALID_ID",
      "IDEMPOTENCY_KEY_REUSED",
      "BAD_USER_INPUT",
      "INVALID_OVERRIDE",
      "EMPTY",
      "WRITTEN",
    ]);
    expect(result.messages.at(-1).result.event.session).toEqual({ turnCount: 2 });
    expect(result.messages[1]).toMatchObject({
      result: null,
      error: expect.stringContaining("65537"),
    });
  });

  it("reports each message when it is done, stops with its client, and resumes by keys", async () => {
    const FOLLOW = `subscription ($inputs: [WriteInput!]!) { writeManyProgress(input: { messages: $inputs }) { done total message { index status errorCode idempotencyKey } } }`;
    const inputs = ["Rome", "Oslo", "Lima"].map((city, n) => ({
      message: n === 1 ? "x".repeat(65_537) : `Ana lives in ${city}`,
      idempotencyKey: `k${n}`,
    }));
    const steps = await service.follow(FOLLOW, { inputs });
    expect((await steps.next()).value?.data).toEqual({
      writeManyProgress: {
        done: 1,
        total: 3,
        message: { index: 0, status: "WRITTEN", errorCode: null, idempotencyKey: "k0" },
      },
    });
    await steps.return(undefined);
    expect((await service.run(FACTS)).facts.nodes).toMatchObject([{ text: "Ana lives in Rome" }]);
    const again: unknown[] = [];
    for await (const { data } of await service.follow(FOLLOW, { inputs }))
      again.push(data?.["writeManyProgress"]);
    expect(again).toMatchObject([
      { done: 1, message: { status: "REPEATED" } },
      { done: 2, message: { status: "FAILED", errorCode: "MESSAGE_TOO_LONG" } },
      { done: 3, message: { status: "WRITTEN" } },
    ]);
    expect((await service.run(FACTS)).facts.nodes).toMatchObject([{ text: "Ana lives in Lima" }]);
  });

  it("accepts at most a thousand", async () => {
    const { codes } = await service.attempt(WRITE_MANY, {
      inputs: Array.from({ length: 1_001 }, () => ({ message: "" })),
    });
    expect(codes).toEqual(["BAD_USER_INPUT"]);
  });
});

describe.each(stores)("starting a session on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  const CREATE =
    'mutation ($key: String) { createSession(input: { title: "Talk", idempotencyKey: $key }) { session { id title } } }';
  it("starts one for each key, however many calls use it", async () => {
    const service = memoryService(await freshSpace());
    const begun = await Promise.all(
      ["a", "a", "b", "a"].map(
        async (key) => (await service.run(CREATE, { key })).createSession.session.id,
      ),
    );
    expect(begun[0]).toBe(begun[1]);
    expect(begun[3]).toBe(begun[0]);
    expect(begun[2]).not.toBe(begun[0]);
    expect((await service.run(CREATE, { key: "a" })).createSession.session.id).toBe(begun[0]);
    expect((await service.run("{ sessions { totalCount } }")).sessions.totalCount).toBe(2);
    expect((await service.attempt(CREATE, { key: " " })).codes).toEqual(["BAD_USER_INPUT"]);
  });
});
