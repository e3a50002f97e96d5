import { Args, Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { Connection } from "../../schema/connection.ts";
import { ChatContext } from "../../schema/chat-context.ts";
import { MannerArgs } from "../../schema/chat-context-args.ts";
import { CONTEXT_COST, pageCost, workCost } from "../../schema/cost.ts";
import { Event } from "../../schema/event.ts";
import { Session } from "../../schema/session.ts";
import { TurnStateEnum } from "../../schema/turn-state.ts";
import { Turn, TurnConnection } from "../../schema/turn.ts";
import { TurnsArgs } from "../../schema/turns-args.ts";
import { contextAgain, contextOfTurn } from "../../src/chat/context-for.ts";
import type { TurnState } from "../../src/memory/session.ts";
import { Problem } from "../../src/memory/problem.ts";
import { turnCountOf, turnsOf, type TurnsRequest } from "../../src/read/session-turns.ts";
import type { Context } from "../context.ts";
import { placeOf } from "../cursor.ts";
import { pageSize, showItems } from "../page.ts";
import type { PageLimits } from "../page-limits.ts";
import { showChatContext } from "../show/chat.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { loadSession, type ShownSession } from "../show/session.ts";
import { showTurn, type ShownTurn } from "../show/turn.ts";

const seqOf = (cursor: string | null | undefined): number | undefined =>
  cursor == null ? undefined : Number(placeOf("turns", cursor));

/** What lies within both, where one is left out the other. */
const highest = (...bounds: readonly (number | undefined)[]): number | undefined =>
  bounds.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);
const lowest = (...bounds: readonly (number | undefined)[]): number | undefined =>
  bounds.reduce((a, b) => (a === undefined || (b !== undefined && b < a) ? b : a), undefined);

const turnsRequest = (
  { first, after, last, before, fromSeq, toSeq }: TurnsArgs,
  limits: PageLimits,
): TurnsRequest => {
  const fromEnd = last != null || (first == null && after == null && before != null);
  if ((first != null || after != null) && (last != null || before != null)) {
    throw new Problem(
      "BAD_USER_INPUT",
      "Page forwards with first and after, or backwards with last and before, not both.",
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
  @FieldResolver(() => Int, { description: "How many turns it has, or had at a past view." })
  turnCount(@Root() { record, reading }: ShownSession): Promise<number> {
    return turnCountOf(reading.space, record, reading.view);
  }

  @FieldResolver(() => TurnConnection, {
    complexity: pageCost,
    description:
      "Its turns, in the order in which they were stored; at a past view, those that were recorded by then.",
  })
  async turns(
    @Root() { record, reading }: ShownSession,
    @Args(() => TurnsArgs) args: TurnsArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownTurn>> {
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
        placeAt: (index) => String(page.turns[index]?.seq),
        hasNextPage: page.hasNextPage,
        hasPreviousPage: page.hasPreviousPage,
        total: () => turnCountOf(reading.space, record, reading.view),
      },
    );
  }
}

@Resolver(() => Turn)
export class TurnFields {
  @FieldResolver(() => Session, { description: "The session that it is a turn of." })
  session(@Root() { record, reading }: ShownTurn): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => TurnStateEnum, {
    description:
      "How much of it TIERED still sends as it was said, now. FULL in sessions of other strategies.",
  })
  async state(@Root() { record, reading }: ShownTurn): Promise<TurnState> {
    return (await reading.loaders.turnStates.load(record.session))(record.seq);
  }

  @FieldResolver(() => Event, {
    nullable: true,
    description: "The event that was recorded for it.",
  })
  event(@Root() { record, reading }: ShownTurn): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }

  @FieldResolver(() => ChatContext, {
    nullable: true,
    complexity: workCost(CONTEXT_COST),
    description:
      "What the model was sent for the reply to this turn, or for this reply, as it was sent. null where no reply was asked for. What has expired since is told in `cut`.",
  })
  async context(@Root() { record, reading }: ShownTurn): Promise<ChatContext | null> {
    const sent = await contextOfTurn(reading.space, record);
    return sent && showChatContext(sent, reading);
  }

  @FieldResolver(() => ChatContext, {
    nullable: true,
    complexity: workCost(CONTEXT_COST),
    description:
      "The same put together again, from memory as it was then. null for a turn that is neither the user's nor a reply to it. What has expired since is told in `cut`.",
  })
  async recomputedContext(
    @Root() { record, reading }: ShownTurn,
    @Args(() => MannerArgs) args: MannerArgs,
    @Ctx() { services }: Context,
  ): Promise<ChatContext | null> {
    const again = await contextAgain(services.chat, reading.space, record, args);
    return again && showChatContext(again, { ...reading, view: { ...reading.view, past: true } });
  }
}
