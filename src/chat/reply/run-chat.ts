import type { Strategy, Turn } from "../../memory/session.ts";
import type { Answer } from "../../models/answer.ts";
import { readableSpace } from "../../read/readable-space.ts";
import type { SpaceStore } from "../../store/port.ts";
import { noteDiscussed } from "../../write/references.ts";
import { processLogged } from "../../write/events/process.ts";
import type { WriteReport } from "../../write/report.ts";
import { assemble, type AssembledContext } from "../context/assemble.ts";
import { contextNote, sentContext, type SentContext } from "../context/sent-context.ts";
import type { AcceptedMessage } from "../request.ts";
import type { ChatServices } from "../services.ts";
import { STRATEGIES } from "../strategies/strategies.ts";
import { DEFAULT_MODE, type ChatMode } from "../strategies/strategy.ts";
import { keepUpSession } from "../upkeep.ts";
import { askModel, metricsOf } from "./model-reply.ts";
import { StreamedReply } from "./streamed-reply.ts";
import type { ChatMetrics, ChatReport } from "./report.ts";
import { replyTurnId, storeMessage, storeReply } from "./turns.ts";

/** A chat whose message is recorded. It runs to its end even if nobody listens. */
export interface RunningChat {
  /** The pieces of the reply while it is written. Throws the same error as `report`. */
  readonly pieces: AsyncIterable<string>;
  /**
   * Rejects with MODEL_UNAVAILABLE if no model replies. The message is recorded then, and the same
   * chat may be requested again.
   */
  readonly report: Promise<ChatReport>;
  /** The result of the extraction from the message. The reply never waits for it. */
  readonly write: Promise<WriteReport>;
}

/** A chat while it runs. */
interface Run {
  readonly services: ChatServices;
  readonly space: SpaceStore;
  readonly acceptedMessage: AcceptedMessage;
  readonly strategy: Strategy;
  readonly mode: ChatMode;
  readonly pieces: StreamedReply;
}

/** The result of the first chat with the same idempotency key; null if it has no reply. */
const firstReport = async (
  { space, acceptedMessage: { session } }: Run,
  turn: Turn,
): Promise<ChatReport | null> => {
  const [[reply], earlierContext] = await Promise.all([
    space.turnsById([replyTurnId(turn.id)]),
    sentContext(space, session.id, turn.id),
  ]);
  if (!reply || !earlierContext?.reply) return null;
  const { reply: answer, ...rest } = earlierContext;
  return { turn, reply, ...rest, ...answer };
};

const assembleContext = async (
  { services, space, acceptedMessage, strategy, mode }: Run,
  turn: Turn,
): Promise<AssembledContext> =>
  assemble(
    STRATEGIES[strategy],
    {
      services,
      space: await readableSpace(space),
      view: { at: acceptedMessage.at, past: false },
      session: acceptedMessage.session,
      mode,
      message: acceptedMessage.request.message,
      speaker: turn.speaker,
      before: turn.seq,
      past: acceptedMessage.repeated,
    },
    turn.id,
  );

/** Stores the context of a reply with its turn. */
const keepContext = async (
  { space, acceptedMessage: { session, at }, strategy, mode }: Run,
  turn: Turn,
  context: AssembledContext,
  answer: SentContext["reply"],
): Promise<void> => {
  const note = contextNote(turn, { strategy, mode, at, context, reply: answer });
  await space.changeNotes(session.id, [note]);
};

/** The cost of a reply before it is stored. Two store calls. */
const measure = async (
  { services, space, acceptedMessage: { session, startMillis } }: Run,
  turn: Turn,
  context: AssembledContext,
  answer: Answer<string>,
): Promise<ChatMetrics> => {
  const [[current], firstPage] = await Promise.all([
    space.sessionsById([session.id]),
    space.turns({ session: session.id, first: 1 }),
  ]);
  const replySeq = (current?.turnCount ?? turn.seq) + 1;
  const oldestSeq = firstPage.turns[0]?.seq ?? replySeq;
  return metricsOf(services, startMillis, context, answer, replySeq - oldestSeq + 1);
};

/**
 * Starts the work after a reply in the background: references to discussed entities, and the upkeep
 * of the notes of the strategy.
 */
const startFollowUps = (
  { services, space, acceptedMessage: { session }, strategy, mode }: Run,
  turn: Turn,
  reply: Turn,
): void => {
  const references = noteDiscussed(services.write, space, reply);
  services.background.track(space, session.id, references, "REFERENCES");
  keepUpSession(services, space, strategy, {
    session,
    lastSeq: reply.seq,
    exchange: { turn, reply, mode },
  });
};

/** Creates the reply to a stored message. `beginWrite` is called when the model has been called. */
const makeReply = async (run: Run, turn: Turn, beginWrite: () => void): Promise<ChatReport> => {
  const { services, space, acceptedMessage, strategy, mode, pieces } = run;
  const first = acceptedMessage.repeated ? await firstReport(run, turn) : null;
  if (first) {
    pieces.push(first.reply.content);
    return first;
  }
  const context = await assembleContext(run, turn);
  const pendingAnswer = askModel(services, context, pieces);
  beginWrite();
  const answer = await pendingAnswer.catch(async (error: unknown) => {
    await keepContext(run, turn, context, null);
    throw error;
  });
  const { model, value: text } = answer;
  const metrics = await measure(run, turn, context, answer);
  await keepContext(run, turn, context, { model, metrics });
  const reply = await storeReply(services, space, acceptedMessage, turn, text);
  startFollowUps(run, turn, reply);
  return { turn, reply, strategy, mode, model, metrics, context, at: acceptedMessage.at };
};

/** A promise, and the function that resolves it when the event loop is free. */
const createDeferred = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolvePromise = (): void => undefined;
  const promise = new Promise<void>((resolve) => (resolvePromise = resolve));
  return { promise, resolve: () => void setImmediate(resolvePromise) };
};

/** Runs a chat to its end, with its reply and its write in parallel. */
export const runChat = (
  services: ChatServices,
  space: SpaceStore,
  acceptedMessage: AcceptedMessage,
): RunningChat => {
  const { request, session } = acceptedMessage;
  const pieces = new StreamedReply();
  const run: Run = {
    services,
    space,
    acceptedMessage,
    strategy: request.strategy ?? session.strategy,
    mode: request.mode ?? DEFAULT_MODE,
    pieces,
  };
  // The reply starts first, because the rules of extraction would block its thread.
  const replyBegun = createDeferred();
  const write = replyBegun.promise.then(() =>
    processLogged(services.write, space, acceptedMessage),
  );
  const report = storeMessage(space, acceptedMessage)
    .then((turn) => makeReply(run, turn, replyBegun.resolve))
    .finally(replyBegun.resolve);
  report.then(
    () => pieces.end(),
    (error: unknown) => pieces.end(error),
  );
  const { background } = services;
  background.track(space, session.id, write, "WRITE");
  background.track(
    space,
    session.id,
    report.catch(() => undefined),
    "REPLY",
  );
  return { pieces, report, write };
};
