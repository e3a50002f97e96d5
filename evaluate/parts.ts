/** Parts with data of their own; LoCoMo needs its file. */
export const PARTS = ["project", "generated", "precision", "changes", "locomo"] as const;
export type PartName = (typeof PARTS)[number];
