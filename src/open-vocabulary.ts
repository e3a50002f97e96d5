import type { Config } from "./config/config.ts";
import { StartupError } from "./server/startup-error.ts";
import { InvalidVocabulary, loadVocabulary } from "./vocabulary/load.ts";
import type { Vocabulary } from "./vocabulary/vocabulary.ts";

/**
 * The vocabulary, extended by the configured file. Throws a StartupError that names the file, the
 * line and the problem.
 */
export const openVocabulary = ({ vocabularyFile }: Pick<Config, "vocabularyFile">): Vocabulary => {
  try {
    return loadVocabulary(vocabularyFile);
  } catch (error) {
    throw error instanceof InvalidVocabulary
      ? new StartupError(error.message, { cause: error })
      : error;
  }
};
