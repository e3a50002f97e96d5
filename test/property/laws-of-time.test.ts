import fc from "fast-check";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { ownWords } from "../../src/memory/fact.ts";
import { contentHash } from "../../src/memory/content-hash.ts";
import { members } from "../../src/memory/entity.ts";
import type { ComparedFact, Overlaps } from "../../src/models/derive-tasks.ts";
import { reconcileMemories } from "../../src/derive/reconciliation/reconcile-memories.ts";
import { Problem } from "../../src/memory/problem.ts";
import { BEGINNING, instantOf, OPEN, type Instant } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { commitDraft } from "../../src/write/draft/commit-draft.ts";
import { Vectors } from "../../src/write/vectors/vectors.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { closeFacts } from "../../src/write/operations/close-facts.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { splitEntity } from "../../src/write/operations/split-entity.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { answer } from "../fakes/scripted-models.ts";
import { silentModels } from "../fakes/silent-models.ts";
import type { NaivePiece } from "./naive-line.ts";
import { DAYS, STAGES, naively, type Done } from "./naive-memory.ts";

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const day = (n: number): Instant => (n >= DAYS ? OPEN : instantOf(FIRST_DAY + n * DAY));
const dayOf = (at: Instant): number =>
  at === OPEN ? Infinity : (Date.parse(at) - FIRST_DAY) / DAY;
const SLOTS = ["residence", "employer", "role", "pet", "spouse", "death"];
const ASSERTED_SLOTS = ["residence", "employer", "role", "pet"];
const ENTITIES = [0, 1, 2];
const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 60);
const TIMEOUT = Math.max(120_000, RUNS * 5_000);

const anyDay = fc.integer({ min: 0, max: 12 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("assert" as const),
      entity: fc.constantFrom(...ENTITIES),
      slot: fc.constantFrom(...ASSERTED_SLOTS, null),
      value: fc.constantFrom("a", "b", "c"),
      said: anyDay,
      from: fc.option(anyDay),
      length: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 4 }),
      knows: fc.option(fc.constantFrom(...ENTITIES)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("claim" as const),
      entity: fc.constantFrom(...ENTITIES),
      slot: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom("residence", "employer", "role", "pet", "spouse") },
        { weight: 1, arbitrary: fc.constant("death") },
      ),
      polarity: fc.constantFrom("HOLDS" as const, "ENDED" as const, "NEVER" as const),
      value: fc.constantFrom("a", "b", "c", null),
      said: anyDay,
      from: fc.option(anyDay),
      length: fc.option(fc.integer({ min: 1, max: 6 })),
      still: fc.boolean(),
      coarseFrom: fc.boolean(),
      coarseTo: fc.boolean(),
      label: fc.constantFrom("dog", "cat", null),
      stage: fc.constantFrom(...STAGES, null),
      amount: fc.option(fc.constantFrom("50 mg", "100 mg")),
      takesOver: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("correct" as const),
      of: fc.nat(),
      value: fc.option(fc.constantFrom("x", "y")),
      from: fc.option(anyDay),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("retract" as const),
      of: fc.nat(),
      to: fc.integer({ min: 1, max: 14 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("revert" as const), of: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("merge" as const),
      from: fc.constantFrom(...ENTITIES),
      into: fc.constantFrom(...ENTITIES),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("close" as const),
      of: fc.nat(),
      by: fc.nat(),
      why: fc.constantFrom("DUPLICATE" as const, "CONTRADICT" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("split" as const),
      from: fc.constantFrom(...ENTITIES),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const histories = fc.array(step, { minLength: 1, maxLength: 16 });
const points = fc.array(
  fc.record({
    steps: fc.nat({ max: 16 }),
    day: fc.integer({ min: 0, max: 16 }),
    entity: fc.constantFrom(...ENTITIES),
  }),
  { minLength: 8, maxLength: 8 },
);

/**
 * The operations on a space, step by step, for the naive memory, with their record times and
 * decisions.
 */
class History {
  readonly done: Done[] = [];
  readonly recordedAt: Instant[] = [];
  readonly #decisions: string[] = [];
  readonly #facts: string[] = [];
  readonly #ids = new Map<number, string>();
  readonly #space: SpaceStore;
  #now = Date.UTC(2026, 0, 1);
  readonly #services: WriteServices;

  constructor(space: SpaceStore) {
    this.#space = space;
    this.#services = {
      models: silentModels,
      newId: v7,
      now: () => (this.#now += 1000),
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
  }

  async found(): Promise<void> {
    for (const entity of ENTITIES) {
      const report = await assertFact(this.#services, this.#space, {
        entity: { key: `person:p${entity}` },
        text: `p${entity} exists`,
        confidence: 1,
        importanceCategory: "CONVERSATIONAL",
        occurredAt: day(0),
        validTo: instantOf(FIRST_DAY + 1),
      });
      this.#ids.set(entity, report.entities[0]!.entity);
    }
  }

  id(entity: number): string {
    return this.#ids.get(entity)!;
  }

  /** Takes a step; one that the service refuses changes nothing and is not counted. */
  async take(one: Step): Promise<void> {
    try {
      const { done, at, decision } = await this.#run(one);
      this.done.push(done);
      this.recordedAt.push(at);
      this.#decisions.push(decision);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      expect([
        "CONFLICT",
        "INVALID_INTERVAL",
        "SAME_ENTITY",
        "NOT_FOUND",
        "BAD_USER_INPUT",
        "INVALID_VALUE",
      ]).toContain(error.code);
    }
  }

  /** The piece that a fact shows; none where the service should refuse to touch the fact. */
  #pieceOf(id: string): NaivePiece {
    return (
      naively(this.done, this.done.length).pieceOf(id) ?? { value: "", from: 0, to: 0, claims: [] }
    );
  }

  async #run(one: Step): Promise<{ done: Done; at: Instant; decision: string }> {
    const lastDecision = async (at: Instant) => {
      const { items } = await this.#space.changes({
        from: instantOf(Date.parse(at) - 1),
        to: at,
        page: { first: 100 },
      });
      const decision = items.find(({ item }) => item.decision !== null)?.item.decision;
      if (decision == null) throw new Problem("CONFLICT", "nothing changed");
      return decision;
    };
    const fact = (of: number) => {
      if (this.#facts.length === 0) throw new Problem("NOT_FOUND", "no facts");
      return this.#facts[of % this.#facts.length]!;
    };
    switch (one.kind) {
      case "assert": {
        const from = one.from ?? one.said;
        const to = one.length === null ? null : from + one.length;
        const text =
          one.slot === null
            ? `p${one.entity} ${this.done.length} ${one.value}`
            : `p${one.entity}'s ${one.slot} is ${one.value}`;
        const { root } = naively(this.done, this.done.length);
        const isTie =
          one.slot === null && one.knows !== null && root(one.knows) !== root(one.entity);
        const knows = isTie ? one.knows : null;
        const report = await assertFact(this.#services, this.#space, {
          entity: { id: this.id(one.entity) },
          relationship: knows === null ? null : { type: "knows", target: { id: this.id(knows) } },
          text,
          slot: one.slot,
          value: one.slot === null ? text : one.value,
          confidence: 1,
          importanceCategory: "SPECIFIC_EVENT",
          occurredAt: day(one.said),
          validFrom: one.from === null ? null : day(one.from),
          validTo: to === null ? null : day(to),
        });
        const claim = report.draftContents.facts.find(
          ({ n, resumes, fact: id }) => n === 1 && resumes === null && !this.#facts.includes(id),
        )!;
        this.#facts.push(claim.fact);
        return {
          done: {
            kind: "assert",
            entity: root(one.entity),
            slot: one.slot,
            fact: claim.fact,
            polarity: "HOLDS",
            still: false,
            value: ownWords(claim).value!,
            said: dayOf(claim.occurredAt),
            from: dayOf(claim.claimedFrom),
            known: claim.fromStated,
            to: dayOf(claim.claimedTo),
            coarseFrom: false,
            coarseTo: false,
            label: null,
            amount: null,
            takesOver: false,
            knows: knows === null ? null : root(knows),
          },
          at: report.at.knownAt,
          decision: report.decisions[0]!.id,
        };
      }
      case "claim": {
        const { polarity, slot, said, length, still } = one;
        const value = one.value ?? (polarity === "HOLDS" ? "a" : null);
        const from = one.from ?? said;
        const isOpen = length === null || polarity === "ENDED";
        const to = isOpen ? OPEN : day(from + length);
        const isOfAllTimes = polarity === "NEVER" && one.from === null;
        const label = { pet: one.label, spouse: one.stage }[slot as string] ?? null;
        const takesOver = slot === "pet" && polarity === "HOLDS" && one.takesOver;
        const coarseFrom = one.coarseFrom && one.from !== null;
        const coarseTo = one.coarseTo && !isOpen;
        const amount = polarity === "HOLDS" ? one.amount : null;
        const text = `p${one.entity} ${polarity} ${slot} ${value} ${amount ?? ""}`.trim();
        const {
          fact: id,
          at,
          decision,
        } = await commitDraft(this.#services, this.#space, async (draft) => {
          const entity = (await draft.entities.find(this.id(one.entity)))!;
          const taken = draft.decisions.take({
            action: "ADD",
            decidedBy: "RULE",
            reason: "Said so.",
            factText: text,
            occurredAt: day(said),
          });
          const added = await draft.facts.add(
            {
              entity: draft.entities.root(entity.entity).entity,
              text,
              slot,
              value,
              confidence: 1,
              importanceCategory: "SPECIFIC_EVENT",
              importance: 0.5,
              sourceContext: "STATED",
              tier: "LONG_TERM",
              polarity,
              still,
              label,
              takesOver,
              fromPrecision: coarseFrom ? "MONTH" : "INSTANT",
              toPrecision: coarseTo ? "MONTH" : "INSTANT",
              validFrom: isOfAllTimes ? BEGINNING : day(from),
              validFromKnown: one.from !== null,
              claimedTo: to,
              claimedEnd: null,
              occurredAt: day(said),
              mentions: [],
              hash: contentHash(text),
              textId: draft.facts.newText(),
              speaker: null,
              event: null,
              session: null,
              hasText: false,
            },
            taken,
          );
          return {
            finishedDraft: await draft.finish(new Vectors(this.#services)),
            fact: added.fact,
            at: draft.recordedAt,
            decision: taken,
          };
        });
        if (polarity === "HOLDS") this.#facts.push(id);
        return {
          done: {
            kind: "assert",
            entity: naively(this.done, this.done.length).root(one.entity),
            slot,
            fact: id,
            polarity,
            still,
            value,
            said,
            from,
            known: one.from !== null,
            to: isOpen ? Infinity : from + length,
            coarseFrom,
            coarseTo,
            label,
            amount,
            takesOver,
            knows: null,
          },
          at,
          decision,
        };
      }
      case "correct": {
        const id = fact(one.of);
        const piece = this.#pieceOf(id);
        const { at } = await correctFact(this.#services, this.#space, {
          fact: id,
          value: one.value,
          validFrom: one.from === null ? null : day(one.from),
        });
        return {
          done: {
            kind: "correct",
            claims: piece.claims,
            start: piece.from,
            ...(one.value === null ? {} : { value: one.value }),
            ...(one.from === null ? {} : { from: one.from }),
          },
          at: at.knownAt,
          decision: await lastDecision(at.knownAt),
        };
      }
      case "retract": {
        const id = fact(one.of);
        const piece = this.#pieceOf(id);
        const { at } = await retractFact(this.#services, this.#space, {
          fact: id,
          validTo: day(one.to),
        });
        return {
          done: { kind: "end", claims: piece.claims, to: Math.min(one.to, piece.to) },
          at: at.knownAt,
          decision: await lastDecision(at.knownAt),
        };
      }
      case "close": {
        const [loser, winner] = [fact(one.of), fact(one.by)];
        const [given, kept] = [this.#pieceOf(loser), this.#pieceOf(winner)];
        const { at, decisions } = await closeFacts(this.#services, this.#space, [
          { loser, winner, kind: one.why, reason: "Told to.", decidedBy: "RULE", model: null },
        ]);
        if (at === null) throw new Problem("CONFLICT", "refused");
        return {
          done: {
            kind: "end",
            claims: given.claims,
            to: Math.min(Math.max(kept.from, given.from), given.to),
          },
          at: at.knownAt,
          decision: decisions[0]!.id,
        };
      }
      case "revert": {
        if (this.done.length === 0) throw new Problem("NOT_FOUND", "nothing done");
        const undone = one.of % this.done.length;
        if (["split", "revert"].includes(this.done[undone]!.kind))
          throw new Problem("CONFLICT", "left to the examples");
        const { at, decision } = await revertDecision(this.#services, this.#space, {
          decision: this.#decisions[undone]!,
        });
        return {
          done: { kind: "revert", step: undone },
          at: at.knownAt,
          decision: decision.reverted!.by,
        };
      }
      case "merge": {
        const roots = naively(this.done, this.done.length).root;
        const { at } = await mergeEntities(this.#services, this.#space, {
          from: this.id(one.from),
          into: this.id(one.into),
        });
        return {
          done: { kind: "merge", from: roots(one.from), into: roots(one.into) },
          at: at.knownAt,
          decision: await lastDecision(at.knownAt),
        };
      }
      case "split": {
        const { at } = await splitEntity(this.#services, this.#space, {
          entity: this.id(one.from),
          mergedKey: `person:p${one.from}`,
        });
        return {
          done: { kind: "split", entity: one.from },
          at: at.knownAt,
          decision: await lastDecision(at.knownAt),
        };
      }
    }
  }

  /** Reconciles by the findings of a model. Returns the decisions. */
  async reconcile(finds: (facts: readonly ComparedFact[]) => Overlaps): Promise<readonly string[]> {
    const models = {
      ...silentModels,
      compareFacts: async (facts: readonly ComparedFact[]) => answer(finds(facts)),
    };
    const { decisions, duplicateCount, contradictionCount } = await reconcileMemories(
      { ...this.#services, models },
      this.#space,
      { limit: 100 },
    );
    expect(decisions).toHaveLength(duplicateCount + contradictionCount);
    return decisions.map(({ id }) => id);
  }

  async undo(decision: string): Promise<void> {
    await revertDecision(this.#services, this.#space, { decision });
  }

  /** The visible facts at the head, as `entity slot=value`. */
  async now(): Promise<string[]> {
    const { recordedAt } = await this.#space.head();
    const { items } = await this.#space.recentFacts({
      at: { knownAt: recordedAt!, validAt: instantOf(this.#now) },
      page: { first: 100 },
    });
    return items
      .map(
        ({ item: { entity, slot, value, text, validFrom, validTo } }) =>
          `${entity} ${slot ?? text}=${value} ${validFrom} ${validTo}`,
      )
      .toSorted();
  }

  /** The entities that an entity is tied to at a step's record time and a day. */
  async ties(entity: number, knownAt: Instant, validAt: Instant): Promise<string[]> {
    const rootOf = async (id: string) => {
      const [version] = await this.#space.entitiesAsOf([{ entity: id, knownAt }]);
      const { mergedInto } = version!;
      return mergedInto === null
        ? version!
        : (await this.#space.entitiesAsOf([{ entity: mergedInto, knownAt }]))[0]!;
    };
    const root = await rootOf(this.id(entity));
    const [page] = await this.#space.relationships([
      { entities: members(root), direction: "OUT", at: { knownAt, validAt }, page: { first: 50 } },
    ]);
    const targets = await Promise.all(page!.items.map(({ item }) => rootOf(item.target)));
    return [...new Set(targets.map((one) => one.entity))]
      .filter((id) => id !== root.entity)
      .toSorted();
  }

  /** The service's view of an entity at a step's record time and a day. */
  async shows(
    entity: number,
    knownAt: Instant,
    validAt: Instant,
  ): Promise<{ readonly values: string[]; readonly whole: unknown }> {
    const [version] = await this.#space.entitiesAsOf([{ entity: this.id(entity), knownAt }]);
    const [root] = version?.mergedInto
      ? await this.#space.entitiesAsOf([{ entity: version.mergedInto, knownAt }])
      : [version];
    if (!root) return { values: [], whole: null };
    const [page] = await this.#space.facts([
      { entities: members(root), at: { knownAt, validAt }, page: { first: 100 } },
    ]);
    const facts = page!.items
      .map(({ item }) => item)
      .filter(({ text }) => !text.endsWith("exists"));
    return {
      values: facts.map(({ slot, value }) => `${slot ?? ""}=${value}`).toSorted(),
      whole: { root, facts },
    };
  }
}

describe.each(stores)("the laws of time on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const live = async (steps: readonly Step[]): Promise<History> => {
    const history = new History(await freshSpace());
    await history.found();
    for (const one of steps) await history.take(one);
    return history;
  };

  it(
    "answer as a replay of the history does at every pair of times",
    () =>
      fc.assert(
        fc.asyncProperty(histories, points, async (steps, at) => {
          const history = await live(steps);
          for (const { steps: known, day: on, entity } of at) {
            const index = Math.min(known, history.done.length);
            if (index === 0) continue;
            const { values } = await history.shows(entity, history.recordedAt[index - 1]!, day(on));
            const naive = naively(history.done, index);
            expect(values).toEqual(naive.on(entity, SLOTS, on));
            expect(await history.ties(entity, history.recordedAt[index - 1]!, day(on))).toEqual(
              naive
                .known(entity, on)
                .map((other) => history.id(other))
                .toSorted(),
            );
          }
        }),
        { numRuns: RUNS },
      ),
    TIMEOUT,
  );

  it(
    "are undone by reverting a reconciliation, whatever a model found",
    () =>
      fc.assert(
        fc.asyncProperty(
          histories,
          fc.array(fc.record({ pair: fc.tuple(fc.nat(), fc.nat()), same: fc.boolean() }), {
            maxLength: 8,
          }),
          async (steps, found) => {
            const history = await live(steps);
            const before = await history.now();
            const decisions = await history.reconcile((facts) => {
              const groups =
                facts.length < 2
                  ? []
                  : found.map(({ pair: [a, b], same }) => ({
                      facts: [facts[a % facts.length]!.id, facts[b % facts.length]!.id] as const,
                      same,
                      reason: "So it is.",
                    }));
              return {
                duplicates: groups.filter(({ same }) => same),
                contradictions: groups.filter(({ same }) => !same),
              };
            });
            if (decisions.length > 0) expect(await history.now()).not.toEqual(before);
            for (const decision of decisions.toReversed()) await history.undo(decision);
            expect(await history.now()).toEqual(before);
          },
        ),
        { numRuns: Math.ceil(RUNS / 2) },
      ),
    TIMEOUT,
  );

  it(
    "never change an answer about the past",
    () =>
      fc.assert(
        fc.asyncProperty(histories, histories, points, async (before, after, at) => {
          const history = await live(before);
          if (history.done.length === 0) return;
          const asked = at.map(({ steps, day: on, entity }) => ({
            entity,
            on: day(on),
            knownAt: history.recordedAt[Math.min(steps, history.done.length - 1)]!,
          }));
          const first: unknown[] = [];
          for (const { entity, on, knownAt } of asked)
            first.push((await history.shows(entity, knownAt, on)).whole);
          for (const one of after) await history.take(one);
          for (const [i, { entity, on, knownAt }] of asked.entries())
            expect((await history.shows(entity, knownAt, on)).whole).toEqual(first[i]);
        }),
        { numRuns: Math.ceil(RUNS / 2) },
      ),
    TIMEOUT,
  );
});
