import { describe, expect, it } from "vitest";
import { OPEN, type TimePoint } from "../../src/memory/time.ts";
import type { TextHit, TextQuery } from "../../src/store/port.ts";
import {
  asOf,
  at,
  entity,
  event,
  fact,
  record,
  recordFacts,
  superseded,
  text,
  textOf,
  textOfEvent,
  vectorOf,
} from "./records.ts";
import { openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

const ALL = ["FACT", "ENTITY", "EVENT", "SUMMARY"] as const;

describe.each(stores)("search on $name", ({ open }) => {
  const opened = openForEach(open);

  const query = (own: Partial<TextQuery> = {}): TextQuery => ({
    kinds: ALL,
    at: asOf(99),
    limit: 50,
    ...own,
  });
  const fullText = (terms: string, own?: Partial<TextQuery>): Promise<TextHit[]> =>
    opened.space.searchFullText(terms.split(" "), query(own));
  const nearest = async (words: string, own?: Partial<TextQuery>): Promise<TextHit[]> =>
    opened.space.searchVector(await vectorOf(words), query(own));
  const containing = (strings: string[], own?: Partial<TextQuery>): Promise<TextHit[]> =>
    opened.space.searchSubstring(strings, query(own));
  const subjects = (hits: readonly TextHit[]): string[] => hits.map((hit) => hit.text.subject);

  /** The three lists, for the same words. */
  const everyList = async (
    words: string,
    own?: Partial<TextQuery>,
  ): Promise<[list: string, hits: TextHit[]][]> => [
    ["full text", await fullText(words.toLowerCase(), own)],
    ["vector", await nearest(words, own)],
    ["substring", await containing([words], own)],
  ];

  it("returns the part of each term in the score, and counts a related word for its term at its weight", async () => {
    const { space } = opened;
    const texts = ["guitar in Porto", "instrument in Porto", "violin lessons", "nothing of it"];
    await recordFacts(
      space,
      1,
      texts.map((words, i) => fact(`f${i}`, 1, { text: words })),
    );
    const plain = await fullText("instrument porto");
    expect(subjects(plain).toSorted()).toEqual(["f0", "f1"]);
    const related = await fullText("instrument porto", {
      relatedWords: new Map([
        [
          "instrument",
          [
            { word: "guitar", weight: 0.5 },
            { word: "violin", weight: 0.5 },
            { word: "porto", weight: 0.9 },
          ],
        ],
      ]),
    });
    expect(subjects(related)).toEqual(["f1", "f0", "f2"]);
    for (const hits of [plain, related])
      for (const { score, termScores } of hits)
        expect((termScores ?? []).reduce((sum, own) => sum + own, 0)).toBeCloseTo(score, 9);
    const [whole, half, third] = related.map(({ termScores }) => termScores?.[0] ?? 0);
    expect(half).toBeLessThan(0.9 * whole!);
    expect(half).toBeGreaterThan(0);
    expect(third).toBeGreaterThan(0);
    expect(related.find(({ text: own }) => own.subject === "f2")?.termScores?.[1]).toBe(0);
  });

  it("finds a fact while a version with its text is visible, to the millisecond on both axes, and returns that version", async () => {
    const { space } = opened;
    const lisbon = fact("lisbon", 2, { validFrom: at(1), text: "Clara lives in Lisbon" });
    await recordFacts(space, 2, [lisbon]);
    await superseded(
      space,
      4,
      lisbon,
      fact("porto", 4, { validFrom: at(3), text: "Clara lives in Porto" }),
    );
    const table: [known: number, valid: number, found: string[]][] = [
      [1.999, 2, []],
      [2, 0.999, []],
      [2, 1, ["lisbon.1"]],
      [3.999, 99, ["lisbon.1"]],
      [4, 2.999, ["lisbon.2"]],
      [4, 3, ["porto.1"]],
    ];
    for (const [known, valid, expected] of table)
      for (const [list, hits] of await everyList("lives", { at: asOf(known, valid) }))
        expect(
          hits.map(({ version }) => version && `${version.fact}.${version.n}`),
          `${list} at (${known}, ${valid})`,
        ).toEqual(expected);
    const [hit] = await fullText("lisbon", { at: asOf(2) });
    expect(hit).toEqual({
      text: { id: "text-lisbon", kind: "FACT", subject: "lisbon", text: "Clara lives in Lisbon" },
      version: lisbon,
      score: expect.any(Number),
      termScores: [hit?.score],
    });
  });

  it("finds a corrected fact by its words at that time", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [fact("f", 1, { text: "Clara has a parrot" })]);
    await recordFacts(
      space,
      2,
      [
        fact("f", 2, {
          n: 2,
          text: "Clara has a canary",
          textId: "text-2",
          firstRecordedAt: at(1),
          validFrom: at(1),
        }),
      ],
      {
        expiries: [
          {
            kind: "FACT",
            id: "f",
            n: 1,
            closing: { reason: "CORRECTED", by: null, decision: "d" },
          },
        ],
      },
    );
    const found = async (word: string, second: number): Promise<string[]> => [
      ...subjects(await fullText(word, { at: asOf(second) })),
      ...subjects(await containing([word], { at: asOf(second) })),
    ];
    expect([
      await found("parrot", 1),
      await found("parrot", 2),
      await found("canary", 1),
      await found("canary", 2),
    ]).toEqual([["f", "f"], [], [], ["f", "f"]]);
  });

  it("finds the facts of one tier, and the events of sessions or of none", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [
      fact("said", 1, { text: "Clara likes jazz", session: "s" }),
      fact("kept", 1, { text: "Clara likes jazz and tea", tier: "LONG_TERM" }),
    ]);
    await record(space, 2, {
      facts: [
        fact("said", 2, {
          n: 2,
          text: "Clara likes jazz",
          tier: "LONG_TERM",
          session: "s",
          firstRecordedAt: at(1),
          validFrom: at(1),
        }),
      ],
      expiries: [
        { kind: "FACT", id: "said", n: 1, closing: { reason: "UPDATE", by: null, decision: "d" } },
      ],
    });
    const events = [
      event("in", 3, { message: "jazz in a session", session: "s" }),
      event("out", 3, { message: "jazz outside" }),
    ];
    await record(space, 3, { events, texts: await Promise.all(events.map(textOfEvent)) });
    const table: [second: number, own: Partial<TextQuery>, found: string[]][] = [
      [1, { tier: "SESSION" }, ["said"]],
      [1, { tier: "LONG_TERM" }, ["kept"]],
      [2, { tier: "SESSION" }, []],
      [2, { tier: "LONG_TERM" }, ["kept", "said"]],
      [3, { tier: "SESSION" }, ["in"]],
      [3, { tier: "LONG_TERM" }, ["kept", "out", "said"]],
      [3, { tier: "LONG_TERM", session: "s" }, ["said"]],
    ];
    for (const [second, own, expected] of table)
      for (const [list, hits] of await everyList("jazz", { at: asOf(second), ...own }))
        expect(subjects(hits).toSorted(), `${list} at ${second} ${JSON.stringify(own)}`).toEqual(
          expected,
        );
  });

  it("finds an entity by its text at that time, and returns its current texts", async () => {
    const { space } = opened;
    const words = async (id: string, second: number, content: string) =>
      text(id, second, { subject: "clara", text: content, vector: await vectorOf(content) });
    await record(space, 1, {
      entities: [entity("clara", 1), entity("acme", 1)],
      texts: [await words("one", 1, "Clara designer Lisbon")],
    });
    await record(space, 3, {
      texts: [await words("two", 3, "Clara designer Porto")],
      textsExpired: ["one"],
    });
    const table: [second: number, found: string[]][] = [
      [0.999, []],
      [1, ["one"]],
      [2.999, ["one"]],
      [3, ["two"]],
      [99, ["two"]],
    ];
    for (const [second, expected] of table)
      for (const [list, hits] of await everyList("designer", { at: asOf(second) }))
        expect(
          hits.map((hit) => hit.text.id),
          `${list} at ${second}`,
        ).toEqual(expected);
    expect(await space.entityTexts(["acme", "clara", "x", "clara"])).toEqual([
      null,
      { id: "two", text: "Clara designer Porto" },
      null,
      { id: "two", text: "Clara designer Porto" },
    ]);
    await expect(record(space, 4, { textsExpired: ["one"] })).rejects.toThrow("one");
    await record(space, 5, { textsExpired: ["two"] });
    expect(await space.entityTexts(["clara"])).toEqual([null]);
  });

  it("finds vectors that were added later from then on", async () => {
    const { space } = opened;
    const logged = event("e", 1, { message: "The piano arrived" });
    await record(space, 1, {
      events: [logged],
      texts: [{ ...(await textOfEvent(logged)), vector: null }],
    });
    await record(space, 2, {
      vectors: [{ text: "e", vector: await vectorOf("The piano arrived") }],
    });
    expect(
      [
        await nearest("piano", { at: asOf(1) }),
        await nearest("piano", { at: asOf(1.999) }),
        await nearest("piano", { at: asOf(2) }),
      ].map(subjects),
    ).toEqual([[], [], ["e"]]);
    expect(subjects(await fullText("piano", { at: asOf(1) }))).toEqual(["e"]);
    await record(space, 3, {
      vectors: [{ text: "e", vector: await vectorOf("The piano arrived") }],
    });
    expect(subjects(await nearest("piano"))).toEqual(["e"]);
    await expect(
      record(space, 4, { vectors: [{ text: "x", vector: await vectorOf("x") }] }),
    ).rejects.toThrow("x");
  });

  /** A fact, an entity, an event and a summary that all say `piano`, and facts that do not. */
  const fill = async (): Promise<void> => {
    const said = [
      fact("sure", 1, { text: "Clara plays the piano well", session: "s", confidence: 0.9 }),
      fact("unsure", 1, { text: "Clara may own a piano", session: "t", confidence: 0.5 }),
      fact("other", 1, { text: "Bob repairs bicycles" }),
    ];
    const logged = event("event", 1, { message: "I play the piano", session: "s" });
    const elsewhere = event("elsewhere", 1, { message: "No piano here" });
    const own = async (id: string, kind: "ENTITY" | "SUMMARY") =>
      text(id, 1, {
        kind,
        text: `The piano of ${id}`,
        vector: await vectorOf(`The piano of ${id}`),
      });
    await recordFacts(opened.space, 1, said, {
      entities: [entity("clara", 1)],
      events: [logged, elsewhere],
      texts: [
        await textOfEvent(logged),
        await textOfEvent(elsewhere),
        await own("clara", "ENTITY"),
        await own("summary", "SUMMARY"),
      ],
    });
  };

  it("finds a text by its `about` words in full text, and in no other list", async () => {
    const { space } = opened;
    const logged = event("e", 1, { message: "The harvest is in" });
    await record(space, 1, {
      events: [logged, event("f", 1)],
      texts: [
        { ...(await textOfEvent(logged)), about: "Clara 3 May 2026" },
        { ...(await textOfEvent(event("f", 1))), vector: null },
      ],
    });
    for (const word of ["clara", "may", "harvest"])
      expect(await fullText(word), word).toMatchObject([
        { text: { subject: "e", text: "The harvest is in" } },
      ]);
    expect(await containing(["Clara", "May"])).toEqual([]);
    expect(await containing(["harvest", "Clara"])).toMatchObject([
      { text: { text: "The harvest is in" }, score: 1 },
    ]);
    expect(await space.textsWithoutVector({ limit: 9 })).toEqual([
      { id: "f", text: "A message called f" },
    ]);
    expect(await space.events(["e"], at(1))).toEqual([logged]);
  });

  it("can be filtered by kinds, session and confidence", async () => {
    await fill();
    const table: [own: Partial<TextQuery>, found: string[]][] = [
      [{}, ["clara", "elsewhere", "event", "summary", "sure", "unsure"]],
      [{ kinds: ["FACT"] }, ["sure", "unsure"]],
      [{ kinds: ["ENTITY", "EVENT"] }, ["clara", "elsewhere", "event"]],
      [{ kinds: ["SUMMARY"] }, ["summary"]],
      [{ kinds: [] }, []],
      [{ session: "s" }, ["event", "sure"]],
      [{ session: "x" }, []],
      [{ minConfidence: 0.6 }, ["clara", "elsewhere", "event", "summary", "sure"]],
      [{ minConfidence: 0.9, kinds: ["FACT"] }, ["sure"]],
      [{ session: "s", kinds: ["FACT", "ENTITY"] }, ["sure"]],
    ];
    for (const [own, expected] of table) {
      for (const [list, hits] of [
        ["full text", await fullText("piano", own)],
        ["substring", await containing(["PIANO"], own)],
      ] as const)
        expect(subjects(hits).toSorted(), `${list} ${JSON.stringify(own)}`).toEqual(expected);
      expect(
        subjects(await nearest("piano", own))
          .filter((subject) => subject !== "other")
          .toSorted(),
        `vector ${JSON.stringify(own)}`,
      ).toEqual(expected);
    }
  });

  it("returns the best hits up to the limit", async () => {
    await fill();
    for (const [list, all] of await everyList("piano")) {
      expect(all.length, list).toBeGreaterThan(3);
      for (const limit of [0, 1, 3])
        expect(
          (await everyList("piano", { limit })).find(([name]) => name === list)?.[1],
          `${list} ${limit}`,
        ).toEqual(all.slice(0, limit));
    }
  });

  it("reads as far down the ranking as necessary to find visible texts", async () => {
    const { space } = opened;
    const olds = Array.from({ length: 300 }, (_, i) =>
      fact(`old${i}`, 1, { text: "Clara sold a car" }),
    );
    await recordFacts(space, 1, [
      ...olds,
      fact("kept", 1, { text: "Clara and Bob and Carol and Dave bought a rather old car" }),
    ]);
    await record(space, 2, {
      expiries: olds.map((old) => ({
        kind: "FACT",
        id: old.fact,
        n: 1,
        closing: { reason: "RETRACTED", by: null, decision: "d" },
      })),
    });
    for (const [list, hits] of await everyList("car", { at: asOf(2), limit: 2 }))
      expect(subjects(hits), list).toEqual(["kept"]);
  });

  it("returns the same hits and scores for a time point, whatever is written later", async () => {
    const { space } = opened;
    await fill();
    const before = await everyList("piano", { at: asOf(1) });
    for (let second = 2; second < 30; second++) {
      const said = fact(`piano${second}`, second, {
        text: `The piano was tuned for the ${second}th time, and played, and tuned again`,
      });
      const logged = event(`event${second}`, second, { message: "piano piano piano" });
      await recordFacts(space, second, [said], {
        events: [logged],
        texts: [
          await textOfEvent(logged),
          text(`text${second}`, second, {
            subject: `x${second}`,
            text: "piano shop",
            vector: await vectorOf("piano"),
          }),
        ],
      });
    }
    await record(space, 40, {
      expiries: [
        {
          kind: "FACT",
          id: "sure",
          n: 1,
          closing: { reason: "RETRACTED", by: null, decision: "d" },
        },
      ],
      textsExpired: ["clara"],
    });
    expect(await everyList("piano", { at: asOf(1) })).toEqual(before);
    expect(await everyList("piano", { at: asOf(1.999) })).toEqual(
      before.map(([list, hits]) => [list, hits]),
    );
    expect(await everyList("piano", { at: asOf(40) })).not.toEqual(before);
  });

  it("has a stable order, equal scores included", async () => {
    const { space } = opened;
    await recordFacts(
      space,
      1,
      Array.from({ length: 40 }, (_, i) => fact(`f${i}`, 1, { text: "Exactly the same words" })),
    );
    for (const [list, hits] of await everyList("same")) {
      expect(hits, list).toHaveLength(40);
      expect((await everyList("same")).find(([name]) => name === list)?.[1], list).toEqual(hits);
      expect(
        (await everyList("same", { limit: 7 })).find(([name]) => name === list)?.[1],
        list,
      ).toEqual(hits.slice(0, 7));
    }
  });

  describe("in full text", () => {
    it("ranks rare words, many of them, and short texts first", async () => {
      const { space } = opened;
      const filler = Array.from({ length: 50 }, (_, i) =>
        fact(`filler${i}`, 1, { text: `Clara wrote note number ${i}` }),
      );
      await recordFacts(space, 1, [
        ...filler,
        fact("both", 1, { text: "Clara met a zebra and a giraffe" }),
        fact("short", 1, { text: "A zebra" }),
        fact("long", 1, {
          text: "There was once, they say, in a country far away from here, beside many other animals, a zebra",
        }),
        fact("twice", 1, { text: "A zebra and a zebra" }),
      ]);
      const [first, second, third, fourth, fifth] = subjects(await fullText("clara zebra giraffe"));
      expect([first, second, third, fourth]).toEqual(["both", "twice", "short", "long"]);
      expect(fifth).toMatch(/^filler/);
    });

    it("folds case, accents and English endings", async () => {
      await recordFacts(opened.space, 1, [
        fact("f", 1, { text: "João works with CONSULTING companies in São Paulo" }),
      ]);
      for (const term of [
        "joao",
        "joão",
        "work",
        "working",
        "worked",
        "consult",
        "company",
        "sao",
        "paulo",
      ])
        expect(subjects(await fullText(term)), term).toEqual(["f"]);
      for (const term of ["jo", "orks", "paul"])
        expect(subjects(await fullText(term)), term).toEqual([]);
    });

    it("treats all characters literally", async () => {
      await recordFacts(opened.space, 1, [
        fact("f", 1, { text: 'He said "AND" to C++ (github.com/cazton) for $3,500/month' }),
      ]);
      const table: [terms: string[], found: string[]][] = [
        [["and"], ["f"]],
        [["or"], []],
        [["near(", "x"], []],
        [['"'], []],
        [["'"], []],
        [["*"], []],
        [['"and"'], ["f"]],
        [["git*"], []],
        [["c++"], ["f"]],
        [["github.com/cazton"], ["f"]],
        [["-cazton"], ["f"]],
        [["text:cazton"], ["f"]],
        [["$3,500/month"], ["f"]],
        [["", " ", "\0", "\u{1F600}"], []],
        [["x".repeat(10_000)], []],
        [Array.from({ length: 300 }, (_, i) => `term${i}`), []],
        [["cazton", "cazton", "CAZTON"], ["f"]],
      ];
      for (const [terms, expected] of table)
        expect(
          subjects(await opened.space.searchFullText(terms, query())),
          JSON.stringify(terms).slice(0, 60),
        ).toEqual(expected);
    });

    it("counts a term once, however often it is repeated", async () => {
      await fill();
      const scores = (hits: readonly TextHit[]) => hits.map((hit) => [hit.text.subject, hit.score]);
      expect(scores(await fullText("piano piano pianos"))).toEqual(scores(await fullText("piano")));
    });

    it("finds texts of any length, with words of any length", async () => {
      const long = Array.from({ length: 5_000 }, (_, i) => `word${i}`).join(" ");
      await recordFacts(opened.space, 1, [
        fact("long", 1, { text: long }),
        fact("run", 1, { text: "a".repeat(20_000) }),
        fact("empty", 1, { text: "" }),
        fact("nul", 1, { text: "before\0after" }),
      ]);
      expect(
        [
          await fullText("word4999"),
          await fullText("a".repeat(20_000)),
          await fullText("after"),
        ].map(subjects),
      ).toEqual([["long"], ["run"], ["nul"]]);
      expect(
        [
          await containing(["word4999"]),
          await containing(["aaaaaaaaaaaa"]),
          await containing(["AFTER"]),
        ].map(subjects),
      ).toEqual([["long"], ["run"], ["nul"]]);
    });
  });

  describe("by vector", () => {
    it("scores by cosine similarity", async () => {
      const { space } = opened;
      const texts = ["Clara lives in Lisbon", "Bob repairs bicycles", "zzz"];
      await recordFacts(
        space,
        1,
        texts.map((words, i) => fact(`f${i}`, 1, { text: words })),
      );
      const asked = await vectorOf("Clara lives in Porto");
      const cosines = await Promise.all(
        texts.map(async (words) =>
          (await vectorOf(words)).reduce((sum, x, i) => sum + x * asked[i]!, 0),
        ),
      );
      const hits = await space.searchVector(asked, query());
      expect(subjects(hits)).toEqual(
        ["f0", "f1", "f2"].toSorted((a, b) => cosines[Number(b[1])]! - cosines[Number(a[1])]!),
      );
      for (const hit of hits)
        expect(hit.score).toBeCloseTo(cosines[Number(hit.text.subject[1])]!, 2);
    });

    it("rejects a vector of other dimensions", async () => {
      await fill();
      await expect(opened.space.searchVector(new Float32Array(7), query())).rejects.toThrow(
        RangeError,
      );
      await expect(
        record(opened.space, 2, { vectors: [{ text: "event", vector: new Float32Array(33) }] }),
      ).rejects.toThrow(RangeError);
    });

    it("finds the nearest among thousands", async () => {
      const { space } = opened;
      const facts = Array.from({ length: 3_000 }, (_, i) =>
        fact(`f${i}`, 1, {
          text: `${(i * 7_919).toString(36)} ${(i * 104_729).toString(36)} ${(i * 31).toString(36)}`,
        }),
      );
      await recordFacts(space, 1, facts);
      const asked = await vectorOf("quick brown foxes jump");
      const expected = (
        await Promise.all(
          facts.map(
            async ({ fact: id, text: words }) =>
              [id, (await vectorOf(words)).reduce((sum, x, i) => sum + x * asked[i]!, 0)] as const,
          ),
        )
      )
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, 30);
      const hits = await space.searchVector(asked, query({ limit: 30 }));
      const worst = expected.at(-1)![1];
      expect(hits).toHaveLength(30);
      for (const hit of hits)
        expect(facts.find(({ fact: id }) => id === hit.text.subject)).toBeDefined();
      expect(hits.filter((hit) => hit.score >= worst - 0.01)).toHaveLength(30);
    });
  });

  describe("by substring", () => {
    it("finds exact strings, ignoring case, and counts them per text", async () => {
      const at1 = (id: string, content: string) => fact(id, 1, { text: content });
      await recordFacts(opened.space, 1, [
        at1("site", "The repository is github.com/cazton/fakeproject"),
        at1("price", "It costs $3,500/month at /consulting"),
        at1("path", "See /Consulting for more"),
        at1("city", "João mora em SÃO PAULO"),
        at1("quote", 'He said "100%" and left_it'),
        at1("japanese", "東京に住んでいる"),
      ]);
      const table: [strings: string[], found: string[]][] = [
        [["/consulting"], ["path", "price"]],
        [["$3,500/month"], ["price"]],
        [["github.com/cazton/fakeproject"], ["site"]],
        [["GITHUB.COM/CAZTON"], ["site"]],
        [["thub"], ["site"]],
        [["são paulo"], ["city"]],
        [["sao paulo"], []],
        [['"100%"'], ["quote"]],
        [["100_"], []],
        [["left_it"], ["quote"]],
        [["leftxit"], []],
        [["$3"], ["price"]],
        [["%"], ["quote"]],
        [["京に住"], ["japanese"]],
        [["東"], ["japanese"]],
        [[""], []],
        [["nothing"], []],
      ];
      for (const [strings, expected] of table)
        expect(subjects(await containing(strings)).toSorted(), strings.join()).toEqual(expected);
      const counted = await containing(["/consulting", "$3,500/month", "costs", "COSTS", "it"]);
      expect(counted.map((hit) => [hit.text.subject, hit.score]).slice(0, 2)).toEqual([
        ["price", 4],
        [expect.any(String), 1],
      ]);
    });
  });

  it("uses the visibility of the version when versions share a text", async () => {
    const { space } = opened;
    const long = fact("f", 1, { text: "Clara rents a boat", claimedTo: at(9) });
    await recordFacts(space, 1, [long]);
    const when = async (point: TimePoint): Promise<string[]> =>
      subjects(await containing(["boat"], { at: point }));
    expect([await when(asOf(1)), await when(asOf(1, 8.999)), await when(asOf(1, 9))]).toEqual([
      ["f"],
      ["f"],
      [],
    ]);
    expect((await textOf(long)).expiredAt).toBe(OPEN);
  });
});
