/**
 * The sentences in which a decision or a comparison of facts gives its reason. They name a slot in
 * words: `knows_language` is "knows language".
 */
const inWords = (slot: string): string => slot.replaceAll("_", " ");

export const KNOWN_STATEMENT = "The statement is already known.";
/** The reason if a known statement is made again for a time at which it is not known. */
export const OTHER_INTERVAL = "The statement is known, but for another interval.";
/** The reason if a new fact shows at no time. */
export const ALL_COVERED = "Later statements cover the whole period of this fact.";
export const DIFFERENT_SUBJECTS =
  "The facts are about different subjects. Only a fact about the same subject can end another.";
export const OPPOSITE = "The statement says the opposite in the same words.";

export const knownValue = (slot: string): string => `The ${inWords(slot)} is already known.`;

/** A different value of a slot with cardinality ONE. */
export const otherValue = (slot: string): string => `The ${inWords(slot)} has one value at a time.`;

/** A value that replaces another one with the same label, in a slot with several values. */
export const sameLabel = (label: string): string => `Another ${inWords(label)} replaces it.`;

/** The same value in another stage: the fiancé is the husband now. */
export const otherStage = (slot: string): string =>
  `The statement names another stage of the same ${inWords(slot)}.`;

export const otherAmount = (slot: string): string =>
  `The statement gives another amount for the same ${inWords(slot)}.`;

export const firstValue = (slot: string): string => `No ${inWords(slot)} is known at that time.`;

/** For a slot with several values, which may have others. */
export const newValue = (slot: string): string => `No such ${inWords(slot)} is known at that time.`;

export const ended = (slot: string): string => `The statement ends the ${inWords(slot)}.`;

export const aboutSlot = (slot: string): string => `The candidate is about the ${inWords(slot)}.`;

export const cancelledPlan = (slot: string): string =>
  `The plan for the ${inWords(slot)} was cancelled.`;

/** A value of a slot that the statement names for short: "demo" for `investor_demo`. */
export const otherValueForShort = (slot: string, shortName: string): string =>
  `The statement gives another value of ${inWords(slot)}, which is called ${inWords(shortName)} for short.`;

export const sameValueTwice = (slot: string): string =>
  `Both facts have the same ${inWords(slot)}.`;
