import { snakeCase } from "../language/names.ts";
import type { ImportanceCategory } from "../memory/importance.ts";
import { QuestionWords } from "./questions.ts";
import type { SlotDefinition, SlotStage } from "./slot.ts";
import { labelKey } from "./slot-label.ts";
import { isValueOfType, vocabularyType } from "./value-type.ts";

/** The slot for a type of relationship. */
export interface RelationSlot {
  readonly slot: string;
  /**
   * Whether the edge runs from the value to the subject: `employs` is the employer of its target.
   */
  readonly inverse: boolean;
}

const push = <V>(map: Map<string, V[]>, key: string, value: V): void => {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else if (!values.includes(value)) values.push(value);
};

/** The known slots, and the words for them. Immutable; every lookup is pure. */
export class Vocabulary {
  readonly slots: readonly SlotDefinition[];
  /** The slots of which a value ends all other facts about its subject. */
  readonly endings: readonly string[];
  readonly #bySlot: ReadonlyMap<string, SlotDefinition>;
  readonly #byLabel = new Map<string, SlotDefinition[]>();
  readonly #byRelation = new Map<string, RelationSlot>();
  readonly #within = new Map<string, string[]>();
  /** Built when the first question is read, because the start does not need it. */
  #questions: QuestionWords | undefined;

  constructor(slots: readonly SlotDefinition[]) {
    this.slots = slots;
    this.endings = slots.flatMap(({ slot, endsEverything }) => (endsEverything ? [slot] : []));
    this.#bySlot = new Map(slots.map((definition) => [definition.slot, definition]));
    for (const definition of slots) push(this.#byLabel, labelKey(definition.slot), definition);
    for (const definition of slots) {
      for (const name of [...definition.names.en, ...definition.names.pt])
        push(this.#byLabel, labelKey(name), definition);
      if (definition.within !== null) push(this.#within, definition.within, definition.slot);
    }
    this.#indexRelations();
  }

  /**
   * Own types go before inverse ones. A type of two slots maps to neither: a `child_of` edge does
   * not distinguish mother from father.
   */
  #indexRelations(): void {
    const types = new Map<string, RelationSlot[]>();
    for (const { slot, relationship } of this.slots)
      if (relationship !== null)
        for (const type of [relationship.type, ...relationship.also])
          push(types, type, { slot, inverse: false });
    const inverses = new Map<string, RelationSlot[]>();
    for (const { slot, relationship } of this.slots)
      if (relationship !== null && relationship.inverse !== null && !relationship.symmetric)
        push(inverses, relationship.inverse, { slot, inverse: true });
    for (const [type, [first, ...others]] of [...inverses, ...types]) {
      if (first === undefined) continue;
      if (others.length === 0) this.#byRelation.set(type, first);
      else this.#byRelation.delete(type);
    }
  }

  /** The definition of a slot by its canonical name; null for a slot outside the vocabulary. */
  definition(slot: string): SlotDefinition | null {
    return this.#bySlot.get(slot) ?? null;
  }

  /**
   * The canonical name of a slot: that of the vocabulary for every name of it ("city", "lives in" →
   * `residence`), else the label itself in snake_case and in one spelling. A longer label is
   * another slot: an assistant manager is not a manager. `subjectType` is the type of the entity
   * that has the slot; it decides between slots with the same name ("city" of a company is its
   * headquarters). Empty for a label without letters and digits.
   */
  canonicalSlot(label: string, subjectType: string | null = null): string {
    const key = labelKey(label);
    const definitions = this.#byLabel.get(key);
    if (definitions === undefined) return key;
    const type = subjectType === null ? null : vocabularyType(subjectType);
    const fittingDefinition = definitions.find(
      ({ of }) => of === null || type === null || of.includes(type),
    );
    return fittingDefinition?.slot ?? key;
  }

  /**
   * The narrower name of a slot with several values in a label: `dog` of `pet`. Null if it is the
   * slot's own name, and for any other slot.
   */
  narrowerLabel(label: string, slot: string): string | null {
    const key = labelKey(label);
    return !this.hasMany(slot) || key === slot || key === `${slot}s` ? null : key;
  }

  /**
   * Whether the holder of one label in a slot may be called by another: `gran` and `grandmother`, or
   * `brother` for a `big_brother`.
   */
  mayBeCalled(slot: string, known: string, label: string): boolean {
    const broader = this.#bySlot.get(slot)?.broader;
    return (
      broader?.get(label) === known || broader?.get(known) === label || known.endsWith(`_${label}`)
    );
  }

  /**
   * The stage of a value that one of some labels or relationship types names: `engaged` for
   * `fiancé` or `engaged_to` of `spouse`. Null if none names one.
   */
  stageNamed(slot: string, names: readonly string[]): string | null {
    const { stages = [] } = this.#bySlot.get(slot) ?? {};
    if (stages.length === 0) return null;
    const keys = new Set(names.map(labelKey));
    const isNamed = ({ stage, names: stageNames }: SlotStage): boolean =>
      keys.has(stage) || stageNames.some((name) => keys.has(labelKey(name)));
    return stages.find(isNamed)?.stage ?? null;
  }

  /**
   * What a claim names besides its slot: the narrower name in a label, or the stage that the label
   * or another name names. Null if it names neither.
   */
  claimLabel(slot: string, label: string, otherNames: readonly string[]): string | null {
    return this.narrowerLabel(label, slot) ?? this.stageNamed(slot, [label, ...otherNames]);
  }

  /** The place of a stage among those of a slot, counted from 0; null if it is none of them. */
  stageRank(slot: string, stage: string): number | null {
    const rank = this.#bySlot.get(slot)?.stages.findIndex((one) => one.stage === stage) ?? -1;
    return rank < 0 ? null : rank;
  }

  /** The slot for a relationship type; null if there is none, or more than one. */
  slotOfRelation(type: string): RelationSlot | null {
    return this.#byRelation.get(snakeCase(type)) ?? null;
  }

  /**
   * The canonical name of a relationship type: `married_to` is `spouse_of`. A type outside the
   * vocabulary does not change.
   */
  canonicalRelation(type: string): string {
    const name = snakeCase(type);
    const definition = this.#byRelation.get(name);
    if (definition === undefined || definition.inverse) return name;
    return this.#bySlot.get(definition.slot)?.relationship?.type ?? name;
  }

  /** Whether a slot can have several values. A slot outside the vocabulary has one. */
  hasMany(slot: string): boolean {
    return this.#bySlot.get(slot)?.cardinality === "MANY";
  }

  /** Whether a value fits a slot. A slot outside the vocabulary accepts any text. */
  accepts(slot: string, value: string): boolean {
    return isValueOfType(this.#bySlot.get(slot)?.value ?? "text", value);
  }

  /**
   * The slots that depend on a slot, directly or through others: a role depends on the employer.
   */
  restingOn(slot: string): readonly string[] {
    const dependentSlots: string[] = [];
    const add = (base: string): void => {
      for (const dependent of this.#within.get(base) ?? [])
        if (!dependentSlots.includes(dependent)) {
          dependentSlots.push(dependent);
          add(dependent);
        }
    };
    add(slot);
    return dependentSlots;
  }

  /**
   * The other slots of which a thing may be a value: a possession that is sold may be recorded as a
   * vehicle.
   */
  kindredSlots(slot: string): readonly string[] {
    const kind = this.#bySlot.get(slot)?.kindOf ?? slot;
    return this.slots.flatMap((other) =>
      other.slot !== slot && (other.slot === kind || other.kindOf === kind) ? [other.slot] : [],
    );
  }

  /**
   * The slots by which two entities share a value of a slot: those of the people with whom one
   * shares a home.
   */
  sharedWithin(slot: string): readonly string[] {
    return this.slots.flatMap((other) =>
      other.within === slot && other.relationship?.symmetric === true ? [other.slot] : [],
    );
  }

  /** Whether a value belongs to one subject alone, and the subject to it alone: a partner. */
  isExclusive(slot: string): boolean {
    return this.#bySlot.get(slot)?.exclusive ?? false;
  }

  /** The slots of those who usually have the same value of a slot: the partner and the children. */
  householdOf(slot: string): readonly string[] {
    return this.slots.flatMap((other) => (other.household === slot ? [other.slot] : []));
  }

  /**
   * Other slots that the verb of the slot's end may end: one can quit an employer, a band and a
   * gym.
   */
  slotsEndedAlike(slot: string): readonly string[] {
    const verbs = new Set(this.#bySlot.get(slot)?.verbs.en.ends);
    return this.slots.flatMap((other) =>
      other.slot !== slot && other.verbs.en.ends.some((verb) => verbs.has(verb))
        ? [other.slot]
        : [],
    );
  }

  /**
   * The category of a statement about a slot if none is stated. Without a slot, something that
   * happened once.
   */
  categoryOf(slot: string | null): ImportanceCategory {
    if (slot === null) return "SPECIFIC_EVENT";
    if (this.endsEverything(slot)) return "BIOGRAPHICAL_MILESTONE";
    return this.#bySlot.get(slot)?.value === "person" ? "RELATIONSHIP_CHANGE" : "STABLE_PREFERENCE";
  }

  /** The slots on which a slot depends, the nearest first. */
  basesOf(slot: string): readonly string[] {
    const bases: string[] = [];
    for (let base = this.#bySlot.get(slot)?.within; base != null && !bases.includes(base);) {
      bases.push(base);
      base = this.#bySlot.get(base)?.within;
    }
    return bases;
  }

  /** The slots that a question asks for; see `QuestionWords`. */
  slotsAsked(question: string): string[] {
    this.#questions ??= new QuestionWords(this.slots);
    return this.#questions.slotsAsked(question);
  }

  /** Whether a value of a slot may end facts of other slots, or of none. */
  mayEndOthers(slot: string): boolean {
    const { endsOthers = false, endsEverything = false } = this.#bySlot.get(slot) ?? {};
    return endsOthers !== false || endsEverything;
  }

  /** Whether the end of a value may also end facts of other slots, or of none. */
  endMayEndOthers(slot: string): boolean {
    return this.mayEndOthers(slot) && this.#bySlot.get(slot)?.endsOthers !== "BY_VALUE";
  }

  /** Whether a value of a slot ends all other facts about its subject. */
  endsEverything(slot: string): boolean {
    return this.endings.includes(slot);
  }

  /** Whether the value of a slot never changes, so that another value corrects it. */
  isConstant(slot: string): boolean {
    return this.#bySlot.get(slot)?.constant ?? false;
  }

  /**
   * Whether a slot remains when everything ends. The slot that ends everything does; a slot outside
   * the vocabulary does not.
   */
  isLasting(slot: string): boolean {
    return (this.#bySlot.get(slot)?.lasting ?? false) || this.endsEverything(slot);
  }
}
