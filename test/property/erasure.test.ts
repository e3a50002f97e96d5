import fc from "fast-check";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import type { FactVersion } from "../../src/memory/fact.ts";
import { Problem } from "../../src/memory/problem.ts";
import { instantOf, type Instant } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { erase } from "../../src/write/erase/erase.ts";
import { planErasure } from "../../src/write/erase/plan.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { silentModels } from "../fakes/silent-models.ts";

const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 25);
const DAY = 86_400_000;
const day = (n: number): Instant => instantOf(Date.UTC(2024, 0, 1) + n * DAY);
const DAYS = [0, 3, 6, 9, 14];
const NAMES = ["Ada", "Ben", "Cyd"];

const anyDay = fc.integer({ min: 0, max: 12 });
const person = fc.nat({ max: NAMES.length - 1 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("assert" as const),
      of: person,
      slot: fc.constantFrom("residence", "employer", null),
      value: fc.constantFrom("Oslo", "Rome", "Lima"),
      said: anyDay,
      from: fc.option(anyDay),
      knows: fc.option(person, { freq: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("correct" as const), of: fc.nat(), from: anyDay }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("retract" as const), of: fc.nat(), to: anyDay }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("merge" as const), of: person, into: person }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Memory {
  readonly times: Instant[] = [];
  readonly facts: string[] = [];
  readonly people = new Map<number, string>();
  #now = Date.UTC(2026, 0, 1);
  #said = 0;
  readonly space: SpaceStore;
  readonly services: WriteServices;

  constructor(space: SpaceStore) {
    this.space = space;
    this.services = {
      models: silentModels,
      newId: v7,
      now: () => (this.#now += 1000),
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
  }

  async take(one: Step): Promise<void> {
    try {
      this.times.push(await this.#run(one));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  async #run(one: Step): Promise<Instant> {
    if (one.kind === "assert") {
      const [name, other] = [NAMES[one.of]!, one.knows === null ? null : NAMES[one.knows]!];
      const text =
        one.slot === null
          ? `${name} remark ${++this.#said} is about ${other ?? one.value}`
          : `The ${one.slot} of ${name} is ${one.value}`;
      const report = await assertFact(this.services, this.space, {
        entity: { key: `person:${name.toLowerCase()}`, name },
        text,
        slot: one.slot,
        value: one.slot === null ? null : one.value,
        confidence: 1,
        importanceCategory: "SPECIFIC_EVENT",
        occurredAt: day(one.said),
        validFrom: one.from === null ? null : day(one.from),
        ...(other !== null && other !== name
          ? {
              relationship: {
                type: "knows",
                target: { key: `person:${other.toLowerCase()}`, name: other },
              },
            }
          : {}),
      });
      this.people.set(one.of, report.entities[0]!.entity);
      this.facts.push(
        ...report.draftContents.facts.filter(({ n }) => n === 1).map(({ fact }) => fact),
      );
      return report.at.knownAt;
    }
    if (one.kind === "merge") {
      const [from, into] = [this.people.get(one.of), this.people.get(one.into)];
      if (from === undefined || into === undefined) throw new Problem("NOT_FOUND", "not met");
      return (await mergeEntities(this.services, this.space, { from, into })).at.knownAt;
    }
    const fact = this.facts[one.of % Math.max(1, this.facts.length)];
    if (fact === undefined) throw new Problem("NOT_FOUND", "nothing said");
    if (one.kind === "correct")
      return (await correctFact(this.services, this.space, { fact, validFrom: day(one.from) })).at
        .knownAt;
    return (await retractFact(this.services, this.space, { fact, validTo: day(one.to) })).at
      .knownAt;
  }

  /** The facts that are visible now, of some days. */
  async standing(): Promise<Map<Instant, string[]>> {
    const { recordedAt } = await this.space.head();
    const pages = await this.space.facts(
      DAYS.map((n) => ({ at: { knownAt: recordedAt!, validAt: day(n) }, page: { first: 200 } })),
    );
    return new Map(DAYS.map((n, i) => [day(n), pages[i]!.items.map(({ item }) => item.fact)]));
  }

  /** Every fact that is visible at any record time and some days. */
  async visible(): Promise<Map<string, FactVersion[]>> {
    const points = this.times.flatMap((knownAt) => DAYS.map((n) => ({ knownAt, validAt: day(n) })));
    const pages = await this.space.facts(points.map((at) => ({ at, page: { first: 200 } })));
    return new Map(
      points.map(({ knownAt, validAt }, i) => [
        `${knownAt} ${validAt}`,
        pages[i]!.items.map(({ item }) => item),
      ]),
    );
  }
}

const told = ({ fact, n, text, value, validFrom, validTo }: FactVersion) => [
  fact,
  n,
  text,
  value,
  validFrom,
  validTo,
];
const toldOf = (facts: readonly FactVersion[]) => facts.map(told);

describe.each(stores)("erased data on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  it("is gone, and everything else reads as before at every pair of times", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 14 }),
        fc.array(step, { maxLength: 4 }),
        fc.nat(),
        fc.boolean(),
        async (steps, later, which, anEntity) => {
          const space = await freshSpace();
          const memory = new Memory(space);
          for (const one of steps) await memory.take(one);
          const { recordedAt } = await space.head();
          if (recordedAt === null) return;
          const candidates = anEntity ? [...memory.people.values()] : memory.facts;
          const id = candidates[which % candidates.length]!;
          const target = { scope: anEntity ? ("ENTITY" as const) : ("FACT" as const), id };
          const [known] = anEntity
            ? await space.entitiesAsOf([{ entity: id, knownAt: recordedAt }])
            : [];
          if (known?.mergedInto != null) return;
          const before = await memory.visible();
          const plan = (await planErasure(space, target, recordedAt))!;
          const gone = new Set(plan.erasure.facts);

          const receipt = await erase(memory.services, space, target);
          expect(receipt.check).toMatchObject({ clean: true });
          expect(receipt.removed.FACT ?? 0).toBe(gone.size);
          const check = async () => {
            for (const [at, facts] of await memory.visible())
              if (before.has(at))
                expect([at, toldOf(facts)]).toEqual([
                  at,
                  toldOf(before.get(at)!.filter(({ fact }) => !gone.has(fact))),
                ]);
          };
          await check();
          for (const word of plan.words.slice(0, 5)) {
            const found = [
              ...(await space.searchFullText(word.toLowerCase().split(" "), {
                kinds: ["FACT", "ENTITY", "EVENT"],
                at: { knownAt: recordedAt, validAt: day(9) },
                limit: 50,
              })),
              ...(await space.searchSubstring([word], {
                kinds: ["FACT", "ENTITY", "EVENT"],
                at: { knownAt: recordedAt, validAt: day(9) },
                limit: 50,
              })),
            ];
            for (const { text } of found)
              expect([
                text.kind,
                gone.has(text.subject),
                plan.erasure.texts.includes(text.id),
              ]).toEqual([text.kind, false, false]);
          }
          expect(await planErasure(space, target, (await space.head()).recordedAt!)).toBeNull();

          const standing = await memory.standing();
          const saidBefore = memory.facts.length;
          for (const one of later) await memory.take(one);
          await check();
          // A later statement replaces others, and never restores one that ended with the erased
          // data.
          const fresh = new Set(memory.facts.slice(saidBefore));
          // A repeated value may extend back. It then shows as the fact that stated it first.
          const saidAgain = later.some(
            (one) =>
              one.kind === "assert" &&
              one.slot !== null &&
              steps.some(
                (before) =>
                  before.kind === "assert" &&
                  before.slot === one.slot &&
                  before.value === one.value,
              ),
          );
          if (!saidAgain && later.every(({ kind }) => kind === "assert"))
            for (const [at, facts] of await memory.standing())
              expect([
                at,
                facts.filter((fact) => !fresh.has(fact) && !standing.get(at)!.includes(fact)),
              ]).toEqual([at, []]);
          for (const facts of (await memory.visible()).values()) {
            const lines = facts
              .filter(({ slot }) => slot !== null)
              .map(({ entity, slot }) => `${entity} ${slot}`);
            if (
              ![...memory.people.values()].some((one) => plan.erasure.entities.includes(one)) &&
              steps.every(({ kind }) => kind !== "merge") &&
              later.every(({ kind }) => kind !== "merge")
            )
              expect(new Set(lines).size).toBe(lines.length);
          }
        },
      ),
      { numRuns: RUNS },
    );
  }, 240_000);
});
