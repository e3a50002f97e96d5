import { FieldResolver, Resolver, Root } from "type-graphql";
import { Change } from "../../schema/change.ts";
import { Decision } from "../../schema/decision.ts";
import { Event } from "../../schema/event.ts";
import { Node } from "../../schema/node.ts";
import type { Changed } from "../../src/memory/change.ts";
import type { Reading } from "../reading.ts";
import type { ShownChange } from "../show/change.ts";
import { loadDecision, type ShownDecision } from "../show/decision.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { loadNode, type ShownNode } from "../show/node.ts";

const KIND = { FACT: "Fact", RELATIONSHIP: "Relationship", ENTITY: "Entity" } as const;

const load = (
  changed: Changed | null,
  reading: Reading,
): ShownNode | null | Promise<ShownNode | null> =>
  changed && loadNode(KIND[changed.kind], changed.id, reading);

@Resolver(() => Change)
export class ChangeFields {
  @FieldResolver(() => Node, {
    nullable: true,
    description:
      "The Fact, Relationship or Entity as it stood just before: where a fact took the place of another, that other. null for what is new.",
  })
  before(
    @Root() { record, readBefore }: ShownChange,
  ): ShownNode | null | Promise<ShownNode | null> {
    return load(record.before, readBefore);
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description:
      "The Fact, Relationship or Entity as it stands from then on; null for what is believed no more.",
  })
  after(@Root() { record, readAfter }: ShownChange): ShownNode | null | Promise<ShownNode | null> {
    return load(record.after, readAfter);
  }

  @FieldResolver(() => Decision, { nullable: true, description: "What brought it about." })
  decision(@Root() { record, readAfter }: ShownChange): Promise<ShownDecision | null> {
    return loadDecision(record.decision, readAfter);
  }

  @FieldResolver(() => Event, { nullable: true, description: "The event that it was drawn from." })
  event(@Root() { record, readAfter }: ShownChange): Promise<ShownEvent | null> {
    return loadEvent(record.event, readAfter);
  }
}
