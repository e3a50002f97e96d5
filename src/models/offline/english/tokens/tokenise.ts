import { findTimes, type TimeExpression } from "../../dates/find-times.ts";
import { isCapitalised } from "../../text/tidy.ts";
import type { ProtectedSpan, SpanKind } from "../../text/protected-spans.ts";
import { listedWords, pairs } from "../../data/words.ts";
import { CALENDAR, DEMONYMS, NOT_NAMES, OCCUPATIONS } from "../../data/word-sets.ts";
import type { Lexicon } from "./lexicon.ts";
import { mergeNames, type TaggedToken } from "./merge-names.ts";
import { partOfSpeech } from "./part-of-speech.ts";
import { isNamedRelative, isProperWord, type WordInPlace } from "./proper-words.ts";
import { kinTerm } from "../../data/kinship.ts";
import { repairParts } from "./repair-parts.ts";
import { splitWords, type Word, type PartOfSpeech, type Token } from "./token.ts";
import type { TaggedWord } from "./tagger.ts";
import { knownVerb } from "./verb-forms.ts";

const BEFORE_POST = listedWords("tokenise_before_post");
const NO_TAGS: ReadonlySet<string> = new Set();
const SPAN_PARTS = pairs("parts_of_spans") as Readonly<Record<SpanKind, PartOfSpeech>>;

/** The tags of each word by its start. A hyphenated word has those of its last part. */
const tagsByStart = (
  words: readonly Word[],
  taggedWords: readonly TaggedWord[],
): ReadonlyMap<number, ReadonlySet<string>> => {
  const tagsOf = new Map<number, ReadonlySet<string>>();
  let next = 0;
  for (const word of words) {
    for (
      let taggedWord = taggedWords[next];
      taggedWord !== undefined && taggedWord.start < word.end;
    ) {
      if (taggedWord.end > word.start) tagsOf.set(word.start, taggedWord.tags);
      if (taggedWord.end > word.end) break;
      next += 1;
      taggedWord = taggedWords[next];
    }
  }
  return tagsOf;
};

/** A word, or the words of a time. */
interface Piece extends Word {
  readonly time: TimeExpression | null;
}

const joinTimes = (words: readonly Word[], times: readonly TimeExpression[]): Piece[] => {
  const pieces: Piece[] = [];
  for (const word of words) {
    const time =
      times.find((candidate) => word.start < candidate.end && candidate.start < word.end) ?? null;
    const last = pieces.at(-1);
    if (time !== null && last?.time === time)
      pieces[pieces.length - 1] = {
        ...last,
        text: `${last.text}${last.after} ${word.before}${word.text}`,
        after: word.after,
        end: word.end,
      };
    else {
      const { text, before, after, start, end } = word;
      pieces.push({ text, before, after, start, end, time });
    }
  }
  return pieces;
};

const OWNER = /['’]s$|(?<=s)['’]$/iu;
/** Contractions of a verb, which are not possessives: "It's", "what's". */
const SHORT_VERB = /^(?:it|that|what|there|here|let)['’]s$/iu;
const OPENS_DESCRIPTION = /^(?:our|my|his|her|their|the|an?|who)$/iu;

/** Whether the capital of this word is a sign of a name. */
const hasCapitalOfName = ({ text, time }: Piece): boolean => {
  const lower = text.toLowerCase();
  return time === null && isCapitalised(text) && !NOT_NAMES.has(lower) && !CALENDAR.has(lower);
};

/** A word with a capital, in lower case. Empty for another word, or for a date. */
const lowerCapitalWord = (piece: Piece | undefined): string =>
  piece !== undefined && piece.time === null && isCapitalised(piece.text)
    ? piece.text.toLowerCase()
    : "";

const isOfPost = (previous: Piece | undefined, next: Piece | undefined): boolean =>
  BEFORE_POST.has(previous?.text.toLowerCase() ?? "") || next?.text === "of";

/** The word with the signs that its neighbours give. */
const placeOf = (
  text: string,
  owns: boolean,
  tags: ReadonlySet<string>,
  piece: Piece,
  pieces: readonly Piece[],
  position: number,
): WordInPlace => {
  const [next, afterNext] = pieces.slice(position + 1, position + 3);
  const previous = pieces[position - 1];
  const adjoins = piece.after === "" && next !== undefined;
  return {
    text,
    tags,
    opens: previous === undefined || previous.after.endsWith(":"),
    titled: previous?.text === "at" || (previous?.text === "The" && previous.start > 0),
    ofPost: isOfPost(previous, next),
    next: owns ? "is" : adjoins ? next.text.toLowerCase() : "",
    described: piece.after === "," && OPENS_DESCRIPTION.test(next?.text ?? ""),
    ofRelative: previous?.after === "" && kinTerm(previous.text.toLowerCase()) !== undefined,
    partner: adjoins && next.text === "and" ? lowerCapitalWord(afterNext) : "",
    capitalFollows: !owns && adjoins && hasCapitalOfName(next),
  };
};

const partOfPiece = (
  place: WordInPlace,
  piece: Piece,
  span: ProtectedSpan | null,
  owns: boolean,
  lexicon: Lexicon,
  closes: boolean,
): PartOfSpeech => {
  if (piece.time !== null) return "time";
  if (span !== null) return SPAN_PARTS[span.kind];
  if (isProperWord(place, lexicon.tagger)) return "proper";
  const lower = place.text.toLowerCase();
  // "a Brazilian bank" has an adjective; "she is a Brazilian" has not.
  if (DEMONYMS.has(lower))
    return place.tags.has("Adjective") && !closes && piece.after === "" ? "adjective" : "noun";
  return owns ? "noun" : partOfSpeech(lower, place.tags);
};

/** The token of one piece, with the part of speech that it has by itself. */
const taggedToken = (
  pieces: readonly Piece[],
  piece: Piece,
  position: number,
  tags: ReadonlySet<string>,
  lexicon: Lexicon,
): TaggedToken => {
  const { time, before, after, start, end } = piece;
  const span =
    lexicon.spans.get(piece.text) ?? lexicon.spans.get(piece.text.replace(OWNER, "")) ?? null;
  const owns = time === null && OWNER.test(piece.text) && !SHORT_VERB.test(piece.text);
  const text = owns ? piece.text.replace(OWNER, "") : piece.text;
  const next = pieces[position + 1];
  const place = placeOf(text, owns, tags, piece, pieces, position);
  const part = partOfPiece(place, piece, span, owns, lexicon, next === undefined);
  const lower = text.toLowerCase();
  return {
    text,
    lower,
    before,
    after,
    start,
    end,
    part,
    name: null,
    time,
    span,
    owns,
    possessive: owns ? (OWNER.exec(piece.text)?.[0] ?? "").replace("’", "'") : "",
    tags,
    past: false,
  };
};

const WORK = listedWords("tokenise_work");
/** Whether work is named before: "a cook at Denny's" works for a firm, not at somebody's house. */
const isWorkBefore = (tokens: readonly TaggedToken[], i: number): boolean => {
  const { lower = "", part } = tokens[i - 2] ?? {};
  const isPost = part === "noun" && OCCUPATIONS.has(lower);
  return tokens[i - 1]?.lower === "at" && (WORK.has(lower) || isPost);
};

/**
 * The token with the possessive as part of its name if nothing follows that it could own: "at
 * Nando's", but not "at Ana's".
 */
const withOwnName = (
  token: TaggedToken,
  i: number,
  tokens: readonly TaggedToken[],
): TaggedToken => {
  const { name, owns, after, text, tags, possessive } = token;
  const next = tokens[i + 1];
  const ownsNothing =
    next === undefined ||
    after !== "" ||
    /^(?:preposition|time|conjunction|adverb)$/u.test(next.part);
  const isPlaced = /^(?:preposition|verb)$/u.test(tokens[i - 1]?.part ?? "");
  if (!owns || name === null || !ownsNothing || !isPlaced) return token;
  const isSaint = /^(?:st|saint)\.? /iu.test(name.name);
  const isSomebody = name.type === "person" && !tags.has("LastName") && !isSaint;
  if (isSomebody && !isWorkBefore(tokens, i)) return token;
  const type = name.type === "organization" ? name.type : null;
  const whole = { text: text + possessive, lower: (text + possessive).toLowerCase(), owns: false };
  return { ...token, ...whole, name: { ...name, name: name.name + possessive, type } };
};

/** The tokens of a sentence with their parts of speech. A name or a time is one token. */
export const tokenise = (sentence: string, lexicon: Lexicon): Token[] => {
  const words = splitWords(sentence);
  const tags = tagsByStart(words, lexicon.tagger.tag(sentence));
  const times = findTimes(sentence).filter(
    ({ start, end }) => !isNamedRelative(sentence, start, end),
  );
  const pieces = joinTimes(words, times);
  const tokens = pieces.map((piece, i) =>
    taggedToken(pieces, piece, i, tags.get(piece.start) ?? NO_TAGS, lexicon),
  );
  return mergeNames(repairParts(tokens), lexicon)
    .map(withOwnName)
    .map((token) =>
      token.tags.has("PastTense") && !knownVerb(token.lower)?.forms.has("base")
        ? { ...token, past: true }
        : token,
    );
};
