import fc from "fast-check";
import { v7 } from "uuid";
import { expect } from "vitest";
import { Problem } from "../../src/memory/problem.ts";
import { BEGINNING, instantOf, nextRecordTime, OPEN, type Instant } from "../../src/memory/time.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { erase } from "../../src/write/erase/erase.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { write } from "../../src/write/write.ts";
import { session } from "../contract/records.ts";

export const models = createOfflineModels();

const MESSAGES = [
  "I live in Lisbon.",
  "My name is Clara and I work at Acme.",
  "I moved to Porto last month.",
  "My sister Ana lives in Madrid.",
  "I no longer work at Acme.",
  "I like green tea.",
  "Ana has a dog called Rex.",
];
const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2025, 0, 1);

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      message: fc.constantFrom(...MESSAGES),
      day: fc.integer({ min: 0, max: 9 }),
      session: fc.constantFrom("s1", "s2", null),
      tags: fc.constantFrom(null, ["topic: home"], ["topic: home", "agent: a"]),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("assert" as const),
      value: fc.constantFrom("red", "blue"),
      day: fc.integer({ min: 0, max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("correct" as const),
      of: fc.nat(),
      day: fc.integer({ min: 0, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("retract" as const), of: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("revert" as const), of: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("merge" as const), from: fc.nat(), into: fc.nat() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("summary" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("vectors" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("delete turns" as const),
      upTo: fc.integer({ min: 1, max: 3 }),
    }),
  },
);
const erasure = fc.record({
  kind: fc.constant("erase" as const),
  scope: fc.constantFrom("FACT" as const, "ENTITY" as const),
  of: fc.nat(),
});
export type Step = Erasing extends fc.Arbitrary<infer T> ? T : never;
type Erasing = typeof erasing;
const erasing = fc.oneof({ weight: 6, arbitrary: step }, { weight: 1, arbitrary: erasure });
export const erasingHistories = fc.array(erasing, { minLength: 4, maxLength: 14 });
export const histories = fc.array(step, { minLength: 1, maxLength: 14 });

/** Lives a history in a space. Refusals are part of life. */
export const live = async (space: SpaceStore, steps: readonly Step[]): Promise<void> => {
  let now = Date.UTC(2026, 0, 1);
  const services: WriteServices = {
    models,
    newId: v7,
    now: () => (now += 1000),
    settings: DEFAULT_WRITE_SETTINGS,
    vocabulary: shippedVocabulary(),
    log: { warn: () => {} },
    onPending: () => {},
  };
  const day = (n: number): Instant => instantOf(FIRST_DAY + n * DAY);
  for (const [i, id] of ["s1", "s2"].entries())
    await space.createSession(session(id, i, { title: `Session ${id}` }));
  await space.changeNotes(null, [
    { path: "/settings", value: { longTermMemory: true } },
    { path: "/jobs/1", value: "under way" },
  ]);
  await space.changeNotes("s1", [{ path: "/tier2/summary/000000001", value: "what was said" }]);
  const facts: string[] = [];
  const decisions: string[] = [];
  const entities: string[] = [];
  const nth = (ids: readonly string[], n: number): string =>
    ids[n % Math.max(1, ids.length)] ?? "none";
  const take = async (one: Step): Promise<void> => {
    if (one.kind === "write" || one.kind === "assert") {
      const report =
        one.kind === "write"
          ? await write(services, space, {
              message: one.message,
              occurredAt: day(one.day),
              tags: one.tags,
              ...(one.session === "s2" && { speaker: "Bea" }),
              ...(one.session === null ? {} : { session: one.session }),
            })
          : await assertFact(services, space, {
              entity: { key: "person:ana" },
              text: `Ana's favourite colour is ${one.value}`,
              slot: "favourite_colour",
              value: one.value,
              confidence: 1,
              importanceCategory: "SPECIFIC_EVENT",
              occurredAt: day(one.day),
            });
      facts.push(...report.draftContents.facts.map(({ fact }) => fact));
      decisions.push(...report.decisions.map(({ id }) => id));
      entities.push(...report.entities.map(({ entity }) => entity));
    } else if (one.kind === "correct")
      await correctFact(services, space, {
        fact: nth(facts, one.of),
        text: "It was different",
        validFrom: day(one.day),
      });
    else if (one.kind === "retract")
      await retractFact(services, space, { fact: nth(facts, one.of) });
    else if (one.kind === "revert")
      await revertDecision(services, space, { decision: nth(decisions, one.of) });
    else if (one.kind === "merge")
      await mergeEntities(services, space, {
        from: nth(entities, one.from),
        into: nth(entities, one.into),
      });
    else if (one.kind === "erase")
      await erase(services, space, {
        scope: one.scope,
        id: nth(one.scope === "FACT" ? facts : entities, one.of),
      });
    else if (one.kind === "delete turns") await space.deleteTurns("s1", one.upTo);
    else if (one.kind === "vectors") {
      const texts = await space.textsWithoutVector({ limit: 3 });
      const head = await space.head();
      const { value } = await models.embedder.embed(texts.map(({ text }) => text));
      await space.commit(head, {
        recordedAt: nextRecordTime(head.recordedAt, services.now()),
        vectors: texts.map(({ id }, i) => ({ text: id, vector: value[i]! })),
      });
    } else await summarise();
  };
  const summarise = async (): Promise<void> => {
    const head = await space.head();
    const recordedAt = nextRecordTime(head.recordedAt, services.now());
    const [old] =
      head.recordedAt === null
        ? [null]
        : await space.memoriesAsOf([{ memory: "summary", knownAt: head.recordedAt }]);
    const n = (old?.n ?? 0) + 1;
    const content = `Clara told ${n} things`;
    await space.commit(head, {
      recordedAt,
      ...(old && {
        expiries: [{ kind: "MEMORY" as const, id: "summary", n: old.n }],
        textsExpired: [old.textId],
      }),
      memories: [
        {
          id: "summary",
          n,
          kind: "USER_SUMMARY",
          session: null,
          content,
          sections: [{ heading: "topic", lines: [content] }],
          validFrom: BEGINNING,
          covers: { s1: n },
          coversEventsTo: null,
          entities: [],
          textId: `summary-text-${n}`,
          model: "offline",
          firstRecordedAt: old?.firstRecordedAt ?? recordedAt,
          recordedAt,
          expiredAt: OPEN,
        },
      ],
      // The first one has no vector, and may get one later.
      texts: [
        {
          id: `summary-text-${n}`,
          kind: "SUMMARY",
          subject: "summary",
          text: content,
          recordedAt,
          expiredAt: OPEN,
          vector: n === 1 ? null : (await models.embedder.embed([content])).value[0]!,
        },
      ],
      references: [
        {
          id: v7(),
          kind: "DISCUSSED",
          entity: nth(entities, n),
          session: "s1",
          turn: null,
          snippet: content,
          occurredAt: recordedAt,
          recordedAt,
        },
      ],
    });
  };
  for (const one of steps) {
    try {
      await take(one);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      expect([
        "CONFLICT",
        "NOT_FOUND",
        "SAME_ENTITY",
        "INVALID_INTERVAL",
        "BAD_USER_INPUT",
      ]).toContain(error.code);
    }
  }
};
