import { ACRONYMS, CALENDAR, NOT_NAMES } from "../data/not-names.ts";
import { words } from "../data/words.ts";
import { capitalised } from "../text/tidy.ts";
import { unmask, type ProtectedSpan } from "../text/protected-spans.ts";
import type { TimeExpression } from "../dates/time-expression.ts";
import { genderOfName, typeOfName } from "./name-type.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Word } from "./split-words.ts";
import type { Name, PartOfSpeech } from "./token.ts";

export interface NamedWord {
  readonly word: Word;
  readonly lower: string;
  readonly part: PartOfSpeech;
  readonly owns: boolean;
  readonly span: ProtectedSpan | null;
  readonly time: TimeExpression | null;
  readonly tags: ReadonlySet<string>;
  readonly name?: Name;
}

const CONNECTORS = words(
  "de da do dos das di del della la le van von der den ter bin ibn al el y e & of the",
);
const TAKES_OF = words(
  "university bank institute ministry department college school faculty house lord game museum church city state republic kingdom isle cape bay court board statue",
);
const POSTS = words(
  "cto ceo cfo coo cmo cpo ciso cio vp svp evp pm po sre swe md phd mba qa hr id",
);
const HONORIFICS = words("st dr mr mrs ms prof sir lady lord rev fr sr sra dona");
/** What bears the name of a founder or a saint: "St. Mary's Hospital". */
const NAMED_AFTER = words(
  "hospital school college church university academy clinic cathedral abbey square park institute",
);
const LONGEST_NAME = 7;

/** Whether the word at `i` goes on with the name that began at `from`. */
const goesOn = (pieces: readonly NamedWord[], from: number, i: number): number => {
  const previous = pieces[i - 1]!;
  const piece = pieces[i];
  if (
    piece !== undefined &&
    previous.owns &&
    previous.word.after === "" &&
    capitalised(piece.word.text) &&
    NAMED_AFTER.has(piece.lower)
  )
    return 1;
  if (
    piece === undefined ||
    previous.word.after !== "" ||
    previous.owns ||
    piece.word.before !== "" ||
    previous.span?.kind === "quote" ||
    piece.span?.kind === "quote"
  )
    return 0;
  if (piece.part === "proper") return 1;
  if (
    piece.part === "number" &&
    piece.span?.kind !== "money" &&
    /^\d{1,4}$/u.test(piece.word.text) &&
    !/^(?:19|20)\d\d$/u.test(piece.word.text) &&
    pieces[i + 1]?.part !== "noun"
  )
    return 1;
  if (piece.span?.kind === "version") return 1;
  const capital = capitalised(piece.word.text) && piece.time === null && !CALENDAR.has(piece.lower);
  if (
    capital &&
    ((ACRONYMS.has(piece.lower) && !POSTS.has(piece.lower)) ||
      (!NOT_NAMES.has(piece.lower) && piece.part !== "pronoun" && !ACRONYMS.has(piece.lower)))
  )
    return 1;
  if (!CONNECTORS.has(piece.lower) || piece.word.after !== "") return 0;
  const first = pieces[from]!.lower;
  if ((piece.lower === "of" || piece.lower === "the") && !TAKES_OF.has(first)) return 0;
  const next = pieces[i + 1];
  if (next?.part === "proper") return 2;
  return CONNECTORS.has(next?.lower ?? "") &&
    pieces[i + 2]?.part === "proper" &&
    next?.word.after === ""
    ? 3
    : 0;
};

const join = (pieces: readonly NamedWord[]): NamedWord => {
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  const text = pieces
    .map(
      ({ word, owns }, i) =>
        (i === 0 ? "" : word.before) +
        word.text +
        (i === pieces.length - 1 ? "" : (owns ? "'s" : "") + word.after),
    )
    .join(" ");
  return {
    ...first,
    word: { ...first.word, text, after: last.word.after, end: last.word.end },
    lower: text.toLowerCase(),
    owns: last.owns,
    tags: new Set(pieces.flatMap(({ tags }) => [...tags])),
  };
};

/** Known names in lower case: "orion tech" where Orion Tech is known. The longest first. */
const knownName = (
  pieces: readonly NamedWord[],
  i: number,
  lexicon: Lexicon,
): { readonly length: number; readonly name: Name } | undefined => {
  if (!lexicon.gazetteer.begins(pieces[i]!.word.text)) return undefined;
  for (let length = Math.min(LONGEST_NAME, pieces.length - i); length > 0; length -= 1) {
    const run = pieces.slice(i, i + length);
    if (run.some((piece, at) => at < length - 1 && (piece.word.after !== "" || piece.owns)))
      continue;
    const text = run.map(({ word }) => word.text).join(" ");
    const name = lexicon.gazetteer.get(text);
    // A short common word is a name only where it is written like one.
    if (name && (length > 1 || capitalised(text) || (run[0]!.part === "noun" && text.length > 3)))
      return { length, name };
  }
  return undefined;
};

const nameOf = (whole: NamedWord, lexicon: Lexicon): Name => {
  const name = unmask(whole.word.text, lexicon.spans);
  if (whole.span?.kind === "quote") return { name: name.slice(1, -1), type: null, gender: null };
  return { name, type: typeOfName(name, whole.tags), gender: genderOfName(whole.tags) };
};

const isRegion = (piece: NamedWord): boolean =>
  piece.tags.has("Region") ||
  piece.tags.has("Country") ||
  piece.tags.has("Place") ||
  /^[A-Z]{2}$/u.test(piece.word.text);

/** Makes one word of every name, `Austin, Texas` included, with the entity that it names. */
export const mergeNames = (pieces: readonly NamedWord[], lexicon: Lexicon): NamedWord[] => {
  const merged: NamedWord[] = [];
  for (let i = 0; i < pieces.length;) {
    const known = pieces[i]!.time === null ? knownName(pieces, i, lexicon) : undefined;
    let end = i + 1;
    if (known) end = i + known.length;
    else if (
      HONORIFICS.has(pieces[i]!.lower) &&
      /^\.?$/u.test(pieces[i]!.word.after) &&
      pieces[i + 1]?.part === "proper" &&
      capitalised(pieces[i]!.word.text)
    )
      end = i + 2;
    else if (pieces[i]!.part !== "proper") {
      merged.push(pieces[i]!);
      i += 1;
      continue;
    }
    for (let more = goesOn(pieces, i, end); more > 0; more = goesOn(pieces, i, end)) end += more;
    const whole = join(pieces.slice(i, end));
    const named: Name = known && end === i + known.length ? known.name : nameOf(whole, lexicon);
    const next = pieces[end];
    const region =
      named.type === "place" &&
      whole.word.after === "," &&
      next !== undefined &&
      (next.part === "proper" || /^[A-Z]{2}$/u.test(next.word.text)) &&
      isRegion(next);
    if (region) {
      let last = end + 1;
      for (let more = goesOn(pieces, end, last); more > 0; more = goesOn(pieces, end, last))
        last += more;
      merged.push({ ...join(pieces.slice(i, last)), part: "proper", name: named });
      end = last;
    } else merged.push({ ...whole, part: "proper", name: named });
    i = end;
  }
  return merged;
};
