import { Field, ObjectType, registerEnumType } from "type-graphql";

export const Cardinality = { ONE: "ONE", MANY: "MANY" } as const;
export type Cardinality = keyof typeof Cardinality;
registerEnumType(Cardinality, {
  name: "Cardinality",
  description: "Number of values that a slot can have at one time.",
  valuesConfig: {
    ONE: { description: "One value: a new one replaces it." },
    MANY: { description: "Several values at the same time." },
  },
});

@ObjectType("SlotDefinition", {
  simpleResolvers: true,
  description:
    "A slot: with its entry in the vocabulary or, outside the vocabulary, only its name.",
})
export class SlotDefinition {
  @Field(() => String, { description: "Canonical name, in snake_case." })
  slot!: string;

  @Field(() => Cardinality, { description: "Number of values that the slot can have at one time." })
  cardinality!: Cardinality;

  @Field(() => String, {
    description:
      "Type of its values: place, organization, person, animal, product, date, time, amount, number, contact, language, activity, name or text.",
  })
  valueType!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Type of the relationship from the subject to the value, in snake_case. Null if it has none.",
  })
  relationshipType!: string | null;

  @Field(() => [String], {
    description: "Other names of the slot, in lower case. A fact with one of them gets this slot.",
  })
  synonyms!: readonly string[];

  @Field(() => String, {
    description: "Meaning of the slot, in one sentence. Empty for a slot outside the vocabulary.",
  })
  description!: string;
}
