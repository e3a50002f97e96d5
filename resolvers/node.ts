import { Arg, Args, Ctx, ID, Query, Resolver } from "type-graphql";
import { type Connection, MAXIMUM_NODES } from "../schema/connection.ts";
import { idsCost, pageCost } from "../schema/cost.ts";
import { localId, parseGlobalId, parseNodeId } from "../schema/global-id.ts";
import { Event, EventConnection, EventsArgs } from "../schema/graph/event.ts";
import { checkTags } from "../src/memory/tags.ts";
import { Problem } from "../src/memory/problem.ts";
import { intervalOf } from "./arguments.ts";
import { pageRequest, showPage } from "./page.ts";
import { Node } from "../schema/node.ts";
import type { Context } from "./context.ts";
import { readingOfId, readingAt } from "./reading.ts";
import { loadEvent, showEvent, type ShownEvent } from "./show/event.ts";
import { loadNode, type ShownNode } from "./show/node.ts";

@Resolver()
export class NodeQueries {
  @Query(() => Node, {
    nullable: true,
    description:
      "Any object by its id; null if there is none. The id of a past view reads the same view again. Errors: INVALID_ID.",
  })
  async node(
    @Arg("id", () => ID, { description: "Id of the object." }) id: string,
    @Ctx() context: Context,
  ): Promise<ShownNode | null> {
    const globalId = parseNodeId(id);
    return loadNode(globalId.kind, globalId.id, await readingOfId(context, globalId));
  }

  @Query(() => [Node], {
    nullable: "items",
    complexity: idsCost,
    description: `Objects in the order of the ids; null where there is none. At most ${MAXIMUM_NODES} ids. Errors: INVALID_ID, BAD_USER_INPUT.`,
  })
  nodes(
    @Arg("ids", () => [ID], { description: "Ids of objects, of the present or of past views." })
    ids: string[],
    @Ctx() context: Context,
  ): Promise<(ShownNode | null)[]> {
    if (ids.length > MAXIMUM_NODES)
      throw new Problem(
        "BAD_USER_INPUT",
        `ids has ${ids.length} items; at most ${MAXIMUM_NODES} are allowed.`,
      );
    return Promise.all(
      ids
        .map(parseNodeId)
        .map(async (id) => loadNode(id.kind, id.id, await readingOfId(context, id))),
    );
  }

  @Query(() => EventConnection, {
    complexity: pageCost,
    description:
      "Recorded messages, as of the time point's `knownAt`, newest first. Use `status` to find messages that wait or have failed. Errors: INVALID_ID, INVALID_INTERVAL.",
  })
  async events(
    @Args(() => EventsArgs) args: EventsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownEvent>> {
    const reading = await readingAt(context, args.at);
    const page = pageRequest("events", args, context.services.limits);
    const events = await context.space.eventLog({
      statuses: args.status ?? undefined,
      session: args.sessionId == null ? undefined : localId(args.sessionId, "Session"),
      speaker: args.speaker ?? undefined,
      tags: checkTags(args.tags),
      ...(args.recorded && intervalOf(args.recorded)),
      knownAt: reading.view.at.knownAt,
      page,
    });
    return showPage("events", events, page, (event) => showEvent(event, reading));
  }

  @Query(() => Event, { nullable: true, description: "An event by id; null if there is none." })
  async event(
    @Arg("id", () => ID, {
      description: "Id of the event. The id of a past view is read at that view's time point.",
    })
    id: string,
    @Ctx() context: Context,
  ): Promise<ShownEvent | null> {
    const globalId = parseGlobalId(id, "Event");
    return loadEvent(globalId.id, await readingOfId(context, globalId));
  }
}
