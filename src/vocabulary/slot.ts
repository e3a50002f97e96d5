import type { EntityTypeName, ValueType } from "./value-type.ts";

/** ONE: a slot has one value at a time. MANY: it can have several values. */
export type Cardinality = "ONE" | "MANY";

/** The edge that a fact of a slot states, from the subject to the value. */
export interface SlotRelationship {
  /** In snake_case. */
  readonly type: string;
  /** Other types that mean the same. */
  readonly also: readonly string[];
  /** The name of the edge read from the value to the subject; null if there is none. */
  readonly inverse: string | null;
  /** Whether the edge reads the same in both directions. */
  readonly symmetric: boolean;
}

/** Verb phrases with the base form of the verb: `move to`. */
export interface SlotVerbs {
  readonly starts: readonly string[];
  readonly holds: readonly string[];
  readonly ends: readonly string[];
}

/** A stage of a value, with the labels and relationship types that name it. */
export interface SlotStage {
  /** In snake_case. */
  readonly stage: string;
  readonly names: readonly string[];
}

/** A value for each language of the vocabulary. */
export interface InLanguages<T> {
  readonly en: T;
  readonly pt: T;
}

/** A slot of the vocabulary. */
export interface SlotDefinition {
  /** Canonical name, in snake_case. */
  readonly slot: string;
  /** Its meaning, in one sentence. */
  readonly about: string;
  readonly cardinality: Cardinality;
  readonly value: ValueType;
  /** The types of entity that can have it; null for every type. */
  readonly of: readonly EntityTypeName[] | null;
  /** Other names, in lower case: "city" of `residence`. */
  readonly names: InLanguages<readonly string[]>;
  readonly relationship: SlotRelationship | null;
  /**
   * The slot on which this one depends: a role belongs to an employer, and is visible only as long
   * as that is.
   */
  readonly within: string | null;
  /**
   * The more general slot: a vehicle is a possession. A value that has ended or never held in one
   * slot does not hold in the other.
   */
  readonly kindOf: string | null;
  /** The slot whose value those whom it names usually share: a partner shares a home. */
  readonly household: string | null;
  /** The slot of which it counts the values: the number of children. */
  readonly counts: string | null;
  /** The broader label by a label for one of its kind: `grandmother` for `gran`. */
  readonly broader: ReadonlyMap<string, string>;
  /** Whether a value ends all other facts about the subject, like a death. */
  readonly endsEverything: boolean;
  /**
   * Whether a value may end facts of other slots, or of none: a flatmate ends that somebody lives
   * alone.
   */
  readonly endsOthers: boolean | "BY_VALUE";
  /** Whether it remains when everything ends, like a birthplace. */
  readonly lasting: boolean;
  /** Whether no two subjects have the same value, as nobody has the partner of somebody else. */
  readonly exclusive: boolean;
  /** Whether its value never changes: a birthday. Another value corrects the known one. */
  readonly constant: boolean;
  /**
   * The stages through which a value goes, the first one first: engaged, then married. Empty if the
   * slot has none.
   */
  readonly stages: readonly SlotStage[];
  /**
   * The slot of which its values name stages without the value: "married" of a spouse. Null if
   * there is none.
   */
  readonly stageOf: string | null;
  readonly verbs: InLanguages<SlotVerbs>;
  /** Sets of words that together ask for the slot: "where live". */
  readonly questions: InLanguages<readonly string[]>;
  /** The corresponding property of schema.org and of Wikidata. */
  readonly schema: string | null;
  readonly wikidata: string | null;
}
