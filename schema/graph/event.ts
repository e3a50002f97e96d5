import { ArgsType, Field, Float, ID, ObjectType, registerEnumType } from "type-graphql";
import type { EventStatus } from "../../src/memory/event.ts";
import type { Instant } from "../../src/memory/time.ts";
import { connectionOf, RootPageAtArgs } from "../connection.ts";
import { Node, VIEWED_ID } from "../node.ts";
import { GraphQLDateTime } from "../scalars.ts";
import { TAGS_WANTED } from "../tags.ts";
import { Interval } from "../time-point.ts";

@ObjectType("Emotion", { simpleResolvers: true, description: "Emotion that a message shows." })
export class Emotion {
  @Field(() => String, { description: "Emotion in one word." })
  label!: string;

  @Field(() => Float, { description: "Intensity, 0 to 1." })
  intensity!: number;

  @Field(() => Float, { description: "Arousal, 0 (calm) to 1 (agitated)." })
  energy!: number;
}

const EventStatusEnum = {
  PENDING: "PENDING",
  APPLIED: "APPLIED",
  FAILED: "FAILED",
} as const satisfies { [K in EventStatus]: K };

registerEnumType(EventStatusEnum, {
  name: "EventStatus",
  description: "Processing state of an event at the time point's `knownAt`.",
  valuesConfig: {
    PENDING: { description: "Recorded; extraction is still to come." },
    APPLIED: { description: "Facts have been extracted." },
    FAILED: {
      description:
        "Extraction was stopped twice, because it took too much time or memory. `retryEvent` tries it again.",
    },
  },
});

@ObjectType("Event", {
  implements: [Node],
  simpleResolvers: true,
  description: "A message as it was written: the immutable record of one write.",
})
export class Event implements Node {
  @Field(() => ID, { description: VIEWED_ID })
  id!: string;

  @Field(() => String, { description: "Text of the message." })
  message!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Name of the speaker as given; null for the user, `[erased]` for a speaker who was erased.",
  })
  speaker!: string | null;

  @Field(() => [String], { description: "Labels given by the client; may be empty." })
  tags!: readonly string[];

  @Field(() => GraphQLDateTime, { description: "When the message was said." })
  occurredAt!: Instant;

  @Field(() => GraphQLDateTime, { description: "When the event was recorded." })
  recordedAt!: Instant;

  @Field(() => Emotion, {
    nullable: true,
    description: "Emotion of the message; null if there is none, or while the event is PENDING.",
  })
  emotion!: Emotion | null;

  @Field(() => EventStatusEnum, {
    description: "Processing state at the time point's `knownAt`.",
  })
  status!: EventStatus;

  @Field(() => String, {
    nullable: true,
    description: "Why the event FAILED, in one or two sentences; null in any other state.",
  })
  error!: string | null;
}

export const EventConnection = connectionOf(() => Event, "Event", "events");

@ArgsType()
export class EventsArgs extends RootPageAtArgs {
  @Field(() => [EventStatusEnum], {
    nullable: true,
    description: "Only events in one of these states at the time point's `knownAt`.",
  })
  status?: EventStatus[] | null;

  @Field(() => ID, { nullable: true, description: "Only events of this session." })
  sessionId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Only events of this speaker: the name as it was given.",
  })
  speaker?: string | null;

  @Field(() => [String], { nullable: true, description: TAGS_WANTED })
  tags?: string[] | null;

  @Field(() => Interval, {
    nullable: true,
    description: "Only events recorded in this interval. Errors: INVALID_INTERVAL.",
  })
  recorded?: Interval | null;
}
