import { upToComma, type Phrase } from "../clauses/phrases.ts";
import { tokenAt, type Token } from "../tokens/token.ts";
import { isParticle, isPreposition, type Frame, type Shape } from "./frames.ts";
import { objectOf, type Statement } from "./statement.ts";
import { lastWord } from "../../text/tidy.ts";

/** Whether the words may follow the object: "give Olive away", "put Miso to sleep". */
const mayFollowObject = (alternatives: readonly string[]): boolean =>
  alternatives.every((word) => isParticle(word) || word === "to");

/** Whether a token may precede a word of a frame: "a proud member of". */
const mayPrecede = ({ part, name }: Token): boolean =>
  name === null && /^(?:determiner|adjective|adverb|number|possessive|noun|gerund)$/u.test(part);

/** The position after the words of a frame in a complement; null if it does not contain them. */
const endOfWords = (
  complement: readonly Token[],
  wantedWords: readonly (readonly string[])[],
): number | null => {
  let from = 0;
  for (const alternatives of wantedWords) {
    const at = complement.findIndex(({ lower }, i) => i >= from && alternatives.includes(lower));
    if (at < 0) return null;
    if (!mayFollowObject(alternatives) && !complement.slice(from, at).every(mayPrecede))
      return null;
    from = at + 1;
  }
  return from;
};

/** Whether the statement has no object, only adverbs and times. */
export const isIntransitive = ({ phrases }: Statement): boolean =>
  phrases[0]?.preposition !== null ||
  phrases[0].tokens.every(
    ({ part, time, lower }) =>
      part === "adverb" || part === "negation" || time !== null || isParticle(lower),
  );

/** "moved to a house in York", but not "moved the sofa to a house in York". */
const movesThing = ({ slot, words }: Frame, statement: Statement): boolean =>
  slot?.slot === "residence" &&
  words[0]?.every(isPreposition) === true &&
  !isIntransitive(statement);

/** Whether the word before a position describes a noun: "job" in "has a job interview at Bolt". */
const isOfCompound = (complement: readonly Token[], end: number): boolean =>
  tokenAt(complement, end).part === "noun" && tokenAt(complement, end - 1).after === "";

/** The phrase behind one of the prepositions of a frame, from a position on; null if there is none. */
const phraseBehind = (
  frame: Frame,
  prepositions: readonly string[],
  statement: Statement,
  end: number,
): Phrase | null => {
  const { complement, phrases } = statement;
  const particlesOnly = frame.words.flat().every(isParticle);
  if (!particlesOnly && isOfCompound(complement, end)) return null;
  const isStrict = frame.phase !== "holds" && frame.pick !== "tools";
  // "swapped the Golf for a Skoda" has an object too.
  const isExchange =
    frame.parted === "given" || (frame.words.length === 0 && prepositions[0] === "for");
  if (particlesOnly && isStrict && !isExchange && !isIntransitive(statement)) return null;
  // "works in support at Acme": the first preposition of the frame wins.
  const [phrase] = prepositions.flatMap(
    (wantedPreposition) =>
      phrases.find(
        ({ preposition, tokens }) =>
          preposition !== null &&
          lastWord(preposition) === wantedPreposition &&
          complement.indexOf(tokenAt(tokens, 0)) >= end,
      ) ?? [],
  );
  return phrase ?? pointedAt(complement.slice(end), prepositions);
};

/**
 * The phrase after the words of a frame. It is empty if the frame needs none; null if the frame
 * does not match.
 */
export const phraseOf = (frame: Frame, statement: Statement): Phrase | null => {
  const { complement, phrases, verb } = statement;
  const { prepositions } = frame;
  const isAnyVoice = frame.pick === "tools" && prepositions !== null;
  if ((frame.passive !== verb.passive && !isAnyVoice) || movesThing(frame, statement)) return null;
  if (prepositions?.[0] === "of") return phraseAfterOf(complement, frame.words);
  // In "are together", the adverb is part of the verb group.
  const wantedWords = frame.words.filter((words) => !words.some((word) => verb.adverbs.has(word)));
  const end = endOfWords(complement, wantedWords);
  if (end === null) return null;
  if (prepositions !== null) {
    return phraseBehind(frame, prepositions, statement, end);
  }
  const particles = (frame.words.at(-1) ?? []).filter(isParticle);
  const particlePhrase = phrases.find(
    ({ preposition, tokens }) =>
      preposition !== null && particles.includes(lastWord(preposition)) && tokens.length > 0,
  );
  return particlePhrase ?? withoutWords(objectOf(statement) ?? EMPTY, wantedWords, complement, end);
};

/**
 * The phrase that an adverb of place stands for: "works there", "moved here". Null for other
 * tokens.
 */
const pointedAt = ([token]: readonly Token[], [preposition]: readonly string[]): Phrase | null =>
  token !== undefined && /^(?:here|there)$/u.test(token.lower)
    ? { preposition: preposition ?? null, tokens: [token], time: null }
    : null;

/** The object without the words of the frame: empty for "made redundant". */
const withoutWords = (
  object: Phrase,
  wantedWords: Shape["words"],
  complement: readonly Token[],
  end: number,
): Phrase =>
  wantedWords[0] === undefined || mayFollowObject(wantedWords[0])
    ? object
    : { ...object, tokens: object.tokens.filter((token) => complement.indexOf(token) >= end) };

/** The phrase after "of": "out of", "a fan of". Null if there is none. */
const phraseAfterOf = (complement: readonly Token[], before: Shape["words"]): Phrase | null => {
  const end = endOfWords(complement, [...before, ["of"]]);
  const afterOf = end === null ? [] : upToComma(complement.slice(end));
  const tokens = afterOf.filter(({ time }) => time === null);
  return tokens.length === 0 ? null : { preposition: "of", tokens, time: null };
};

export const EMPTY: Phrase = { preposition: null, tokens: [], time: null };

/** Whether a phrase contains only adverbs, times and particles: "quit", "quit yesterday". */
export const isEmptyPhrase = ({ tokens }: Phrase): boolean =>
  tokens.every(({ part, time, lower }) => part === "adverb" || time !== null || isParticle(lower));

/** Whether the statement is about the future: "is joining Acme", "will move". */
export const isFuture = ({ isAhead, verb }: Statement, { phase }: Frame): boolean =>
  isAhead ||
  verb.tense === "future" ||
  (phase !== "holds" &&
    verb.tense === "present" &&
    (!verb.passive || verb.progressive) &&
    !/^(?:have|hold|be|eat)$/u.test(verb.lemma));
