import { Arg, Args, Ctx, ID, Query, Resolver } from "type-graphql";
import type { Connection } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { parseGlobalId } from "../../schema/global-id.ts";
import { RootPageArgs } from "../../schema/page.ts";
import { Session, SessionConnection } from "../../schema/session.ts";
import type { Context } from "../context.ts";
import { pageRequest, showPage } from "../page.ts";
import { readingOf, readingOfId } from "../reading.ts";
import { loadSession, showSession, type ShownSession } from "../show/session.ts";

@Resolver()
export class SessionQueries {
  @Query(() => Session, { nullable: true, description: "One session; null where there is none." })
  session(
    @Arg("id", () => ID, { description: "The session's id." }) id: string,
    @Ctx() context: Context,
  ): Promise<ShownSession | null> {
    const globalId = parseGlobalId(id, "Session");
    return loadSession(globalId.id, readingOfId(context, globalId));
  }

  @Query(() => SessionConnection, {
    complexity: pageCost,
    description: "The user's sessions, newest first.",
  })
  async sessions(
    @Args(() => RootPageArgs) args: RootPageArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownSession>> {
    const reading = readingOf(context);
    const page = pageRequest("sessions", args, context.services.limits);
    return showPage("sessions", await context.space.sessions(page), page, (session) =>
      showSession(session, reading),
    );
  }
}
