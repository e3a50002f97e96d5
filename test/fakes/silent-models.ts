import { NO_TOKENS } from "../../src/memory/usage.ts";
import type { Models } from "../../src/models/port.ts";

const never = (task: string) => () => Promise.reject(new Error(`${task} must not be called.`));

/** Models for tests that need none: every task fails, and the embedder compares texts by their letters. */
export const silentModels: Models = {
  extractor: "silent",
  replier: "silent",
  usesKnownFacts: false,
  extractionIncludesEmotion: false,
  judgesMeaning: false,
  embedder: {
    id: "letters-32",
    dimensions: 32,
    remote: false,
    similarityDecides: false,
    relatedSimilarity: 0.5,
    duplicateSimilarity: 0.95,
    fusionWeight: 0,
    embed: async (texts) => ({
      value: texts.map((text) => {
        const vector = new Float32Array(32);
        for (const letter of text.toLowerCase()) vector[letter.codePointAt(0)! % 32]! += 1;
        const length = Math.hypot(...vector) || 1;
        return vector.map((x) => x / length);
      }),
      calls: 0,
      tokens: NO_TOKENS,
      model: "letters",
    }),
  },
  extract: never("extract"),
  extractBlind: never("extractBlind"),
  detectEmotion: never("detectEmotion"),
  disambiguate: never("disambiguate"),
  reconcile: never("reconcile"),
  summarise: never("summarise"),
  compareFacts: never("compareFacts"),
  summariseTalk: never("summariseTalk"),
  extractEpisodes: never("extractEpisodes"),
  describeEntity: never("describeEntity"),
  reply: () => {
    throw new Error("reply must not be called.");
  },
};
