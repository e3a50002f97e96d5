import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { epochMillis, instantOf, type Instant } from "../../../memory/time.ts";
import type {
  ExtractedEpisode,
  ExtractedProcedure,
  EpisodeExtraction,
  EpisodesInput,
} from "../../derive-tasks.ts";
import { polarityOf } from "../comparison/reconcile.ts";
import { CALENDAR } from "../word-lists/sets.ts";
import { sentencesOf } from "../text/sentences.ts";
import { asSaid } from "../portuguese/in-english.ts";
import { contentWords, overlap } from "../text/content-words.ts";
import type { InEnglish } from "./summarise-talk.ts";

const STANDING =
  /^(?:and |also |so |ok(?:ay)?,? |please,? )*(?:please )?(?:always|never|don't ever|do not ever|from now on|in (?:the )?future|going forward|whenever|every time|each time|make sure (?:that|to|you)|i(?:'d| would)? (?:prefer|like|want) (?:you to|it when you|your|answers|replies)|when you (?:answer|reply|write|book|send|code|explain)|remember to|(?:keep|make) your (?:answers|replies|messages)|call me|sempre|nunca|de agora em diante)\b/iu;
const HAPPENED =
  /\b(?:yesterday|last (?:night|week|weekend|month|year|summer|winter|spring|autumn|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this (?:morning|afternoon)|earlier today|\d+ (?:days?|weeks?|months?|years?) ago|(?:a|one|two|three|few|couple of) (?:days?|weeks?|months?|years?) ago|the other day|ontem|semana passada)\b/iu;
const PAST =
  /\b(?:was|were|had|went|met|got|did|made|took|came|saw|bought|sold|lost|won|left|found|broke|flew|drove|ate|gave|said|told|began|ended|\p{L}{3,}ed|fui|foi|encontrei|comprei|perdi)\b/iu;
const ENDED =
  /^(?:in the end|finally|eventually|luckily|fortunately|unfortunately|it turned out|so we|we agreed|we decided|it went|it was|no fim|afinal)\b/iu;
/** A name after a word that says that somebody was there; of several that are joined, all. */
const COMPANY =
  /(?<=(?<!\p{L})(?:[Ww]ith|[Mm]et(?: with)?|saw|visited|called|phoned|joined|com|encontrei) )\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*(?:(?:, | and |, and | e )\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*)*/gu;

const DAY = 86_400_000;
/** The day of which a sentence speaks, where that can be told without a calendar. */
const dayOf = (sentence: string, saidAt: Instant): Instant | null => {
  const back = /\b(?:yesterday|last night|ontem)\b/iu.test(sentence)
    ? 1
    : /\b(?:this (?:morning|afternoon)|earlier today)\b/iu.test(sentence)
      ? 0
      : null;
  const counted = /\b(\d{1,4}) days? ago\b/iu.exec(sentence)?.[1];
  const days = counted === undefined ? back : Number(counted);
  return days === null
    ? null
    : instantOf(Math.floor((epochMillis(saidAt) - days * DAY) / DAY) * DAY);
};

/** How much of a known procedure a new one must speak of to take its place. */
const SAME_MATTER = 0.6;

const procedureOf = (text: string, known: EpisodesInput["procedures"]): ExtractedProcedure => {
  const own = contentWords(text);
  const found = known
    .map(({ id, text: other }) => ({
      id,
      other,
      shared: overlap(own, contentWords(asSaid(other))),
    }))
    .toSorted((a, b) => b.shared - a.shared)[0];
  const replaces =
    found !== undefined &&
    (found.shared >= SAME_MATTER ||
      (found.shared > 0.5 && polarityOf(asSaid(found.other)) !== polarityOf(text)))
      ? found.id
      : null;
  return { text, replaces };
};

/**
 * By rules: a sentence of the user that names a past day and has a verb in the past is an episode,
 * the next one its outcome where it begins like one; a sentence that begins like a standing wish is
 * a procedure. In the words that were said, in English as far as rules can tell it.
 */
export const extractEpisodes = (
  { turns, procedures }: EpisodesInput,
  english: InEnglish,
): EpisodeExtraction => {
  const episodes: ExtractedEpisode[] = [];
  const wishes: ExtractedProcedure[] = [];
  for (const { role, content, occurredAt } of turns) {
    if (role !== "USER") continue;
    const sentences = sentencesOf(content);
    for (const [i, sentence] of sentences.entries()) {
      if (endsWithQuestionMark(sentence)) continue;
      if (STANDING.test(sentence))
        wishes.push({ ...procedureOf(sentence, procedures), text: english(sentence, true) });
      else if (HAPPENED.test(sentence) && PAST.test(sentence)) {
        const next = sentences[i + 1];
        const names = [
          ...new Set(
            (sentence.match(COMPANY) ?? []).flatMap((found) => found.split(/, and |, | and | e /u)),
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
