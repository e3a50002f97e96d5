import { registerEnumType } from "type-graphql";
import { IMPORTANCE, type ImportanceCategory } from "../src/memory/importance.ts";

export const ImportanceCategoryEnum = {
  BIOGRAPHICAL_MILESTONE: "BIOGRAPHICAL_MILESTONE",
  RELATIONSHIP_CHANGE: "RELATIONSHIP_CHANGE",
  STABLE_PREFERENCE: "STABLE_PREFERENCE",
  SPECIFIC_EVENT: "SPECIFIC_EVENT",
  ROUTINE_ACTIVITY: "ROUTINE_ACTIVITY",
  CONVERSATIONAL: "CONVERSATIONAL",
} as const satisfies { [K in ImportanceCategory]: K };

const described = (what: string, category: ImportanceCategory) => ({
  description: `${what} Importance ${IMPORTANCE[category]}.`,
});

registerEnumType(ImportanceCategoryEnum, {
  name: "ImportanceCategory",
  description: "What kind of statement a fact is, which gives it its importance.",
  valuesConfig: {
    BIOGRAPHICAL_MILESTONE: described(
      "A turn of a life: a birth, a wedding, a move, a new job.",
      "BIOGRAPHICAL_MILESTONE",
    ),
    RELATIONSHIP_CHANGE: described("A bond that began, changed or ended.", "RELATIONSHIP_CHANGE"),
    STABLE_PREFERENCE: described(
      "A lasting like, dislike, habit of mind or trait.",
      "STABLE_PREFERENCE",
    ),
    SPECIFIC_EVENT: described("Something that happened once, or is planned.", "SPECIFIC_EVENT"),
    ROUTINE_ACTIVITY: described("Something that is done again and again.", "ROUTINE_ACTIVITY"),
    CONVERSATIONAL: described("Said in passing.", "CONVERSATIONAL"),
  },
});
