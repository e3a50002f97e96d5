import { beforeEach, describe, expect, it } from "vitest";
import { summariseSession } from "../../src/derive/summaries/summarise-session.ts";
import { summariseUser } from "../../src/derive/summaries/summarise-user.ts";
import { instantOf } from "../../src/memory/time.ts";
import { countTokens } from "../../src/language/tokens.ts";
import {
  SUMMARY_HEADINGS,
  type Section,
  type SummaryInput,
} from "../../src/models/derive-tasks.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { ModelUnavailable } from "../../src/models/port.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { stores } from "../contract/stores.ts";
import { answer, scriptedModels } from "../fakes/scripted-models.ts";
import { silentModels } from "../fakes/silent-models.ts";
import { memoryService } from "../resolvers/memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const SESSION = `mutation ($id: ID!, $k: Int) { summariseSession(input: { sessionId: $id, last: $k }) { turns tokens { total } summary {
  __typename id content topic decisions openIssues nextSteps coversTo writtenBy recordedAt session { id } entities { name } sections { heading lines } versions { content recordedAt }
} } }`;
const USER =
  "mutation ($k: Int) { summariseUser(input: { last: $k }) { turns summary { __typename id content profile preferences work environment constraints session { id } } } }";

/** A summary that states how often it was updated, and the last statement in it. */
const counting = (inputs: SummaryInput[]) => async (input: SummaryInput) => {
  inputs.push(input);
  const before = Number(input.previous?.[0]?.lines[0]?.split(" ")[1] ?? 0);
  const [first, second, ...others] = SUMMARY_HEADINGS[input.of];
  const said = input.turns.map(({ content }) => content);
  const sections: Section[] = [
    { heading: first, lines: [`Update ${before + 1}`] },
    {
      heading: second,
      lines: [
        ...said.slice(-1),
        ...input.facts.map(({ text }) => text),
        ...input.noLongerTrue.map((text) => `no longer: ${text}`),
      ],
    },
    ...others.map((heading) => ({ heading, lines: [] })),
  ];
  return answer(sections);
};

/** A part of a space, which goes on working by itself. */
const bound = (space: SpaceStore, name: string | symbol): unknown => {
  const own: unknown = Reflect.get(space, name, space);
  return typeof own === "function" ? own.bind(space) : own;
};

describe.each(stores)("summaries on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let inputs: SummaryInput[];
  let service: ReturnType<typeof memoryService>;
  let services: WriteServices;
  let now = Date.UTC(2026, 5, 1);
  let made = 0;
  beforeEach(async () => {
    space = await freshSpace();
    inputs = [];
    service = memoryService(space, { summariseTalk: counting(inputs) });
    services = {
      models: scriptedModels({ summariseTalk: counting(inputs) }),
      newId: () => `${space.id.user}-id-${++made}`,
      now: () => (now += 1000),
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
  });
  const session = async () =>
    (await service.run('mutation { createSession(input: { title: "Trip" }) { session { id } } }'))
      .createSession.session.id as string;
  const local = (id: string): string =>
    Buffer.from(id, "base64url").toString("utf8").split(":")[1]!;
  const say = async (id: string, ...texts: string[]) => {
    const at = instantOf((now += 1000));
    return space.appendTurns(
      local(id),
      texts.map((content, i) => ({
        id: `${space.id.user}-turn-${++made}`,
        role: i % 2 === 0 ? "USER" : "AGENT",
        content,
        metadata: null,
        toolName: null,
        toolCallId: null,
        occurredAt: at,
        recordedAt: at,
        event: null,
        expiresAt: null,
      })),
    );
  };
  const summarise = async (id: string, k?: number) =>
    (await service.run(SESSION, { id, k })).summariseSession;

  it("of a session continue from the current one and newer turns, under one id", async () => {
    const id = await session();
    expect(await summarise(id)).toEqual({ turns: 0, tokens: { total: 0 }, summary: null });
    await say(id, "Let us plan a trip.", "Where to?", "Lisbon.");
    const first = await summarise(id);
    expect(first).toMatchObject({
      turns: 3,
      tokens: { total: 15 },
      summary: {
        __typename: "SessionSummary",
        topic: ["Update 1"],
        decisions: ["Lisbon."],
        openIssues: [],
        nextSteps: [],
        coversTo: 3,
        writtenBy: "scripted",
        session: { id },
        content: "Topic: Update 1.\nDecisions: Lisbon.",
      },
    });
    expect(Buffer.from(first.summary.id, "base64url").toString()).toBe(
      `SessionSummary:summary_${space.id.user}_${local(id)}`,
    );
    await say(id, "By train.");
    const second = await summarise(id);
    expect(
      inputs.map(({ previous, turns }) => [
        previous?.[0]?.lines,
        turns.map(({ role, content }) => `${role} ${content}`),
      ]),
    ).toEqual([
      [undefined, ["USER Let us plan a trip.", "AGENT Where to?", "USER Lisbon."]],
      [["Update 1"], ["USER By train."]],
    ]);
    expect(second.summary).toMatchObject({
      id: first.summary.id,
      topic: ["Update 2"],
      decisions: ["By train."],
      coversTo: 4,
      versions: [
        { content: first.summary.content },
        { content: "Topic: Update 2.\nDecisions: By train." },
      ],
    });
    expect(await summarise(id), "nothing is new").toMatchObject({
      turns: 0,
      summary: { topic: ["Update 2"] },
    });
    expect(inputs).toHaveLength(2);
  });

  it("are read as of a past time, by session, by id, and in a search", async () => {
    const id = await session();
    await say(id, "Lisbon.");
    const first = await summarise(id);
    const then = service.clock();
    await say(id, "Porto after all.");
    await summarise(id);
    const read = `query ($id: ID!, $at: TimePoint, $node: ID!) { session(id: $id) { now: summary { decisions } past: summary(at: $at) { id decisions expiredAt } } node(id: $node) { ... on SessionSummary { decisions } }
      found: search(query: "Lisbon", kinds: [SUMMARY], mode: FULL_TEXT, at: $at) { hits { kind node { __typename ... on SessionSummary { decisions } } } }
      gone: search(query: "Lisbon", kinds: [SUMMARY], mode: FULL_TEXT) { hits { kind } }
      afterAll: search(query: "Porto", kinds: [SUMMARY]) { hits { node { ... on Memory { content } } } } }`;
    const result = await service.run(read, { id, at: { knownAt: then }, node: first.summary.id });
    expect(result.session).toMatchObject({
      now: { decisions: ["Porto after all."] },
      past: { decisions: ["Lisbon."], expiredAt: null },
    });
    expect(result.node).toEqual({ decisions: ["Porto after all."] });
    expect(result.found.hits).toEqual([
      { kind: "SUMMARY", node: { __typename: "SessionSummary", decisions: ["Lisbon."] } },
    ]);
    expect(result.gone.hits).toEqual([]);
    expect(result.afterAll.hits).toEqual([
      { node: { content: "Topic: Update 2.\nDecisions: Porto after all." } },
    ]);
    expect(
      (
        await service.run(
          "query ($id: ID!) { node(id: $id) { ... on SessionSummary { decisions recordedAt } } }",
          { id: result.session.past.id },
        )
      ).node.decisions,
    ).toEqual(["Lisbon."]);
    const before = await service.run(
      "query ($id: ID!, $at: TimePoint) { session(id: $id) { summary(at: $at) { id } } }",
      { id, at: { knownAt: "2020-01-01T00:00:00.000Z" } },
    );
    expect(before.session.summary).toBeNull();
  });

  it("use only as many of the newest turns as requested", async () => {
    const id = await session();
    await say(id, ...Array.from({ length: 9 }, (_, i) => `Turn ${i + 1}.`));
    expect(await summarise(id, 2)).toMatchObject({ turns: 2, summary: { coversTo: 9 } });
    expect(inputs.map(({ turns }) => turns.map(({ content }) => content))).toEqual([
      ["Turn 8.", "Turn 9."],
    ]);
    for (const k of [0, -1, 100_001])
      expect((await service.attempt(SESSION, { id, k })).codes).toEqual(["BAD_USER_INPUT"]);
  });

  it("refuse a missing session, and stay as they are if no model answers", async () => {
    const id = await session();
    const failing = memoryService(space, {
      summariseTalk: () => Promise.reject(new ModelUnavailable("UNREADABLE", "Garbage.")),
    });
    await say(id, "Lisbon.");
    await summarise(id);
    await say(id, "Porto.");
    const head = await space.head();
    expect((await failing.attempt(SESSION, { id })).data).toBeNull();
    expect(await space.head()).toEqual(head);
    const [kind, own] = Buffer.from(id, "base64url").toString().split(":");
    const other = Buffer.from(`${kind}:${own}x`).toString("base64url");
    expect((await service.attempt(SESSION, { id: other })).codes).toEqual(["NOT_FOUND"]);
  });

  it("are not doubled by concurrent work", async () => {
    const id = await session();
    await say(id, "One.", "Two.");
    const results = await Promise.all(
      [1, 2, 3].map(() => summariseSession(services, space, { session: local(id) })),
    );
    expect(new Set(results.map(({ summary }) => summary?.n))).toEqual(new Set([1]));
    expect(results.reduce((sum, { turns }) => sum + turns, 0)).toBe(2);
    const [history] = await space.memoryHistory([
      { memory: results[0]!.summary!.id, knownAt: (await space.head()).recordedAt! },
    ]);
    expect(history).toHaveLength(1);
  });

  it("reach the same state wherever the work stops", async () => {
    const id = await session();
    for (let i = 0; i < 3; i++)
      await say(
        id,
        ...Array.from({ length: 100 }, (_, n) => `Turn ${i * 100 + n + 1}. ${"word ".repeat(60)}`),
      );
    let calls = 0;
    const dying = {
      ...services,
      models: scriptedModels({
        summariseTalk: async (input) =>
          ++calls % 2 === 0 ? Promise.reject(new Error("Killed.")) : counting(inputs)(input),
      }),
    };
    let done = null;
    for (let tries = 0; done === null && tries < 50; tries++)
      done = await summariseSession(dying, space, { session: local(id) }).catch(() => null);
    expect(done?.summary?.covers).toEqual({ [local(id)]: 300 });
    expect(
      inputs.flatMap(({ turns }) => turns.map(({ content }) => Number(/\d+/.exec(content)![0]))),
    ).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
  });

  it("of the user cover new session content, new facts and ended facts", async () => {
    const [trip, work] = [await session(), await session()];
    await service.say("user", "user lives in Porto", {
      slot: "residence",
      value: "Porto",
      speaker: "user",
    });
    const self = (await space.entitiesByName(["user"], (await space.head()).recordedAt!))[0]![0]!;
    const head = await space.head();
    const [entity] = await space.entitiesAsOf([{ entity: self, knownAt: head.recordedAt! }]);
    await space.commit(head, {
      recordedAt: instantOf(Date.parse(head.recordedAt!) + 1),
      entities: [
        {
          ...entity!,
          n: entity!.n + 1,
          self: "INTRODUCED",
          recordedAt: instantOf(Date.parse(head.recordedAt!) + 1),
        },
      ],
      expiries: [{ kind: "ENTITY", id: self, n: entity!.n }],
    });
    await say(trip, "I like the sea.");
    await say(work, "I am a baker.");
    const first = (await service.run(USER)).summariseUser;
    expect(first).toMatchObject({
      turns: 2,
      summary: {
        __typename: "UserSummary",
        profile: ["Update 1"],
        preferences: ["I am a baker.", "user lives in Porto"],
        work: [],
        session: null,
      },
    });
    expect(Buffer.from(first.summary.id, "base64url").toString()).toBe(
      `UserSummary:user_summary_${space.id.user}`,
    );
    const then = service.clock();
    await say(trip, "Lisbon it is.");
    await service.say("user", "user lives in Lisbon", { slot: "residence", value: "Lisbon" });
    await service.say("Bruno", "Bruno lives in Faro");
    const second = (await service.run(USER)).summariseUser;
    expect(second).toMatchObject({
      turns: 1,
      summary: {
        profile: ["Update 2"],
        preferences: ["Lisbon it is.", "user lives in Lisbon", "no longer: user lives in Porto"],
      },
    });
    expect(inputs.map(({ of, turns }) => [of, turns.map(({ content }) => content)])).toEqual([
      ["USER", ["I like the sea.", "I am a baker."]],
      ["USER", ["Lisbon it is."]],
    ]);
    expect((await service.run(USER)).summariseUser).toMatchObject({
      turns: 0,
      summary: { profile: ["Update 2"] },
    });
    const read = await service.run(
      "query ($at: TimePoint) { userSummary { profile } past: userSummary(at: $at) { profile } }",
      { at: { knownAt: then } },
    );
    expect(read).toEqual({
      userSummary: { profile: ["Update 2"] },
      past: { profile: ["Update 1"] },
    });
  });

  it("of a user have an id even if the name cannot be part of one", async () => {
    const named: SpaceStore = new Proxy(space, {
      get: (target, name) =>
        name === "id" ? { tenant: "t", user: "ana maría/../x@example.com" } : bound(target, name),
    });
    await say(await session(), "Hello.");
    const { summary } = await summariseUser(services, named, {});
    expect(summary?.id).toMatch(/^user_summary_[0-9a-f]{32}$/u);
  });
});

describe("a summary of a session of 10,000 turns", () => {
  const freshSpace = freshSpaces(stores[0]!.open);
  it("costs model input only for the new turns", async () => {
    const space = await freshSpace();
    const offline = createOfflineModels();
    let shown = 0;
    let read = 0;
    const counted: SpaceStore = new Proxy(space, {
      get: (target, name) => {
        if (name !== "turns") return bound(target, name);
        return async (query: Parameters<SpaceStore["turns"]>[0]) => {
          const page = await target.turns(query);
          read += page.turns.length;
          return page;
        };
      },
    });
    let made = 0;
    const services: WriteServices = {
      models: {
        ...offline,
        embedder: silentModels.embedder,
        summariseTalk: async (input) => {
          shown += await countTokens(JSON.stringify(input));
          return offline.summariseTalk(input);
        },
      },
      newId: () => `id-${++made}`,
      now: () => Date.UTC(2026, 0, 1) + made,
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
    const at = instantOf(Date.UTC(2026, 0, 1));
    await space.createSession({
      id: "long",
      title: null,
      strategy: "DIRECT",
      createdAt: at,
      turnCount: 0,
    });
    const say = async (count: number) =>
      space.appendTurns(
        "long",
        Array.from({ length: count }, () => ({
          id: `turn-${++made}`,
          role: "USER" as const,
          content: `We decided to buy ${made} apples for the market on day ${made}.`,
          metadata: null,
          toolName: null,
          toolCallId: null,
          occurredAt: at,
          recordedAt: at,
          event: null,
          expiresAt: null,
        })),
      );
    const cost = async () => {
      [shown, read] = [0, 0];
      const { turns } = await summariseSession(services, counted, { session: "long" });
      return { turns, shown, read };
    };
    await say(10_000);
    const all = await cost();
    expect(all).toMatchObject({ turns: 10_000 });
    for (const count of [10, 100]) {
      await say(count);
      const more = await cost();
      expect(more).toMatchObject({ turns: count, read: count });
      // The existing summary is part of each input, and is no longer after 10,000 turns than after
      // 10.
      expect(more.shown).toBeLessThan(1_500 + count * 80);
    }
    expect(all.shown).toBeGreaterThan(100 * 100 * 20);
    expect(all.shown).toBeLessThan(10_000 * 120);
    expect(await cost()).toEqual({ turns: 0, shown: 0, read: 0 });
  }, 120_000);
});
