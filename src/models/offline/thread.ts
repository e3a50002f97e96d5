import { loadVocabulary } from "../../vocabulary/load.ts";
import { createOfflineModels } from "./offline-models.ts";
import { startClock } from "./thread-clock.ts";
import type { OfflineTask, OfflineTasks } from "./threaded-models.ts";

interface ThreadTask {
  readonly task: OfflineTask;
  readonly input: never;
  /** The same for every task of a thread. */
  readonly vocabularyFile: string | undefined;
  /** The shared clock of the task (`thread-clock.ts`). */
  readonly clock: Float64Array;
}

let tasks: OfflineTasks | undefined;

const loadTasks = async (vocabularyFile: string | undefined): Promise<OfflineTasks> => {
  const models = createOfflineModels(await loadVocabulary(vocabularyFile));
  return { ...models, embed: models.embedder.embed };
};

/** Runs one task of the offline model in a thread of `threadedModels`. */
export const runTask = async ({
  task,
  input,
  vocabularyFile,
  clock,
}: ThreadTask): Promise<unknown> => {
  tasks ??= await loadTasks(vocabularyFile);
  startClock(clock);
  return tasks[task](input);
};
