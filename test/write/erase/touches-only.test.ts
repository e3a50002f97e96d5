import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { instantOf, type Instant } from "../../../src/memory/time.ts";
import { OPEN } from "../../../src/memory/time.ts";
import type { SpaceStore } from "../../../src/store/port.ts";
import { erase } from "../../../src/write/erase/erase.ts";
import type { WriteServices } from "../../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../../src/write/settings.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";
import { entity, fact } from "../../contract/records.ts";
import { stores } from "../../contract/stores.ts";
import { silentModels } from "../../fakes/silent-models.ts";

const START = Date.UTC(2026, 0, 1);
const at = (n: number): Instant => instantOf(START + n * 1000);
/** Facts of everybody; so many a commit. */
const EACH = 5;

/**
 * People with a few facts and messages each, each of whom states one fact about the first, who
 * stays.
 */
const fill = async (space: SpaceStore, people: number): Promise<void> => {
  for (let n = 0; n < people; n++) {
    const own = { recordedAt: at(n), expiredAt: OPEN };
    const name = `Person${n}`;
    const facts = Array.from({ length: EACH }, (_, k) =>
      fact(`f${n}-${k}`, 0, {
        ...own,
        entity: `e${n}`,
        mentions: [`e${n}`],
        text: `${name} likes the number ${k}`,
        event: `v${n}`,
        decision: `d${n}-${k}`,
        firstRecordedAt: at(n),
        validFrom: at(n),
        occurredAt: at(n),
      }),
    );
    const told =
      n === 0
        ? []
        : [
            fact(`g${n}`, 0, {
              ...own,
              entity: "e0",
              mentions: ["e0"],
              speaker: name,
              text: `The first one knows the number ${n}`,
              event: `w${n}`,
              decision: `d${n}-told`,
              firstRecordedAt: at(n),
              validFrom: at(n),
              occurredAt: at(n),
            }),
          ];
    const all = [...facts, ...told];
    const said = (id: string, message: string, speaker: string | null) => ({
      id,
      message,
      speaker,
      occurredAt: at(n),
      recordedAt: at(n),
      session: null,
      turn: null,
      idempotencyKey: null,
      recentMessages: [],
      status: "APPLIED" as const,
      emotion: null,
      outcome: null,
      settledAt: at(n),
    });
    const events = [
      said(`v${n}`, `I am ${name}`, null),
      ...told.map(({ event, text, speaker }) => said(event!, text, speaker)),
    ];
    expect(
      await space.commit(await space.head(), {
        recordedAt: at(n),
        entities: [entity(`e${n}`, 0, { ...own, name, key: `person:${n}` })],
        facts: all,
        events,
        texts: [
          ...all.map(({ fact: subject, textId, text }) => ({
            id: textId,
            kind: "FACT" as const,
            subject,
            text,
            ...own,
            vector: null,
          })),
          ...events.map(({ id, message: text }) => ({
            id,
            kind: "EVENT" as const,
            subject: id,
            text,
            ...own,
            vector: null,
          })),
          {
            id: `t${n}`,
            kind: "ENTITY",
            subject: `e${n}`,
            text: `${name} person`,
            ...own,
            vector: null,
          },
        ],
        decisions: all.map(({ fact: id, decision, text, event }) => ({
          id: decision,
          action: "ADD" as const,
          decidedBy: "RULE" as const,
          reason: "new",
          candidates: [],
          factText: text,
          fact: id,
          effects: [{ kind: "FACT" as const, fact: id, before: null, after: 1 }],
          event,
          occurredAt: at(n),
          recordedAt: at(n),
          model: null,
          tokens: null,
          reverted: null,
        })),
        changes: all.map(({ fact: id, decision, entity: of, event }, ordinal) => ({
          at: at(n),
          ordinal,
          kind: "FACT_ADDED" as const,
          before: null,
          after: { kind: "FACT" as const, id, n: 1 },
          entities: [of],
          decision,
          event,
        })),
      }),
    ).toBe(true);
  }
};

const recordsIn = (value: unknown): number => {
  if (Array.isArray(value))
    return value.reduce((sum: number, one: unknown) => sum + recordsIn(one), 0);
  if (typeof value !== "object" || value === null) return value == null ? 0 : 1;
  if ("items" in value) return recordsIn(value.items);
  if ("texts" in value && "notes" in value)
    return Object.values(value).reduce<number>((sum, list) => sum + recordsIn(list), 0);
  return 1;
};

/** Counts the records that a space gives; the look at everything afterwards is not meant. */
const counting = (
  space: SpaceStore,
): { readonly space: SpaceStore; readonly read: Map<string, number> } => {
  const read = new Map<string, number>();
  return {
    read,
    space: new Proxy(space, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function" || name === "findRemainders")
          return typeof value === "function" ? value.bind(target) : value;
        return async (...args: unknown[]) => {
          const given: unknown = await (Reflect.apply(value, target, args) as unknown);
          read.set(String(name), (read.get(String(name)) ?? 0) + recordsIn(given));
          return given;
        };
      },
    }),
  };
};

describe.each(stores)("erasing one of many on $name", ({ open }) => {
  it("reads and changes only what it must, however many there are", async () => {
    const { store, close } = await open();
    const services: WriteServices = {
      models: silentModels,
      newId: v7,
      now: () => START + 10_000_000,
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
    const run = async (people: number) => {
      const space = await store.space({ tenant: "many", user: `u${people}` });
      await fill(space, people);
      const { space: counted, read } = counting(space);
      const { removed, check, rewritten } = await erase(services, counted, {
        scope: "ENTITY",
        id: "e7",
      });
      expect(check).toMatchObject({ clean: true, remainders: [] });
      return { read: Object.fromEntries(read), removed, rewritten };
    };
    const few = await run(20);
    // The message in which they stated a fact about the first person stays, like that fact.
    expect(few.removed).toMatchObject({
      FACT: EACH,
      EVENT: 1,
      ENTITY: 1,
      DECISION: EACH,
      CHANGE: EACH,
      SEARCH_TEXT: EACH + 3,
    });
    expect(await run(60)).toEqual(few);
    await close();
  }, 60_000);
});
