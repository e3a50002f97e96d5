import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import { Event } from "../../schema/event.ts";
import { parseGlobalId, parseNodeId } from "../../schema/global-id.ts";
import { Node } from "../../schema/node.ts";
import type { Context } from "../context.ts";
import { readingOfId } from "../reading.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { loadNode, type ShownNode } from "../show/node.ts";

@Resolver()
export class NodeQueries {
  @Query(() => Node, {
    nullable: true,
    description:
      "Any object by its id; that of a past view reads the same view again. null where there is none. A text that is no id is refused with INVALID_ID.",
  })
  node(
    @Arg("id", () => ID, { description: "An id that the service gave." }) id: string,
    @Ctx() context: Context,
  ): ShownNode | null | Promise<ShownNode | null> {
    const globalId = parseNodeId(id);
    return loadNode(globalId.kind, globalId.id, readingOfId(context, globalId));
  }

  @Query(() => Event, { nullable: true, description: "One event; null where there is none." })
  event(
    @Arg("id", () => ID, {
      description: "The event's id. That of a past view is read at that view's time point.",
    })
    id: string,
    @Ctx() context: Context,
  ): Promise<ShownEvent | null> {
    const globalId = parseGlobalId(id, "Event");
    return loadEvent(globalId.id, readingOfId(context, globalId));
  }
}
