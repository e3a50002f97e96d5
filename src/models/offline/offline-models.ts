import { shippedVocabulary } from "../../vocabulary/load.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { Models } from "../port.ts";
import { answer, OFFLINE } from "./offline-answer.ts";
import { compareFacts } from "./comparison/compare-facts.ts";
import { disambiguate } from "./comparison/names-alike.ts";
import { judge } from "./comparison/judge.ts";
import { hashingEmbedder } from "./hashing-embedder.ts";
import { detectEmotion } from "./emotion/detect-emotion.ts";
import { wordsOfUnnamed } from "./text/words-of-unnamed.ts";
import { replyFrom } from "./reply.ts";
import type { TextTasks } from "./text-tasks.ts";

/**
 * The tasks that read whole texts. Their rules are loaded on the first call, because a service that
 * runs these tasks in threads does not need them.
 */
const textTasksOnDemand = (vocabulary: Vocabulary): TextTasks => {
  let loading: Promise<TextTasks> | undefined;
  const tasks = (): Promise<TextTasks> =>
    (loading ??= import("./text-tasks.ts").then(({ createTextTasks }) =>
      createTextTasks(vocabulary),
    ));
  return {
    extract: async (...input) => (await tasks()).extract(...input),
    extractBlind: async (...input) => (await tasks()).extractBlind(...input),
    summarise: async (...input) => (await tasks()).summarise(...input),
    summariseTalk: async (...input) => (await tasks()).summariseTalk(...input),
    extractEpisodes: async (...input) => (await tasks()).extractEpisodes(...input),
    describeEntity: async (...input) => (await tasks()).describeEntity(...input),
  };
};

/**
 * The models port with deterministic rules and a hashing embedder. It uses no network and no
 * tokens, and gives the same answer to the same question. It omits what it cannot read; no text
 * makes it throw.
 */
export const createOfflineModels = (vocabulary: Vocabulary = shippedVocabulary()): Models => ({
  extractor: OFFLINE,
  replier: OFFLINE,
  usesKnownFacts: false,
  wordsOfUnnamed,
  extractionIncludesEmotion: false,
  judgesMeaning: false,
  embedder: hashingEmbedder,
  ...textTasksOnDemand(vocabulary),
  detectEmotion: async (message) => answer(detectEmotion(message)),
  disambiguate: async ({ name, type, candidates }) => answer(disambiguate(name, type, candidates)),
  reconcile: async ({ questions }) =>
    answer(questions.map((question) => judge(question, vocabulary))),
  compareFacts: async (facts) => answer(compareFacts(facts, (slot) => vocabulary.hasMany(slot))),
  reply: async function* (messages) {
    const text = replyFrom(messages);
    yield { text };
    yield answer(text);
  },
});
