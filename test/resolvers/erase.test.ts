import { beforeEach, describe, expect, it } from "vitest";
import { globalId, localId } from "../../schema/global-id.ts";
import { OPEN, plusMillis } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { at, memory as derived } from "../contract/records.ts";
import { stores } from "../contract/stores.ts";
import { extracted } from "../fakes/scripted-models.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const person = (...names: readonly string[]) =>
  names.map((name) => ({ name, type: "person", aliases: [] }));
const says = {
  "Ana works at Vertix and Bob sails.": {
    entities: [...person("Ana", "Bob"), { name: "Vertix", type: "organization", aliases: [] }],
    facts: [
      extracted({ subject: "Ana", text: "Ana works at Vertix", slot: "employer", value: "Vertix" }),
      extracted({ subject: "Bob", text: "Bob sails" }),
    ],
    relations: [{ source: "Ana", type: "works_at", target: "Vertix" }],
  },
  "Bob lives in Oslo.": {
    entities: person("Bob"),
    facts: [
      extracted({ subject: "Bob", text: "Bob lives in Oslo", slot: "residence", value: "Oslo" }),
    ],
  },
  "Bob moved to Quito.": {
    entities: person("Bob"),
    facts: [
      extracted({
        subject: "Bob",
        text: "Bob lives in Quito",
        action: "UPDATE" as const,
        slot: "residence",
        value: "Quito",
      }),
    ],
  },
  "Bob lives in Lima now.": {
    entities: person("Bob"),
    facts: [
      extracted({
        subject: "Bob",
        text: "Bob lives in Lima",
        action: "UPDATE" as const,
        slot: "residence",
        value: "Lima",
      }),
    ],
  },
  "Bob married Ana.": {
    entities: person("Ana", "Bob"),
    facts: [extracted({ subject: "Bob", text: "Bob is married to Ana" })],
    relations: [{ source: "Bob", type: "married_to", target: "Ana" }],
  },
};

const ERASE = `mutation ($scope: ErasureScope!, $id: ID, $dryRun: Boolean) { erase(input: { scope: $scope, id: $id, dryRun: $dryRun }) { receipt {
  scope id dryRun removed { kind count } rewritten hash check { clean stringsSearched stringsErased stringsKeptElsewhere locations remainders { location stringIndex } } items { kind text reason stays }
} } }`;
const EVERYTHING = `query ($at: TimePoint) {
  entities(first: 50, at: $at) { nodes { name aliases profile facts { nodes { text } } relationships { nodes { type source { name } target { name } } } versions { name } } }
  facts(first: 50, at: $at) { nodes { text value validFrom validTo supersededBy { text } supersedes { text } event { message status } decision { action reason factText candidates { version { text } } event { message } } mentions { name } versions { text } history { text } } }
  changes(from: "2020-01-01T00:00:00.000Z", first: 100) { nodes { kind before { ... on Fact { text } ... on Entity { name } } after { ... on Fact { text } ... on Entity { name } } event { message } decision { factText } } }
  search(query: "Ana Vertix Bob Oslo Quito lives works married", first: 50, at: $at) { hits { kind node { ... on Fact { text } ... on Entity { name } ... on Event { message } } } }
}`;

describe.each(stores)("erasure on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => {
    space = await freshSpace();
    service = memoryService(space, { says });
  });
  const write = async (message: string, sessionId?: string, speaker?: string) =>
    (
      await service.run(
        `mutation ($i: WriteInput!) { write(input: $i) { event { id recordedAt } factsAdded { text fact { id } } factsUpdated { text fact { id } } entities { id name } } }`,
        { i: { message, sessionId, speaker } },
      )
    ).write;
  const erase = async (scope: string, id: string | null, dryRun = false) =>
    (await service.run(ERASE, { scope, id, dryRun })).erase.receipt;
  const everything = async (at?: { knownAt?: string; validAt?: string }) =>
    service.run(EVERYTHING, { at: at ?? null });
  const countOf = (receipt: { removed: { kind: string; count: number }[] }, kind: string) =>
    receipt.removed.find((one) => one.kind === kind)?.count ?? 0;

  it("removes an entity with every fact that names it, at every time point", async () => {
    const first = await write("Ana works at Vertix and Bob sails.");
    await write("Bob married Ana.");
    await write("Bob lives in Oslo.");
    const ana = first.entities.find(({ name }: { name: string }) => name === "Ana").id;
    const dry = await erase("ENTITY", ana, true);
    expect(dry).toMatchObject({ dryRun: true, check: null });
    expect(dry.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "FACT", text: "Ana works at Vertix", reason: "OF_ENTITY" }),
        expect.objectContaining({
          kind: "FACT",
          text: "Bob is married to Ana",
          reason: "NAMES_ENTITY",
        }),
        expect.objectContaining({ kind: "ENTITY", text: "Ana", reason: "ASKED" }),
        expect.objectContaining({
          kind: "EVENT",
          text: "Ana works at Vertix and Bob sails.",
          stays: true,
        }),
        expect.objectContaining({ kind: "EVENT", text: "Bob married Ana.", stays: false }),
      ]),
    );
    expect(JSON.stringify(await everything())).toContain("Ana");

    const receipt = await erase("ENTITY", ana);
    expect(receipt.check).toMatchObject({ clean: true, remainders: [] });
    expect([countOf(receipt, "FACT"), countOf(receipt, "EVENT"), receipt.items]).toEqual([
      2,
      1,
      [],
    ]);
    for (const at of [undefined, { knownAt: first.event.recordedAt }])
      expect(JSON.stringify(await everything(at))).not.toMatch(/Ana\b|Vertix/u);
    const left = await everything();
    expect(left.facts.nodes.map(({ text }: { text: string }) => text)).toEqual([
      "Bob sails",
      "Bob lives in Oslo",
    ]);
    expect(left.facts.nodes[0].event).toEqual({ message: "[erased]", status: "APPLIED" });
    expect(
      (
        await service.run(
          `{ search(query: "Oslo", kinds: [ENTITY]) { hits { node { ... on Entity { name } } } } }`,
        )
      ).search.hits,
    ).toEqual([{ node: { name: "Bob" } }]);
    expect((await service.attempt(ERASE, { scope: "ENTITY", id: ana })).codes).toEqual([
      "NOT_FOUND",
    ]);
    expect(
      (await service.run(`query ($id: ID!) { node(id: $id) { id } }`, { id: ana })).node,
    ).toBeNull();
  });

  it("removes an entity with everything it said", async () => {
    await write("Bob married Ana.");
    await write("Ha ha!", undefined, "Ana");
    const kept = await write("Ho ho!", undefined, "Bob");
    const ana = (await service.run(`{ entity(name: "Ana") { id } }`)).entity.id;
    expect((await erase("ENTITY", ana)).check).toMatchObject({ clean: true, remainders: [] });
    const knownAt = (await space.head()).recordedAt!;
    const found = await space.searchFullText(["ana", "ha", "ho", "bob"], {
      kinds: ["EVENT"],
      at: { knownAt, validAt: knownAt },
      limit: 9,
    });
    expect(found.map(({ text }) => text.subject)).toEqual([localId(kept.event.id, "Event")]);
  });

  it("keeps an entity's statements about others at every version, without its name", async () => {
    const told = await write("Bob lives in Oslo.", undefined, "ANÁ");
    await write("Bob married Ana.");
    const ana = (await service.run(`{ entity(name: "Ana") { id } }`)).entity.id;
    const fact = told.factsAdded[0].fact.id;
    await service.run(
      `mutation ($id: ID!) { correctFact(input: { fact: $id, text: "Bob lives in Oslo, Norway" }) { fact { id } } }`,
      { id: fact },
    );
    const moved = await write("Bob moved to Quito.", undefined, "Ana");
    await write("Bob lives in Lima now.", undefined, "Carl");
    const SPEAKERS = `query ($at: TimePoint) { facts(first: 9, at: $at) { nodes { text validFrom validTo recordedAt expiredAt speaker event { speaker message } } } }`;
    const times = [told.event.recordedAt, moved.event.recordedAt, undefined].flatMap((known) =>
      [told.event.recordedAt, moved.event.recordedAt, undefined].map((validAt) => ({
        knownAt: known,
        validAt,
      })),
    );
    const { recordedAt: knownAt } = await space.head();
    const facts = [told.factsAdded, moved.factsUpdated].map(
      ([
        {
          fact: { id },
        },
      ]) => ({ fact: localId(id, "Fact"), knownAt: knownAt! }),
    );
    const read = async () => {
      const pages = await Promise.all(times.map((at) => service.run(SPEAKERS, { at })));
      return JSON.stringify([
        pages.map((page) =>
          page.facts.nodes.filter(({ text }: { text: string }) => text !== "Bob is married to Ana"),
        ),
        await space.factHistory(facts),
      ]);
    };
    const before = await read();
    expect(before).toMatch(/"speaker":"(?:Ana|ANÁ)"/u);

    const dry = await erase("ENTITY", ana, true);
    expect(
      dry.items
        .filter(({ reason }: { reason: string }) => reason === "SAID_BY_ENTITY")
        .map(({ kind, text, stays }: Record<string, unknown>) => [kind, text, stays]),
    ).toEqual([
      ["FACT", "Bob lives in Oslo, Norway", true],
      ["FACT", "Bob lives in Quito", true],
      ["EVENT", "Bob lives in Oslo.", true],
      ["EVENT", "Bob moved to Quito.", true],
    ]);
    const receipt = await erase("ENTITY", ana);
    expect([receipt.check.clean, receipt.check.remainders, receipt.rewritten]).toEqual([
      true,
      [],
      dry.rewritten,
    ]);
    const left = await read();
    const withoutNames = (json: string) =>
      json
        .replaceAll(/"speaker":"(?:Ana|ANÁ)"/gu, `"speaker":"[erased]"`)
        .replaceAll(/"message":"[^"]*"/gu, "");
    expect(withoutNames(left)).toBe(withoutNames(before));
    expect(left).not.toMatch(/An[aá]\b/iu);
    expect(left).toContain(`"speaker":"Carl"`);
  });

  it("removes a fact with its message, and does not restore facts that it replaced", async () => {
    await write("Bob lives in Oslo.");
    const quito = await write("Bob moved to Quito.");
    const receipt = await erase("FACT", quito.factsUpdated[0].fact.id);
    expect(receipt.check.clean).toBe(true);
    for (const at of [
      undefined,
      { knownAt: quito.event.recordedAt },
      { validAt: "2000-01-01T00:00:00.000Z" },
    ])
      expect(JSON.stringify(await everything(at))).not.toContain("Quito");
    expect((await everything()).facts.nodes).toEqual([]);
    const then = await everything({
      validAt: new Date(Date.parse(quito.event.recordedAt) - 500).toISOString(),
    });
    expect(then.facts.nodes).toMatchObject([
      { text: "Bob lives in Oslo", supersededBy: null, validTo: quito.event.recordedAt },
    ]);
    await write("Bob lives in Lima now.");
    expect((await everything()).facts.nodes).toMatchObject([{ text: "Bob lives in Lima" }]);
    expect((await everything({ validAt: quito.event.recordedAt })).facts.nodes).toEqual([]);
    const oslo = await everything({
      validAt: new Date(Date.parse(quito.event.recordedAt) - 500).toISOString(),
    });
    expect(oslo.facts.nodes).toMatchObject([
      { text: "Bob lives in Oslo", validTo: quito.event.recordedAt },
    ]);
  });

  it("removes an event with everything extracted from it, and entities known from nothing else", async () => {
    const first = await write("Ana works at Vertix and Bob sails.");
    await write("Bob lives in Oslo.");
    const receipt = await erase("EVENT", first.event.id);
    expect(receipt.check.clean).toBe(true);
    const left = await everything();
    expect(left.entities.nodes.map(({ name }: { name: string }) => name)).toEqual(["Bob"]);
    expect(left.facts.nodes.map(({ text }: { text: string }) => text)).toEqual([
      "Bob lives in Oslo",
    ]);
    expect(JSON.stringify(left)).not.toMatch(/Ana\b|Vertix|sails/u);
  });

  it("removes a session with its turns and its messages", async () => {
    const { createSession } = await service.run(
      `mutation { createSession(input: { title: "about Bob", strategy: DIRECT }) { session { id } } }`,
    );
    await write("Bob lives in Oslo.", createSession.session.id);
    await write("Ana works at Vertix and Bob sails.");
    const receipt = await erase("SESSION", createSession.session.id);
    expect(receipt.check.clean).toBe(true);
    expect([
      countOf(receipt, "SESSION"),
      countOf(receipt, "TURN"),
      countOf(receipt, "EVENT"),
      countOf(receipt, "FACT"),
    ]).toEqual([1, 1, 1, 1]);
    expect(
      JSON.stringify([await everything(), await service.run(`{ sessions { nodes { title } } }`)]),
    ).not.toMatch(/Oslo|about Bob/u);
    expect((await everything()).facts.nodes).toHaveLength(2);
  });

  it("removes everything, after which the space can be used again", async () => {
    await service.run(
      `mutation { createSession(input: { title: "about Bob", strategy: DIRECT }) { session { id } } }`,
    );
    await write("Bob lives in Oslo.");
    const before = await everything();
    const dry = await erase("SPACE", null, true);
    expect(dry).toMatchObject({ dryRun: true, check: null, rewritten: 0 });
    expect(dry.items).toEqual(
      expect.arrayContaining(
        [
          ["SESSION", "about Bob"],
          ["EVENT", "Bob lives in Oslo."],
          ["FACT", "Bob lives in Oslo"],
          ["ENTITY", "Bob"],
        ].map(([kind, text]) =>
          expect.objectContaining({ kind, text, reason: "ASKED", stays: false }),
        ),
      ),
    );
    expect(await everything()).toEqual(before);
    const receipt = await erase("SPACE", null);
    expect(receipt.removed).toEqual(dry.removed);
    expect([receipt.check.clean, countOf(receipt, "FACT"), countOf(receipt, "SESSION")]).toEqual([
      true,
      1,
      1,
    ]);
    expect(await erase("SPACE", null, true)).toMatchObject({ removed: [], items: [] });
    expect(await everything()).toMatchObject({
      entities: { nodes: [] },
      facts: { nodes: [] },
      changes: { nodes: [] },
      search: { hits: [] },
    });
    await write("Bob moved to Quito.");
    expect((await everything()).facts.nodes.map(({ text }: { text: string }) => text)).toEqual([
      "Bob lives in Quito",
    ]);
  });

  it("removes summaries, episodes, references, contexts and replies that used it, and no others", async () => {
    const { createSession } = await service.run(
      `mutation { createSession(input: { strategy: DIRECT }) { session { id } } }`,
    );
    const session = localId(createSession.session.id, "Session");
    const first = await write("Ana works at Vertix and Bob sails.", createSession.session.id);
    const [ana] = await space.entitiesByName(["ana"], (await space.head()).recordedAt!);
    const turn = (id: string, role: "USER" | "AGENT", content: string) => ({
      id,
      role,
      content,
      metadata: null,
      toolName: null,
      toolCallId: null,
      occurredAt: at(1),
      recordedAt: at(1),
      event: null,
      expiresAt: null,
    });
    await space.appendTurns(session, [
      turn("reply", "AGENT", "I see."),
      turn("next", "USER", "Thanks."),
      turn("unasked", "AGENT", "Ana is nice."),
    ]);
    await space.changeNotes(session, [
      { path: "/context/reply", value: { sent: ["Ana works at Vertix and Bob sails."] } },
    ]);
    const { recordedAt } = await space.head();
    const now = plusMillis(recordedAt!, 1);
    const memories = [
      derived("summary_t", 0, {
        kind: "THREAD_SUMMARY",
        session,
        content: "They spoke of somebody at a firm.",
        covers: { [session]: 1 },
        recordedAt: now,
        firstRecordedAt: now,
        textId: "text-s",
      }),
      derived("episode", 0, {
        kind: "EPISODIC",
        session: null,
        content: "A talk about Ana.",
        recordedAt: now,
        firstRecordedAt: now,
        textId: "text-e",
      }),
      derived("habit", 0, {
        kind: "PROCEDURAL",
        session: null,
        content: "Short answers are liked.",
        recordedAt: now,
        firstRecordedAt: now,
        textId: "text-h",
      }),
    ];
    const texts = memories.map(({ id: subject, textId: id, content: text }) => ({
      id,
      kind: "SUMMARY" as const,
      subject,
      text,
      recordedAt: now,
      expiredAt: OPEN,
      vector: null,
    }));
    const references = [
      {
        id: "r",
        kind: "QUERIED" as const,
        entity: ana![0]!,
        session,
        turn: "next",
        snippet: "about Ana",
        occurredAt: at(1),
        recordedAt: now,
      },
    ];
    expect(
      await space.commit(await space.head(), { recordedAt: now, memories, texts, references }),
    ).toBe(true);
    const receipt = await erase(
      "ENTITY",
      first.entities.find(({ name }: { name: string }) => name === "Ana").id,
    );
    expect(receipt.check.clean).toBe(true);
    expect([
      countOf(receipt, "MEMORY_VERSION"),
      countOf(receipt, "TURN"),
      countOf(receipt, "NOTE"),
    ]).toEqual([2, 3, 1]);
    expect(countOf(receipt, "REFERENCE")).toBeGreaterThan(0);
    expect(
      (
        await space.references({ session, at: { knownAt: now, validAt: now }, page: { first: 9 } })
      ).items
        .map(({ item }) => item.snippet)
        .join(),
    ).not.toContain("Ana");
    expect((await space.allMemories()).map(({ id }) => id)).toEqual(["habit"]);
    expect((await space.turns({ session, first: 9 })).turns.map(({ content }) => content)).toEqual([
      "Thanks.",
    ]);
  });

  it("removes an entity's name from session titles, and turns that contain it", async () => {
    const sessionOf = async (title: string) =>
      localId(
        (
          await service.run(
            `mutation ($title: String) { createSession(input: { title: $title, strategy: DIRECT }) { session { id } } }`,
            { title },
          )
        ).createSession.session.id,
        "Session",
      );
    const [first, elsewhere, other] = [
      await sessionOf("Ana at work"),
      await sessionOf("More of Ana"),
      await sessionOf("Anatomy"),
    ];
    const turn = (
      id: string,
      metadata: Record<string, unknown> | null,
      toolName: string | null,
    ) => ({
      id,
      role: "TOOL" as const,
      content: `What ${id} says.`,
      metadata,
      toolName,
      toolCallId: null,
      occurredAt: at(1),
      recordedAt: at(1),
      event: null,
      expiresAt: null,
    });
    await space.appendTurns(other, [
      turn("from", { from: ["Ana"] }, null),
      turn("tool", null, "Ana"),
      turn("plain", { from: "Anatole" }, null),
      { ...turn("spoken", null, null), role: "USER", speaker: "Ana" },
      { ...turn("also plain", null, null), role: "USER", speaker: "Anatole" },
    ]);
    const { entities } = await write(
      "Ana works at Vertix and Bob sails.",
      globalId("Session", first),
    );
    const ana = entities.find(({ name }: { name: string }) => name === "Ana").id;
    expect(
      (await erase("ENTITY", ana, true)).items.filter(
        ({ kind }: { kind: string }) => kind === "SESSION",
      ),
    ).toEqual(
      expect.arrayContaining(
        ["Ana at work", "More of Ana"].map((text) => ({
          kind: "SESSION",
          text,
          reason: "NAMES_ENTITY",
          stays: true,
        })),
      ),
    );
    const receipt = await erase("ENTITY", ana);
    expect([receipt.check.clean, countOf(receipt, "TURN")]).toEqual([true, 4]);
    expect(
      (await space.sessionsById([first, elsewhere, other])).map((session) => session!.title),
    ).toEqual(["[erased]", "[erased]", "Anatomy"]);
    expect((await space.turns({ session: other, first: 9 })).turns.map(({ id }) => id)).toEqual([
      "plain",
      "also plain",
    ]);
  });

  it("refuses what it cannot do", async () => {
    const { entities } = await write("Ana works at Vertix and Bob sails.");
    const [ana, bob] = entities;
    await service.run(
      `mutation ($a: ID!, $b: ID!) { mergeEntities(input: { from: $a, into: $b }) { entity { id } } }`,
      {
        a: ana.id,
        b: bob.id,
      },
    );
    expect((await service.attempt(ERASE, { scope: "ENTITY", id: ana.id })).codes).toEqual([
      "CONFLICT",
    ]);
    expect((await service.attempt(ERASE, { scope: "FACT", id: bob.id })).codes).toEqual([
      "INVALID_ID",
    ]);
    expect((await service.attempt(ERASE, { scope: "FACT" })).codes).toEqual(["BAD_USER_INPUT"]);
    expect((await service.attempt(ERASE, { scope: "SPACE", id: bob.id })).codes).toEqual([
      "BAD_USER_INPUT",
    ]);
    await erase("ENTITY", bob.id);
    expect(JSON.stringify(await everything())).not.toMatch(/Ana\b|Bob\b|sails/u);
  });
});
