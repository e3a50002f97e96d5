export type ImportanceCategory =
  | "BIOGRAPHICAL_MILESTONE"
  | "RELATIONSHIP_CHANGE"
  | "STABLE_PREFERENCE"
  | "SPECIFIC_EVENT"
  | "ROUTINE_ACTIVITY"
  | "CONVERSATIONAL";

/** The importance of a new fact, by category, from 0 to 1. */
export const IMPORTANCE: Readonly<Record<ImportanceCategory, number>> = {
  BIOGRAPHICAL_MILESTONE: 0.9,
  RELATIONSHIP_CHANGE: 0.8,
  STABLE_PREFERENCE: 0.6,
  SPECIFIC_EVENT: 0.5,
  ROUTINE_ACTIVITY: 0.3,
  CONVERSATIONAL: 0.1,
};
