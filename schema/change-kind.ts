import { registerEnumType } from "type-graphql";
import type { ChangeKind } from "../src/memory/change.ts";

export const ChangeKindEnum = {
  FACT_ADDED: "FACT_ADDED",
  FACT_UPDATED: "FACT_UPDATED",
  FACT_CLOSED: "FACT_CLOSED",
  RELATIONSHIP_ADDED: "RELATIONSHIP_ADDED",
  RELATIONSHIP_CLOSED: "RELATIONSHIP_CLOSED",
  ENTITY_ADDED: "ENTITY_ADDED",
  ENTITY_CHANGED: "ENTITY_CHANGED",
  ENTITIES_MERGED: "ENTITIES_MERGED",
  ENTITY_SPLIT: "ENTITY_SPLIT",
} as const satisfies { [K in ChangeKind]: K };

registerEnumType(ChangeKindEnum, {
  name: "ChangeKind",
  description: "What a commit changed.",
  valuesConfig: {
    FACT_ADDED: { description: "A fact that is new." },
    FACT_UPDATED: { description: "A fact that took the place of another, or was corrected." },
    FACT_CLOSED: { description: "A fact that ends, or is believed no more." },
    RELATIONSHIP_ADDED: { description: "A relationship that is new, or holds again." },
    RELATIONSHIP_CLOSED: {
      description: "A relationship that ends with the fact that is its evidence.",
    },
    ENTITY_ADDED: { description: "An entity that is new." },
    ENTITY_CHANGED: {
      description: "An entity with another name, type, alias, profile or importance.",
    },
    ENTITIES_MERGED: { description: "Two entities that became one." },
    ENTITY_SPLIT: { description: "Two entities that were one." },
  },
});
