import { standsIn } from "../../memory/stands-in.ts";
import type { SpaceStore } from "../../store/port.ts";
import { withReplies } from "./replies.ts";
import { NOTHING_ERASED } from "./together.ts";
import { addCounts } from "./progress.ts";
import type { ErasedCounts } from "../../store/erasure.ts";

const PAGE = 100;

/**
 * Takes the turns away that say what went in sessions from which nothing else did, with the replies to them, and the notes and derived memories of these
 * sessions. It reads every session, so it is done only where the words were found in one.
 */
export const sweepSessions = async (space: SpaceStore, words: readonly string[]): Promise<ErasedCounts> => {
  let removed: ErasedCounts = {};
  const says = (text: string): boolean => words.some((word) => standsIn(text, word));
  const memories = await space.allMemories();
  for (let after: string | undefined; ; ) {
    const { items, hasNextPage } = await space.sessions({ first: PAGE, after });
    for (const { item: { id } } of items) {
      const { turns, notes } = await space.traces({ sessions: [id] });
      const gone = withReplies(turns, ({ content }) => says(content));
      const told = (await space.notes(id, "")).some(({ value }) => words.some((word) => standsIn(JSON.stringify(value), JSON.stringify(word).slice(1, -1))));
      if (gone.size === 0 && !told) continue;
      const drawn = memories.filter(({ session, covers }) => session === id || covers[id] !== undefined);
      const erasure = {
        ...NOTHING_ERASED, turns: [...gone.keys()].map((turn) => ({ session: id, turn })), notes,
        memories: [...new Set(drawn.map((memory) => memory.id))], texts: drawn.map(({ textId }) => textId),
      };
      for (let counts: ErasedCounts | null = null; counts === null; ) {
        counts = await space.erase(await space.head(), erasure);
        if (counts !== null) removed = addCounts(removed, counts);
      }
    }
    if (!hasNextPage) return removed;
    after = items.at(-1)!.cursor;
  }
};
