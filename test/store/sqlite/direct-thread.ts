import type { FileThread } from "../../../src/store/sqlite/threads/file-thread.ts";
import { runFileWork } from "../../../src/store/sqlite/threads/file-works.ts";

/** Works in place: Node 20 runs no thread from the source. */
export const directThread = (): FileThread => ({
  run: async (name, ...input) => runFileWork(name, input),
  isAlive: () => true,
  end: async () => undefined,
});
