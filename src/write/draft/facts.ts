import type { Closing, FactState, FactVersion } from "../../memory/fact.ts";
import type { DecisionId, FactId, NewId, TextId } from "../../memory/ids.ts";
import { later, OPEN, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { DraftDecisions } from "./decisions.ts";
import {
  fromVersion,
  hasClaim,
  isSameVersion,
  newState,
  toVersion,
  type ClaimingFact,
  type DraftFact,
  type NewFact,
} from "./draft-fact.ts";
import type { DraftEntities } from "./entities.ts";
import { DraftLines, type SlotRules } from "./lines.ts";

/** The result of a draft for a fact: the version to record, and the stored version that expires. */
export interface FinishedFact {
  readonly fact: DraftFact;
  readonly version: FactVersion | null;
  readonly expiredVersion: FactVersion | null;
}

/**
 * The facts that a draft has read or added, with its changes to them. Every change settles the line
 * of the fact again.
 */
export class DraftFacts {
  readonly lines: DraftLines;
  readonly #facts = new Map<FactId, DraftFact>();
  readonly #space: SpaceStore;
  readonly #entities: DraftEntities;
  readonly #decisions: DraftDecisions;
  readonly #newId: NewId;
  readonly #knownAt: Instant;
  readonly #recordedAt: Instant;
  readonly #freshTexts = new Set<TextId>();

  constructor(
    space: SpaceStore,
    entities: DraftEntities,
    decisions: DraftDecisions,
    newId: NewId,
    knownAt: Instant,
    recordedAt: Instant,
    slots: SlotRules,
  ) {
    this.#space = space;
    this.#entities = entities;
    this.#decisions = decisions;
    this.#newId = newId;
    this.#knownAt = knownAt;
    this.#recordedAt = recordedAt;
    this.lines = new DraftLines(this, space, entities, slots);
  }

  /** A fact that was read or added before. Throws for any other. */
  get(id: FactId): DraftFact {
    const fact = this.#facts.get(id);
    if (!fact) throw new Error(`Fact ${id} was not read.`);
    return fact;
  }

  /** The fact in its state in this draft; null if there is none with that id. */
  async find(id: FactId): Promise<DraftFact | null> {
    if (!this.#facts.has(id)) {
      const [storedVersion] = await this.#space.factsAsOf([{ fact: id, knownAt: this.#knownAt }]);
      if (!storedVersion) return null;
      await this.adopt([storedVersion]);
    }
    return this.get(id);
  }

  isAdded(id: FactId): boolean {
    return this.#facts.get(id)?.storedVersion === null;
  }

  has(id: FactId): boolean {
    return this.#facts.has(id);
  }

  /** Reads facts, so that `get` finds those that are recorded. */
  async read(ids: readonly FactId[]): Promise<void> {
    const missingIds = [...new Set(ids)].filter((id) => !this.#facts.has(id));
    if (missingIds.length === 0) return;
    const knownAt = this.#knownAt;
    const storedVersions = await this.#space.factsAsOf(
      missingIds.map((fact) => ({ fact, knownAt })),
    );
    await this.adopt(storedVersions.filter((version) => version !== null));
  }

  /**
   * Adds stored versions, each the latest of its fact, to the draft together with their entities.
   * Returns the facts in their state in the draft.
   */
  async adopt(versions: readonly FactVersion[]): Promise<DraftFact[]> {
    await this.#entities.load(versions.map(({ entity }) => entity));
    return versions.map((storedVersion) => {
      const fact = this.#facts.get(storedVersion.fact) ?? fromVersion(storedVersion);
      this.#facts.set(fact.fact, fact);
      return fact;
    });
  }

  /** The id of a new text. */
  newText(): TextId {
    const id = this.#newId();
    this.#freshTexts.add(id);
    return id;
  }

  get freshTexts(): ReadonlySet<TextId> {
    return this.#freshTexts;
  }

  /** The facts that this draft has changed or added. */
  get changedFacts(): DraftFact[] {
    return [...this.#facts.values()].filter(
      (fact) => fact.storedVersion === null || fact.cause !== null,
    );
  }

  /** The facts that this draft has added. */
  get addedFacts(): DraftFact[] {
    return [...this.#facts.values()].filter((fact) => fact.storedVersion === null);
  }

  /** Adds a new fact to the draft as an effect of a decision, without settling its line. */
  #create(state: NewFact, decision: DecisionId): ClaimingFact {
    const id = this.#newId();
    const fact = this.#put(id, newState(id, state), decision);
    this.#decisions.addEffect(decision, { kind: "FACT", fact: id, before: null, after: 1 });
    return fact;
  }

  #put(id: FactId, state: FactState, decision: DecisionId): ClaimingFact {
    const fact: ClaimingFact = {
      fact: id,
      storedVersion: null,
      firstRecordedAt: this.#recordedAt,
      state,
      validTo: state.claimedTo,
      end: state.claimedEnd,
      decision,
      cause: null,
    };
    this.#facts.set(id, fact);
    return fact;
  }

  /**
   * The fact that shows a claim again after it was covered. It is not an effect of the decision: it
   * follows from the claims and disappears with them.
   */
  showAgain(id: FactId, state: FactState, decision: DecisionId): DraftFact {
    const knownFact = this.#facts.get(id);
    if (knownFact === undefined) return this.#put(id, state, decision);
    knownFact.state = { ...state, hasText: knownFact.storedVersion?.hasText ?? false };
    knownFact.decision = decision;
    knownFact.cause ??= { reason: "UPDATE", by: null };
    return knownFact;
  }

  /**
   * Adds a claim to its line: a statement, a repetition or a denial. Later statements may leave it
   * no visible time.
   */
  async add(state: NewFact, decision: DecisionId): Promise<DraftFact> {
    const fact = this.#create(state, decision);
    this.#decisions.setFact(decision, fact.fact);
    await this.lines.include(fact, fact.state, decision);
    return fact;
  }

  /** Gives a fact another statement or claim. */
  async edit(
    fact: DraftFact,
    state: FactState,
    decision: DecisionId,
    cause: Closing,
  ): Promise<void> {
    const before = fact.state;
    this.#decisions.setFact(decision, fact.fact);
    this.#decisions.addEffect(decision, {
      kind: "FACT",
      fact: fact.fact,
      before: before && fact.storedVersion ? fact.storedVersion.n : null,
      after: fact.storedVersion ? fact.storedVersion.n + 1 : 1,
    });
    fact.state = state;
    fact.decision = decision;
    fact.cause = cause;
    fact.end = state.claimedEnd;
    if (before && !this.lines.areSame(before, state)) await this.lines.resettle(before, decision);
    await this.lines.include(fact, state, decision);
  }

  /** Ends the claims that make up a fact at an instant. */
  async end(
    fact: ClaimingFact,
    claimedTo: Instant,
    closing: Closing,
    decision: DecisionId,
  ): Promise<void> {
    for (const claim of await this.lines.claimsOf(fact)) {
      const { state } = claim;
      if (state.claimedTo <= claimedTo) continue;
      const end = later(claimedTo, state.claimedFrom);
      const endedState = { ...state, claimedTo: end, claimedEnd: closing };
      await this.edit(claim, endedState, decision, closing);
    }
    this.#decisions.setFact(decision, fact.fact);
  }

  /** Withdraws the claim of a fact altogether, as if it had never been made. */
  async withdraw(fact: DraftFact, decision: DecisionId, cause: Closing): Promise<void> {
    const before = fact.state;
    if (!before) return;
    this.#decisions.setFact(decision, fact.fact);
    this.#decisions.addEffect(decision, {
      kind: "FACT",
      fact: fact.fact,
      before: fact.storedVersion?.n ?? null,
      after: null,
    });
    await this.lines.of(before);
    fact.state = null;
    fact.decision = decision;
    fact.cause = cause;
    fact.end = cause;
    await this.lines.resettle(before, decision);
  }

  /** The versions to record, and the stored versions that expire with them. */
  finish(): FinishedFact[] {
    return this.changedFacts.flatMap((fact) => {
      const expiredVersion =
        fact.storedVersion && fact.storedVersion.expiredAt === OPEN ? fact.storedVersion : null;
      const version = hasClaim(fact) ? toVersion(fact, this.#recordedAt) : null;
      if (version === null && expiredVersion === null) return [];
      if (version && expiredVersion && isSameVersion(version, expiredVersion)) return [];
      return [{ fact, version, expiredVersion }];
    });
  }
}
