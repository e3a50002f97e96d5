import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { AT, type Connection, RootPageAtArgs } from "../../schema/connection.ts";
import { pageCost, workCost, WRITE_COST } from "../../schema/cost.ts";
import { SessionSummary } from "../../schema/derived/derived-memory.ts";
import { localId, parseGlobalId } from "../../schema/global-id.ts";
import {
  ClearSessionInput,
  ClearSessionPayload,
  CreateSessionInput,
  CreateSessionPayload,
  DeleteSessionInput,
  DeleteSessionPayload,
  Session,
  SessionConnection,
} from "../../schema/sessions/session.ts";
import { TurnConnection, TurnsArgs } from "../../schema/sessions/turn.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { deleteSession } from "../../src/chat/sessions.ts";
import { sessionSummaryId } from "../../src/memory/derived-memory-ids.ts";
import { Problem } from "../../src/memory/problem.ts";
import { turnCountOf, turnsOf, type TurnsRequest } from "../../src/read/history/session-turns.ts";
import type { PageLimits } from "../../src/read/page-size.ts";
import { clearSession } from "../../src/write/operations/clear-session.ts";
import { createSession } from "../../src/write/operations/create-session.ts";
import type { Context } from "../context.ts";
import { pageRequest, pageSize, positionOf, showItems, showPage } from "../page.ts";
import { below, readingOf, readingOfId, readingAt } from "../reading.ts";
import { loadMemory, type ShownMemory } from "../show/derived-memory.ts";
import { loadSession, type ShownSession, showSession } from "../show/session.ts";
import { type ShownTurn, showTurn } from "../show/turn.ts";

@Resolver()
export class SessionQueries {
  @Query(() => Session, { nullable: true, description: "A session by id; null if there is none." })
  async session(
    @Arg("id", () => ID, { description: "Id of the session." }) id: string,
    @Ctx() context: Context,
  ): Promise<ShownSession | null> {
    const globalId = parseGlobalId(id, "Session");
    return loadSession(globalId.id, await readingOfId(context, globalId));
  }

  @Query(() => SessionConnection, {
    complexity: pageCost,
    description: "Sessions of the user, newest first; at a past time point, those created by then.",
  })
  async sessions(
    @Args(() => RootPageAtArgs) args: RootPageAtArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownSession>> {
    const reading = await readingAt(context, args.at);
    const page = pageRequest("sessions", args, context.services.limits);
    const sessions = await context.space.sessions(page, args.at?.knownAt ?? undefined);
    return showPage("sessions", sessions, page, (session) => showSession(session, reading));
  }
}

@Resolver()
export class SessionMutations {
  @Mutation(() => CreateSessionPayload, { description: "Creates a session." })
  async createSession(
    @Arg("input", () => CreateSessionInput, { description: "The session to create." })
    { title, strategy, idempotencyKey }: CreateSessionInput,
    @Ctx() context: Context,
  ): Promise<{ readonly session: ShownSession }> {
    const session = await createSession(context.services.write, context.space, {
      title: title ?? null,
      strategy,
      idempotencyKey,
    });
    return { session: showSession(session, readingOf(context)) };
  }

  @Mutation(() => DeleteSessionPayload, {
    description:
      "Deletes a session with its turns and the notes of its strategy. Its events and everything extracted from them remain, unless `clearMemory` is true. Errors: NOT_FOUND.",
  })
  async deleteSession(
    @Arg("input", () => DeleteSessionInput, { description: "The session to delete." })
    { sessionId, clearMemory }: DeleteSessionInput,
    @Ctx() context: Context,
  ): Promise<DeleteSessionPayload> {
    const id = localId(sessionId, "Session");
    if (clearMemory) await clearSession(context.services.write, context.space, id);
    await deleteSession(context.space, id);
    return { sessionId };
  }

  @Mutation(() => ClearSessionPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Clears a session: removes its turns, retracts its SESSION facts, and hides its messages and summary from search. LONG_TERM facts, past views and the session itself remain. Errors: NOT_FOUND.",
  })
  async clearSession(
    @Arg("input", () => ClearSessionInput, { description: "The session to clear." })
    { sessionId }: ClearSessionInput,
    @Ctx() { services, space }: Context,
  ): Promise<ClearSessionPayload> {
    const { facts, messages, turns } = await clearSession(
      services.write,
      space,
      localId(sessionId, "Session"),
    );
    return { factsCleared: facts, messagesCleared: messages, turnsCleared: turns };
  }
}

const seqOf = (cursor: string | null | undefined): number | undefined =>
  cursor == null ? undefined : Number(positionOf("turns", cursor));

/** The tighter of two bounds; the other one if one is missing. */
const highest = (...bounds: readonly (number | undefined)[]): number | undefined =>
  bounds.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);
const lowest = (...bounds: readonly (number | undefined)[]): number | undefined =>
  bounds.reduce((a, b) => (a === undefined || (b !== undefined && b < a) ? b : a), undefined);

/**
 * The request for a page of turns: forwards from the start, unless `last` or only `before` is
 * given.
 */
const turnsRequest = (
  { first, after, last, before, fromSeq, toSeq }: TurnsArgs,
  limits: PageLimits,
): TurnsRequest => {
  const fromEnd = last != null || (first == null && after == null && before != null);
  if ((first != null || after != null) && (last != null || before != null)) {
    throw new Problem(
      "BAD_USER_INPUT",
      "Use first and after to page forwards, or last and before to page backwards, but not both.",
    );
  }
  const range = {
    after: highest(seqOf(after), fromSeq == null ? undefined : fromSeq - 1),
    before: lowest(seqOf(before), toSeq == null ? undefined : toSeq + 1),
  };
  return fromEnd
    ? { ...range, last: pageSize(last, limits, "last") }
    : { ...range, first: pageSize(first, limits) };
};

@Resolver(() => Session)
export class SessionFields {
  @FieldResolver(() => Int, {
    description: "Number of turns; in a past view, of those recorded by then.",
  })
  turnCount(@Root() { record, reading }: ShownSession): Promise<number> {
    return turnCountOf(reading.space, record, reading.view);
  }

  @FieldResolver(() => TurnConnection, {
    complexity: pageCost,
    description:
      "Turns of the session, in the order in which they were stored; in a past view, those recorded by then.",
  })
  async turns(
    @Root() { record, reading: parent }: ShownSession,
    @Args(() => TurnsArgs) args: TurnsArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownTurn>> {
    const reading = await below(parent, args.at);
    const page = await turnsOf(
      reading.space,
      record,
      reading.view,
      turnsRequest(args, services.limits),
    );
    return showItems(
      "turns",
      page.turns.map((turn) => showTurn(turn, reading)),
      {
        positions: page.turns.map(({ seq }) => String(seq)),
        hasNextPage: page.hasNextPage,
        hasPreviousPage: page.hasPreviousPage,
        total: () => turnCountOf(reading.space, record, reading.view),
      },
    );
  }

  @FieldResolver(() => SessionSummary, {
    nullable: true,
    description: "Summary of the session; null if none has been made.",
  })
  async summary(
    @Root() { record, reading }: ShownSession,
    @Arg("at", () => TimePointInput, { nullable: true, description: AT }) at:
      | TimePointInput
      | null
      | undefined,
  ): Promise<ShownMemory | null> {
    return loadMemory(sessionSummaryId(reading.space.id.user, record.id), await below(reading, at));
  }
}
