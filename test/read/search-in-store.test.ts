import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleAt, type Instant } from "../../src/memory/time.ts";
import { search, type SearchHit, type SearchRequest } from "../../src/read/search/search.ts";
import type { View } from "../../src/read/view.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, type Script } from "../fakes/scripted-models.ts";
import { scriptedMemory } from "./scripted-memory.ts";

const city = (value: string) => ({
  facts: [extracted({ subject: "user", text: `The user's city is ${value}`, slot: "city", value })],
});
const CITIES = ["Mumbai", "Pune", "Porto", "Lyon"];
const says: Script["says"] = Object.fromEntries(
  CITIES.map((value) => [`My city is ${value}.`, city(value)]),
);
const MARCH = "2025-03-01T00:00:00.000Z" as Instant;
const JUNE = "2025-06-01T00:00:00.000Z" as Instant;

describe.each(stores)("search on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const memory = async () => {
    const service = scriptedMemory(await freshSpace(), says);
    const ask = async (
      query: string,
      view: View,
      own: Partial<SearchRequest> = {},
    ): Promise<readonly SearchHit[]> =>
      (
        await search(service.read, service.space, view, {
          query,
          mode: "HYBRID",
          kinds: ["FACT", "ENTITY", "EVENT", "SUMMARY"],
          ...own,
        })
      ).hits;
    const texts = async (query: string, view: View): Promise<string[]> =>
      (await ask(query, view, { kinds: ["FACT"] })).map(({ version }) => version!.text);
    return { ...service, ask, texts };
  };

  it.each([
    "/consulting",
    "$3,500/month",
    "github.com/cazton/fakeproject",
    "cazton-cover.webp",
    "94.7%",
  ])("finds %s word for word, among similar texts", async (exact) => {
    const { tell, ask, view } = await memory();
    for (let i = 0; i < 20; i += 1)
      await tell(`We consulted the github project cover of cazton on month 3 500 com 94 ${i}`);
    const { event } = await tell(
      `Among several further matters which somebody else had brought up yesterday afternoon the answer was ${exact} and nobody objected at length.`,
    );
    const hits = await ask(`What did I say about ${exact}?`, await view(), { first: 9 });
    expect(hits).toContainEqual(
      expect.objectContaining({ kind: "EVENT", subject: event!.id, lexical: true }),
    );
  });

  it("finds what is believed and true at the view, and nothing else", async () => {
    const { tell, texts, view } = await memory();
    const first = await tell("My city is Mumbai.", { occurredAt: MARCH });
    await tell("My city is Pune.", { occurredAt: JUNE });
    expect(await texts("city", await view())).toEqual(["The user's city is Pune"]);
    expect(await texts("city", await view({ validAt: MARCH }))).toEqual([
      "The user's city is Mumbai",
    ]);
    expect(await texts("city", await view({ knownAt: first.at.knownAt }))).toEqual([
      "The user's city is Mumbai",
    ]);
    expect(await texts("city", await view({ knownAt: MARCH }))).toEqual([]);
  });

  it("finds no event before it was said or recorded", async () => {
    const { tell, ask, view, head } = await memory();
    await tell("The weather is fine.");
    const before = await head();
    await tell("The harvest is in.", { occurredAt: JUNE });
    expect(await ask("harvest", await view({ knownAt: before }))).toEqual([]);
    expect(await ask("harvest", await view({ validAt: MARCH }))).toEqual([]);
    expect(await ask("harvest", await view())).toHaveLength(1);
  });

  it("finds nothing of another user", async () => {
    const [mine, yours] = [await memory(), await memory()];
    await mine.tell("My secret is aubergine.");
    for (const mode of ["HYBRID", "FULL_TEXT", "VECTOR"] as const)
      expect(await yours.ask("aubergine", await yours.view(), { mode })).toEqual([]);
  });

  it("finds facts and events of one session, and the entities of its facts", async () => {
    const { space, state, ask, view } = await memory();
    for (const id of ["s1", "s2"])
      await space.createSession({
        id,
        title: null,
        strategy: "DIRECT",
        createdAt: MARCH,
        turnCount: 0,
      });
    await state("Clara", "Clara plays chess", { session: "s1" });
    await state("Bruno", "Bruno plays chess", { session: "s2" });
    const hits = await ask("chess", await view(), { session: "s1" });
    expect(hits.map(({ kind }) => kind).toSorted()).toEqual(["ENTITY", "EVENT", "FACT"]);
    expect(hits.find(({ kind }) => kind === "FACT")?.version?.text).toBe("Clara plays chess");
  });

  describe("in a conversation", () => {
    const LINES = [
      "Good morning.",
      "Where will the boat be repaired?",
      "In Porto, by my uncle.",
      "That is kind of him.",
      "See you.",
      "The weather is fine.",
      "It rains.",
    ];
    const talk = async () => {
      const service = await memory();
      await service.space.createSession({
        id: "s",
        title: null,
        strategy: "DIRECT",
        createdAt: MARCH,
        turnCount: 0,
      });
      const ids: string[] = [];
      for (const [i, message] of LINES.entries())
        ids.push(
          (await service.tell(message, { session: "s", speaker: i % 2 === 0 ? "Clara" : "Bruno" }))
            .event!.id,
        );
      return { ...service, ids };
    };

    it("finds the answer after the question, without any of its words", async () => {
      const { ask, view, ids } = await talk();
      const hits = await ask("boat repaired", await view(), { kinds: ["EVENT"] });
      expect(hits.slice(0, 2)).toMatchObject([
        { subject: ids[2], fullTextRank: null, contextRank: 1, lexical: false },
        { subject: ids[1], fullTextRank: 1, contextRank: 2 },
      ]);
      expect(hits.map(({ subject }) => subject)).not.toContain(ids[6]);
      expect(
        await ask("boat repaired", await view(), { kinds: ["EVENT"], mode: "FULL_TEXT" }),
      ).toMatchObject([{ subject: ids[1], contextRank: null }]);
    });

    it("finds what someone said by their name, and by the day", async () => {
      const { ask, view, ids } = await talk();
      expect(
        (await ask("What did Bruno say?", await view(), { kinds: ["EVENT"] }))
          .slice(0, 3)
          .map(({ subject }) => subject)
          .toSorted(),
      ).toEqual([ids[1], ids[3], ids[5]]);
      expect(
        await ask("January 2026", await view(), { kinds: ["EVENT"], mode: "FULL_TEXT" }),
      ).toHaveLength(LINES.length);
    });

    it("finds as neighbours of an event only what was said by then", async () => {
      const { ask, view, tell, head, ids } = await talk();
      const before = await head();
      const found = await ask("the weather", await view({ knownAt: before }));
      expect(found.map(({ subject }) => subject)).toEqual(expect.arrayContaining([ids[6]!]));
      const { event } = await tell("The weather will be worse.", {
        session: "s",
        speaker: "Clara",
      });
      expect(await ask("the weather", await view({ knownAt: before }))).toEqual(found);
      expect((await ask("the weather", await view())).map(({ subject }) => subject)).toContain(
        event!.id,
      );
      expect(found.map(({ subject }) => subject)).not.toContain(event!.id);
    });
  });

  it("leaves out doubtful facts unless requested", async () => {
    const { state, ask, view } = await memory();
    await state("Clara", "Clara may like chess", { confidence: 0.4 });
    expect(await ask("chess", await view(), { kinds: ["FACT"] })).toEqual([]);
    expect(await ask("chess", await view(), { kinds: ["FACT"], minConfidence: 0.4 })).toHaveLength(
      1,
    );
  });

  it("shows a merged entity as its survivor, and separately as of before", async () => {
    const { space, services, state, ask, view, head } = await memory();
    const clara = (await state("Clara Rezende", "Clara Rezende plays chess")).entities[0]!.entity;
    const other = (await state("Clarinha", "Clarinha plays chess")).entities[0]!.entity;
    const before = await head();
    await mergeEntities(services, space, { from: other, into: clara });
    const entities = async (view: View): Promise<string[]> =>
      (await ask("chess", view, { kinds: ["ENTITY"] })).map(({ subject }) => subject).toSorted();
    expect(await entities(await view())).toEqual([clara]);
    expect(await entities(await view({ knownAt: before }))).toEqual([clara, other].toSorted());
  });

  it("finds entities of an earlier time through the facts that were true then, and through their names", async () => {
    const { state, ask, view } = await memory();
    const clara = (
      await state("Clara", "Clara works at Vertix", {
        slot: "employer",
        value: "Vertix",
        validFrom: MARCH,
      })
    ).entities[0]!.entity;
    await state("Clara", "Clara works at Orion", {
      slot: "employer",
      value: "Orion",
      validFrom: JUNE,
    });
    const entities = async (query: string, view: View): Promise<string[]> =>
      (await ask(query, view, { kinds: ["ENTITY"] })).map(({ subject }) => subject);
    expect(await entities("Orion", await view())).toEqual([clara]);
    expect(await entities("Orion", await view({ validAt: MARCH }))).toEqual([]);
    expect(await entities("Vertix", await view({ validAt: MARCH }))).toEqual([clara]);
    expect(
      await entities(
        "who was Clara",
        await view({ validAt: "2020-01-01T00:00:00.000Z" as Instant }),
      ),
    ).toEqual([clara]);
  });

  it("puts the user first if asked who that is", async () => {
    const service = scriptedMemory(await freshSpace(), {
      "I'm Ana": {
        entities: [{ name: "Ana", type: "person", aliases: [] }],
        facts: [extracted({ subject: "Ana", text: "Ana is the user" })],
        selfName: "Ana",
      },
    });
    await service.tell("I'm Ana");
    const ana = await service.space.self(await service.head());
    const { hits } = await search(service.read, service.space, await service.view(), {
      query: "Who am I?",
      mode: "FULL_TEXT",
      kinds: ["ENTITY", "FACT"],
    });
    expect(hits).toEqual([expect.objectContaining({ kind: "ENTITY", subject: ana, score: 1 })]);
  });

  it("answers as of a past time as it did then, and shows only visible items", () => {
    const step = fc.record({
      city: fc.constantFrom(...CITIES),
      month: fc.integer({ min: 1, max: 12 }),
    });
    const said = ({ city: value, month }: { city: string; month: number }) =>
      [
        `My city is ${value}.`,
        { occurredAt: `2025-${String(month).padStart(2, "0")}-01T00:00:00.000Z` as Instant },
      ] as const;
    return fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 12 }),
        async (steps, month) => {
          const { tell, ask, view, head } = await memory();
          const validAt = `2025-${String(month).padStart(2, "0")}-15T00:00:00.000Z` as Instant;
          const points: { readonly knownAt: Instant; readonly validAt?: Instant }[] = [];
          const answers: (readonly SearchHit[])[] = [];
          for (const one of steps) {
            await tell(...said(one));
            const knownAt = await head();
            for (const point of [{ knownAt }, { knownAt, validAt }]) {
              points.push(point);
              answers.push(await ask("Which city is Mumbai or Pune?", await view(point)));
            }
          }
          for (const [index, point] of points.entries()) {
            const { at } = await view(point);
            const hits = await ask("Which city is Mumbai or Pune?", await view(point));
            expect(hits).toEqual(answers[index]);
            expect(
              hits.filter(({ version }) => version !== null && !visibleAt(version, at)),
            ).toEqual([]);
          }
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);
});
