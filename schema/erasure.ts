import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import type { ErasedKind } from "../src/store/erasure.ts";
import type { ErasedItemKind, ErasureReason, ErasureScope } from "../src/write/erase/target.ts";
import { listCost } from "./cost.ts";
import { GraphQLDateTime } from "./date-time.ts";

export const ErasureScopeEnum = {
  FACT: "FACT",
  ENTITY: "ENTITY",
  EVENT: "EVENT",
  SESSION: "SESSION",
  SPACE: "SPACE",
} as const satisfies { [K in ErasureScope]: K };

registerEnumType(ErasureScopeEnum, {
  name: "ErasureScope",
  description: "What is to be forgotten for good.",
  valuesConfig: {
    FACT: { description: "A fact: all its versions, and the messages that said it." },
    ENTITY: {
      description:
        "An entity with all that it has absorbed: every fact said of it or naming it, and the messages that name it or that it said. What it told about others stays, without its name.",
    },
    EVENT: { description: "A message, and all that was drawn from it." },
    SESSION: {
      description: "A session with its turns, its messages and all that was drawn from them.",
    },
    SPACE: { description: "Everything." },
  },
});

export const ErasureReasonEnum = {
  ASKED: "ASKED",
  OF_ENTITY: "OF_ENTITY",
  NAMES_ENTITY: "NAMES_ENTITY",
  SAID_BY_ENTITY: "SAID_BY_ENTITY",
  SOURCE: "SOURCE",
  REPLY: "REPLY",
  DRAWN_FROM: "DRAWN_FROM",
  LINK: "LINK",
  NOTHING_LEFT: "NOTHING_LEFT",
} as const satisfies { [K in ErasureReason]: K };

registerEnumType(ErasureReasonEnum, {
  name: "ErasureReason",
  description: "Why something goes.",
  valuesConfig: {
    ASKED: { description: "It is what was named, or a part of it." },
    OF_ENTITY: { description: "It is said of the entity, or was merged into it." },
    NAMES_ENTITY: { description: "It names the entity." },
    SAID_BY_ENTITY: { description: "The entity said it." },
    SOURCE: { description: "What goes was drawn from it, or it was drawn from what goes." },
    REPLY: { description: "It answers a turn that goes." },
    DRAWN_FROM: { description: "What goes went into it: a summary, an episode, a context." },
    LINK: { description: "It connects what goes with something, or decided on it." },
    NOTHING_LEFT: { description: "Nothing else is known of it." },
  },
});

@ObjectType("ErasedCount", {
  simpleResolvers: true,
  description: "How many of a kind were removed.",
})
export class ErasedCount {
  @Field(() => String, {
    description:
      "FACT, FACT_VERSION, ENTITY, ENTITY_VERSION, RELATIONSHIP, EVENT, DECISION, CHANGE, SEARCH_TEXT (with its index entries), VECTOR, MEMORY_VERSION, REFERENCE, TURN, NOTE or SESSION.",
  })
  kind!: ErasedKind;

  @Field(() => Int, { description: "How many." })
  count!: number;
}

@ObjectType("ErasedItem", {
  simpleResolvers: true,
  description: "One thing that an erasure would remove.",
})
export class ErasedItem {
  @Field(() => String, {
    description:
      "FACT, ENTITY, RELATIONSHIP, EVENT, DECISION, MEMORY, REFERENCE, TURN, NOTE or SESSION.",
  })
  kind!: ErasedItemKind;

  @Field(() => ID, { description: "Its id; of a note its path." })
  id!: string;

  @Field(() => String, { nullable: true, description: "What it says." })
  text!: string | null;

  @Field(() => ErasureReasonEnum, { description: "Why it goes." })
  reason!: ErasureReason;

  @Field(() => Boolean, {
    description:
      "Whether it stays: a message as something that happened, without what was said, since other facts that stay were drawn from it; a fact about somebody else as it is, without the name of the one who told it; a session without its title.",
  })
  stays!: boolean;
}

@ObjectType("ErasureRemainder", {
  simpleResolvers: true,
  description: "A place in which something that was removed still stands.",
})
export class ErasureRemainder {
  @Field(() => String, { description: "The table, the container, the index or the file." })
  where!: string;

  @Field(() => Int, { description: "Which of the strings that were looked for, from 0." })
  string!: number;
}

@ObjectType("ErasureCheck", {
  simpleResolvers: true,
  description: "What was found when everything was looked through for what had been removed.",
})
export class ErasureCheck {
  @Field(() => Boolean, { description: "Whether nothing was found." })
  clean!: boolean;

  @Field(() => Int, {
    description: "How many strings were looked for: names, statements, messages, turns.",
  })
  lookedFor!: number;

  @Field(() => Int, {
    description:
      "How many strings were removed: of more than 60 the shortest are looked for. 0 where an erasure was cut short after the words were gone.",
  })
  of!: number;

  @Field(() => Int, {
    description: "How many of them something else says too, in the same words, which stays.",
  })
  saidElsewhere!: number;

  @Field(() => [String], { description: "What was looked through." })
  places!: readonly string[];

  @Field(() => [ErasureRemainder], {
    complexity: listCost,
    description: "What was found; an operator has to see to it.",
  })
  found!: readonly ErasureRemainder[];
}

@ObjectType("ErasureReceipt", {
  simpleResolvers: true,
  description: "What an erasure removed, or would remove. It names nothing of what it removed.",
})
export class ErasureReceipt {
  @Field(() => ErasureScopeEnum, { description: "What was asked for." })
  scope!: ErasureScope;

  @Field(() => ID, { nullable: true, description: "The id that was named; null for everything." })
  id!: string | null;

  @Field(() => Boolean, { description: "Whether nothing was changed." })
  dryRun!: boolean;

  @Field(() => GraphQLDateTime, { description: "When." })
  at!: Instant;

  @Field(() => [ErasedCount], { complexity: listCost, description: "What was removed, by kind." })
  removed!: readonly ErasedCount[];

  @Field(() => Int, {
    description: "How many records stay, without words or ids of what was removed.",
  })
  rewritten!: number;

  @Field(() => String, {
    description:
      "SHA-256 over scope, id, time and counts, in hexadecimal: it tells receipts apart, and no words from it.",
  })
  hash!: string;

  @Field(() => ErasureCheck, {
    nullable: true,
    description: "What was found afterwards; null for a dry run.",
  })
  check!: ErasureCheck | null;

  @Field(() => [ErasedItem], {
    complexity: listCost,
    description: "What would go, and why: for a dry run only, at most 1,000.",
  })
  items!: readonly ErasedItem[];
}
