import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { epochMillis, instantOf, MILLIS_PER_DAY, type Instant } from "../../../memory/time.ts";
import type {
  ExtractedEpisode,
  ExtractedProcedure,
  EpisodeExtraction,
  EpisodesInput,
} from "../../derive-tasks.ts";
import { polarityOf } from "../comparison/judge.ts";
import { PHRASES } from "../data/expressions.ts";
import { CALENDAR } from "../data/word-sets.ts";
import { readableSentences } from "../text/sentences.ts";
import { withoutQuotation } from "../portuguese/in-english.ts";
import { contentWords, overlap } from "../text/content-words.ts";
import type { InEnglish } from "./summarise-talk.ts";

const STANDING = PHRASES.one("standing");
const HAPPENED = PHRASES.one("happened");
const PAST = PHRASES.one("past");
const ENDED = PHRASES.one("ended");
const COMPANY = PHRASES.one("company");

/** The start of the day that a sentence names relative to its own day; null if it names none. */
const dayOf = (sentence: string, saidAt: Instant): Instant | null => {
  const back = /\b(?:yesterday|last night|ontem)\b/iu.test(sentence)
    ? 1
    : /\b(?:this (?:morning|afternoon)|earlier today)\b/iu.test(sentence)
      ? 0
      : null;
  const countedDays = /\b(\d{1,4}) days? ago\b/iu.exec(sentence)?.[1];
  const days = countedDays === undefined ? back : Number(countedDays);
  return days === null
    ? null
    : instantOf(
        Math.floor((epochMillis(saidAt) - days * MILLIS_PER_DAY) / MILLIS_PER_DAY) * MILLIS_PER_DAY,
      );
};

/** Share of a known procedure that a new one must have in common to replace it. */
const SAME_MATTER = 0.6;

/**
 * A procedure, with the known one that it replaces: the most similar one, if it says the same or
 * the opposite.
 */
const procedureOf = (
  text: string,
  knownProcedures: EpisodesInput["procedures"],
): ExtractedProcedure => {
  const own = contentWords(text);
  const match = knownProcedures
    .map(({ id, text: other }) => ({
      id,
      other,
      shared: overlap(own, contentWords(withoutQuotation(other))),
    }))
    .toSorted((a, b) => b.shared - a.shared)[0];
  const replaces =
    match !== undefined &&
    (match.shared >= SAME_MATTER ||
      (match.shared > 0.5 && polarityOf(withoutQuotation(match.other)) !== polarityOf(text)))
      ? match.id
      : null;
  return { text, replaces };
};

/**
 * Episodes and procedures by rules. A sentence of the user that names a past day and has a verb in
 * the past is an episode; the next sentence is its outcome if it begins like one. A sentence that
 * begins like a standing wish is a procedure. The texts are those of the user, in English as far as
 * the rules can translate them.
 */
export const extractEpisodes = (
  { turns, procedures }: EpisodesInput,
  english: InEnglish,
): EpisodeExtraction => {
  const episodes: ExtractedEpisode[] = [];
  const wishes: ExtractedProcedure[] = [];
  for (const { role, content, occurredAt } of turns) {
    if (role !== "USER") continue;
    const sentences = readableSentences(content);
    for (const [i, sentence] of sentences.entries()) {
      if (endsWithQuestionMark(sentence)) continue;
      if (STANDING.test(sentence))
        wishes.push({ ...procedureOf(sentence, procedures), text: english(sentence, true) });
      else if (HAPPENED.test(sentence) && PAST.test(sentence)) {
        const next = sentences[i + 1];
        const names = [
          ...new Set(
            (sentence.match(COMPANY) ?? []).flatMap((companyText) =>
              companyText.split(/, and |, | and | e /u),
            ),
          ),
        ].filter((name) => name !== "I" && !CALENDAR.has(name.toLowerCase()));
        episodes.push({
          what: english(sentence, true),
          when: dayOf(sentence, occurredAt),
          with: names,
          outcome: next !== undefined && ENDED.test(next) ? english(next, true) : null,
        });
      }
    }
  }
  return { episodes, procedures: wishes };
};
