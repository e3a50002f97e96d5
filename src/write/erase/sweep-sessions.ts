import { standsIn } from "../../memory/stands-in.ts";
import type { SpaceStore } from "../../store/port.ts";
import { withReplies } from "./replies.ts";
import { NOTHING_ERASED } from "./together.ts";
import { ERASED, wordsOf } from "./words.ts";
import { addCounts } from "./progress.ts";
import type { ErasedCounts } from "../../store/erasure.ts";

const PAGE = 100;

/**
 * Takes the turns away that say what went in sessions where nothing else led to them, with the replies to them, and the notes and derived memories of these
 * sessions; a title that says it is taken off. It reads every session, so it is done only where the words were found in one.
 */
export const sweepSessions = async (
  space: SpaceStore,
  words: readonly string[],
): Promise<{ readonly removed: ErasedCounts; readonly rewritten: number }> => {
  let removed: ErasedCounts = {};
  let rewritten = 0;
  const says = (text: string): boolean => words.some((word) => standsIn(text, word));
  const memories = await space.allMemories();
  for (let after: string | undefined; ;) {
    const { items, hasNextPage } = await space.sessions({ first: PAGE, after });
    for (const {
      item: { id, title },
    } of items) {
      const { turns, notes } = await space.traces({ sessions: [id] });
      const gone = withReplies(turns, (turn) => wordsOf(turn).some(says));
      const isTitled = title !== null && says(title);
      const told = (await space.notes(id, "")).some(({ value }) =>
        words.some((word) => standsIn(JSON.stringify(value), JSON.stringify(word).slice(1, -1))),
      );
      if (gone.size === 0 && !told && !isTitled) continue;
      const isDrawnOn = gone.size > 0 || told;
      const drawn = memories.filter(
        ({ session, covers }) => isDrawnOn && (session === id || covers[id] !== undefined),
      );
      const erasure = {
        ...NOTHING_ERASED,
        turns: [...gone.keys()].map((turn) => ({ session: id, turn })),
        notes: isDrawnOn ? notes : [],
        rewritten: {
          ...NOTHING_ERASED.rewritten,
          sessions: isTitled ? [{ id, title: ERASED }] : [],
        },
        memories: [...new Set(drawn.map((memory) => memory.id))],
        texts: drawn.map(({ textId }) => textId),
      };
      for (let counts: ErasedCounts | null = null; counts === null;) {
        counts = await space.erase(await space.head(), erasure);
        if (counts !== null) removed = addCounts(removed, counts);
      }
      rewritten += erasure.rewritten.sessions.length;
    }
    if (!hasNextPage) return { removed, rewritten };
    after = items.at(-1)!.cursor;
  }
};
