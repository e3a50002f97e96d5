import { Problem } from "../memory/problem.ts";
import { turnExpiry } from "../memory/turn-ttl.ts";
import type { EventId } from "../memory/ids.ts";
import type { Event } from "../memory/event.ts";
import type { Session, Strategy, Turn } from "../memory/session.ts";
import { instantOf, later, plusMillis, type Instant, type TimePoint } from "../memory/time.ts";
import { countTokens, encodingOf } from "../memory/tokens.ts";
import { ModelUnavailable, type Answer } from "../models/port.ts";
import { readableSpace } from "../read/readable-space.ts";
import type { SpaceStore } from "../store/port.ts";
import { noteDiscussed } from "../write/note-discussed.ts";
import { nothingDone } from "../write/nothing-done.ts";
import { logEvent } from "../write/log-event.ts";
import { reportOf } from "../write/repeat-report.ts";
import type { WriteReport } from "../write/report.ts";
import { runningReport } from "../write/running-events.ts";
import { workThrough } from "../write/work-through.ts";
import { assemble, type AssembledContext } from "./assemble.ts";
import type { ChatMetrics, ChatReport } from "./chat-report.ts";
import { findSession } from "./find-session.ts";
import { keepUpSession } from "./keep-up-session.ts";
import type { Mode } from "./mode.ts";
import { PieceLog } from "./piece-log.ts";
import { POLICIES } from "./policies.ts";
import { replyTurnId } from "./reply-turn.ts";
import { checkChat, metadataOf, type ChatRequest } from "./request.ts";
import { contextNote, sentContext, type SentContext } from "./sent-context.ts";
import type { ChatServices } from "./services.ts";

/** A chat whose message is on record. It goes on to its end, whoever still listens. */
export interface RunningChat {
  /** The reply as it is written. Throws what `report` rejects with. */
  readonly pieces: AsyncIterable<string>;
  /** Rejects with MODEL_UNAVAILABLE where no model replies: the message is on record then, and the same chat may be asked for again. */
  readonly report: Promise<ChatReport>;
  /** What was drawn from the message: never waited for by the reply. */
  readonly write: Promise<WriteReport>;
}

/** The chats that this process is at, so that one that is asked for again joins the first. */
const running = new Map<EventId, RunningChat>();

interface Taken {
  readonly request: ChatRequest;
  readonly session: Session;
  readonly event: Event;
  readonly repeated: boolean;
  /** Whether the event is on record: not where the user lets nobody remember it. */
  readonly logged: boolean;
  readonly at: TimePoint;
  readonly started: number;
}

/** Characters of a recent message that extraction is shown. */
const RECENT_LENGTH = 500;

/** What was said just before, for extraction: rules read the user's words alone, a model is told which are an agent's. */
const recentOf = async ({ settings, write: { models } }: ChatServices, space: SpaceStore, session: Session): Promise<string[]> => {
  const { turns } = await space.turns({ session: session.id, last: settings.recentMessages });
  return turns
    .filter(({ role }) => role === "USER" || (role === "AGENT" && models.readsKnownFacts))
    .map(({ role, content }) => `${role === "AGENT" ? "(agent) " : ""}${content.slice(0, RECENT_LENGTH)}`);
};

/** The message as a turn: stored under the event's own id, so that it is there once however often it is tried. */
const keepMessage = async (space: SpaceStore, { request, session, event: { id, occurredAt, recordedAt }, logged }: Taken): Promise<Turn> => {
  const turn = {
    id, role: "USER" as const, content: request.message, metadata: metadataOf(request.metadata), toolName: null, toolCallId: null,
    occurredAt, recordedAt, event: logged ? id : null, expiresAt: turnExpiry(session.strategy, recordedAt),
  };
  const [stored] = (await space.appendTurns(session.id, [turn])) ?? [];
  if (!stored) throw new Problem("NOT_FOUND", "There is no such session.");
  return stored;
};

const keepReply = async ({ write: { now } }: ChatServices, space: SpaceStore, { session, event }: Taken, turn: Turn, text: string): Promise<Turn> => {
  const recordedAt = later(instantOf(now()), turn.recordedAt);
  const reply = {
    id: replyTurnId(turn.id), role: "AGENT" as const, content: text, metadata: null, toolName: null, toolCallId: null,
    // A message that is told of the past was replied to then.
    occurredAt: event.occurredAt === event.recordedAt ? recordedAt : event.occurredAt,
    recordedAt, event: null, expiresAt: turnExpiry(session.strategy, recordedAt),
  };
  const [stored] = (await space.appendTurns(session.id, [reply])) ?? [];
  if (!stored) throw new Problem("NOT_FOUND", "There is no such session.");
  return stored;
};

const startWrite = (services: ChatServices, space: SpaceStore, { event, repeated, logged }: Taken): Promise<WriteReport> =>
  !logged ? Promise.resolve(nothingDone(services.write)) : repeated && event.status !== "PENDING" ? reportOf(space, event) : (runningReport(event.id) ?? workThrough(services.write, space, event, services.write.settings));

/** What the first chat with the same idempotency key gave; null where it did not come to a reply. */
const firstReport = async (space: SpaceStore, { session }: Taken, turn: Turn): Promise<ChatReport | null> => {
  const [[reply], sent] = await Promise.all([space.turnsById([replyTurnId(turn.id)]), sentContext(space, session.id, turn.id)]);
  if (!reply || !sent?.answered) return null;
  const { strategy, mode, at, context, answered: { model, metrics } } = sent;
  return { turn, reply, strategy, mode, model, metrics, context, at };
};

/** Asks the model. Throws MODEL_UNAVAILABLE. */
const answer = async (services: ChatServices, { messages }: AssembledContext, pieces: PieceLog): Promise<Answer<string>> => {
  try {
    for await (const part of services.write.models.reply(messages.map(({ role, content }) => ({ role, content })))) {
      if ("text" in part) pieces.push(part.text);
      else return part;
    }
    throw new ModelUnavailable("UNREADABLE", "The reply has no end.");
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    services.write.log.warn({ error }, "no model replied");
    throw new Problem("MODEL_UNAVAILABLE", "No model could reply. The message is on record; ask again with the same idempotencyKey, and it is not stored twice.", { cause: error });
  }
};

const metricsOf = async (services: ChatServices, taken: Taken, context: AssembledContext, { value, tokens }: Answer<string>, turnsStored: number): Promise<ChatMetrics> => ({
  promptTokens: tokens.input || context.tokens,
  completionTokens: tokens.output || (await countTokens(value, encodingOf(services.write.models.replier))),
  latencyMs: services.read.now() - taken.started,
  memoryTurnsStored: turnsStored,
  contextTurnsSent: context.messages.filter(({ origin }) => origin === "TURN" || origin === "MESSAGE").length,
});

const run = (services: ChatServices, space: SpaceStore, taken: Taken): RunningChat => {
  const { request, session, repeated, at } = taken;
  const pieces = new PieceLog();
  const strategy: Strategy = request.strategy ?? session.strategy;
  const mode: Mode = request.mode ?? "THINK";
  const turn = keepMessage(space, taken);

  const reply = async (stored: Turn, beginWrite: () => void): Promise<ChatReport> => {
    const first = repeated ? await firstReport(space, taken, stored) : null;
    if (first) {
      pieces.push(first.reply.content);
      return first;
    }
    const situation = { services, space: await readableSpace(space), view: { at, past: false }, session, mode, message: request.message, before: stored.seq, past: repeated };
    const context = await assemble(POLICIES[strategy], situation, stored.id);
    const answering = answer(services, context, pieces);
    beginWrite();
    const keep = async (answered: SentContext["answered"]): Promise<void> => {
      await space.changeNotes(session.id, [contextNote(stored, { strategy, mode, at, context, answered })]);
    };
    const answered = await answering.catch(async (error: unknown) => {
      await keep(null);
      throw error;
    });
    const [[current], { turns: [oldest] }] = await Promise.all([space.sessionsById([session.id]), space.turns({ session: session.id, first: 1 })]);
    const reached = (current?.turnCount ?? stored.seq) + 1;
    const metrics = await metricsOf(services, taken, context, answered, reached - (oldest?.seq ?? reached) + 1);
    await keep({ model: answered.model, metrics });
    const replied = await keepReply(services, space, taken, stored, answered.value);
    services.background.follow(space, session.id, noteDiscussed(services.write, space, replied), "REFERENCES");
    keepUpSession(services, space, { session, strategy, lastSeq: replied.seq, exchange: { turn: stored, reply: replied, mode } });
    return { turn: stored, reply: replied, strategy, mode, model: answered.model, metrics, context, at };
  };

  let beginWrite = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    // What the reply has to do at once is done first: rules that extract are work for the same thread.
    beginWrite = () => void setImmediate(resolve);
  });
  const write = begun.then(() => startWrite(services, space, taken));
  services.background.follow(space, session.id, write, "WRITE");
  const report = turn.then((stored) => reply(stored, beginWrite)).finally(beginWrite);
  services.background.follow(space, session.id, report.then(() => undefined, () => undefined), "REPLY");
  report.then(() => pieces.end(), (error: unknown) => pieces.end(error));
  return { pieces, report, write };
};

/** Takes a message: it is on record when this resolves, and the chat goes on from there. Everything that `chat` throws before that is thrown here. */
export const beginChat = async (services: ChatServices, space: SpaceStore, request: ChatRequest): Promise<RunningChat> => {
  const started = services.read.now();
  checkChat(request);
  const { settings, background, write } = services;
  const session = await findSession(space, request.session);
  const policy = POLICIES[request.strategy ?? session.strategy];
  if (policy.readsMemory || policy.keepUp) await background.settled(space, session.id, settings.catchUpMillis);
  const [{ recordedAt: head }, recentMessages] = await Promise.all([space.head(), recentOf(services, space, session)]);
  const { message, occurredAt = null, idempotencyKey = null } = request;
  const { event, repeated, logged } = await logEvent(write, space, { message, speaker: null, session: session.id, occurredAt, idempotencyKey, recentMessages }, request.signal);
  if (event.session !== session.id) throw new Problem("IDEMPOTENCY_KEY_REUSED", "This idempotency key came with a message outside this session before. Take a new key for a new message.");
  const known = running.get(event.id);
  if (known) return known;
  const before: Instant = plusMillis(event.recordedAt, -1);
  const at = { knownAt: repeated ? before : (head ?? before), validAt: later(event.occurredAt, event.recordedAt) };
  const chat = run(services, space, { request, session, event, repeated, logged, at, started });
  running.set(event.id, chat);
  const end = (): void => void running.delete(event.id);
  chat.report.then(end, end);
  return chat;
};
