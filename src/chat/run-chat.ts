import type { Strategy, Turn } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";
import { reportOf } from "../write/repeat-report.ts";
import type { WriteReport } from "../write/report.ts";
import { runningReport } from "../write/running-events.ts";
import { workThrough } from "../write/work-through.ts";
import { readableSpace } from "../read/readable-space.ts";
import { noteDiscussed } from "../write/note-discussed.ts";
import { nothingDone } from "../write/nothing-done.ts";
import { askModel, metricsOf } from "./ask-model.ts";
import { assemble } from "./assemble.ts";
import type { ChatReport } from "./chat-report.ts";
import { keepMessage, keepReply } from "./chat-turns.ts";
import { keepUpSession } from "./keep-up-session.ts";
import type { Mode } from "./mode.ts";
import { PieceLog } from "./piece-log.ts";
import { POLICIES } from "./policies.ts";
import { replyTurnId } from "./reply-turn.ts";
import { contextNote, sentContext, type SentContext } from "./sent-context.ts";
import type { ChatServices } from "./services.ts";
import type { Taken } from "./taken.ts";

/** A chat whose message is on record. It goes on to its end, whoever still listens. */
export interface RunningChat {
  /** The reply as it is written. Throws what `report` rejects with. */
  readonly pieces: AsyncIterable<string>;
  /** Rejects with MODEL_UNAVAILABLE where no model replies: the message is on record then, and the same chat may be asked for again. */
  readonly report: Promise<ChatReport>;
  /** What was drawn from the message: never waited for by the reply. */
  readonly write: Promise<WriteReport>;
}

const startWrite = (
  services: ChatServices,
  space: SpaceStore,
  { event, repeated, logged }: Taken,
): Promise<WriteReport> =>
  !logged
    ? Promise.resolve(nothingDone(services.write))
    : repeated && event.status !== "PENDING"
      ? reportOf(space, event)
      : (runningReport(event.id) ??
        workThrough(services.write, space, event, services.write.settings));

/** What the first chat with the same idempotency key gave; null where it did not come to a reply. */
const firstReport = async (
  space: SpaceStore,
  { session }: Taken,
  turn: Turn,
): Promise<ChatReport | null> => {
  const [[reply], sent] = await Promise.all([
    space.turnsById([replyTurnId(turn.id)]),
    sentContext(space, session.id, turn.id),
  ]);
  if (!reply || !sent?.answered) return null;
  const {
    strategy,
    mode,
    at,
    context,
    answered: { model, metrics },
  } = sent;
  return { turn, reply, strategy, mode, model, metrics, context, at };
};

/** Runs a chat to its end: reply and write side by side. */
export const runChat = (services: ChatServices, space: SpaceStore, taken: Taken): RunningChat => {
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
    const situation = {
      services,
      space: await readableSpace(space),
      view: { at, past: false },
      session,
      mode,
      message: request.message,
      before: stored.seq,
      past: repeated,
    };
    const context = await assemble(POLICIES[strategy], situation, stored.id);
    const answering = askModel(services, context, pieces);
    beginWrite();
    const keep = async (answered: SentContext["answered"]): Promise<void> => {
      await space.changeNotes(session.id, [
        contextNote(stored, { strategy, mode, at, context, answered }),
      ]);
    };
    const answered = await answering.catch(async (error: unknown) => {
      await keep(null);
      throw error;
    });
    const [
      [current],
      {
        turns: [oldest],
      },
    ] = await Promise.all([
      space.sessionsById([session.id]),
      space.turns({ session: session.id, first: 1 }),
    ]);
    const reached = (current?.turnCount ?? stored.seq) + 1;
    const metrics = await metricsOf(
      services,
      taken,
      context,
      answered,
      reached - (oldest?.seq ?? reached) + 1,
    );
    await keep({ model: answered.model, metrics });
    const replied = await keepReply(services, space, taken, stored, answered.value);
    services.background.follow(
      space,
      session.id,
      noteDiscussed(services.write, space, replied),
      "REFERENCES",
    );
    keepUpSession(services, space, {
      session,
      strategy,
      lastSeq: replied.seq,
      exchange: { turn: stored, reply: replied, mode },
    });
    return {
      turn: stored,
      reply: replied,
      strategy,
      mode,
      model: answered.model,
      metrics,
      context,
      at,
    };
  };

  let beginWrite = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    // What the reply has to do at once is done first: rules that extract are work for the same thread.
    beginWrite = () => void setImmediate(resolve);
  });
  const write = begun.then(() => startWrite(services, space, taken));
  services.background.follow(space, session.id, write, "WRITE");
  const report = turn.then((stored) => reply(stored, beginWrite)).finally(beginWrite);
  services.background.follow(
    space,
    session.id,
    report.then(
      () => undefined,
      () => undefined,
    ),
    "REPLY",
  );
  report.then(
    () => pieces.end(),
    (error: unknown) => pieces.end(error),
  );
  return { pieces, report, write };
};
