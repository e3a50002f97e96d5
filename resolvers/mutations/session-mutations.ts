import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { AddTurnsInput } from "../../schema/add-turns-input.ts";
import { WRITE_COST } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { Session } from "../../schema/session.ts";
import { StrategyEnum } from "../../schema/strategy.ts";
import { Turn } from "../../schema/turn.ts";
import { addTurns, deleteSession } from "../../src/chat/add-turns.ts";
import type { Strategy } from "../../src/memory/session.ts";
import { clearSession } from "../../src/write/clear-session.ts";
import { createSession } from "../../src/write/create-session.ts";
import type { Context } from "../context.ts";
import { readingOf } from "../reading.ts";
import { showSession, type ShownSession } from "../show/session.ts";
import { showTurn, type ShownTurn } from "../show/turn.ts";

@Resolver()
export class SessionMutations {
  @Mutation(() => Session, { description: "Begins a conversation thread." })
  async createSession(
    @Arg("title", () => String, { nullable: true, description: "What to call it." }) title:
      | string
      | null
      | undefined,
    @Arg("strategy", () => StrategyEnum, {
      nullable: true,
      defaultValue: "ENTITY_GRAPH",
      description: "By which policy the context of its replies is put together.",
    })
    strategy: Strategy | null | undefined,
    @Arg("idempotencyKey", () => String, {
      nullable: true,
      description:
        "With a key that came before, the session that was begun then is given, as it stands.",
    })
    idempotencyKey: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<ShownSession> {
    const session = await createSession(context.services.write, context.space, {
      title: title ?? null,
      strategy: strategy ?? "ENTITY_GRAPH",
      idempotencyKey,
    });
    return showSession(session, readingOf(context));
  }
  @Mutation(() => [Turn], {
    complexity: ({ args, childComplexity }) =>
      WRITE_COST +
      ((args["input"] as Partial<AddTurnsInput> | undefined)?.turns?.length ?? 1) *
        (1 + childComplexity),
    description:
      "Stores turns at the end of a session, all of them or none, and gives them with their sequence numbers. Nothing is drawn from them: use `write`, `writeMany` or `chat` for what is to be remembered. Errors: NOT_FOUND (session), BAD_USER_INPUT, MESSAGE_TOO_LONG.",
  })
  async addTurns(
    @Arg("input", () => AddTurnsInput, { description: "The turns." }) {
      sessionId,
      turns,
    }: AddTurnsInput,
    @Ctx() context: Context,
  ): Promise<ShownTurn[]> {
    const stored = await addTurns(
      context.services.chat,
      context.space,
      localId(sessionId, "Session"),
      turns,
    );
    return stored.map((turn) => showTurn(turn, readingOf(context)));
  }

  @Mutation(() => Boolean, {
    description:
      "Removes a session with its turns, and all that strategies have made of them; the events, and what was drawn from them, stay, unless its memory is to be cleared. Errors: NOT_FOUND.",
  })
  async deleteSession(
    @Arg("session", () => ID, { description: "The session." }) session: string,
    @Arg("clearMemory", () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: "Whether its memory is cleared first, as clearSession does.",
    })
    clearMemory: boolean | null | undefined,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const id = localId(session, "Session");
    if (clearMemory) await clearSession(context.services.write, context.space, id);
    await deleteSession(context.space, id);
    return true;
  }
}
