import { filledIn, groupsIn, PHRASES } from "../../data/expressions.ts";
import { RowTable } from "../../data/row-table.ts";
import { pairs } from "../../data/words.ts";
import { readableSentences } from "../../text/sentences.ts";
import { thirdPerson } from "../clauses/voice.ts";
import { pastOf } from "../tokens/verb-forms.ts";
import { expandContractions } from "./expand-contractions.ts";
import { withSmallLetter } from "./sentence-kind.ts";

/** The mark between a question and its answer. The expressions of the rows contain it. */
const BETWEEN = "|";
/** Answers that tell something: "Where do you live?" "Oslo." */
const TOLD = new RowTable(PHRASES.rows("answers"));
/** Answers that say yes or no. */
const CONFIRMED = new RowTable(PHRASES.rows("answers_yes_no"));
const NO_ANSWER = PHRASES.one("no_answer");
const WITH_VERB = PHRASES.one("answer_with_verb");
/** "It's Tomasz" */
const BARE_OPENING = /^(?:it|that|they|those)(?: is| are|'s|'re) /iu;
/** A question about whoever asks it: "Where do I live?" */
const OF_ASKER =
  /(?<!\p{L})(?:(?:do|did|have) I|(?:do|does|did|is|are|was|were) (?:my|our|we))(?!\p{L})/iu;
const LONGEST_QUESTION = 200;
const LONGEST_ANSWER = 120;

const AS_ASKED = pairs("question_as_own");
const ADDRESSED = new RegExp(`(?<!\\p{L})(?:${Object.keys(AS_ASKED).join("|")})(?!\\p{L})`, "giu");
const OPENING = PHRASES.one("answer_opening");
/** The answer with a small letter if it opens with a word that no name opens with: "In Leeds". */
const withSmallOpening = (answer: string): string =>
  OPENING.test(answer) ? withSmallLetter(answer) : answer;
/** The question as the person who is asked would put it: "where do I live" for "Where do you live". */
export const asOwn = (question: string): string =>
  question
    .replace(/(?<!\p{L})(?<!(?:[Aa]re|were|do|have) )you(?=\?)/u, "me")
    .replace(ADDRESSED, (words) => AS_ASKED[words.toLowerCase()] ?? words);

const ASKED_VERB =
  /^(?<who>.{1,40}?) (?<aux>do|does|did) (?<adverb>(?:still|also|usually|already|now|normally|no longer) )?(?<verb>\p{Ll}+)(?!\p{L})/u;
/** The statement without the "do" of its question: "I live in Oslo" for "I do live in Oslo". */
const withoutDo = (statement: string): string =>
  statement.replace(ASKED_VERB, (whole, who: string, aux: string, adverb = "", verb: string) => {
    if (verb === "not") return whole;
    const finite = aux === "do" ? verb : aux === "does" ? thirdPerson(verb) : pastOf(verb);
    return `${who} ${adverb}${finite}`;
  });

/** The statement of an answer to the last sentence of a question; null if there is none. */
const statementBy = (rows: RowTable<string>, question: string, answer: string): string | null => {
  if (question === "") return null;
  const asked = readableSentences(question).at(-1) ?? "";
  if (asked.length > LONGEST_QUESTION || OF_ASKER.test(asked)) return null;
  if (answer.length > LONGEST_ANSWER || NO_ANSWER.test(answer)) return null;
  const both = `${withSmallLetter(asOwn(expandContractions(asked)))}${BETWEEN}${withSmallOpening(expandContractions(answer))}`;
  const [pattern, meaning] = rows.mayFit(both).find(([one]) => one.test(both)) ?? [];
  if (pattern === undefined || meaning === undefined) return null;
  const { plain = "", ...groups } = groupsIn(pattern, both);
  return withoutDo(filledIn(meaning, { ...groups, plain: withSmallLetter(plain) }));
};

/**
 * The sentences of a message with an answer to the question before it as a statement: "I live in
 * Oslo" for "Oslo" after "Where do you live?".
 */
export const withAnswer = (question: string, sentences: readonly string[]): readonly string[] => {
  const [first = "", ...others] = sentences;
  const statement = WITH_VERB.test(first.replace(BARE_OPENING, ""))
    ? null
    : statementBy(TOLD, question, first);
  return statement === null ? sentences : [statement, ...others];
};

/**
 * The statement that a yes or a no makes of the question before it; null if it makes none: "I no
 * longer live in Oslo" for "No" after "Do you still live in Oslo?".
 */
export const confirmedBy = (question: string, answer: string): string | null =>
  statementBy(CONFIRMED, question, answer);
