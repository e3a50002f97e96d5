import type { Chrono } from "chrono-node";
import type { SpokenTurn } from "../derive-tasks.ts";
import type { Answer, Extraction, ExtractionInput, Models } from "../port.ts";
import { withoutRequests } from "../../language/requests-to-remember.ts";
import type { Instant } from "../../memory/time.ts";
import { instantAtWallClock, UTC, wallClock } from "../../memory/time-zone.ts";
import { shippedVocabulary } from "../../vocabulary/load.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { answer, OFFLINE } from "./answer.ts";
import { compareFacts } from "./comparison/compare-facts.ts";
import { describeEntity } from "./summary/describe-entity.ts";
import { extractEpisodes } from "./summary/extract-episodes.ts";
import { summariseTalk, type InEnglish } from "./summary/summarise-talk.ts";
import { disambiguate } from "./comparison/names-alike.ts";
import { hashingEmbedder } from "./embedder/hashing-embedder.ts";
import { detectEmotion } from "./emotion/detect-emotion.ts";
import { readEnglish } from "./english/read-message.ts";
import { loadTagger } from "./english/tokens/tagger.ts";
import { isPortuguese } from "./portuguese/is-portuguese.ts";
import { readPortugueseMessage } from "./portuguese/read-message.ts";
import { talkInEnglish } from "./portuguese/in-english.ts";
import { reconcile } from "./comparison/reconcile.ts";
import { replyFrom } from "./summary/reply.ts";
import { summarise } from "./summary/summarise.ts";
import { summariseLines } from "./summary/summarise-lines.ts";

/** Readers of dates, loaded on the first message in their language. */
const loadChrono = {
  english: async (): Promise<Chrono> => (await import("chrono-node/en")).casual,
  portuguese: async (): Promise<Chrono> => (await import("chrono-node/pt")).casual,
};

/** How sentences of a talk are told in English. */
const englishOf = async (turns: readonly SpokenTurn[]): Promise<InEnglish> => {
  const last = turns.at(-1);
  if (last === undefined || !turns.some(({ content }) => isPortuguese(content)))
    return (sentence) => sentence;
  const chrono = await loadChrono.portuguese();
  return (sentence, byUser) => talkInEnglish(sentence, byUser, last.occurredAt, chrono);
};

/** What is asked to be remembered is read as the statement itself. */
const read = async (input: ExtractionInput, vocabulary: Vocabulary): Promise<Extraction> =>
  isPortuguese(input.message)
    ? readPortugueseMessage(input, await loadChrono.portuguese(), vocabulary)
    : await readEnglish(input, await loadTagger(), await loadChrono.english(), vocabulary);

/** Dates are read by the clock on the wall of the time zone. */
const extractWith =
  (vocabulary: Vocabulary) =>
  async (input: ExtractionInput): Promise<Answer<Extraction>> => {
    const { occurredAt, timeZone, message } = input;
    const local = await read(
      {
        ...input,
        message: withoutRequests(message),
        occurredAt: wallClock(occurredAt, timeZone),
        timeZone: UTC,
      },
      vocabulary,
    );
    const instantOf = (wall: Instant | null): Instant | null =>
      wall && instantAtWallClock(wall, timeZone);
    return answer({
      ...local,
      facts: local.facts.map((fact) => ({
        ...fact,
        validFrom: instantOf(fact.validFrom),
        validTo: instantOf(fact.validTo),
      })),
    });
  };

/**
 * The models port by deterministic rules and a hashing embedder: no network, no tokens, the same
 * answer to the same question. What it cannot read it leaves out; no text makes it throw.
 */
export const createOfflineModels = (vocabulary: Vocabulary = shippedVocabulary()): Models => {
  const extract = extractWith(vocabulary);
  return {
    extractor: OFFLINE,
    replier: OFFLINE,
    usesKnownFacts: false,
    extractionIncludesEmotion: false,
    judgesMeaning: false,
    embedder: hashingEmbedder,
    extract,
    extractBlind: extract,
    detectEmotion: async (message) => answer(detectEmotion(message)),
    disambiguate: async ({ name, type, candidates }) =>
      answer(disambiguate(name, type, candidates)),
    reconcile: async ({ questions }) => answer(questions.map(reconcile)),
    summarise: async ({ text, previous, sections }) =>
      answer(
        sections === undefined
          ? summarise(text, previous)
          : summariseLines(text, previous, sections),
      ),
    compareFacts: async (facts) => answer(compareFacts(facts, (slot) => vocabulary.hasMany(slot))),
    summariseTalk: async (input) => answer(summariseTalk(input, await englishOf(input.turns))),
    extractEpisodes: async (input) => answer(extractEpisodes(input, await englishOf(input.turns))),
    describeEntity: async (input) => answer(describeEntity(input)),
    reply: async function* (messages) {
      const text = replyFrom(messages);
      yield { text };
      yield answer(text);
    },
  };
};
