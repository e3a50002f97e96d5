import type { SessionId } from "../../memory/ids.ts";
import { nextRecordTime } from "../../memory/time.ts";
import { NOTE_CHANGES, type SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import { candidateOf } from "../draft/draft-fact.ts";
import { checkSession } from "../stages/guard.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";

/** Numbers of cleared items. */
export interface ClearedSession {
  /** Facts of the tier SESSION that are no longer believed. */
  readonly facts: number;
  /** Messages that searches no longer find. */
  readonly messages: number;
  readonly turns: number;
}

/**
 * Maximum number of facts that one commit withdraws, and of texts that one commit removes from
 * search.
 */
const BATCH = 50;

/**
 * Withdraws the facts of the tier SESSION in batches. Each has its own decision, which can be
 * reverted.
 */
const clearFacts = async (
  services: WriteServices,
  space: SpaceStore,
  session: SessionId,
): Promise<number> => {
  const vectors = new Vectors(services);
  for (let clearedCount = 0; ;) {
    const { count } = await commitDraft(services, space, async (draft) => {
      const [page] = await space.facts([
        { tier: "SESSION", session, at: draft.headPoint, page: { first: BATCH } },
      ]);
      const facts = await draft.facts.adopt(page?.items.map(({ item }) => item) ?? []);
      for (const fact of facts) {
        if (fact.state === null) continue;
        const decision = draft.decisions.take({
          action: "DELETE",
          decidedBy: "CALLER",
          reason: "The memory of the session was cleared.",
          factText: fact.state.text,
          candidates: [candidateOf(fact)],
          occurredAt: draft.recordedAt,
        });
        await draft.facts.withdraw(fact, decision, { reason: "RETRACTED", by: null });
      }
      return {
        count: facts.length,
        finishedDraft: facts.length === 0 ? null : await draft.finish(vectors),
      };
    });
    if (count === 0) return clearedCount;
    clearedCount += count;
  }
};

/**
 * Removes the messages and the summary of the session from search from now on. Past views still
 * find them.
 */
const clearTexts = async (
  services: WriteServices,
  space: SpaceStore,
  session: SessionId,
): Promise<number> => {
  for (let clearedCount = 0; ;) {
    const head = await space.head();
    if (head.recordedAt === null) return clearedCount;
    const recordedAt = nextRecordTime(head.recordedAt, services.now());
    const [messages, summaries] = await Promise.all([
      space.searchableEvents(session, BATCH),
      space.derivedMemories({
        session,
        at: { knownAt: head.recordedAt, validAt: recordedAt },
        page: { first: BATCH },
      }),
    ]);
    const memories = summaries.items.map(({ item }) => item);
    if (messages.length === 0 && memories.length === 0) return clearedCount;
    const isCommitted = await space.commit(head, {
      recordedAt,
      expiries: memories.map(({ id, n }) => ({ kind: "MEMORY", id, n })),
      textsExpired: [
        ...messages,
        ...memories.filter(({ content }) => content.trim() !== "").map(({ textId }) => textId),
      ],
    });
    if (isCommitted) clearedCount += messages.length;
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
 * Clears the memory of a session: deletes its turns and the notes of its strategy, withdraws its
 * facts of the tier SESSION, and removes its messages and its summary from search. LONG_TERM facts,
 * the past of all records and the session itself remain. After an interruption, run it again to do
 * the rest. Throws NOT_FOUND.
 */
export const clearSession = async (
  services: WriteServices,
  space: SpaceStore,
  session: SessionId,
): Promise<ClearedSession> => {
  await checkSession(space, session);
  const facts = await clearFacts(services, space, session);
  const messages = await clearTexts(services, space, session);
  const {
    turns: [last],
  } = await space.turns({ session, last: 1 });
  const turns = last ? await space.deleteTurns(session, last.seq) : 0;
  await clearNotes(space, session);
  return { facts, messages, turns };
};
