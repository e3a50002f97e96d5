import { Field, ID, ObjectType } from "type-graphql";
import type { EventStatus } from "../src/memory/event.ts";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { Emotion } from "./emotion.ts";
import { EventStatusEnum } from "./event-status.ts";
import { Node } from "./node.ts";

@ObjectType("Event", {
  implements: [Node],
  simpleResolvers: true,
  description: "The immutable record of one write.",
})
export class Event implements Node {
  @Field(() => ID, {
    description: "The id of the event; of a past view of it, if the time point is a past one.",
  })
  id!: string;

  @Field(() => String, { description: "The raw message." })
  message!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Who said it, by the name that the caller gave; null for the user, `[erased]` for one who was forgotten.",
  })
  speaker!: string | null;

  @Field(() => GraphQLDateTime, { description: "When it was said." })
  occurredAt!: Instant;

  @Field(() => GraphQLDateTime, { description: "When it was recorded." })
  recordedAt!: Instant;

  @Field(() => Emotion, {
    nullable: true,
    description: "What feeling it shows; null where it shows none, or is still pending.",
  })
  emotion!: Emotion | null;

  @Field(() => EventStatusEnum, {
    description: "How far it was worked through, at the view's knownAt.",
  })
  status!: EventStatus;
}
