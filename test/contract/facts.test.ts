import { describe, expect, it } from "vitest";
import type { FactVersion } from "../../src/memory/fact.ts";
import { at, asOf, fact, record, recordFacts, revised, superseded } from "./records.ts";
import { openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("facts on $name", ({ open }) => {
  const opened = openForEach(open);

  it("are read as they were recorded", async () => {
    const { space } = opened;
    const full = fact("f", 2, {
      text: "Clara “Clarinha” lives in São Paulo \u{1F3D9} — since 2019",
      slot: "residence",
      value: "São Paulo",
      confidence: 0.8,
      importanceCategory: "STABLE_PREFERENCE",
      importance: 0.65,
      sourceContext: "ASSERTED",
      tier: "LONG_TERM",
      chain: "g",
      mentions: ["clara", "sao-paulo"],
      speaker: "Clara",
      event: "event",
      session: "session",
      validFrom: at(0.001),
      validFromKnown: true,
      validTo: at(500.999),
      claimedTo: at(600),
      claimedEnd: { reason: "RETRACTED", by: null },
      end: { reason: "BACKFILL", by: "h" },
      occurredAt: at(1.5),
      firstRecordedAt: at(2),
    });
    await recordFacts(space, 2, [full]);
    expect(await space.factsAsOf([{ fact: "f", knownAt: at(2) }])).toEqual([full]);
  });

  it("of a session become LONG_TERM in a new version", async () => {
    const { space } = opened;
    const inSession = fact("f", 1);
    await recordFacts(space, 1, [inSession]);
    await record(space, 2, {
      expiries: [
        { kind: "FACT", id: "f", n: 1, closing: { reason: "UPDATE", by: null, decision: "d" } },
      ],
      facts: [revised(inSession, 2, { tier: "LONG_TERM" })],
    });
    expect(
      await space.factsAsOf([1.999, 2].map((second) => ({ fact: "f", knownAt: at(second) }))),
    ).toMatchObject([
      { n: 1, tier: "SESSION" },
      { n: 2, tier: "LONG_TERM" },
    ]);
  });

  it("are read without a search text", async () => {
    const { space } = opened;
    await record(space, 1, { facts: [fact("f", 1)] });
    expect(await space.factsAsOf([{ fact: "f", knownAt: at(1) }])).toEqual([fact("f", 1)]);
    expect(
      await space.searchSubstring(["called f"], { kinds: ["FACT"], at: asOf(1), limit: 5 }),
    ).toEqual([]);
  });

  /** Lisbon from second 1, Porto from second 2, both recorded a second later; then Porto is retracted and nothing is left of it. */
  const story = async (): Promise<{
    readonly [name in "lisbon" | "lisbonCut" | "porto"]: FactVersion;
  }> => {
    const { space } = opened;
    const lisbon = fact("lisbon", 2, { validFrom: at(1) });
    const porto = fact("porto", 3, { validFrom: at(2) });
    await recordFacts(space, 2, [lisbon]);
    await superseded(space, 3, lisbon, porto);
    await record(space, 4, {
      expiries: [
        {
          kind: "FACT",
          id: "porto",
          n: 1,
          closing: { reason: "RETRACTED", by: null, decision: "retraction" },
        },
      ],
    });
    return {
      lisbon,
      lisbonCut: revised(lisbon, 3, { validTo: at(2), end: { reason: "UPDATE", by: "porto" } }),
      porto,
    };
  };
  const closedLisbon = (lisbon: FactVersion): FactVersion => ({
    ...lisbon,
    expiredAt: at(3),
    closing: { reason: "UPDATE", by: "porto", decision: "decision-porto" },
  });
  const closedPorto = (porto: FactVersion): FactVersion => ({
    ...porto,
    expiredAt: at(4),
    closing: { reason: "RETRACTED", by: null, decision: "retraction" },
  });

  it("are read by id as of each record time: the newest version, with its end only once recorded", async () => {
    const { lisbon, lisbonCut, porto } = await story();
    const table: [id: string, second: number, expected: FactVersion | null][] = [
      ["lisbon", 1.999, null],
      ["lisbon", 2, lisbon],
      ["lisbon", 2.999, lisbon],
      ["lisbon", 3, lisbonCut],
      ["lisbon", 99, lisbonCut],
      ["porto", 2.999, null],
      ["porto", 3, porto],
      ["porto", 3.999, porto],
      ["porto", 4, closedPorto(porto)],
      ["nowhere", 99, null],
    ];
    for (const [id, known, expected] of table)
      expect(
        await opened.space.factsAsOf([{ fact: id, knownAt: at(known) }]),
        `${id} at ${known}`,
      ).toEqual([expected]);
    expect(
      await opened.space.factsAsOf(table.map(([id, known]) => ({ fact: id, knownAt: at(known) }))),
    ).toEqual(table.map(([, , expected]) => expected));
  });

  it("are read by version", async () => {
    const { lisbon, lisbonCut, porto } = await story();
    const table: [version: string, second: number, expected: FactVersion | null][] = [
      ["lisbon.1", 1, null],
      ["lisbon.1", 2, lisbon],
      ["lisbon.1", 3, closedLisbon(lisbon)],
      ["lisbon.2", 2.999, null],
      ["lisbon.2", 3, lisbonCut],
      ["lisbon.3", 9, null],
      ["porto.1", 4, closedPorto(porto)],
      ["porto.0", 4, null],
      ["porto", 4, null],
      ["porto.x", 4, null],
      ["", 4, null],
    ];
    const asked = table.map(([version, known]) => ({ version, knownAt: at(known) }));
    expect(await opened.space.factVersions(asked)).toEqual(table.map(([, , expected]) => expected));
  });

  it("have a history as of each record time", async () => {
    const { lisbon, lisbonCut, porto } = await story();
    const table: [id: string, second: number, expected: FactVersion[]][] = [
      ["lisbon", 1, []],
      ["lisbon", 2, [lisbon]],
      ["lisbon", 3, [closedLisbon(lisbon), lisbonCut]],
      ["porto", 4, [closedPorto(porto)]],
    ];
    for (const [id, known, expected] of table)
      expect(
        await opened.space.factHistory([{ fact: id, knownAt: at(known) }]),
        `${id} at ${known}`,
      ).toEqual([expected]);
  });

  it("name the facts that they replaced, as of each record time", async () => {
    const { space } = opened;
    const { lisbonCut, porto } = await story();
    const rome = fact("rome", 5);
    await record(space, 5, {
      expiries: [
        {
          kind: "FACT",
          id: "lisbon",
          n: 2,
          closing: { reason: "MERGE", by: "rome", decision: "decision-rome" },
        },
      ],
      facts: [rome],
    });
    const expired: FactVersion = {
      ...lisbonCut,
      expiredAt: at(5),
      closing: { reason: "MERGE", by: "rome", decision: "decision-rome" },
    };
    const table: [id: string, second: number, expected: FactVersion[]][] = [
      ["porto", 2.999, []],
      ["porto", 3, [lisbonCut]],
      ["porto", 4.999, [lisbonCut]],
      ["porto", 5, []],
      ["rome", 4.999, []],
      ["rome", 5, [expired]],
      ["lisbon", 5, []],
    ];
    for (const [id, known, expected] of table)
      expect(
        await space.factsSupersededBy([{ fact: id, knownAt: at(known) }]),
        `${id} at ${known}`,
      ).toEqual([expected]);
    expect(porto.n).toBe(1);
  });

  it("list the facts that they replaced in the order of first recording", async () => {
    const { space } = opened;
    const olds = ["a", "b", "c"].map((id, i) => fact(id, i + 1));
    for (const [i, old] of olds.entries()) await recordFacts(space, i + 1, [old]);
    await record(space, 9, {
      facts: [
        fact("new", 9),
        ...olds
          .toReversed()
          .map((old) => revised(old, 9, { validTo: at(9), end: { reason: "UPDATE", by: "new" } })),
      ],
      expiries: olds.map((old) => ({
        kind: "FACT",
        id: old.fact,
        n: 1,
        closing: { reason: "UPDATE", by: "new", decision: "d" },
      })),
    });
    const [found] = await space.factsSupersededBy([{ fact: "new", knownAt: at(9) }]);
    expect(found?.map((version) => `${version.fact}.${version.n}`)).toEqual(["a.2", "b.2", "c.2"]);
  });

  it("share a text between versions, except corrected ones", async () => {
    const { space } = opened;
    const first = fact("f", 1, { text: "Clara has two cats" });
    await recordFacts(space, 1, [first]);
    const corrected = fact("f", 2, {
      n: 2,
      text: "Clara has three cats",
      textId: "text-corrected",
      firstRecordedAt: at(1),
    });
    await recordFacts(space, 2, [corrected], {
      expiries: [
        { kind: "FACT", id: "f", n: 1, closing: { reason: "CORRECTED", by: null, decision: "d" } },
      ],
    });
    const restored = revised(first, 3, { n: 3 });
    await record(space, 3, {
      facts: [restored],
      expiries: [
        { kind: "FACT", id: "f", n: 2, closing: { reason: "REVERTED", by: null, decision: "e" } },
      ],
    });
    const texts = async (second: number): Promise<unknown> =>
      (await space.factsAsOf([{ fact: "f", knownAt: at(second) }])).map((version) => [
        version?.text,
        version?.textId,
      ]);
    expect([await texts(1), await texts(2), await texts(3)]).toEqual([
      [["Clara has two cats", "text-f"]],
      [["Clara has three cats", "text-corrected"]],
      [["Clara has two cats", "text-f"]],
    ]);
    expect(await space.factsAsOf([{ fact: "f", knownAt: at(3) }])).toEqual([restored]);
  });

  it("reject a second expiry, and one before they are recorded", async () => {
    const { space } = opened;
    const closing = { reason: "UPDATE", by: null, decision: "d" } as const;
    await recordFacts(space, 1, [fact("f", 1)]);
    await record(space, 2, { expiries: [{ kind: "FACT", id: "f", n: 1, closing }] });
    for (const [id, n] of [
      ["f", 1],
      ["f", 2],
      ["g", 1],
    ] as const)
      await expect(
        record(space, 3, { expiries: [{ kind: "FACT", id, n, closing }] }),
      ).rejects.toThrow(id);
  });
});
