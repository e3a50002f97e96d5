import { Args, Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { Connection } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { Event } from "../../schema/event.ts";
import { Session } from "../../schema/session.ts";
import { Turn, TurnConnection } from "../../schema/turn.ts";
import { TurnsArgs } from "../../schema/turns-args.ts";
import { Problem } from "../../src/memory/problem.ts";
import { turnCountOf, turnsOf, type TurnsRequest } from "../../src/read/session-turns.ts";
import type { Context } from "../context.ts";
import { placeOf } from "../cursor.ts";
import { pageSize, showItems } from "../page.ts";
import type { PageLimits } from "../page-limits.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { loadSession, type ShownSession } from "../show/session.ts";
import { showTurn, type ShownTurn } from "../show/turn.ts";

const seqOf = (cursor: string | null | undefined): number | undefined => (cursor == null ? undefined : Number(placeOf("turns", cursor)));

const turnsRequest = ({ first, after, last, before }: TurnsArgs, limits: PageLimits): TurnsRequest => {
  const fromEnd = last != null || (first == null && after == null && before != null);
  if ((first != null || after != null) && (last != null || before != null)) {
    throw new Problem("BAD_USER_INPUT", "Page forwards with first and after, or backwards with last and before, not both.");
  }
  return fromEnd ? { last: pageSize(last, limits, "last"), before: seqOf(before) } : { first: pageSize(first, limits), after: seqOf(after) };
};

@Resolver(() => Session)
export class SessionFields {
  @FieldResolver(() => Int, { description: "How many turns it has, or had at a past view." })
  turnCount(@Root() { record, reading }: ShownSession): Promise<number> {
    return turnCountOf(reading.space, record, reading.view);
  }

  @FieldResolver(() => TurnConnection, { complexity: pageCost, description: "Its turns, in the order in which they were stored; at a past view, those that were recorded by then." })
  async turns(@Root() { record, reading }: ShownSession, @Args(() => TurnsArgs) args: TurnsArgs, @Ctx() { services }: Context): Promise<Connection<ShownTurn>> {
    const page = await turnsOf(reading.space, record, reading.view, turnsRequest(args, services.limits));
    return showItems("turns", page.turns.map((turn) => showTurn(turn, reading)), {
      placeAt: (index) => String(page.turns[index]?.seq),
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      total: () => turnCountOf(reading.space, record, reading.view),
    });
  }
}

@Resolver(() => Turn)
export class TurnFields {
  @FieldResolver(() => Session, { description: "The session that it is a turn of." })
  session(@Root() { record, reading }: ShownTurn): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => Event, { nullable: true, description: "The event that was recorded for it." })
  event(@Root() { record, reading }: ShownTurn): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }
}
