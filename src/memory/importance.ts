export type ImportanceCategory =
  | "BIOGRAPHICAL_MILESTONE"
  | "RELATIONSHIP_CHANGE"
  | "STABLE_PREFERENCE"
  | "SPECIFIC_EVENT"
  | "ROUTINE_ACTIVITY"
  | "CONVERSATIONAL";

/** With what importance a fact of each category is born (seed 004: high, high, medium, medium, low, low). */
export const IMPORTANCE: Readonly<Record<ImportanceCategory, number>> = {
  BIOGRAPHICAL_MILESTONE: 0.9,
  RELATIONSHIP_CHANGE: 0.8,
  STABLE_PREFERENCE: 0.6,
  SPECIFIC_EVENT: 0.5,
  ROUTINE_ACTIVITY: 0.3,
  CONVERSATIONAL: 0.1,
};
