import { listedWords, rowsOf, words } from "../data/words.ts";
import { foldText } from "../../../language/folding.ts";
import { wordKey } from "../../../language/spelling.ts";
import { isNumber } from "../../../language/value.ts";
import { isPresentOf, onlyOne, type NamedFact } from "./standing-facts.ts";
import { verbReading } from "../english/tokens/verb-forms.ts";
import { behindSubject } from "./standing-statement.ts";

/** What stands for a figure; the unit behind it remains: `#kg`. */
const FIGURE = "#";
const KIND_OF_VALUE = new Map(
  rowsOf("kinds_of_value").flatMap((row) => {
    const [kind = "", values = ""] = row.split("|");
    return [...words(values)].map((value) => [value, kind] as const);
  }),
);
const TASTES = listedWords("tastes");
/** Words that say nothing of what has the value: "is on", "works", "has a". */
const EMPTY = new Set([...listedWords("words_of_plans"), ...listedWords("same_frame_empty")]);
const WORD = /[\p{L}\p{N}$€£%+-][\p{L}\p{N}.:/'’%+-]*(?:,\d{3})*/gu;
/** A unit with a space before it: "20 mg" is "20mg". */
const SPACED_UNIT = /(?<=\d) (?=(?:mg|mcg|g|kg|ml|km|k|gb|tb|iu|%)(?![\p{L}\d]))/giu;
/** What follows a comma is a remark: "is 72 kg, oops". */
const REMARK = /,(?!\d{3}) .*$/u;

/** The kind of a value: "#" for "10" and "four", "#kg" for "84kg", "size" for "large". */
const kindOfValue = (word: string): string | null => {
  if (isNumber(word)) return FIGURE;
  const kind = KIND_OF_VALUE.get(word);
  if (kind !== undefined) return kind;
  return /\d/u.test(word) ? word.replaceAll(/\d[\d.,:]*/gu, FIGURE) : null;
};

const VERBS_OF_ONE_PLACE = listedWords("verbs_of_one_place");
/**
 * Whether the word at `i` is the name of a place or a program of which there is one: "takes notes in
 * Notion", "is on team Falcon".
 */
const isNameOfOne = (found: readonly string[], i: number): boolean => {
  const before = found[i - 1]?.toLowerCase() ?? "";
  if (!/^\p{Ll}?\p{Lu}/u.test(found[i] ?? "")) return false;
  return (
    /^(?:team|squad)$/u.test(before) ||
    (/^(?:in|on|with)$/u.test(before) && VERBS_OF_ONE_PLACE.has(verbReading(found[0] ?? "").lemma))
  );
};

/** A statement without its values. */
interface Frame {
  /** All words in order, with the kinds of the values in their places. */
  readonly pattern: string;
  readonly kinds: string;
  readonly values: string;
  /** Keys of the words that say what has the value. */
  readonly about: ReadonlySet<string>;
}

/** The frame of the text of a fact. Null without a value, and for a taste, which ends no other. */
const frameOf = (text: string, subject: string): Frame | null => {
  const rest = behindSubject(text, subject)?.replace(REMARK, "").replace(SPACED_UNIT, "") ?? "";
  const words = (rest.match(WORD) ?? []).map((word) => word.replace(/[.:]$/u, ""));
  const lowerWords = words.map((word) => word.toLowerCase());
  const kinds = lowerWords.map(
    (word, i) => kindOfValue(word) ?? (isNameOfOne(words, i) ? "name" : null),
  );
  const keys = lowerWords.map((word) => wordKey(foldText(word)));
  const isOfTaste = keys.some((key) => TASTES.has(key));
  const valueKinds = kinds.filter((kind) => kind !== null);
  return valueKinds.length === 0 || isOfTaste
    ? null
    : {
        pattern: lowerWords.map((word, i) => kinds[i] ?? word).join(" "),
        kinds: valueKinds.join(" "),
        values: lowerWords.filter((_, i) => kinds[i] !== null).join(" "),
        about: new Set(keys.filter((_, i) => kinds[i] === null && !EMPTY.has(lowerWords[i] ?? ""))),
      };
};

const QUALIFIERS = listedWords("qualifiers");
/** The words of a post without its rank: "is chair" for "is vice chair". Null for other statements. */
const withoutRank = (text: string, subject: string): string | null => {
  const [verb, ...post] = (behindSubject(text, subject) ?? "").trim().toLowerCase().split(" ");
  return verb === "is" ? post.filter((word) => !QUALIFIERS.has(word)).join(" ") : null;
};

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

/** Where a known statement places what has the value: "manages a team of six at Aviva". */
const PLACE = / (?:at|for|with|in) (?:the )?\p{Lu}[\p{L}\d&'’ -]*$/u;

/** Whether a known text has the same frame with other values. */
const hasOtherValues = (known: Frame, frame: Frame): boolean =>
  known.kinds === frame.kinds &&
  known.values !== frame.values &&
  (known.pattern === frame.pattern ||
    (frame.about.size > 0 && isSameSet(known.about, frame.about)));

/**
 * The only known statement that says the same but for its values: "is on Windows 11" ends "is on
 * Windows 10", "is on late shifts" ends "works early shifts", and "is chair" ends "is vice chair".
 * Of other words, only the empty ones may differ.
 */
export const sameButForValue = <Known extends NamedFact>(
  { subject, text }: { readonly subject: string; readonly text: string },
  knownFacts: readonly Known[],
): Known | null => {
  const [frame, post] = [frameOf(text, subject), withoutRank(text, subject)];
  const isOther = ({ text: knownText, slot }: Known): boolean => {
    const knownFrame = frame && slot === null ? frameOf(knownText, subject) : null;
    if (knownFrame !== null && frame !== null) {
      const withoutPlace = frameOf(knownText.replace(PLACE, ""), subject);
      return [knownFrame, withoutPlace].some((known) => known && hasOtherValues(known, frame));
    }
    const isPost = slot === null || slot === "role";
    return isPost && post !== null && post !== "" && withoutRank(knownText, subject) === post;
  };
  return onlyOne(
    knownFacts.filter((fact) => fact.text !== text && isOther(fact) && isPresentOf(fact, subject)),
  );
};
