import { Problem } from "../memory/problem.ts";
import { factVersionId } from "../memory/fact.ts";
import type { SessionId } from "../memory/ids.ts";
import { nextRecordTime } from "../memory/time.ts";
import { NOTE_CHANGES, type SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";

/** What was cleared. */
export interface ClearedSession {
  /** Facts of the tier SESSION that are believed no more. */
  readonly facts: number;
  /** Messages that no search finds any more. */
  readonly messages: number;
  readonly turns: number;
}

/** Facts that one commit takes back, and texts that one takes out of search. */
const AT_A_TIME = 50;

/** Takes back the facts of the session that nobody asked to keep, some at a time: each by a decision of its own, which can be reverted. */
const clearFacts = async (
  services: WriteServices,
  space: SpaceStore,
  session: SessionId,
): Promise<number> => {
  const vectors = new Vectors(services);
  for (let cleared = 0; ;) {
    const { count } = await commitDraft(services, space, async (draft) => {
      const [page] = await space.facts([
        { tier: "SESSION", session, at: draft.known, page: { first: AT_A_TIME } },
      ]);
      const facts = await draft.facts.adopt(page?.items.map(({ item }) => item) ?? []);
      for (const fact of facts) {
        if (fact.state === null) continue;
        const decision = draft.decisions.take({
          action: "DELETE",
          decidedBy: "CALLER",
          reason: "The memory of its session was cleared.",
          factText: fact.state.text,
          candidates: fact.stored ? [{ version: factVersionId(fact.stored), similarity: 1 }] : [],
          occurredAt: draft.recordedAt,
        });
        await draft.facts.withdraw(fact, decision, { reason: "RETRACTED", by: null });
      }
      return {
        count: facts.length,
        finished: facts.length === 0 ? null : await draft.finish(vectors),
      };
    });
    if (count === 0) return cleared;
    cleared += count;
  }
};

/** Takes the messages of the session out of every search from now on, and its summary; as of before they are found as they were. */
const clearTexts = async (
  services: WriteServices,
  space: SpaceStore,
  session: SessionId,
): Promise<number> => {
  for (let cleared = 0; ;) {
    const head = await space.head();
    if (head.recordedAt === null) return cleared;
    const recordedAt = nextRecordTime(head.recordedAt, services.now());
    const [messages, summaries] = await Promise.all([
      space.searchableEvents(session, AT_A_TIME),
      space.derivedMemories({
        session,
        at: { knownAt: head.recordedAt, validAt: recordedAt },
        page: { first: AT_A_TIME },
      }),
    ]);
    const memories = summaries.items.map(({ item }) => item);
    if (messages.length === 0 && memories.length === 0) return cleared;
    const done = await space.commit(head, {
      recordedAt,
      expiries: memories.map(({ id, n }) => ({ kind: "MEMORY", id, n })),
      textsExpired: [
        ...messages,
        ...memories.filter(({ content }) => content.trim() !== "").map(({ textId }) => textId),
      ],
    });
    if (done) cleared += messages.length;
  }
};

const clearNotes = async (space: SpaceStore, session: SessionId): Promise<void> => {
  const notes = await space.notes(session, "/");
  for (let at = 0; at < notes.length; at += NOTE_CHANGES)
    await space.changeNotes(
      session,
      notes.slice(at, at + NOTE_CHANGES).map(({ path }) => ({ path })),
    );
};

/**
 * Clears a session's memory: its turns and what its strategy has made of them are gone, its facts of the tier SESSION are taken back, its
 * messages and its summary are found no more. What was asked to be remembered, or was promoted, stays; so does the past of all that is on
 * record. The session itself stays, and goes on. Run again after it was cut short, it does the rest. Throws NOT_FOUND.
 */
export const clearSession = async (
  services: WriteServices,
  space: SpaceStore,
  session: SessionId,
): Promise<ClearedSession> => {
  const [known] = await space.sessionsById([session]);
  if (!known) throw new Problem("NOT_FOUND", "There is no such session.");
  const facts = await clearFacts(services, space, session);
  const messages = await clearTexts(services, space, session);
  const {
    turns: [last],
  } = await space.turns({ session, last: 1 });
  const turns = last ? await space.deleteTurns(session, last.seq) : 0;
  await clearNotes(space, session);
  return { facts, messages, turns };
};
