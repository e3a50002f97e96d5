import type { Chrono } from "chrono-node";
import type { Talk } from "../derive-tasks.ts";
import type { ExtractionInput, Models } from "../port.ts";
import { withoutRequests } from "../../memory/asked-to-keep.ts";
import { answer, OFFLINE } from "./answer.ts";
import { compareFacts } from "./digest/compare-facts.ts";
import { describeEntity } from "./digest/describe-entity.ts";
import { drawRecords } from "./digest/draw-records.ts";
import { summariseTalk, type InEnglish } from "./digest/summarise-talk.ts";
import { disambiguate } from "./disambiguate.ts";
import { hashingEmbedder } from "./embedder/hashing-embedder.ts";
import { detectEmotion } from "./emotion/detect-emotion.ts";
import { readEnglish } from "./english/read-message.ts";
import { loadTagger } from "./english/tagger.ts";
import { isPortuguese } from "./language.ts";
import { readPortugueseMessage } from "./portuguese/read-message.ts";
import { talkInEnglish } from "./portuguese/talk-in-english.ts";
import { reconcile } from "./reconcile.ts";
import { replyFrom } from "./reply.ts";
import { summarise } from "./summarise.ts";
import { summariseLines } from "./summarise-lines.ts";

/** Readers of dates, loaded on the first message in their language. */
const loadChrono = {
  english: async (): Promise<Chrono> => (await import("chrono-node/en")).casual,
  portuguese: async (): Promise<Chrono> => (await import("chrono-node/pt")).casual,
};

/** How sentences of a talk are told in English. */
const englishOf = async (turns: readonly Talk[]): Promise<InEnglish> => {
  const last = turns.at(-1);
  if (last === undefined || !turns.some(({ content }) => isPortuguese(content)))
    return (sentence) => sentence;
  const chrono = await loadChrono.portuguese();
  return (sentence, byUser) => talkInEnglish(sentence, byUser, last.occurredAt, chrono);
};

/** What is asked to be remembered is read as the statement itself. */
const read = async (input: ExtractionInput) =>
  isPortuguese(input.message)
    ? readPortugueseMessage(input, await loadChrono.portuguese())
    : await readEnglish(input, loadTagger(), await loadChrono.english());

const extract = async (input: ExtractionInput) =>
  answer(await read({ ...input, message: withoutRequests(input.message) }));

/**
 * The models port by deterministic rules and a hashing embedder: no network, no tokens, the same answer to the same question. What
 * it cannot read it leaves out; no text makes it throw.
 */
export const createOfflineModels = (): Models => ({
  extractor: OFFLINE,
  replier: OFFLINE,
  readsKnownFacts: false,
  extractionTellsEmotion: false,
  embedder: hashingEmbedder,
  extract,
  extractBlind: extract,
  detectEmotion: async (message) => answer(detectEmotion(message)),
  disambiguate: async ({ name, type, candidates }) => answer(disambiguate(name, type, candidates)),
  reconcile: async (input) => answer(reconcile(input)),
  summarise: async ({ text, previous, sections }) =>
    answer(
      sections === undefined ? summarise(text, previous) : summariseLines(text, previous, sections),
    ),
  compareFacts: async (facts) => answer(compareFacts(facts)),
  summariseTalk: async (input) => answer(summariseTalk(input, await englishOf(input.turns))),
  drawRecords: async (input) => answer(drawRecords(input, await englishOf(input.turns))),
  describeEntity: async (input) => answer(describeEntity(input)),
  reply: async function* (messages) {
    const text = replyFrom(messages);
    yield { text };
    yield answer(text);
  },
});
