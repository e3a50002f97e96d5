import { holdsWholeWords } from "../../language/exact-strings.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { Session } from "../../memory/session.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { ErasedCounts, Erasure } from "../../store/port/erasure.ts";
import { NOTHING_ERASED } from "./planned-removal.ts";
import { addCounts } from "./unfinished-erasures.ts";
import { allPages } from "./reach.ts";
import { ERASED, withReplies, wordsOf } from "./words.ts";

const PAGE = 100;

/** The data to erase in a session that contains some words; null if it contains none. */
const erasureOf = async (
  space: SpaceStore,
  { id, title }: Session,
  words: readonly string[],
  memories: readonly DerivedMemory[],
): Promise<Erasure | null> => {
  const holdsWords = (text: string) => words.some((word) => holdsWholeWords(text, word));
  const escapedWords = words.map((word) => JSON.stringify(word).slice(1, -1));
  const { turns, notes } = await space.traces({ sessions: [id] });
  const erasedTurns = withReplies(turns, (turn) => wordsOf(turn).some(holdsWords));
  const hasNotes = (await space.notes(id, "")).some(({ value }) =>
    escapedWords.some((word) => holdsWholeWords(JSON.stringify(value), word)),
  );
  const isTitled = title !== null && holdsWords(title);
  const isTurnErased = erasedTurns.size > 0 || hasNotes;
  if (!isTurnErased && !isTitled) return null;
  const derivedMemories = memories.filter(
    ({ session, covers }) => isTurnErased && (session === id || covers[id] !== undefined),
  );
  return {
    ...NOTHING_ERASED,
    turns: [...erasedTurns.keys()].map((turn) => ({ session: id, turn })),
    notes: isTurnErased ? notes : [],
    memories: [...new Set(derivedMemories.map((memory) => memory.id))],
    texts: derivedMemories.map(({ textId }) => textId),
    rewrittenRecords: {
      ...NOTHING_ERASED.rewrittenRecords,
      sessions: isTitled ? [{ id, title: ERASED }] : [],
    },
  };
};

/** Erases on the current head, even if it has moved. */
const eraseNow = async (space: SpaceStore, erasure: Erasure): Promise<ErasedCounts> => {
  for (;;) {
    const removedCounts = await space.erase(await space.head(), erasure);
    if (removedCounts !== null) return removedCounts;
  }
};

/**
 * Erases the turns that contain erased words in sessions that the reach does not include, with the
 * replies to them and with the notes and derived memories of these sessions. Replaces titles that
 * contain the words. It reads every session, so it runs only if a session contains the words.
 */
export const sweepSessions = async (
  space: SpaceStore,
  words: readonly string[],
): Promise<{ readonly removedCounts: ErasedCounts; readonly rewrittenCount: number }> => {
  let removedCounts: ErasedCounts = {};
  let rewrittenCount = 0;
  const memories = await space.allMemories();
  for await (const session of allPages((after) => space.sessions({ first: PAGE, after }))) {
    const erasure = await erasureOf(space, session, words, memories);
    if (erasure === null) continue;
    removedCounts = addCounts(removedCounts, await eraseNow(space, erasure));
    rewrittenCount += erasure.rewrittenRecords.sessions.length;
  }
  return { removedCounts: removedCounts, rewrittenCount: rewrittenCount };
};
