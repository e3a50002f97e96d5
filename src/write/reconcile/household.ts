import { replaceName } from "../../language/names.ts";
import { sameValue } from "../../language/value.ts";
import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import { PLAIN_FACT, type ExtractedFact } from "../../models/port.ts";
import type { FactState } from "../../memory/fact.ts";
import type { BelievedFact } from "../draft/draft-fact.ts";
import type { Draft } from "../draft/draft.ts";
import type { ResolvedEntities } from "../stages/resolve.ts";
import type { Work } from "../work.ts";
import { spokenType } from "./relate.ts";
import { endableInSlot } from "./slot.ts";

/** Facts that follow from those of a message, and the entities of all names in them. */
export interface Following {
  readonly facts: readonly ExtractedFact[];
  readonly resolvedEntities: ResolvedEntities;
}

/** Somebody whom a fact about another names. */
interface Companion {
  readonly person: EntityVersion;
  readonly bond: Pick<FactState, "slot" | "value" | "text" | "label">;
}

/** A fact that tells where somebody is now, or will be. */
interface Move {
  readonly fact: ExtractedFact;
  readonly slot: string;
  readonly mover: EntityVersion;
}

const known = async (
  { event: { occurredAt } }: Work,
  draft: Draft,
  entity: EntityId,
  slot: string,
): Promise<readonly BelievedFact[]> => {
  const query = { entity, slot, validFrom: occurredAt, occurredAt };
  return (await endableInSlot(draft, query)).map(({ fact }) => fact);
};

/** The facts of a message that give somebody a value of a slot that people share: a home. */
const movesIn = (
  { vocabulary, entities }: Draft,
  facts: readonly ExtractedFact[],
  resolvedEntities: ResolvedEntities,
): readonly Move[] =>
  facts.flatMap((fact) => {
    const { slot, value, polarity, validTo, still, subject } = fact;
    const id = resolvedEntities.get(subject);
    const isOpen = polarity === "HOLDS" && value !== null && validTo === null && !still;
    const isShared = slot !== null && vocabulary.sharedWithin(slot).length > 0;
    return isOpen && isShared && id !== undefined ? [{ fact, slot, mover: entities.root(id) }] : [];
  });

const inSlots = (
  companions: readonly Companion[],
  slots: ReadonlySet<string>,
): readonly Companion[] => companions.filter(({ bond }) => slots.has(bond.slot ?? ""));

const entitiesIn = (
  companions: readonly Companion[],
  slots: ReadonlySet<string>,
): ReadonlySet<EntityId> => new Set(inSlots(companions, slots).map(({ person }) => person.entity));

/** Finds the facts that follow from the moves in a message. */
class Moving {
  /** The moves in the message, and those that follow from them. */
  readonly #moves: Move[];
  readonly #following: ExtractedFact[] = [];
  readonly #names: Map<string, EntityId>;

  constructor(
    private readonly work: Work,
    private readonly draft: Draft,
    private readonly facts: readonly ExtractedFact[],
    resolvedEntities: ResolvedEntities,
  ) {
    this.#names = new Map(resolvedEntities);
    this.#moves = [...movesIn(draft, facts, resolvedEntities)];
  }

  #rootOf(name: string): EntityId | null {
    const id = this.#names.get(name);
    return id === undefined ? null : this.draft.entities.root(id).entity;
  }

  /** Whether the message itself says something about a slot of somebody, or about a value of it. */
  #isSaid({ entity }: EntityVersion, slot: string, value: string | null): boolean {
    return [...this.facts, ...this.#following].some(
      (fact) =>
        fact.slot === slot &&
        this.#rootOf(fact.subject) === entity &&
        (value === null || fact.value === null || sameValue(fact.value, value)),
    );
  }

  /** The people whom facts of some slots of the mover name, known ones and those of the message. */
  async #companions({ mover }: Move, slots: ReadonlySet<string>): Promise<readonly Companion[]> {
    const { work, draft, facts } = this;
    const bonds: BelievedFact[] = [];
    for (const slot of slots) bonds.push(...(await known(work, draft, mover.entity, slot)));
    await draft.entities.load(bonds.flatMap(({ state }) => state.mentions));
    const knownCompanions = bonds.flatMap(({ state }) => {
      const person = state.mentions
        .map((id) => draft.entities.root(id))
        .find((one) => namesOf(one).some((name) => sameValue(name, state.value)));
      return person === undefined ? [] : [{ person, bond: state }];
    });
    const told = facts.flatMap((bond) => {
      const { slot, value, polarity, subject, validTo } = bond;
      const isBond = slot !== null && slots.has(slot) && polarity === "HOLDS" && validTo === null;
      const id = value === null ? undefined : this.#names.get(value);
      return isBond && id !== undefined && this.#rootOf(subject) === mover.entity
        ? [{ person: draft.entities.root(id), bond }]
        : [];
    });
    return [...knownCompanions, ...told].filter(
      (one) => one.person.entity !== mover.entity && !this.#hasParted(mover, one),
    );
  }

  /** Whether somebody moves to the same home by the message. */
  #comesAlong(person: EntityVersion, { fact, slot }: Move): boolean {
    return (
      fact.together !== null ||
      this.#moves.some(
        (move) =>
          move.mover.entity === person.entity &&
          move.slot === slot &&
          sameValue(move.fact.value, fact.value),
      )
    );
  }

  /** Whether the message ends what ties somebody to the mover. */
  #hasParted({ entity }: EntityVersion, { bond }: Companion): boolean {
    return this.facts.some(
      ({ slot, value, polarity, subject }) =>
        slot === bond.slot &&
        polarity !== "HOLDS" &&
        this.#rootOf(subject) === entity &&
        (value === null || sameValue(value, bond.value)),
    );
  }

  #add(
    { fact: { validFrom, fromPrecision, confidence } }: Move,
    fact: Partial<ExtractedFact> & Pick<ExtractedFact, "subject" | "text">,
  ): ExtractedFact {
    const dates = { validFrom, fromPrecision };
    const added = { ...PLAIN_FACT, ...dates, confidence, category: null, ...fact };
    this.#following.push(added);
    return added;
  }

  /** Adds that somebody goes on living with the mover. */
  #keep(move: Move, { bond: { slot, value, text, label } }: Companion): void {
    const begins = move.fact.action === "UPDATE" || move.fact.validFrom !== null;
    if (begins && slot !== null && !this.#isSaid(move.mover, slot, value))
      this.#add(move, { subject: move.fact.subject, text, slot, value, label });
  }

  /** Adds that somebody has the new home too, under the name by which the mover knows them. */
  #bringAlong(move: Move, { person, bond }: Companion): void {
    const { fact, slot } = move;
    const name = bond.value ?? person.name;
    const isOther = this.#names.has(name) && this.#rootOf(name) !== person.entity;
    if (isOther || this.#isSaid(person, slot, null)) return;
    this.#names.set(name, person.entity);
    const { value, action } = fact;
    const text = replaceName(fact.text, fact.subject, name, true);
    const added = this.#add(move, { subject: name, text, slot, value, action });
    this.#moves.push({ fact: added, slot, mover: person });
  }

  #isNamed({ person }: Companion, names: ExtractedFact["together"]): boolean {
    return Array.isArray(names) && names.some((name) => this.#rootOf(name) === person.entity);
  }

  /** Those of some people of whom a statement with "we" is said. */
  #meant(
    { together }: ExtractedFact,
    companions: readonly Companion[],
    isRelative: (one: Companion) => boolean,
  ): readonly Companion[] {
    if (together === null || together === "HOUSEHOLD") return companions;
    const isNamed = (one: Companion): boolean => this.#isNamed(one, together);
    // After "Anna and I", with Anna as the partner, "we" may be the family, but no other flatmates.
    const isFamily = companions.some((one) => isNamed(one) && isRelative(one));
    return companions.filter((one) => isNamed(one) || (isFamily && isRelative(one)));
  }

  async #follow(move: Move): Promise<void> {
    const { work, draft } = this;
    const { fact, slot, mover } = move;
    const { vocabulary } = draft;
    const shared = new Set(vocabulary.sharedWithin(slot));
    const family = new Set(fact.together === null ? [] : vocabulary.householdOf(slot));
    const all = await this.#companions(move, new Set([...shared, ...family]));
    const relatives = entitiesIn(all, family);
    const sharers = entitiesIn(all, shared);
    const companions = this.#meant(fact, all, ({ person }) => relatives.has(person.entity));
    for (const one of inSlots(companions, shared))
      if (this.#comesAlong(one.person, move)) this.#keep(move, one);
    if (fact.together === null) return;
    const [home] = await known(work, draft, mover.entity, slot);
    for (const one of companions) {
      const [own] = await known(work, draft, one.person.entity, slot);
      const isOnly = sharers.size === 0 && !vocabulary.hasMany(one.bond.slot ?? "");
      const hadSameHome =
        own === undefined
          ? isOnly || sharers.has(one.person.entity)
          : sameValue(own.state.value, home?.state.value ?? null);
      if (hadSameHome || this.#isNamed(one, fact.together)) this.#bringAlong(move, one);
    }
  }

  /** The homes that the message or memory gives somebody. */
  async #homeOf(name: string, slot: string): Promise<string | null> {
    const entity = this.#rootOf(name);
    if (entity === null) return null;
    const told = this.#moves.find((move) => move.mover.entity === entity && move.slot === slot);
    return (
      told?.fact.value ?? (await known(this.work, this.draft, entity, slot))[0]?.state.value ?? null
    );
  }

  /**
   * Adds the home of somebody who moves in with somebody else, if that is known. Whoever moves in
   * with the speaker has left their own in any case.
   */
  async #moveIn(bond: ExtractedFact): Promise<void> {
    const { subject, slot, value, movesIn, validFrom, fromPrecision, confidence } = bond;
    const { vocabulary, entities } = this.draft;
    const id = movesIn === null ? undefined : this.#names.get(movesIn);
    const base = slot === null ? null : vocabulary.definition(slot)?.within;
    if (id === undefined || movesIn === null || value === null || base == null) return;
    const home = await this.#homeOf(movesIn === subject ? value : subject, base);
    const type = vocabulary.definition(base)?.relationship?.type;
    if (type === undefined || this.#isSaid(entities.root(id), base, null)) return;
    const fact = {
      ...PLAIN_FACT,
      subject: movesIn,
      slot: base,
      confidence,
      category: null,
      validFrom,
      fromPrecision,
    };
    const words = spokenType(type);
    if (home !== null)
      this.#following.push({
        ...fact,
        text: `${movesIn} ${words} ${home}`,
        value: home,
        action: "UPDATE",
      });
    else if (movesIn !== subject)
      this.#following.push({
        ...fact,
        text: `${movesIn} no longer ${words} another place`,
        action: "DELETE",
        polarity: "ENDED",
      });
  }

  async following(): Promise<Following> {
    for (const fact of this.facts) await this.#moveIn(fact);
    // Those who are brought along go on living with each other too.
    for (const move of this.#moves) await this.#follow(move);
    return { facts: this.#following, resolvedEntities: this.#names };
  }
}

/**
 * Rule 21: those who move together go on living together, and "we moved to Bergen" also moves those
 * of the household who had the same home, and the partner of whom no other home is known.
 */
export const movedTogether = (
  work: Work,
  draft: Draft,
  facts: readonly ExtractedFact[],
  resolvedEntities: ResolvedEntities,
): Promise<Following> => new Moving(work, draft, facts, resolvedEntities).following();
