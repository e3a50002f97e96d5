import type { Chrono } from "chrono-node";
import { withoutRequests } from "../../language/requests-to-remember.ts";
import type { Instant } from "../../memory/time.ts";
import { instantAtWallClock, UTC, wallClock } from "../../memory/time-zone.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { SpokenTurn } from "../derive-tasks.ts";
import type { Extraction, ExtractionInput, Models } from "../port.ts";
import type { Answer } from "../answer.ts";
import { answer } from "./offline-answer.ts";
import { readEnglish } from "./english/read-message.ts";
import { loadTagger } from "./english/tokens/tagger.ts";
import { talkInEnglish } from "./portuguese/in-english.ts";
import { isPortuguese } from "./portuguese/is-portuguese.ts";
import { readPortugueseMessage } from "./portuguese/read-message.ts";
import { describeEntity } from "./summary/describe-entity.ts";
import { extractEpisodes } from "./summary/extract-episodes.ts";
import { summarise } from "./summary/summarise.ts";
import { summariseLines } from "./summary/summarise-lines.ts";
import { summariseTalk, type InEnglish } from "./summary/summarise-talk.ts";
import { readableSentences } from "./text/sentences.ts";

/** The reader of dates, loaded on the first message. */
const loadChrono = async (): Promise<Chrono> => (await import("chrono-node/en")).casual;

/** The translation for the sentences of a talk. It changes nothing if no turn is Portuguese. */
const translationOf = async (turns: readonly SpokenTurn[]): Promise<InEnglish> => {
  const last = turns.at(-1);
  if (last === undefined || !turns.some(({ content }) => isPortuguese(content)))
    return (sentence) => sentence;
  const chrono = await loadChrono();
  return (sentence, byUser) => talkInEnglish(sentence, byUser, last.occurredAt, chrono);
};

/**
 * The English form for the sentences of a talk. A sentence by somebody other than the owner of the
 * memory gets the name of the speaker.
 */
const englishOf = async (turns: readonly SpokenTurn[]): Promise<InEnglish> => {
  const translate = await translationOf(turns);
  const speakers = new Map(
    turns.flatMap(({ speaker, content }) =>
      speaker === undefined
        ? []
        : readableSentences(content).map((sentence) => [sentence, speaker] as const),
    ),
  );
  return (sentence, byUser) => {
    const speaker = speakers.get(sentence);
    const words = translate(sentence, byUser);
    return speaker === undefined ? words : `${speaker}: ${words}`;
  };
};

/** The extraction of a message, by its language. */
const extractLocal = async (input: ExtractionInput, vocabulary: Vocabulary): Promise<Extraction> =>
  isPortuguese(input.message)
    ? readPortugueseMessage(input, await loadChrono(), vocabulary)
    : await readEnglish(input, await loadTagger(), await loadChrono(), vocabulary);

/**
 * The task `extract`. Requests to remember are removed, so that the statement itself is read. Dates
 * are read by the wall clock of the time zone.
 */
const extractWith =
  (vocabulary: Vocabulary) =>
  async (input: ExtractionInput): Promise<Answer<Extraction>> => {
    const { occurredAt, timeZone, message } = input;
    const local = await extractLocal(
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

/** The tasks that read whole texts. A service runs them in threads. */
export type TextTasks = Pick<
  Models,
  "extract" | "extractBlind" | "summarise" | "summariseTalk" | "extractEpisodes" | "describeEntity"
>;

export const createTextTasks = (vocabulary: Vocabulary): TextTasks => {
  const extract = extractWith(vocabulary);
  return {
    extract,
    extractBlind: extract,
    summarise: async ({ text, previous, sections }) =>
      answer(
        sections === undefined
          ? summarise(text, previous)
          : summariseLines(text, previous, sections),
      ),
    summariseTalk: async (input) => answer(summariseTalk(input, await englishOf(input.turns))),
    extractEpisodes: async (input) => answer(extractEpisodes(input, await englishOf(input.turns))),
    describeEntity: async (input) => answer(describeEntity(input)),
  };
};
