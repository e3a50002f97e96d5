import { openContestant, type Contestant } from "../contestant.ts";
import { mem0Version } from "../mem0.ts";
import type { Layout } from "../seed/spaces.ts";
import type { Progress } from "./part.ts";
import { ABOUT, MIDDLE } from "./sizes.ts";
import { count } from "../row.ts";

export const NOT_INSTALLED =
  "mem0ai is not installed, so the rows beside it are left out: `npm run bench:peers` installs it.";

/**
 * mem0 with as many memories of one user as the middle size has facts, and its name; null if it is
 * not installed.
 */
export const openPeer = async (
  layout: Layout,
  progress: Progress,
): Promise<{ readonly contestant: Contestant<null>; readonly name: string } | null> => {
  const version = mem0Version();
  if (version === null) return null;
  const name = `mem0ai ${version}`;
  progress(`${name}: filling it with ${count(MIDDLE)} memories, ${ABOUT[layout]}`);
  return { contestant: await openContestant<null>("mem0", { facts: MIDDLE, layout }), name };
};
