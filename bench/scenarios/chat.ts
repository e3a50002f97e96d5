import { v7 as newId } from "uuid";
import { addTurns } from "../../src/chat/sessions.ts";
import { contextFor } from "../../src/chat/context/planned-context.ts";
import type { Session, Strategy } from "../../src/memory/session.ts";
import { instantOf } from "../../src/memory/time.ts";
import { viewAt } from "../../src/read/view.ts";
import { write } from "../../src/write/write.ts";
import { questionOf, messageOf } from "../conversation.ts";
import { openPalimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { required } from "../lookup.ts";

const REPLY = "I see.";
const TURNS_AT_ONCE = 1_000;

/**
 * Assembles contexts in sessions of a number of turns, one for each strategy, over their memories.
 */
await scenario<
  { readonly turns: number; readonly strategies: readonly Strategy[] },
  Strategy,
  null
>(async ({ folder, turns, strategies }) => {
  const palimpsest = await openPalimpsest(folder);
  const {
    space,
    services: { chat, write: writing },
  } = palimpsest;
  const messages = Array.from({ length: turns / 2 }, (_, n) => messageOf(n));
  const talk = messages.flatMap((content) => [
    { role: "USER", content } as const,
    { role: "AGENT", content: REPLY } as const,
  ]);
  const sessions = new Map<Strategy, Session>();
  for (const strategy of strategies) {
    const session: Session = {
      id: newId(),
      title: null,
      strategy,
      createdAt: instantOf(Date.now()),
      turnCount: 0,
    };
    await space.createSession(session);
    if (strategy !== "TIERED")
      for (let at = 0; at < talk.length; at += TURNS_AT_ONCE)
        await addTurns(chat, space, session.id, talk.slice(at, at + TURNS_AT_ONCE));
    await chat.background.whenIdle();
    sessions.set(strategy, session);
  }
  // TIERED searches only its own session, so the messages are written there.
  const tieredSession = sessions.get("TIERED")?.id;
  for (const message of messages) {
    await write(writing, space, { message, session: tieredSession });
    if (tieredSession !== undefined)
      await addTurns(chat, space, tieredSession, [{ role: "AGENT", content: REPLY }]);
  }
  await chat.background.whenIdle();
  const assembling = (strategy: Strategy) => async (run: number) => {
    const { context } = await contextFor(chat, space, viewAt((await palimpsest.context()).pin), {
      session: required(sessions.get(strategy), `The session of ${strategy}`).id,
      message: questionOf(run),
    });
    if (context.messages.length < 2) throw new Error("No context.");
  };
  return {
    works: Object.fromEntries(
      strategies.map((strategy) => [strategy, assembling(strategy)]),
    ) as Record<Strategy, (run: number) => Promise<void>>,
    findings: () => null,
  };
});
