import type { EventId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import { later, plusMillis, type Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { logEvent } from "../write/log-event.ts";
import { findSession } from "./find-session.ts";
import { POLICIES } from "./policies.ts";
import { recentWords } from "./recent-words.ts";
import { checkChat, type ChatRequest } from "./request.ts";
import { runChat, type RunningChat } from "./run-chat.ts";
import type { ChatServices } from "./services.ts";

export type { RunningChat } from "./run-chat.ts";

/** The chats that this process is at, so that one that is asked for again joins the first. */
const running = new Map<EventId, RunningChat>();

/** Takes a message: it is on record when this resolves, and the chat goes on from there. Everything that `chat` throws before that is thrown here. */
export const beginChat = async (
  services: ChatServices,
  space: SpaceStore,
  request: ChatRequest,
): Promise<RunningChat> => {
  const started = services.read.now();
  checkChat(request);
  const { settings, background, write } = services;
  const session = await findSession(space, request.session);
  const policy = POLICIES[request.strategy ?? session.strategy];
  if (policy.readsMemory || policy.keepUp)
    await background.settled(space, session.id, settings.catchUpMillis);
  const [{ recordedAt: head }, recentMessages] = await Promise.all([
    space.head(),
    recentWords(services, space, session),
  ]);
  const { message, occurredAt = null, idempotencyKey = null } = request;
  const { event, repeated, logged } = await logEvent(
    write,
    space,
    { message, speaker: null, session: session.id, occurredAt, idempotencyKey, recentMessages },
    request.signal,
  );
  if (event.session !== session.id)
    throw new Problem(
      "IDEMPOTENCY_KEY_REUSED",
      "This idempotency key came with a message outside this session before. Take a new key for a new message.",
    );
  const known = running.get(event.id);
  if (known) return known;
  const before: Instant = plusMillis(event.recordedAt, -1);
  const at = {
    knownAt: repeated ? before : (head ?? before),
    validAt: later(event.occurredAt, event.recordedAt),
  };
  const chat = runChat(services, space, { request, session, event, repeated, logged, at, started });
  running.set(event.id, chat);
  const end = (): void => void running.delete(event.id);
  chat.report.then(end, end);
  return chat;
};
