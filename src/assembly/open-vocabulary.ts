import type { Config } from "../config/config.ts";
import { StartupError } from "../server/startup-error.ts";
import { InvalidVocabulary } from "../vocabulary/invalid-vocabulary.ts";
import { loadVocabulary } from "../vocabulary/load.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";

/**
 * The vocabulary, extended by the configured file. Rejects with a StartupError that names the file,
 * the line and the problem.
 */
export const openVocabulary = async ({
  vocabularyFile,
}: Pick<Config, "vocabularyFile">): Promise<Vocabulary> => {
  try {
    return await loadVocabulary(vocabularyFile);
  } catch (error) {
    throw error instanceof InvalidVocabulary
      ? new StartupError(error.message, { cause: error })
      : error;
  }
};
