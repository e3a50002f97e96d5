import { NO_TOKENS } from "../../src/memory/usage.ts";
import type { Models } from "../../src/models/port.ts";

const never = (task: string) => () => Promise.reject(new Error(`${task} was not to be asked.`));

/** Models for what needs none: every task fails, and the embedder tells texts apart by their letters. */
export const silentModels: Models = {
  extractor: "silent",
  replier: "silent",
  readsKnownFacts: false,
  extractionTellsEmotion: false,
  embedder: {
    id: "letters-32",
    dimensions: 32,
    remote: false,
    decides: false,
    related: 0.5,
    nearDuplicate: 0.95,
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
  drawRecords: never("drawRecords"),
  describeEntity: never("describeEntity"),
  reply: () => {
    throw new Error("reply was not to be asked.");
  },
};
