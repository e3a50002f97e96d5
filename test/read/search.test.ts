import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { describe, expect, it } from "vitest";
import type { Embedder } from "../../src/models/port.ts";
import { NO_TOKENS } from "../../src/memory/usage.ts";
import { search, type SearchMode, type SearchRequest } from "../../src/read/search/search.ts";
import type { ReadServices } from "../../src/read/services.ts";
import { DEFAULT_READ_SETTINGS } from "../../src/read/settings.ts";
import type { View } from "../../src/read/view.ts";
import type { SpaceStore, TextHit, TextQuery } from "../../src/store/port.ts";
import { EARLY, entityVersion, found, LATE, scriptedSpace } from "./scripted-space.ts";

const services = (fusionWeight: number, embed?: Embedder["embed"]): ReadServices => ({
  embedder: {
    id: "test",
    dimensions: 1,
    remote: false,
    relatedSimilarity: 0.5,
    duplicateSimilarity: 0.9,
    similarityDecides: true,
    fusionWeight,
    embed:
      embed ??
      (async (texts) => ({
        value: texts.map(() => new Float32Array([1])),
        calls: 1,
        tokens: NO_TOKENS,
        model: "test",
      })),
  },
  settings: DEFAULT_READ_SETTINGS,
  vocabulary: shippedVocabulary(),
  now: () => 0,
});

const NOW: View = { at: { knownAt: LATE, validAt: LATE }, past: false };
const EARLIER: View = { at: { knownAt: LATE, validAt: EARLY }, past: true };
const ask = (query: string, own: Partial<SearchRequest> = {}): SearchRequest => ({
  query,
  mode: "HYBRID",
  kinds: ["FACT", "ENTITY", "EVENT", "SUMMARY"],
  ...own,
});
const hitsOf = async (
  space: SpaceStore,
  request: SearchRequest,
  view = NOW,
  weight = 1,
): Promise<string[]> =>
  (await search(services(weight), space, view, request)).hits.map(
    ({ kind, subject }) => `${kind}:${subject}`,
  );
const many = (count: number, text = ""): TextHit[] =>
  found(
    ...Array.from(
      { length: count },
      (_, index) => `FACT:f${String(index).padStart(3, "0")} ${text}`,
    ),
  );

describe("the lists", () => {
  const lists = {
    searchFullText: async () => found("FACT:a", "FACT:b"),
    searchVector: async () => found("FACT:c", "FACT:b"),
  };

  it("are fused by HYBRID, with ranks and score", async () => {
    const { hits } = await search(services(1), scriptedSpace(lists).space, NOW, ask("Porto"));
    expect(
      hits.map(({ subject, fullTextRank, vectorRank, score }) => ({
        subject,
        fullTextRank,
        vectorRank,
        score,
      })),
    ).toEqual([
      { subject: "b", fullTextRank: 2, vectorRank: 2, score: 2 / 62 },
      { subject: "a", fullTextRank: 1, vectorRank: null, score: 1 / 61 },
      { subject: "c", fullTextRank: null, vectorRank: 1, score: 1 / 61 },
    ]);
  });

  it("put hits of a light vector list alone after those of the text in HYBRID", async () =>
    expect(await hitsOf(scriptedSpace(lists).space, ask("Porto"), NOW, 0.1)).toEqual([
      "FACT:b",
      "FACT:a",
      "FACT:c",
    ]));

  it.each([
    ["FULL_TEXT", 1, ["FACT:a", "FACT:b"], ["searchFullText", "searchSubstring"]],
    ["VECTOR", 0, ["FACT:c", "FACT:b"], ["searchSubstring", "searchVector"]],
    ["HYBRID", 0, ["FACT:a", "FACT:b"], ["searchFullText", "searchSubstring"]],
  ] as const)("%s with a vector weight of %d find %j", async (mode, weight, expected, called) => {
    const { space, calls } = scriptedSpace(lists);
    expect(await hitsOf(space, ask("Porto", { mode }), NOW, weight)).toEqual(expected);
    expect(calls.toSorted()).toEqual(called);
  });

  it("report how many each found", async () => {
    const { lists: reported } = await search(
      services(1),
      scriptedSpace(lists).space,
      NOW,
      ask("Porto"),
    );
    expect(reported).toEqual([
      { name: "FULL_TEXT", count: 2, ms: 0, failed: false },
      { name: "VECTOR", count: 2, ms: 0, failed: false },
      { name: "LEXICAL", count: 0, ms: 0, failed: false },
    ]);
  });

  it("use the vector alone for a query without terms in HYBRID, and find nothing in FULL_TEXT", async () => {
    expect(await hitsOf(scriptedSpace(lists).space, ask("what is it about"), NOW, 0)).toEqual([
      "FACT:c",
      "FACT:b",
    ]);
    expect(
      await hitsOf(scriptedSpace(lists).space, ask("what is it about", { mode: "FULL_TEXT" })),
    ).toEqual([]);
  });

  it("leave HYBRID the text if the embedder is unreachable, and fail VECTOR", async () => {
    const away = services(1, async () => {
      throw new Error("away");
    });
    const report = await search(away, scriptedSpace(lists).space, NOW, ask("Porto"));
    expect(report.hits.map(({ subject }) => subject)).toEqual(["a", "b"]);
    expect(report.lists.find(({ name }) => name === "VECTOR")).toMatchObject({
      count: 0,
      failed: true,
    });
    await expect(
      search(away, scriptedSpace(lists).space, NOW, ask("Porto", { mode: "VECTOR" })),
    ).rejects.toThrow("away");
  });

  it("count undecided vectors from 0.7 of related in HYBRID, and always in VECTOR", async () => {
    const hashed = {
      ...services(0.1),
      embedder: { ...services(0.1).embedder, similarityDecides: false, relatedSimilarity: 0.5 },
    };
    const near = async (): Promise<TextHit[]> =>
      found("FACT:near", "FACT:far").map((hit, index) => ({
        ...hit,
        score: index === 0 ? 0.36 : 0.34,
      }));
    const subjects = async (mode: SearchRequest["mode"]): Promise<string[]> =>
      (
        await search(
          hashed,
          scriptedSpace({ searchVector: near }).space,
          NOW,
          ask("Porto", { mode }),
        )
      ).hits.map(({ subject }) => subject);
    expect(await subjects("HYBRID")).toEqual(["near"]);
    expect(await subjects("VECTOR")).toEqual(["near", "far"]);
  });

  it("skip undecided vectors if the text finds enough in HYBRID", async () => {
    const hashed = {
      ...services(0.1),
      embedder: { ...services(0.1).embedder, similarityDecides: false },
    };
    const called = async (count: number): Promise<boolean> => {
      const { space, calls } = scriptedSpace({ searchFullText: async () => many(count) });
      await search(hashed, space, NOW, ask("Porto", { first: 5 }));
      return calls.includes("searchVector");
    };
    expect([await called(5), await called(4)]).toEqual([false, true]);
  });

  it("fail for a store error, which is no embedder error", async () =>
    await expect(
      hitsOf(
        scriptedSpace({
          searchVector: async () => {
            throw new Error("damaged");
          },
        }).space,
        ask("Porto"),
      ),
    ).rejects.toThrow("damaged"));

  it("order equal scores by kind, then by id, in any order from the store", async () => {
    const tied = found("EVENT:e", "FACT:b", "ENTITY:x", "FACT:a").map((hit) => ({
      ...hit,
      score: 1,
    }));
    const expected = ["FACT:a", "FACT:b", "ENTITY:x", "EVENT:e"];
    expect(
      await hitsOf(scriptedSpace({ searchFullText: async () => tied }).space, ask("Porto")),
    ).toEqual(expected);
    expect(
      await hitsOf(
        scriptedSpace({ searchFullText: async () => tied.toReversed() }).space,
        ask("Porto"),
      ),
    ).toEqual(expected);
  });
});

describe("a store that fuses by itself", () => {
  const hybrid = async () => ({
    fullText: found("FACT:a", "FACT:b"),
    vector: found("FACT:c", "FACT:b"),
  });

  it("is asked once in HYBRID, with the embedder's weights, and its lists are reported as usual", async () => {
    const asked: unknown[] = [];
    const { space, calls } = scriptedSpace({
      searchHybrid: async ({ terms, weights }) => (asked.push([terms, weights]), hybrid()),
    });
    const report = await search(services(0.5), space, NOW, ask("Porto"));
    expect(asked).toEqual([[["porto"], { fullText: 1, vector: 0.5 }]]);
    expect(
      report.hits.map(({ subject, fullTextRank, vectorRank, score }) => [
        subject,
        fullTextRank,
        vectorRank,
        score,
      ]),
    ).toEqual([
      ["b", 2, 2, 1.5 / 62],
      ["a", 1, null, 1 / 61],
      ["c", null, 1, 0.5 / 61],
    ]);
    expect(report.lists.map(({ name, count, failed }) => [name, count, failed])).toEqual([
      ["FULL_TEXT", 2, false],
      ["VECTOR", 2, false],
      ["LEXICAL", 0, false],
    ]);
    expect(calls).not.toContain("searchFullText");
    expect(calls).not.toContain("searchVector");
  });

  it.each([
    ["without terms, when the vector ranks alone", "what is it about", "HYBRID", 1, "searchVector"],
    ["in VECTOR", "Porto", "VECTOR", 1, "searchVector"],
    ["in FULL_TEXT", "Porto", "FULL_TEXT", 1, "searchFullText"],
    ["with an embedder that weighs nothing", "Porto", "HYBRID", 0, "searchFullText"],
  ] as const)("is not asked to %s", async (_, query, mode, weight, instead) => {
    const { space, calls } = scriptedSpace({ searchHybrid: hybrid });
    await search(services(weight), space, NOW, ask(query, { mode }));
    expect(calls).not.toContain("searchHybrid");
    expect(calls).toContain(instead);
  });

  it("is asked for the text alone if the embedder is unreachable", async () => {
    const { space } = scriptedSpace({
      searchHybrid: hybrid,
      searchFullText: async () => found("FACT:a"),
    });
    const report = await search(
      services(1, async () => {
        throw new Error("away");
      }),
      space,
      NOW,
      ask("Porto"),
    );
    expect(report.hits.map(({ subject }) => subject)).toEqual(["a"]);
    expect(report.lists.find(({ name }) => name === "VECTOR")).toMatchObject({
      count: 0,
      failed: true,
    });
  });

  it("adds nothing by undecided or distant vectors if the text finds enough", async () => {
    const hashed = {
      ...services(0.1),
      embedder: { ...services(0.1).embedder, similarityDecides: false, relatedSimilarity: 0.5 },
    };
    const near = found("FACT:near", "FACT:far").map((hit, index) => ({
      ...hit,
      score: index === 0 ? 0.36 : 0.34,
    }));
    const subjects = async (texts: number): Promise<string[]> =>
      (
        await search(
          hashed,
          scriptedSpace({ searchHybrid: async () => ({ fullText: many(texts), vector: near }) })
            .space,
          NOW,
          ask("Porto", { first: 2 }),
        )
      ).hits.map(({ subject }) => subject);
    expect(await subjects(2)).toEqual(["f000", "f001"]);
    expect(await subjects(1)).toEqual(["f000", "near"]);
  });
});

describe("the lexical supplement", () => {
  it("fills up after the primary hits, and flags those it found too", async () => {
    const { space } = scriptedSpace({
      searchFullText: async () => found("FACT:a", "FACT:b they Consult"),
      searchSubstring: async () => found("FACT:z", "FACT:b"),
    });
    const { hits } = await search(services(0), space, NOW, ask("consult"));
    expect(hits.map(({ subject, lexical, score }) => [subject, lexical, score > 0])).toEqual([
      ["a", false, true],
      ["b", true, true],
      ["z", true, false],
    ]);
  });

  it("keeps a third of the places for exact strings that ranking missed", async () => {
    const { space } = scriptedSpace({
      searchFullText: async () => many(18, "we consulted"),
      searchSubstring: async () => found("FACT:page the page /consulting"),
    });
    const hits = await hitsOf(space, ask("/consulting", { first: 9 }));
    expect(hits).toHaveLength(9);
    expect(hits.at(-1)).toBe("FACT:page");
  });

  it("keeps no places for words without signs", async () => {
    const { space } = scriptedSpace({
      searchFullText: async () => many(18, "we consulted"),
      searchSubstring: async () => found("FACT:page consulting"),
    });
    expect(await hitsOf(space, ask("consulting", { first: 9 }))).not.toContain("FACT:page");
  });

  it("is asked for strings with signs only if ranking finds enough, and for nothing without them", async () => {
    let asked: readonly string[] = [];
    const { space, calls } = scriptedSpace({
      searchFullText: async () => many(5, "our consulting"),
      searchSubstring: async (strings) => {
        asked = strings;
        return [];
      },
    });
    const { hits } = await search(
      services(0),
      space,
      NOW,
      ask("consulting at /consulting", { first: 5 }),
    );
    expect(asked).toEqual(["/consulting"]);
    expect(hits.every(({ lexical }) => lexical)).toBe(true);
    calls.length = 0;
    await hitsOf(space, ask("consulting", { first: 5 }));
    expect(calls).not.toContain("searchSubstring");
  });

  it("is asked for at most six strings", async () => {
    let asked: readonly string[] = [];
    const { space } = scriptedSpace({
      searchSubstring: async (strings) => {
        asked = strings;
        return [];
      },
    });
    await hitsOf(space, ask("alpha bravo charlie delta echo foxtrot golf /hotel"));
    expect(asked).toHaveLength(6);
    expect(asked[0]).toBe("/hotel");
  });
});

describe("the number of hits", () => {
  it.each([
    ["Where is Porto?", 30],
    ["Porto", 15],
  ])("for %j is at most %d", async (query, count) => {
    const { space } = scriptedSpace({ searchFullText: async (_, { limit }) => many(limit) });
    expect(await hitsOf(space, ask(query))).toHaveLength(count);
  });
  it("is as requested", async () =>
    expect(
      await hitsOf(
        scriptedSpace({ searchFullText: async () => many(40) }).space,
        ask("Porto?", { first: 3 }),
      ),
    ).toHaveLength(3));
});

describe("the store", () => {
  const queryOf = async (request: SearchRequest, view = NOW): Promise<TextQuery> => {
    let asked: TextQuery | undefined;
    const { space } = scriptedSpace({
      searchFullText: async (_, query) => {
        asked = query;
        return [];
      },
    });
    await search(services(0), space, view, request);
    return asked!;
  };

  it("gets the view, the session, the kinds and the confidence", async () => {
    expect(await queryOf(ask("Porto", { kinds: ["FACT", "EVENT"], session: "s1" }))).toMatchObject({
      kinds: ["FACT", "EVENT"],
      session: "s1",
      at: NOW.at,
      minConfidence: 0.55,
    });
    expect((await queryOf(ask("Porto", { minConfidence: 0 }))).minConfidence).toBe(0);
  });
  it("gets at most thirty terms of the first 4,000 characters", async () => {
    let terms: readonly string[] = [];
    const { space } = scriptedSpace({
      searchFullText: async (asked) => {
        terms = asked;
        return [];
      },
    });
    await hitsOf(
      space,
      ask(
        `${Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ")} ${"x".repeat(5000)}`,
      ),
    );
    expect(terms).toHaveLength(30);
    expect(terms.every((term) => term.startsWith("word"))).toBe(true);
  });
  it.each(["", " \n "])(
    "gets no query like %j, which is refused",
    async (query) =>
      await expect(hitsOf(scriptedSpace({}).space, ask(query))).rejects.toMatchObject({
        code: "BAD_USER_INPUT",
      }),
  );
  it("finds nothing without kinds", async () =>
    expect(await hitsOf(scriptedSpace({}).space, ask("Porto", { kinds: [] }))).toEqual([]));
});

describe("entities", () => {
  it("that were merged are shown once, as their survivor", async () => {
    const { space } = scriptedSpace({
      searchFullText: async () => found("ENTITY:clarinha", "FACT:a", "ENTITY:clara"),
      entitiesAsOf: async (requests) =>
        requests.map(({ entity }) =>
          entityVersion(entity, { mergedInto: entity === "clarinha" ? "clara" : null }),
        ),
    });
    const { hits } = await search(services(0), space, NOW, ask("Clara"));
    expect(hits.map(({ subject, fullTextRank }) => [subject, fullTextRank])).toEqual([
      ["clara", 1],
      ["a", 2],
    ]);
  });

  it("that were not known yet are not shown", async () =>
    expect(
      await hitsOf(
        scriptedSpace({
          searchFullText: async () => found("ENTITY:x"),
          entitiesAsOf: async () => [null],
        }).space,
        ask("Clara"),
      ),
    ).toEqual([]));

  it("of an earlier valid time are those that the query names and those of facts true then", async () => {
    let kinds: readonly string[] = [];
    const { space, calls } = scriptedSpace({
      searchFullText: async (_, query) => {
        kinds = query.kinds;
        return found("FACT:a", "EVENT:e");
      },
      entitiesByName: async (names) => names.map((name) => (name === "bruno" ? ["bruno"] : [])),
    });
    expect(await hitsOf(space, ask("Bruno in Porto"), EARLIER, 1)).toEqual([
      "FACT:a",
      "ENTITY:bruno",
      "ENTITY:clara",
      "EVENT:e",
    ]);
    expect(kinds).not.toContain("ENTITY");
    expect(calls.length).toBeLessThanOrEqual(8);
  });

  it("of an earlier valid time are found without showing the facts behind them", async () => {
    const { space } = scriptedSpace({ searchFullText: async () => found("FACT:a") });
    expect(await hitsOf(space, ask("Porto", { kinds: ["ENTITY"] }), EARLIER)).toEqual([
      "ENTITY:clara",
    ]);
  });

  it("of one session are those of its facts", async () => {
    const { space } = scriptedSpace({
      searchFullText: async () => found("FACT:a"),
      entitiesByName: async (names) => names.map(() => ["bruno"]),
    });
    expect(await hitsOf(space, ask("Bruno", { session: "s1" }))).toEqual([
      "FACT:a",
      "ENTITY:clara",
    ]);
  });
});

describe("words of a query", () => {
  const askedFor = async (query: string, mode?: SearchMode) => {
    let asked: Parameters<SpaceStore["searchFullText"]> | undefined;
    const { space, calls } = scriptedSpace({
      searchFullText: async (...all) => {
        asked = all;
        return found("FACT:a");
      },
      entitiesByName: async (names) => names.map(() => ["isabela"]),
      entitiesAsOf: async (requests) =>
        requests.map(() =>
          entityVersion("isabela", { name: "Isabela Rezende", aliases: ["Bela"] }),
        ),
    });
    await hitsOf(space, ask(query, mode === undefined ? {} : { mode }));
    return { terms: asked?.[0], related: asked?.[1].relatedWords, calls };
  };

  it("do not include the other names of a named entity", async () => {
    const { terms, related, calls } = await askedFor("Where does Bela work?");
    expect(terms).toEqual(["bela", "work"]);
    expect(
      [...(related ?? [])].flatMap(([, words]) => words.map(({ word }) => word)),
    ).not.toContain("isabela");
    expect(calls).not.toContain("entitiesByName");
  });
  it("are searched together with words of the same meaning, which count for less", async () => {
    const { terms, related } = await askedFor("What instruments did I buy?");
    expect(terms).toEqual(["instruments", "buy"]);
    expect(related?.get("buy")).toContainEqual({ word: "bought", weight: 0.9 });
    expect(related?.get("instruments")).toContainEqual({ word: "guitar", weight: 0.5 });
  });
  it.each(["FULL_TEXT", "VECTOR"] as const)("are searched alone in %s", async (mode) =>
    expect((await askedFor("What instruments did I buy?", mode)).related).toBeUndefined(),
  );
});

describe("a question about the user", () => {
  const lists = {
    searchFullText: async () => found("FACT:a"),
    searchVector: async () => found("FACT:a", "ENTITY:ana"),
    self: async () => "ana",
  };

  it.each(["Who am I?", "quem sou eu"])("puts the user on top: %j", async (query) => {
    const { hits } = await search(services(1), scriptedSpace(lists).space, NOW, ask(query));
    expect(hits[0]).toMatchObject({ kind: "ENTITY", subject: "ana", score: 1 });
    expect(hits.filter(({ subject }) => subject === "ana")).toHaveLength(1);
  });
  it("finds the survivor of a merged user", async () => {
    const { space } = scriptedSpace({
      ...lists,
      entitiesAsOf: async (requests) =>
        requests.map(({ entity }) => entityVersion(entity, { mergedInto: "ana_lima" })),
    });
    expect((await hitsOf(space, ask("Who am I?")))[0]).toBe("ENTITY:ana_lima");
  });
  it("finds nobody before the user is known", async () =>
    expect(await hitsOf(scriptedSpace({ self: async () => null }).space, ask("Who am I?"))).toEqual(
      [],
    ));
  it("finds nobody if entities are not requested", async () =>
    expect(await hitsOf(scriptedSpace(lists).space, ask("Who am I?", { kinds: ["FACT"] }))).toEqual(
      ["FACT:a"],
    ));
  it("takes at most six store calls, at any time", async () => {
    const { space, calls } = scriptedSpace(lists);
    await hitsOf(space, ask("Who am I, and what is /consulting?"), EARLIER);
    expect(calls.length).toBeLessThanOrEqual(6);
  });
});
