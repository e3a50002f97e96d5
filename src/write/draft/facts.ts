import {
  isWithdrawn,
  type Closing,
  type FactState,
  type FactVersion,
  type SupersedeReason,
} from "../../memory/fact.ts";
import type { DecisionId, FactId, NewId, TextId } from "../../memory/ids.ts";
import {
  byAuthority,
  firstAfter,
  overlay,
  settle,
  type LineClaim,
  type Settled,
} from "../../memory/timeline.ts";
import { later, OPEN, type Instant } from "../../memory/time.ts";
import type { LineQuery, SpaceStore } from "../../store/port.ts";
import type { DraftDecisions } from "./decisions.ts";
import type { DraftEntities } from "./entities.ts";

/** A fact in a draft: its newest version on record, and what this draft makes of it. */
export interface DraftFact {
  readonly fact: FactId;
  readonly stored: FactVersion | null;
  readonly firstRecordedAt: Instant;
  /** Null once its claim is withdrawn. */
  state: FactState | null;
  validTo: Instant;
  end: Closing | null;
  /** What last changed it in this draft, and why its stored version ends. */
  decision: DecisionId;
  cause: Closing | null;
}

/** Whether the fact would be believed at the end of the draft, of some time at least. */
export const isBelieved = (fact: DraftFact): fact is DraftFact & { state: FactState } =>
  fact.state !== null && fact.state.validFrom < fact.validTo;

export const coversTime = (fact: DraftFact, at: Instant): boolean =>
  isBelieved(fact) && fact.state.validFrom <= at && at < fact.validTo;

interface Line {
  readonly facts: Set<FactId>;
  /** From when on it is known; null for all of it. */
  from: Instant | null;
}

/** The facts that a draft has read, and what it does to them. Every change settles the whole line anew (`memory/timeline.ts`). */
export class DraftFacts {
  readonly #facts = new Map<FactId, DraftFact>();
  readonly #lines = new Map<string, Line>();
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
  ) {
    this.#space = space;
    this.#entities = entities;
    this.#decisions = decisions;
    this.#newId = newId;
    this.#knownAt = knownAt;
    this.#recordedAt = recordedAt;
  }

  get(id: FactId): DraftFact {
    const fact = this.#facts.get(id);
    if (!fact) throw new Error(`Fact ${id} was not read.`);
    return fact;
  }

  /** The fact as it stands in this draft; null where there is none. */
  async find(id: FactId): Promise<DraftFact | null> {
    if (!this.#facts.has(id)) {
      const [stored] = await this.#space.factsAsOf([{ fact: id, knownAt: this.#knownAt }]);
      if (!stored) return null;
      await this.adopt([stored]);
    }
    return this.get(id);
  }

  /** Takes versions that were read (the newest of their facts) into the draft, their entities with them; gives them as they stand in it. */
  async adopt(versions: readonly FactVersion[]): Promise<DraftFact[]> {
    await this.#entities.load(versions.map(({ entity }) => entity));
    return versions.map((stored) => {
      const known = this.#facts.get(stored.fact);
      if (known) return known;
      const fact: DraftFact = {
        fact: stored.fact,
        stored,
        firstRecordedAt: stored.firstRecordedAt,
        state: isWithdrawn(stored) ? null : stored,
        validTo: stored.validTo,
        end: stored.end,
        decision: stored.decision,
        cause: null,
      };
      this.#facts.set(fact.fact, fact);
      return fact;
    });
  }

  /** Facts of the same line as a state, those that reach beyond `from` at least. */
  async line(
    state: Pick<FactState, "entity" | "slot" | "chain">,
    from: Instant | null,
  ): Promise<DraftFact[]> {
    const key = this.#lineKey(state);
    let line = this.#lines.get(key);
    if (!line || (line.from !== null && (from === null || from < line.from))) {
      const query: LineQuery =
        state.slot === null
          ? { chain: state.chain }
          : { entities: this.#entities.members(state.entity), slot: state.slot };
      const read = await this.adopt(await this.#space.line(query, from ?? undefined));
      line = { facts: new Set([...(line?.facts ?? []), ...read.map(({ fact }) => fact)]), from };
      this.#lines.set(key, line);
    }
    return [...line.facts]
      .map((fact) => this.get(fact))
      .filter((fact) => fact.state !== null && this.#lineKey(fact.state) === key);
  }

  /** The id of a text that is not on record yet. */
  newText(): TextId {
    const id = this.#newId();
    this.#freshTexts.add(id);
    return id;
  }

  get freshTexts(): ReadonlySet<TextId> {
    return this.#freshTexts;
  }

  /** Every fact of this draft that has been changed or added. */
  get changed(): DraftFact[] {
    return [...this.#facts.values()].filter((fact) => fact.stored === null || fact.cause !== null);
  }

  /** Facts that this draft has added. */
  get added(): DraftFact[] {
    return [...this.#facts.values()].filter((fact) => fact.stored === null);
  }

  /** Adds a fact beside the others of its line; it may be left nothing, where what was said later stands in its way. */
  async add(
    state: Omit<FactState, "chain"> & { readonly chain?: string },
    decision: DecisionId,
  ): Promise<DraftFact> {
    const id = this.#newId();
    const fact: DraftFact = {
      fact: id,
      stored: null,
      firstRecordedAt: this.#recordedAt,
      state: { ...state, chain: state.chain ?? id },
      validTo: state.claimedTo,
      end: state.claimedEnd,
      decision,
      cause: null,
    };
    this.#facts.set(id, fact);
    this.#decisions.concerns(decision, id);
    this.#decisions.did(decision, { kind: "FACT", fact: id, before: null, after: 1 });
    await this.#place(fact, decision);
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
    this.#decisions.concerns(decision, fact.fact);
    this.#decisions.did(decision, {
      kind: "FACT",
      fact: fact.fact,
      before: before && fact.stored ? fact.stored.n : null,
      after: fact.stored ? fact.stored.n + 1 : 1,
    });
    fact.state = state;
    fact.decision = decision;
    fact.cause = cause;
    fact.end = state.claimedEnd;
    if (before && this.#lineKey(before) !== this.#lineKey(state))
      await this.resettle(before, decision);
    await this.line(state, null);
    this.#lines.get(this.#lineKey(state))?.facts.add(fact.fact);
    await this.resettle(state, decision);
  }

  /** Whether another fact of its line would be true at an instant again, where it is not now, were the fact's claim to end at `claimedTo`. */
  async bringsBack(
    fact: DraftFact & { readonly state: FactState },
    claimedTo: Instant,
    at: Instant,
  ): Promise<boolean> {
    const claims = (await this.line(fact.state, null)).map((one) =>
      one === fact ? { ...toClaim(one), claimedTo } : toClaim(one),
    );
    return settle(claims).some(
      ({ claim, validTo }) =>
        claim.fact !== fact.fact &&
        claim.validFrom <= at &&
        at < validTo &&
        !coversTime(this.get(claim.fact), at),
    );
  }

  /** Takes a fact's claim back altogether. */
  async withdraw(fact: DraftFact, decision: DecisionId, cause: Closing): Promise<void> {
    const before = fact.state;
    if (!before) return;
    this.#decisions.concerns(decision, fact.fact);
    this.#decisions.did(decision, {
      kind: "FACT",
      fact: fact.fact,
      before: fact.stored?.n ?? null,
      after: null,
    });
    await this.line(before, null);
    fact.state = null;
    fact.decision = decision;
    fact.cause = cause;
    fact.end = cause;
    await this.resettle(before, decision);
  }

  /** Works a line out anew from all its claims. Where a merge brought claims together, it is the reason of what ends. */
  async resettle(
    state: Pick<FactState, "entity" | "slot" | "chain">,
    decision: DecisionId,
    reason?: SupersedeReason,
  ): Promise<void> {
    this.#apply(settle((await this.line(state, null)).map(toClaim)), decision, reason);
  }

  /** Drops what the draft knows of lines, after merges and splits have drawn them differently. */
  forgetLines(): void {
    this.#lines.clear();
  }

  async #place(fact: DraftFact & { state: FactState | null }, decision: DecisionId): Promise<void> {
    if (!fact.state) return;
    const others = (await this.line(fact.state, fact.state.validFrom)).filter(
      (other) => other !== fact,
    );
    this.#lines.get(this.#lineKey(fact.state))?.facts.add(fact.fact);
    const claim = toClaim(fact);
    const resumed = await this.#resumed(others, fact.state, decision);
    if (resumed || others.some((other) => byAuthority(toClaim(other), claim) > 0))
      return this.resettle(fact.state, decision);
    this.#apply(overlay(others.map(toSettled), claim), decision);
  }

  /**
   * A late message must not overrule what was confirmed since: where the fact in whose way it stands was said again later, that one
   * resumes from then on as a fact of its own.
   */
  async #resumed(
    others: readonly DraftFact[],
    late: FactState,
    decision: DecisionId,
  ): Promise<boolean> {
    const standing = others.filter(
      (other) =>
        other.stored !== null &&
        coversTime(other, late.validFrom) &&
        other.state !== null &&
        other.state.occurredAt <= late.occurredAt,
    );
    if (standing.length === 0) return false;
    const confirmations = await this.#space.confirmations(
      standing.map(({ fact }) => ({ fact, knownAt: this.#knownAt })),
    );
    let resumed = false;
    for (const [i, other] of standing.entries()) {
      const since = (confirmations[i] ?? []).filter(
        ({ occurredAt }) => occurredAt > late.occurredAt,
      );
      const from = firstAfter(
        since.map(({ occurredAt }) => occurredAt),
        late.validFrom,
      );
      if (from === null || other.state === null || from >= other.validTo) continue;
      const id = this.#newId();
      const event = since.find(({ occurredAt }) => occurredAt === from)?.event ?? other.state.event;
      const state: FactState = {
        ...other.state,
        validFrom: from,
        validFromKnown: false,
        occurredAt: from,
        event,
        textId: this.newText(),
      };
      this.#facts.set(id, {
        fact: id,
        stored: null,
        firstRecordedAt: this.#recordedAt,
        state,
        validTo: state.claimedTo,
        end: state.claimedEnd,
        decision,
        cause: null,
      });
      this.#lines.get(this.#lineKey(state))?.facts.add(id);
      this.#decisions.did(decision, { kind: "FACT", fact: id, before: null, after: 1 });
      resumed = true;
    }
    return resumed;
  }

  #apply(settled: readonly Settled[], decision: DecisionId, reason?: SupersedeReason): void {
    for (const { claim, validTo, end } of settled) {
      const fact = this.get(claim.fact);
      if (
        fact.validTo === validTo &&
        fact.end?.by === end?.by &&
        (fact.end === null) === (end === null)
      )
        continue;
      const why = end && reason ? { reason, by: end.by } : end;
      fact.validTo = validTo;
      fact.end = why;
      fact.cause ??= why ?? { reason: reason ?? "REVERTED", by: null };
      fact.decision = decision;
    }
  }

  #lineKey(state: Pick<FactState, "entity" | "slot" | "chain">): string {
    return state.slot === null
      ? `chain ${state.chain}`
      : `slot ${this.#entities.root(state.entity).entity} ${state.slot}`;
  }

  /** The versions to record and the stored ones that expire with them. */
  finish(): {
    readonly version: FactVersion | null;
    readonly expired: FactVersion | null;
    readonly fact: DraftFact;
  }[] {
    return this.changed.flatMap((fact) => {
      const expired = fact.stored && fact.stored.expiredAt === OPEN ? fact.stored : null;
      const version = hasClaim(fact) ? toVersion(fact, this.#recordedAt) : null;
      if (version === null && expired === null) return [];
      if (version && expired && sameVersion(version, expired)) return [];
      return [{ version, expired, fact }];
    });
  }
}

const toClaim = (fact: DraftFact): LineClaim => {
  if (!fact.state) throw new Error(`Fact ${fact.fact} was withdrawn.`);
  const { validFrom, validFromKnown, claimedTo, claimedEnd, occurredAt } = fact.state;
  return {
    fact: fact.fact,
    firstRecordedAt: fact.firstRecordedAt,
    validFrom,
    validFromKnown,
    claimedTo,
    claimedEnd,
    occurredAt,
  };
};

const hasClaim = (fact: DraftFact): fact is DraftFact & { state: FactState } => fact.state !== null;

const toSettled = (fact: DraftFact): Settled => ({
  claim: toClaim(fact),
  validTo: fact.validTo,
  end: fact.end,
});

const toVersion = (fact: DraftFact & { state: FactState }, recordedAt: Instant): FactVersion => ({
  ...fact.state,
  fact: fact.fact,
  n: fact.stored ? fact.stored.n + 1 : 1,
  validTo: later(fact.validTo, fact.state.validFrom),
  end: fact.end,
  decision: fact.decision,
  firstRecordedAt: fact.firstRecordedAt,
  recordedAt,
  expiredAt: OPEN,
  closing: null,
});

const sameVersion = (a: FactVersion, b: FactVersion): boolean =>
  a.text === b.text &&
  a.slot === b.slot &&
  a.value === b.value &&
  a.confidence === b.confidence &&
  a.tier === b.tier &&
  a.importance === b.importance &&
  a.validFrom === b.validFrom &&
  a.validFromKnown === b.validFromKnown &&
  a.validTo === b.validTo &&
  a.claimedTo === b.claimedTo &&
  a.chain === b.chain &&
  a.end?.by === b.end?.by &&
  a.end?.reason === b.end?.reason;
