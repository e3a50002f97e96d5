import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import { CONTEXT_COST, workCost, WRITE_COST } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { Event } from "../../schema/graph/event.ts";
import { ChatContext, MannerArgs } from "../../schema/sessions/chat-context.ts";
import { Session } from "../../schema/sessions/session.ts";
import { AddTurnsInput, AddTurnsPayload, Turn, TurnStateEnum } from "../../schema/sessions/turn.ts";
import { recomputeContext, contextOfTurn } from "../../src/chat/context/planned-context.ts";
import { addTurns } from "../../src/chat/sessions.ts";
import { statedOffset } from "../../src/memory/stated-offsets.ts";
import type { TurnState } from "../../src/memory/session.ts";
import type { Context } from "../context.ts";
import { readingOf } from "../reading.ts";
import { showChatContext } from "../show/chat.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { loadSession, type ShownSession } from "../show/session.ts";
import { type ShownTurn, showTurn } from "../show/turn.ts";

@Resolver()
export class TurnMutations {
  @Mutation(() => AddTurnsPayload, {
    complexity: ({ args, childComplexity }) =>
      WRITE_COST +
      ((args["input"] as Partial<AddTurnsInput> | undefined)?.turns?.length ?? 1) *
        (1 + childComplexity),
    description:
      "Appends turns to a session: all of them, or none. Nothing is extracted from them; use `write`, `writeMany` or `chat` for that. Errors: NOT_FOUND (session), BAD_USER_INPUT, MESSAGE_TOO_LONG.",
  })
  async addTurns(
    @Arg("input", () => AddTurnsInput, { description: "The turns to store." }) {
      sessionId,
      turns,
    }: AddTurnsInput,
    @Ctx() context: Context,
  ): Promise<{ readonly turns: readonly ShownTurn[] }> {
    const storedTurns = await addTurns(
      context.services.chat,
      context.space,
      localId(sessionId, "Session"),
      turns.map((turn) => ({
        ...turn,
        speaker: turn.speaker ?? (turn.role === "USER" ? context.speaker : null),
        timeZone: statedOffset(turn.occurredAt),
      })),
    );
    return { turns: storedTurns.map((turn) => showTurn(turn, readingOf(context))) };
  }
}

@Resolver(() => Turn)
export class TurnFields {
  @FieldResolver(() => Session, { description: "Session that the turn belongs to." })
  session(@Root() { record, reading }: ShownTurn): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => TurnStateEnum, {
    description:
      "Form in which the TIERED strategy sends the turn now; FULL under any other strategy.",
  })
  async state(@Root() { record, reading }: ShownTurn): Promise<TurnState> {
    return (await reading.loaders.turnStates.load(record.session))(record.seq);
  }

  @FieldResolver(() => Event, {
    nullable: true,
    description: "Event recorded for the turn.",
  })
  event(@Root() { record, reading }: ShownTurn): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }

  @FieldResolver(() => ChatContext, {
    nullable: true,
    complexity: workCost(CONTEXT_COST),
    description:
      "Context sent to the model for the reply to this turn, or for this reply; null if there was no reply. `cuts` lists what has expired since.",
  })
  async context(@Root() { record, reading }: ShownTurn): Promise<ChatContext | null> {
    const sentContext = await contextOfTurn(reading.space, record);
    return sentContext && showChatContext(sentContext, reading);
  }

  @FieldResolver(() => ChatContext, {
    nullable: true,
    complexity: workCost(CONTEXT_COST),
    description:
      "The same context built again from memory as it was then; null for a turn that is neither the user's nor a reply. `cuts` lists what has expired since.",
  })
  async recomputedContext(
    @Root() { record, reading }: ShownTurn,
    @Args(() => MannerArgs) args: MannerArgs,
    @Ctx() { services }: Context,
  ): Promise<ChatContext | null> {
    const recomputedContext = await recomputeContext(services.chat, reading.space, record, args);
    return (
      recomputedContext &&
      showChatContext(recomputedContext, { ...reading, view: { ...reading.view, past: true } })
    );
  }
}
