import { loadVocabulary } from "../../vocabulary/load.ts";
import { createOfflineModels } from "./offline-models.ts";
import type { OfflineTask, OfflineTasks } from "./threaded-models.ts";

interface ThreadTask {
  readonly task: OfflineTask;
  readonly input: never;
  /** The same for every task of a thread. */
  readonly vocabularyFile: string | undefined;
}

let tasks: OfflineTasks | undefined;

const loadTasks = (vocabularyFile: string | undefined): OfflineTasks => {
  const models = createOfflineModels(loadVocabulary(vocabularyFile));
  return { ...models, embed: models.embedder.embed };
};

/** Runs one task of the offline model in a thread of `threadedModels`. */
export const runTask = ({ task, input, vocabularyFile }: ThreadTask): Promise<unknown> => {
  tasks ??= loadTasks(vocabularyFile);
  return tasks[task](input);
};
