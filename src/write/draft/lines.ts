import { amountIn, canonicalValue } from "../../language/value.ts";
import { namesOf } from "../../memory/entity.ts";
import { ownWords, type FactState, type SupersedeReason } from "../../memory/fact.ts";
import { passingEnd } from "../../memory/line/passing.ts";
import type { DecisionId, EntityId, FactId } from "../../memory/ids.ts";
import type { LineClaim } from "../../memory/line/claim.ts";
import {
  endWithBase,
  endWithEverything,
  linesByValue,
  settle,
  withLastValue,
  type Piece,
} from "../../memory/line/line.ts";
import { BEGINNING, earlier, OPEN, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import {
  hasClaim,
  isBelieved,
  isStatement,
  type ClaimingFact,
  type DraftFact,
} from "./draft-fact.ts";
import type { DraftEntities } from "./entities.ts";
import { ShownFacts, shownPieces, type ShowingFacts, type ShownPiece } from "./shown-facts.ts";

/** The properties that determine the line of a fact: the slot of its entity, or its chain. */
export type LineOf = Pick<FactState, "entity" | "slot" | "chain">;

/** The facts of a draft, as its lines need them. */
export interface FactSource extends ShowingFacts {
  /** Whether the draft has added the fact. The id of a chain is that of its first fact. */
  isAdded(id: FactId): boolean;
  adopt(versions: Awaited<ReturnType<SpaceStore["line"]>>): Promise<DraftFact[]>;
}

/** What names a stage of a value. */
type StageOf = Pick<FactState, "slot"> & { readonly label?: string | null };

/** The properties of a slot that lines need. */
export type SlotRules = Pick<
  Vocabulary,
  | "hasMany"
  | "isConstant"
  | "stageRank"
  | "basesOf"
  | "restingOn"
  | "endings"
  | "endsEverything"
  | "isLasting"
>;

/**
 * The lines of the facts of a draft. The visible part of a fact follows from all claims to its line
 * (`memory/line/line.ts`). Code that changes a claim settles its line here.
 */
export class DraftLines {
  readonly #lines = new Map<string, Set<FactId>>();
  readonly #shown: ShownFacts;
  readonly #facts: FactSource;
  readonly #space: SpaceStore;
  readonly #entities: DraftEntities;
  readonly #slots: SlotRules;

  constructor(facts: FactSource, space: SpaceStore, entities: DraftEntities, slots: SlotRules) {
    this.#facts = facts;
    this.#space = space;
    this.#entities = entities;
    this.#slots = slots;
    this.#shown = new ShownFacts(facts, (slot) => this.hasMany(slot));
  }

  /** Whether a slot has one line per value. */
  hasMany(slot: string | null): boolean {
    return slot !== null && this.#slots.hasMany(slot);
  }

  /** Whether a fact names another stage of the value than a known fact of the slot. */
  isOtherStage(fact: StageOf, known: StageOf): boolean {
    const stage = this.stageOf(fact);
    return stage !== null && stage !== this.stageOf(known);
  }

  /** The stage of its value that a fact names, counted from 0; null if it names none. */
  stageOf({ slot, label = null }: StageOf): number | null {
    return slot === null || label === null ? null : this.#slots.stageRank(slot, label);
  }

  /** The facts of a line, including denials. */
  async of(state: LineOf): Promise<ClaimingFact[]> {
    const members = await this.#members(state);
    const key = this.#keyOf(state);
    return [...members]
      .map((fact) => this.#facts.get(fact))
      .filter(
        (fact): fact is ClaimingFact => fact.state !== null && this.#keyOf(fact.state) === key,
      );
  }

  areSame(a: LineOf, b: LineOf): boolean {
    return this.#keyOf(a) === this.#keyOf(b);
  }

  /** Settles a line with a fact that may be new to it. */
  async include(fact: DraftFact, state: LineOf, decision: DecisionId): Promise<void> {
    (await this.#members(state)).add(fact.fact);
    await this.resettle(state, decision);
  }

  /** The claims that make up a fact: those that its visible interval shows. */
  async claimsOf(fact: ClaimingFact): Promise<ClaimingFact[]> {
    const pieces = await this.#shownPieces(await this.of(fact.state));
    const shownPiece = pieces.find((piece) => piece.fact === fact.fact);
    const claims = shownPiece?.piece.claims.map(({ id }) => this.#facts.get(id)).filter(hasClaim);
    return claims ?? (isStatement(fact) ? [fact] : []);
  }

  /**
   * The denial that ends a fact, or the claim that replaced it in a slot with several values; null
   * if there is none.
   */
  async endedBy(fact: ClaimingFact): Promise<DraftFact | null> {
    const pieces = await this.#shownPieces(await this.of(fact.state));
    const end = pieces.find((piece) => piece.fact === fact.fact)?.piece.end;
    return end?.kind === "ENDED" || end?.kind === "TAKEN_OVER" ? this.#facts.get(end.by) : null;
  }

  /** The fact that shows a claim after its line is settled; null if nothing of it shows. */
  shownFact(claim: FactId): DraftFact | null {
    return this.#shown.of(claim);
  }

  /**
   * Settles a line from all its claims, and the lines that depend on it. `reason` is the reason for
   * ends of facts if a merge or a split has changed the line.
   */
  async resettle(state: LineOf, decision: DecisionId, reason?: SupersedeReason): Promise<void> {
    await this.#settleLine(state, decision, reason);
    for (const slot of await this.#restingOn(state))
      await this.#settleLine({ ...state, slot }, decision, reason);
  }

  /**
   * The slots that are settled with a slot: those that depend on it, or all slots if it ends
   * everything.
   */
  async #restingOn({ entity, slot }: LineOf): Promise<readonly string[]> {
    if (slot === null) return [];
    if (!this.#slots.endsEverything(slot)) return this.#slots.restingOn(slot);
    const storedSlots = await this.#space.slots(this.#entities.members(entity));
    const prefix = this.#keyOf({ entity, slot: "", chain: "" });
    const draftSlots = [...this.#lines.keys()].flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    );
    const endedSlots = [...new Set([...storedSlots, ...draftSlots])].filter(
      (one) => one !== slot && !this.#slots.isLasting(one),
    );
    await this.#read(entity, endedSlots);
    // Lines that depend on another slot are settled after it.
    return endedSlots.toSorted(
      (a, b) => this.#slots.basesOf(a).length - this.#slots.basesOf(b).length,
    );
  }

  /**
   * Computes what shows of a line, adds a fact for each value that shows again, and gives all facts
   * of the line their visible intervals.
   */
  async #settleLine(
    state: LineOf,
    decision: DecisionId,
    reason: SupersedeReason | undefined,
  ): Promise<void> {
    const facts = await this.of(state);
    const pieces = await this.#shownPieces(facts);
    this.#shown.note(facts, pieces);

    const memberIds = await this.#members(state);
    for (const piece of pieces) {
      if (memberIds.has(piece.fact) && this.#facts.get(piece.fact).state !== null) continue;
      const fact = this.#shown.showAgain(piece, decision);
      if (fact !== null) memberIds.add(fact.fact);
    }

    const piecesByFact = new Map(pieces.map((piece) => [piece.fact, piece]));
    // Read once more, because the step before may have added facts.
    for (const fact of await this.of(state)) {
      const shownPiece = piecesByFact.get(fact.fact);
      if (shownPiece !== undefined)
        this.#shown.show(fact, shownPiece.piece, shownPiece.next, decision, reason);
      else this.#shown.hide(fact, pieces, decision, reason);
    }
  }

  /** Clears the assignment of facts to lines after a merge or a split has changed the lines. */
  forget(): void {
    this.#lines.clear();
  }

  /** The facts that belong to a line, read once per draft. */
  async #members(state: LineOf): Promise<Set<FactId>> {
    const key = this.#keyOf(state);
    const knownLine = this.#lines.get(key);
    if (knownLine !== undefined) return knownLine;
    if (state.slot !== null) {
      await this.#read(state.entity, this.#settledWith(state.slot));
      return this.#lines.get(key) ?? new Set();
    }
    const { chain } = state;
    const storedVersions = this.#facts.isAdded(chain) ? [] : await this.#space.line({ chain });
    const storedFacts = await this.#facts.adopt(storedVersions);
    const line = new Set(storedFacts.map(({ fact }) => fact));
    this.#lines.set(key, line);
    return line;
  }

  /** Reads the lines of several slots of an entity that were not read yet, in one store call. */
  async #read(entity: EntityId, slots: readonly string[]): Promise<void> {
    const keyOf = (slot: string): string => this.#keyOf({ entity, slot, chain: "" });
    const unreadSlots = [...new Set(slots)].filter((slot) => !this.#lines.has(keyOf(slot)));
    if (unreadSlots.length === 0) return;
    const entities = this.#entities.storedMembers(entity);
    const storedVersions =
      entities.length === 0 ? [] : await this.#space.line({ entities, slots: unreadSlots });
    for (const slot of unreadSlots) this.#lines.set(keyOf(slot), new Set());
    await this.#facts.adopt(storedVersions);
    for (const { fact, slot } of storedVersions)
      if (slot !== null) this.#lines.get(keyOf(slot))?.add(fact);
  }

  /** Prefetches the lines of the slots of an entity, and the relationships of their facts. */
  async readAhead(entity: EntityId, slots: readonly string[]): Promise<void> {
    await this.#read(
      entity,
      slots.flatMap((slot) => this.#settledWith(slot)),
    );
    const lines = slots.flatMap((slot) => [
      ...(this.#lines.get(this.#keyOf({ entity, slot, chain: "" })) ?? []),
    ]);
    const believedFacts = lines.filter((fact) => isBelieved(this.#facts.get(fact)));
    if (believedFacts.length === 0) return;
    await Promise.all([
      this.#space.relationshipsByEvidence(believedFacts),
      this.#space.readAheadOfChange?.(believedFacts),
    ]);
  }

  /** A slot with the slots that are settled together with it. */
  #settledWith(slot: string): readonly string[] {
    return [
      slot,
      ...this.#slots.basesOf(slot),
      ...this.#slots.restingOn(slot),
      ...this.#slots.endings,
    ];
  }

  async #lineClaims(facts: readonly ClaimingFact[]): Promise<LineClaim[]> {
    const values = await this.#valuesOf(facts);
    return facts.map((fact) =>
      lineClaim(fact, values.get(fact.fact) ?? null, this.stageOf(fact.state)),
    );
  }

  /** The claims of a line that it has ended, whatever its value. */
  async #denialsIn(facts: readonly ClaimingFact[]): Promise<LineClaim[]> {
    if (!facts.some(({ state }) => state.polarity === "ENDED")) return [];
    const claims = await this.#lineClaims(facts);
    return claims.filter(({ polarity, value }) => polarity === "ENDED" && value === null);
  }

  /** The pieces of a line, each with the fact that shows it. */
  async #shownPieces(facts: readonly ClaimingFact[]): Promise<ShownPiece[]> {
    const claims = facts.filter(({ state }) => state.resumes === null);
    const slot = facts[0]?.state.slot ?? null;
    const restsUntil = await this.#ends(facts[0]?.state);
    const line = (await this.#lineClaims(claims)).map((claim) => ({
      ...claim,
      restsUntil: earlier(claim.restsUntil, restsUntil(claim)),
    }));
    const isConstant = slot !== null && this.#slots.isConstant(slot);
    const lines = this.hasMany(slot)
      ? linesByValue(line)
      : [isConstant ? withLastValue(line) : line];
    return lines.flatMap((claimsOfLine) => shownPieces(settle(claimsOfLine)));
  }

  /**
   * The ends of the claims of a line, from the slot on which they depend or from the end of
   * everything about the subject.
   */
  async #ends(state: LineOf | undefined): Promise<(claim: LineClaim) => Instant> {
    if (state === undefined || state.slot === null) return () => OPEN;
    const { entity, slot } = state;
    const factsIn = (other: string) => this.of({ entity, slot: other, chain: "" });
    const shownOf = async (facts: readonly ClaimingFact[]): Promise<Piece[]> =>
      facts.length === 0 ? [] : (await this.#shownPieces(facts)).map(({ piece }) => piece);
    const [base] = this.#slots.basesOf(slot);
    const baseFacts = base === undefined ? [] : await factsIn(base);
    const basePieces = await shownOf(baseFacts);
    const denials = await this.#denialsIn(baseFacts);
    const endings = this.#slots.isLasting(slot) ? [] : this.#slots.endings;
    const lastInstants: Instant[] = [];
    for (const ending of endings)
      lastInstants.push(
        ...(await shownOf(await factsIn(ending))).slice(0, 1).map(({ from }) => from),
      );
    if (basePieces.length === 0 && denials.length === 0 && lastInstants.length === 0)
      return () => OPEN;
    return (claim) =>
      earlier(endWithBase(claim, basePieces, denials), endWithEverything(claim, lastInstants));
  }

  /**
   * The value of each claim in canonical form for comparison. A value that names an entity is that
   * entity, after merges.
   */
  async #valuesOf(facts: readonly ClaimingFact[]): Promise<Map<FactId, string | null>> {
    const byId = new Map(facts.map((fact) => [fact.fact, fact]));
    const valueOf = ({ fact, state }: ClaimingFact): string | null => {
      const { value } = ownWords(state);
      if (state.slot !== null && value !== null) return canonicalValue(value);
      const restatedFact = state.restates === null ? undefined : byId.get(state.restates);
      if (restatedFact !== undefined && restatedFact.fact !== fact) return valueOf(restatedFact);
      return state.polarity === "HOLDS" ? ownWords(state).hash : null;
    };
    const values = new Map(facts.map((fact) => [fact.fact, valueOf(fact)]));
    if (new Set(values.values()).size < 2) return values;
    const entitiesByName = await this.#entitiesNamed(facts);
    return new Map(
      [...values].map(([fact, value]) => [fact, entitiesByName.get(value ?? "") ?? value]),
    );
  }

  /** The entities that values of a line name, by the value in canonical form. */
  async #entitiesNamed(facts: readonly ClaimingFact[]): Promise<Map<string, EntityId>> {
    await this.#entities.load(facts.flatMap(({ state }) => state.mentions));
    const entitiesByName = new Map<string, EntityId>();
    for (const { state } of facts)
      for (const mention of state.mentions) {
        const entity = this.#entities.root(mention);
        for (const name of namesOf(entity))
          if (entity.entity !== state.entity)
            entitiesByName.set(canonicalValue(name), entity.entity);
      }
    return entitiesByName;
  }

  #keyOf(state: LineOf): string {
    return state.slot === null
      ? `chain ${state.chain}`
      : `slot ${this.#entities.root(state.entity).entity} ${state.slot}`;
  }
}

/** The claim of a fact to its line; `value` in canonical form. */
const lineClaim = (
  { fact, state, firstRecordedAt }: ClaimingFact,
  value: string | null,
  stage: number | null,
): LineClaim => ({
  id: fact,
  polarity: state.polarity,
  value,
  label: state.label,
  stage,
  amount: amountIn(ownWords(state).text),
  takesOver: state.takesOver,
  from: state.claimedFrom === BEGINNING && !state.fromStated ? null : state.claimedFrom,
  fromPrecision: state.fromPrecision,
  to: state.claimedTo,
  toPrecision: state.toPrecision,
  isRetracted: state.claimedEnd !== null,
  fromStated: state.fromStated,
  still: state.still,
  occurredAt: state.occurredAt,
  recordedAt: firstRecordedAt,
  position: state.position,
  restsUntil: passingEnd(state),
});
