import { describe, expect, it } from "vitest";
import { checkExport } from "../../src/portable/check-export.ts";
import type { Commit } from "../../src/store/port.ts";
import {
  at,
  change,
  decision,
  entity,
  event,
  fact,
  memory,
  OUTCOME,
  reference,
  relationship,
  session,
  turn,
} from "../contract/records.ts";
import { linesOf } from "./carry.ts";

const NOW = Date.parse(at(100));

const header = {
  kind: "palimpsest",
  format: 1,
  id: "x",
  exportedAt: at(50),
  embedder: { id: "e", dimensions: 2 },
  embeddings: false,
};
const commit = (second: number, changes: object = {}) => ({
  kind: "commit",
  recordedAt: at(second),
  previous: second === 1 ? null : at(second - 1),
  ...changes,
});
const clara = entity("clara", 1);
const works = fact("works", 1, { decision: "d" });
const edge = relationship("edge", 1, { target: "clara", evidence: "works" });
const said = event("said", 1);
const textOf = (kind: string, subject: string, id: string) => ({
  id,
  kind,
  subject,
  text: "Hello",
  vector: true,
});
const told = textOf("EVENT", "said", "told");
const chat = { kind: "session", ...session("s", 1), turnCount: 2 };
const changed = change(0, 1, { after: { kind: "FACT", id: "works", n: 1 } });
const worksText = textOf("FACT", "works", "text-works");
const line = { kind: "turn", ...turn("t"), session: "s", seq: 1 };
const note = { kind: "note", session: null, path: "/a", value: 1, expiresAt: null };
const end = (changes: object = {}) => ({
  kind: "end",
  head: at(2),
  sessions: 1,
  turns: 1,
  notes: 1,
  ...changes,
});
const closing = { reason: "UPDATE", by: null, decision: "d" } as const;
const settled = { event: "said", status: "APPLIED", emotion: null, outcome: OUTCOME };
const FIRST_ITEMS = {
  entities: [clara],
  facts: [works],
  relationships: [edge],
  events: [said],
  texts: [told, worksText, textOf("SUMMARY", "m", "text-m-1")],
  decisions: [decision("d", 1)],
  changes: [changed],
  references: [reference("r", 1)],
  memories: [memory("m", 1)],
} satisfies { [K in keyof Commit]?: unknown };
const FIRST = commit(1, FIRST_ITEMS);
const SECOND = commit(2, {
  settled: [settled],
  expiries: [{ kind: "FACT", id: "works", n: 1, closing }],
  reverted: [{ decision: "d", by: "d" }],
  textsExpired: ["told"],
  vectors: [{ text: "told", vector: true }],
});
const WHOLE = [header, FIRST, SECOND, chat, line, note, end()];

const check = async (records: readonly (object | string)[], now = NOW): Promise<number> => {
  let last = 0;
  const rows = records.map((row) => (typeof row === "string" ? row : JSON.stringify(row)));
  for await (const number of checkExport(linesOf(rows), now)) last = number;
  return last;
};

describe("an export", () => {
  it("has no errors if it is complete", async () => {
    expect(await check(WHOLE)).toBe(WHOLE.length);
    expect(await check([header, end({ head: null, sessions: 0, turns: 0, notes: 0 })])).toBe(2);
  });

  it("that is ahead is refused with its times and remedies, unless that is accepted", async () => {
    const records = [
      header,
      commit(1, { recordedAt: at(200) }),
      end({ head: at(200), sessions: 0, turns: 0, notes: 0 }),
    ];
    const told = await check(records).catch(({ message }: Error) => message);
    for (const part of ["Record 2 ", at(200), new Date(NOW).toISOString(), "--times-ahead"])
      expect(told).toContain(part);
    expect(await check(records, Infinity)).toBe(3);
  });

  it.each<[string, readonly (object | string)[], RegExp]>([
    ["is no JSON", [header, "{"], /^Record 2 .*not JSON/u],
    ["has no header", [FIRST], /^Record 1 .*not a header/u],
    ["has two headers", [header, header], /^Record 2 .*second header/u],
    ["lacks a commit", [header, FIRST, commit(3)], /^Record 3 .*does not follow/u],
    ["goes back in time", [header, FIRST, { ...SECOND, recordedAt: at(0) }], /^Record 3/u],
    ["is ahead", [header, commit(1, { recordedAt: at(200) })], /not come/u],
    [
      "lacks an entity",
      [header, commit(1, { facts: [works] })],
      /facts\[0\]\.entity: refers to the entity "clara", which is missing\.$/u,
    ],
    [
      "lacks an end of a relationship",
      [header, commit(1, { relationships: [edge] })],
      /relationships\[0\]\.source: .*missing/u,
    ],
    [
      "lacks the evidence of a relationship",
      [header, commit(1, { entities: [clara], relationships: [edge] })],
      /relationships\[0\]\.evidence: .*the fact "works"/u,
    ],
    [
      "has a fact twice",
      [header, commit(1, { entities: [clara], facts: [works, works] })],
      /facts\[1\]\.fact: the export has version 1 of this fact twice/u,
    ],
    [
      "has a fact that nothing decided",
      [header, commit(1, { entities: [clara], facts: [works] })],
      /Record 2 .*facts\[0\]\.decision: .*missing/u,
    ],
    [
      "gives two entities one key",
      [header, commit(1, { entities: [clara, { ...clara, entity: "other" }] })],
      /Record 2 .*entities\[1\]\.key: another entity has this key/u,
    ],
    ["ends what is missing", [header, { ...SECOND, ...commit(1) }], /ends a/u],
    [
      "ends a version twice",
      [header, FIRST, SECOND, { ...SECOND, ...commit(3) }],
      /Record 4 .*ended before/u,
    ],
    [
      "settles nothing",
      [header, commit(1, { settled: [settled] })],
      /settled\[0\]\.event: .*missing/u,
    ],
    [
      "reverts nothing",
      [header, commit(1, { reverted: [{ decision: "e", by: "d" }] })],
      /reverted\[0\]\.decision: .*missing/u,
    ],
    [
      "ends no text",
      [header, commit(1, { textsExpired: ["told"] })],
      /textsExpired\[0\]: .*missing/u,
    ],
    [
      "has a vector of nothing",
      [header, commit(1, { vectors: [{ text: "told", vector: true }] })],
      /vectors\[0\]\.text: .*missing/u,
    ],
    ["has a turn elsewhere", [header, chat, { ...line, session: "t" }], /another session/u],
    ["has a note nowhere", [header, { ...note, session: "s" }], /session that is missing/u],
    ["is counted wrong", [...WHOLE.slice(0, -1), end({ turns: 2 })], /does not count/u],
    ["goes on after its end", [...WHOLE, note], /comes after its end/u],
    ["is cut off", WHOLE.slice(0, -1), /was cut off\. Nothing was imported/u],
    ["is empty", [], /was cut off/u],
  ])("that %s is refused, by its record", async (_, records, message) => {
    await expect(check(records)).rejects.toThrow(message);
  });

  it.each<[string, object, string]>([
    ["text", commit(1, { facts: [{ ...works, text: undefined }] }), "facts[0].text"],
    ["tier", commit(1, { facts: [{ ...works, tier: "FOREVER" }] }), "facts[0].tier"],
    ["instant", commit(1, { facts: [{ ...works, validFrom: "once" }] }), "facts[0].validFrom"],
    ["list", commit(1, { facts: { works } }), "facts"],
    ["row", commit(1, { entities: [clara, null] }), "entities[1]"],
    ["status", commit(1, { events: [{ ...said, status: "SOON" }] }), "events[0].status"],
    [
      "action",
      commit(1, { decisions: [{ ...decision("d", 1), action: "X" }] }),
      "decisions[0].action",
    ],
    ["reason", commit(1, { expiries: [{ kind: "FACT", id: "f", n: 1 }] }), "expiries[0].closing"],
    ["kind", commit(1, { expiries: [{ kind: "HEAD", id: "f", n: 1 }] }), "expiries[0].kind"],
    ["strategy", { ...chat, strategy: "BEST" }, "strategy"],
    ["role", { ...line, role: undefined }, "role"],
    ["value", { ...note, value: "x".repeat(1_000_001) }, "value: must have at most"],
  ])("with a wrong %s is refused by the place in its record", async (_, record, place) => {
    await expect(check([header, record])).rejects.toThrow(
      `Record 2 of the export is wrong at ${place}`,
    );
  });

  /** The first commit with an edited first item of a list. */
  const edited = <K extends "facts" | "events" | "entities" | "relationships" | "memories">(
    list: K,
    changes: object,
  ) => ({ ...FIRST, [list]: [{ ...FIRST_ITEMS[list][0], ...changes }] });
  it.each<[string, string, readonly object[]]>([
    ["facts[0].confidence", "Too big", [edited("facts", { confidence: 7 })]],
    ["facts[0].importance", "Too small", [edited("facts", { importance: -1 })]],
    ["facts[0].validTo", "must not be before validFrom", [edited("facts", { validTo: at(0) })]],
    ["facts[0].expiredAt", "Invalid input", [edited("facts", { expiredAt: at(0) })]],
    ["facts[0].closing", "Invalid input", [edited("facts", { closing })]],
    [
      "facts[0].recordedAt",
      "must not be before first",
      [edited("facts", { firstRecordedAt: at(9) })],
    ],
    ["facts[0].mentions[1]", '"ghost"', [edited("facts", { mentions: ["clara", "ghost"] })]],
    ["facts[0].event", '"ghost"', [edited("facts", { event: "ghost" })]],
    ["facts[0].textId", '"ghost"', [edited("facts", { textId: "ghost" })]],
    [
      "facts[0].tags",
      "has 17 tags",
      [edited("facts", { tags: Array.from({ length: 17 }, String) })],
    ],
    ["facts[0]", "not recorded with its commit", [edited("facts", { recordedAt: at(5) })]],
    ["events[0].occurredAt", "must not be after", [edited("events", { occurredAt: at(9_000) })]],
    ["events[0].message", "70000 bytes", [edited("events", { message: "x".repeat(70_000) })]],
    ["events[0].timeZone", "not a time zone", [edited("events", { timeZone: "Mars/Olympus" })]],
    ["events[1].id", "event twice", [{ ...FIRST, events: [said, said] }]],
    [
      "events[1].idempotencyKey",
      "idempotency key twice",
      [
        {
          ...FIRST,
          events: ["said", "other"].map((id) => event(id, 1, { idempotencyKey: "once" })),
        },
      ],
    ],
    ["entities[0].mergedInto", '"ghost"', [edited("entities", { mergedInto: "ghost" })]],
    ["entities[0].n", "expected number", [edited("entities", { n: 0 })]],
    ["relationships[0].strength", "Too big", [edited("relationships", { strength: 2 })]],
    ["memories[0].covers.s", "Too small", [edited("memories", { covers: { s: -1 } })]],
    [
      "decisions[1].id",
      "decision twice",
      [{ ...FIRST, decisions: [decision("d", 1), decision("d", 1)] }],
    ],
    [
      "changes[0].after",
      "version 2 of the fact",
      [{ ...FIRST, changes: [{ ...changed, after: { kind: "FACT", id: "works", n: 2 } }] }],
    ],
    ["createdAt", "UTC with milliseconds", [{ ...chat, createdAt: "2026-01-01" }]],
    ["id", "session twice", [chat, chat]],
    ["id", "turn twice", [chat, line, { ...line, seq: 2 }]],
    ["seq", "must be more than 1", [chat, line, { ...line, id: "u" }]],
    ["seq", "at most 2", [chat, { ...line, seq: 3 }]],
    ["event", '"ghost"', [chat, { ...line, event: "ghost" }]],
    ["path", "note twice", [note, note]],
  ])("with an edited %s is refused: %s", async (place, complaint, records) => {
    const message = await check([header, ...records]).catch(({ message }: Error) => message);
    expect(message).toContain(`Record ${records.length + 1} of the export is wrong at ${place}: `);
    expect(message).toContain(complaint);
  });

  it.each([
    ["a session", { ...chat, createdAt: at(200) }, /recorded at .* has not come/u],
    [
      "a row",
      `{"kind":"note","value":${"[".repeat(99_999)}${"]".repeat(99_999)}}`,
      /nests deeper/u,
    ],
  ])("with %s that cannot be is refused", async (_, record, complaint) => {
    await expect(check([header, record])).rejects.toThrow(complaint);
  });

  it("may describe an entity again, and decide a fact in an earlier commit", async () => {
    const again = [
      header,
      commit(1, { entities: [clara], decisions: [decision("d", 1)] }),
      commit(2, {
        entities: [{ ...clara, n: 2, recordedAt: at(2) }],
        facts: [{ ...works, recordedAt: at(2) }],
        texts: [worksText],
      }),
      end({ sessions: 0, turns: 0, notes: 0 }),
    ];
    expect(await check(again)).toBe(4);
  });

  it("of a service with fewer fields of facts is accepted", async () => {
    const { polarity: _, claimedFrom: __, own: ___, ...earlier } = works;
    expect(
      await check([
        header,
        commit(1, {
          entities: [clara],
          facts: [earlier],
          decisions: [decision("d", 1)],
          texts: [worksText],
        }),
        end({
          head: at(1),
          sessions: 0,
          turns: 0,
          notes: 0,
        }),
      ]),
    ).toBe(3);
  });
});
