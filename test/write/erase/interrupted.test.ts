import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { instantOf } from "../../../src/memory/time.ts";
import type { SpaceStore } from "../../../src/store/port.ts";
import { assertFact } from "../../../src/write/operations/assert-fact.ts";
import { erase, resumeErasures } from "../../../src/write/erase/erase.ts";
import { ERASURES_PATH } from "../../../src/write/erase/unfinished-erasures.ts";
import type { ErasureScope } from "../../../src/write/erase/target.ts";
import type { WriteServices } from "../../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../../src/write/settings.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";
import { write } from "../../../src/write/write.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { embedder } from "../../contract/stores.ts";
import type { CosmosDouble } from "../../cosmos-double/cosmos-double.ts";
import { extracted, scriptedModels } from "../../fakes/scripted-models.ts";
import { optionsFor, provisionedDouble } from "../../store/cosmos/provisioned.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";

const START = Date.UTC(2026, 0, 1);
/** The point at which a run of the service is interrupted. */
class Killed extends Error {}

/** The same space, of a process that dies before its nth call that changes anything. */
const mortal = (
  space: SpaceStore,
  calls: number,
): { readonly space: SpaceStore; readonly isDead: () => boolean } => {
  let left = calls;
  const changing = new Set<string | symbol>(["commit", "changeNotes", "erase", "scrub"]);
  const proxy = new Proxy(space, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (left < 0 || (changing.has(name) && left-- === 0)) {
          left = -1;
          return Promise.reject(new Killed());
        }
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  return { space: proxy, isDead: () => left < 0 };
};

const models = scriptedModels({
  says: {
    "Ana works at Vertix": {
      entities: [
        { name: "Ana", type: "person", aliases: [] },
        { name: "Vertix", type: "organization", aliases: [] },
      ],
      facts: [
        extracted({
          subject: "Ana",
          text: "Ana works at Vertix",
          slot: "employer",
          value: "Vertix",
        }),
      ],
      relations: [{ source: "Ana", type: "works_at", target: "Vertix" }],
    },
    "Bob lives in Oslo": {
      entities: [{ name: "Bob", type: "person", aliases: [] }],
      facts: [
        extracted({ subject: "Bob", text: "Bob lives in Oslo", slot: "residence", value: "Oslo" }),
      ],
    },
    "Bob plays chess": {
      entities: [{ name: "Bob", type: "person", aliases: [] }],
      facts: [extracted({ subject: "Bob", text: "Bob plays chess" })],
    },
    "Bob sings": {
      entities: [{ name: "Bob", type: "person", aliases: [] }],
      facts: [extracted({ subject: "Bob", text: "Bob sings" })],
    },
  },
});

/** A clock that goes on where the last process left it. */
const clockOf = () => {
  let now = START;
  return (): WriteServices => ({
    models,
    newId: v7,
    now: () => (now += 1000),
    settings: DEFAULT_WRITE_SETTINGS,
    vocabulary: shippedVocabulary(),
    log: { warn: () => {} },
    onPending: () => {},
  });
};

/**
 * Ana, Bob and her statements about him, a session that mentions them, a turn, a reply and a
 * context that was sent. Returns the ids.
 */
const fill = async (
  services: WriteServices,
  space: SpaceStore,
): Promise<Readonly<Record<Exclude<ErasureScope, "SPACE">, string>>> => {
  await space.createSession({
    id: "s",
    title: "About Ana",
    strategy: "DIRECT",
    createdAt: instantOf(START),
    turnCount: 0,
  });
  const first = await write(services, space, {
    message: "Ana works at Vertix",
    session: "s",
    occurredAt: instantOf(START),
  });
  const turn = (id: string, role: "USER" | "AGENT", content: string) => ({
    id,
    role,
    content,
    metadata: null,
    toolName: null,
    toolCallId: null,
    occurredAt: instantOf(START),
    recordedAt: instantOf(START),
    event: null,
    expiresAt: null,
  });
  await space.appendTurns("s", [turn("t2", "AGENT", "Good for her!")]);
  await write(services, space, { message: "Bob lives in Oslo", occurredAt: instantOf(START) });
  await space.createSession({
    id: "o",
    title: "More of Ana",
    strategy: "DIRECT",
    createdAt: instantOf(START),
    turnCount: 0,
  });
  await space.appendTurns("o", [
    turn("t4", "USER", "Hello."),
    turn("t5", "AGENT", "Ana is nice."),
    turn("t6", "USER", "What?"),
  ]);
  await space.createSession({
    id: "p",
    title: null,
    strategy: "DIRECT",
    createdAt: instantOf(START),
    turnCount: 0,
  });
  await space.changeNotes("p", [{ path: "/anchors", value: ["ANA"] }]);
  for (const message of ["Bob plays chess", "Bob sings"])
    await write(services, space, { message, speaker: "Ana", occurredAt: instantOf(START) });
  await space.appendTurns("s", [turn("t3", "USER", "And Bob?")]);
  await space.changeNotes("s", [{ path: "/context/t2", value: { sent: "Ana works at Vertix" } }]);
  return {
    ENTITY: first.entities.find(({ name }) => name === "Ana")!.entity,
    FACT: first.addedFacts[0]!.fact,
    EVENT: first.event!.id,
    SESSION: "s",
  };
};

const SECRETS = ["Ana works at Vertix", "Good for her!"];
/** An entity goes with its name. */
const secretsOf = (scope: ErasureScope): readonly string[] =>
  scope === "ENTITY" ? [...SECRETS, "Ana"] : SECRETS;

/** The remaining data, which must be the same after any number of interruptions. */
const left = async (space: SpaceStore, scope: ErasureScope): Promise<unknown> => {
  const { recordedAt } = await space.head();
  const at = { knownAt: recordedAt!, validAt: instantOf(START + 500_000) };
  const [facts] = await space.facts([{ at, page: { first: 200 } }]);
  const versions = (
    await space.factHistory(
      facts!.items.map(({ item: { fact } }) => ({ fact, knownAt: at.knownAt })),
    )
  ).flat();
  const events = await space.events(
    versions.flatMap(({ event }) => event ?? []),
    at.knownAt,
  );
  const entities = await space.entities({ at, page: { first: 10 } });
  const texts = await space.entityTexts(entities.items.map(({ item }) => item.entity));
  const [session] = await space.sessionsById(["s"]);
  return {
    facts: versions.map(({ text, n, speaker }) => [text, n, speaker]),
    events: events.map((event) => event && [event.message, event.speaker]),
    entities: entities.items.map(({ item }) => item.name),
    texts: texts.map((text) => text?.text),
    turns: session
      ? (await space.turns({ session: "s", first: 10 })).turns.map(({ content }) => content)
      : null,
    title: session?.title,
    elsewhere: [
      (await space.sessionsById(["o"]))[0]!.title,
      (await space.turns({ session: "o", first: 10 })).turns.map(({ content }) => content),
      (await space.notes("p", "")).map(({ path, value }) => [path, value]),
    ],
    notes: session ? (await space.notes("s", "")).length : null,
    unfinished: (await space.notes(null, ERASURES_PATH)).length,
    found: (await space.findRemainders(secretsOf(scope))).remainders,
  };
};

const ID = { tenant: "interrupted", user: "user" };

/** A space of a store that was filled once. */
interface Filled {
  /** Opens it as it was when it was filled, whatever was done to it since. */
  reopen(): Promise<{ readonly space: SpaceStore; close(): Promise<void> }>;
  remove(): Promise<void>;
}
type Fill = (space: SpaceStore) => Promise<void>;

const filledFolder = async (fillSpace: Fill): Promise<Filled> => {
  const parent = await mkdtemp(join(tmpdir(), "palimpsest-filled-"));
  const open = async (name: string) => {
    const store = await openSqliteStore({ directory: join(parent, name), embedder });
    return { space: await store.space(ID), close: () => store.close() };
  };
  const { space, close } = await open("filled");
  await fillSpace(space);
  await close();
  let copies = 0;
  return {
    reopen: async () => {
      const name = `copy${++copies}`;
      await cp(join(parent, "filled"), join(parent, name), { recursive: true });
      return open(name);
    },
    remove: () => rm(parent, { recursive: true }),
  };
};

const openOn = async (double: CosmosDouble) => {
  const httpClient = withoutSockets(double);
  const store = await openCosmosStore(optionsFor(double, embedder, { httpClient }));
  return { space: await store.space(ID), close: () => store.close() };
};

const filledDouble = async (fillSpace: Fill): Promise<Filled> => {
  const double = await provisionedDouble(embedder);
  const { space, close } = await openOn(double);
  await fillSpace(space);
  await close();
  const restore = double.account.snapshot();
  return {
    reopen: () => {
      restore();
      return openOn(double);
    },
    remove: () => double.stop(),
  };
};

describe.each([
  { name: "SQLite", filledBy: filledFolder },
  { name: "Cosmos DB (protocol double)", filledBy: filledDouble },
])("an interrupted erasure on $name", ({ filledBy }) => {
  it.each(["ENTITY", "FACT", "EVENT", "SESSION"] as const)(
    "of a %s is completed by the next process, from any step",
    async (scope) => {
      const services = clockOf();
      let ids: Awaited<ReturnType<typeof fill>> | undefined;
      const filled = await filledBy(async (space) => {
        ids = await fill(services(), space);
      });
      const id = ids![scope];
      const run = async (
        calls: number,
      ): Promise<{ readonly state: unknown; readonly died: boolean }> => {
        const { space, close } = await filled.reopen();
        const first = mortal(space, calls);
        await erase(services(), first.space, { scope, id }).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        const unfinished = (await space.notes(null, ERASURES_PATH)).filter(
          ({ path }) => !path.includes("/plan/"),
        ).length;
        expect(await resumeErasures(services(), space)).toBe(unfinished);
        // One that died before anything was put on record has removed nothing, and is asked for again.
        if (calls === 0) await erase(services(), space, { scope, id });
        const state = await left(space, scope);
        await close();
        return { state, died: first.isDead() };
      };
      const { state } = await run(1_000);
      expect(state).toMatchObject({ unfinished: 0, found: [] });
      let calls = 0;
      for (let died = true; died; calls++) {
        const cut = await run(calls);
        expect([calls, cut.state]).toEqual([calls, state]);
        died = cut.died;
      }
      expect(calls).toBeGreaterThan(5);
      await filled.remove();
    },
    120_000,
  );
});

/** More facts and messages, of somebody who goes, than one batch of Cosmos DB rewrites. */
const MANY = 60;

const tellMuch = async (services: WriteServices, space: SpaceStore): Promise<void> => {
  for (let n = 0; n < MANY; n++)
    await assertFact(services, space, {
      entity: { name: "Bob" },
      text: `Bob bought the book ${n}`,
      speaker: "Ana",
      confidence: 1,
      importanceCategory: "SPECIFIC_EVENT",
      occurredAt: instantOf(START),
    });
};

describe("an interrupted erasure on Cosmos DB", () => {
  it.each([
    ["ENTITY", false],
    ["ENTITY", true],
    ["FACT", false],
    ["EVENT", false],
    ["SESSION", false],
  ] as const)(
    "of a %s (with many statements: %s) is completed by the next process, from any request",
    async (scope, toldMuch) => {
      const double = await provisionedDouble(embedder);
      const services = clockOf();
      const open = () => openOn(double);
      const filled = await open();
      const ids = await fill(services(), filled.space);
      if (toldMuch) await tellMuch(services(), filled.space);
      await filled.close();
      // Only batches change anything: a process that dies before one of them leaves what is there then.
      const deaths: (() => void)[] = [];
      double.faults.plan(
        { kind: "BEFORE", act: () => void deaths.push(double.account.snapshot()) },
        ({ kind }) => kind === "BATCH",
        Infinity,
      );
      double.takeRequests();
      const whole = await open();
      await erase(services(), whole.space, { scope, id: ids[scope] });
      double.faults.clear();
      expect(new Set(double.takeRequests().map(({ kind }) => kind))).toEqual(
        new Set(["BATCH", "QUERY", "READ"]),
      );
      expect(await resumeErasures(services(), whole.space)).toBe(0);
      const state = await left(whole.space, scope);
      await whole.close();
      expect(state).toMatchObject({ unfinished: 0, found: [] });
      for (const [batches, die] of deaths.entries()) {
        die();
        const next = await open();
        await resumeErasures(services(), next.space);
        if (batches === 0) await erase(services(), next.space, { scope, id: ids[scope] });
        expect([batches, await left(next.space, scope)]).toEqual([batches, state]);
        await next.close();
      }
      expect(deaths.length).toBeGreaterThan(4);
      await double.stop();
    },
    240_000,
  );
});
