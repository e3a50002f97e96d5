/** Relation types that have one target at a time, with the slot whose value that is: a fact made of such a relation takes part in the slot. */
const SLOTS: Readonly<Record<string, string>> = {
  works_at: "employer",
  lives_in: "residence",
  spouse_of: "spouse",
  married_to: "spouse",
  managed_by: "boss",
  reports_to: "boss",
};

export const slotOfRelation = (type: string): string | null => SLOTS[type] ?? null;
