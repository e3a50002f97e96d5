import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import type { ErasedKind } from "../src/store/port/erasure.ts";
import type { ErasedItemKind, ErasureReason, ErasureScope } from "../src/write/erase/target.ts";
import { listCost } from "./cost.ts";
import { GraphQLDateTime } from "./scalars.ts";

const ErasureScopeEnum = {
  FACT: "FACT",
  ENTITY: "ENTITY",
  EVENT: "EVENT",
  SESSION: "SESSION",
  SPACE: "SPACE",
} as const satisfies { [K in ErasureScope]: K };

registerEnumType(ErasureScopeEnum, {
  name: "ErasureScope",
  description: "Scope of an erasure.",
  valuesConfig: {
    FACT: { description: "A fact: all its versions, and the messages that stated it." },
    ENTITY: {
      description:
        "An entity and those merged into it: facts that are about it or name it, and messages that name it or that it said. Facts that it stated about others remain, without its name.",
    },
    EVENT: { description: "A message and everything extracted from it." },
    SESSION: {
      description: "A session: its turns, its messages and everything extracted from them.",
    },
    SPACE: { description: "The whole memory of the user." },
  },
});

const ErasureReasonEnum = {
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
  description: "Why an item is erased.",
  valuesConfig: {
    ASKED: { description: "It is the item named, or part of it." },
    OF_ENTITY: { description: "It is about the entity, or was merged into it." },
    NAMES_ENTITY: { description: "It names the entity." },
    SAID_BY_ENTITY: { description: "The entity said it." },
    SOURCE: { description: "An erased item was extracted from it, or it from an erased item." },
    REPLY: { description: "It replies to an erased turn." },
    DRAWN_FROM: {
      description: "It was derived from erased items: a summary, an episode, a context.",
    },
    LINK: {
      description: "It connects an erased item with another item, or is a decision about one.",
    },
    NOTHING_LEFT: { description: "Nothing else is known about it." },
  },
});

@ObjectType("ErasedCount", {
  simpleResolvers: true,
  description: "Number of erased records of one kind.",
})
export class ErasedCount {
  @Field(() => String, {
    description:
      "Kind of record: FACT, FACT_VERSION, ENTITY, ENTITY_VERSION, RELATIONSHIP, EVENT, DECISION, CHANGE, SEARCH_TEXT (with its index entries), VECTOR, MEMORY_VERSION, REFERENCE, TURN, NOTE or SESSION.",
  })
  kind!: ErasedKind;

  @Field(() => Int, { description: "Number of records." })
  count!: number;
}

@ObjectType("ErasedItem", {
  simpleResolvers: true,
  description: "An item that an erasure would remove or rewrite.",
})
export class ErasedItem {
  @Field(() => String, {
    description:
      "Kind of item: FACT, ENTITY, RELATIONSHIP, EVENT, DECISION, MEMORY, REFERENCE, TURN, NOTE or SESSION.",
  })
  kind!: ErasedItemKind;

  @Field(() => ID, { description: "Global id; for a NOTE, its path." })
  id!: string;

  @Field(() => String, { nullable: true, description: "Text of the item; null if it has none." })
  text!: string | null;

  @Field(() => ErasureReasonEnum, { description: "Why it is erased." })
  reason!: ErasureReason;

  @Field(() => Boolean, {
    description:
      "Whether the item remains without the erased content: a message without its text, a fact without its speaker, a session without its title.",
  })
  stays!: boolean;
}

@ObjectType("ErasureRemainder", {
  simpleResolvers: true,
  description: "A place where erased text was still found.",
})
export class ErasureRemainder {
  @Field(() => String, { description: "Table, container, index or file." })
  location!: string;

  @Field(() => Int, { description: "Index of the string that was found, from 0." })
  stringIndex!: number;
}

@ObjectType("ErasureCheck", {
  simpleResolvers: true,
  description: "Result of the search for erased text after an erasure.",
})
export class ErasureCheck {
  @Field(() => Boolean, { description: "Whether no erased text was found." })
  clean!: boolean;

  @Field(() => Int, {
    description: "Number of strings searched for: names, statements, messages, turns.",
  })
  stringsSearched!: number;

  @Field(() => Int, {
    description:
      "Number of strings erased. Of more than 60, the shortest are searched for. 0 if the erasure was interrupted after the text was removed.",
  })
  stringsErased!: number;

  @Field(() => Int, {
    description: "Number of erased strings that other, remaining items contain word for word.",
  })
  stringsKeptElsewhere!: number;

  @Field(() => [String], {
    description: "Tables, containers, indexes and files that were searched.",
  })
  locations!: readonly string[];

  @Field(() => [ErasureRemainder], {
    complexity: listCost,
    description: "Erased text that was found. The operator must investigate it.",
  })
  remainders!: readonly ErasureRemainder[];
}

@ObjectType("ErasureReceipt", {
  simpleResolvers: true,
  description: "Record of an erasure or of its dry run. It contains no erased content.",
})
export class ErasureReceipt {
  @Field(() => ErasureScopeEnum, { description: "Scope of the erasure." })
  scope!: ErasureScope;

  @Field(() => ID, { nullable: true, description: "Id in the request; null for SPACE." })
  id!: string | null;

  @Field(() => Boolean, { description: "Whether the erasure was a dry run." })
  dryRun!: boolean;

  @Field(() => GraphQLDateTime, { description: "Time of the erasure." })
  at!: Instant;

  @Field(() => [ErasedCount], {
    complexity: listCost,
    description: "Number of erased records by kind.",
  })
  removed!: readonly ErasedCount[];

  @Field(() => Int, {
    description: "Number of records that remain without the erased text and ids.",
  })
  rewritten!: number;

  @Field(() => String, {
    description:
      "SHA-256 over scope, id, time and counts, in hexadecimal. Distinguishes receipts and reveals no content.",
  })
  hash!: string;

  @Field(() => ErasureCheck, {
    nullable: true,
    description: "Check after the erasure; null for a dry run.",
  })
  check!: ErasureCheck | null;

  @Field(() => [ErasedItem], {
    complexity: listCost,
    description: "Items that would be erased, with reasons: dry run only, at most 1,000.",
  })
  items!: readonly ErasedItem[];
}

@InputType("EraseInput", { description: "Content to erase." })
export class EraseInput {
  @Field(() => ErasureScopeEnum, { description: "Kind of item to erase, or the whole space." })
  scope!: ErasureScope;

  @Field(() => ID, { nullable: true, description: "Id of the item to erase. Omit for SPACE." })
  id?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "If true, list what would be erased, and erase nothing.",
  })
  dryRun?: boolean | null;
}

@ObjectType("ErasePayload", { simpleResolvers: true, description: "The result of `erase`." })
export class ErasePayload {
  @Field(() => ErasureReceipt, { description: "What was erased, without its content." })
  receipt!: ErasureReceipt;
}
