import { cachedByText } from "./cached-by-text.ts";
import { foldText, withoutAccents } from "./folding.ts";
import { isStopWord } from "./stop-words.ts";
import { withoutEnds } from "./trimming.ts";

const foldAnew = (name: string): string =>
  withoutAccents(name)
    .toLowerCase()
    .replace(/[’']s\b/gu, "")
    .replace(/[^\p{L}\p{N}+#./:@-]+/gu, " ")
    .split(" ")
    .map((word) => withoutEnds(word, /[./:@-]/u))
    .filter((word) => word !== "")
    .join(" ");

/** Maximum number of characters of a cached name. */
const LONGEST_KEPT_NAME = 100;
/**
 * Cached because one message is compared with the same names repeatedly: every fact with every
 * entity.
 */
const cachedFoldedName = cachedByText(foldAnew);

/**
 * The form in which names and aliases are compared and looked up: lower case, no accents, single
 * spaces, and punctuation only within a word.
 */
export const foldName = (name: string): string =>
  name.length > LONGEST_KEPT_NAME ? foldAnew(name) : cachedFoldedName(name);

/** The words of a folded name. */
export const nameWords = (foldedName: string): string[] =>
  foldedName === "" ? [] : foldedName.split(" ");

/** A folded name or text with spaces around it, so that `includes` finds only whole words. */
const between = (foldedText: string): string => ` ${foldedText} `;

/**
 * A function that tests whether a name occurs in the text as whole words, ignoring case and
 * accents. Create it once for many names.
 */
export const nameFinder = (text: string): ((name: string) => boolean) => {
  const foldedText = between(foldName(text));
  return (name) => {
    const soughtName = foldName(name);
    return soughtName !== "" && foldedText.includes(between(soughtName));
  };
};

/** A text as a pattern that matches only itself. */
export const escapeRegExp = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** The occurrences of a name as whole words; with `i`, in any case. */
export const nameAsWords = (name: string, flags: "u" | "iu" | "giu"): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${escapeRegExp(name)}(?![\p{L}\p{N}])`, flags);

/**
 * A text with a name replaced wherever it occurs as whole words, ignoring case. With `once`, only
 * the first occurrence is replaced.
 */
export const replaceName = (text: string, name: string, other: string, once = false): string =>
  text.replace(nameAsWords(name, once ? "iu" : "giu"), () => other);

/**
 * A text that names somebody by `name`: in place of the first of the other names that occurs in it,
 * unless it has the name already. Null if it has none of the names.
 */
export const underName = (text: string, name: string, others: readonly string[]): string | null => {
  // Most texts of facts begin with it.
  if (text.startsWith(`${name} `)) return text;
  const isNamed = nameFinder(text);
  if (isNamed(name)) return text;
  const other = others.find(isNamed);
  return other === undefined ? null : replaceName(text, other, name, true);
};

const LONGEST_KEY_SLUG = 200;
const LONGEST_SNAKE_CASE = 100;

/**
 * A text in snake_case, the form of relationship types, slots and entity types: `works_at` for
 * `Works at`. At most 100 characters.
 */
export const snakeCase = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/gu, "")
    .slice(0, LONGEST_SNAKE_CASE);

/**
 * An entity type in snake_case; `concept` if the text has neither letters nor digits. Any type is
 * allowed.
 */
export const entityType = (type: string): string => snakeCase(type) || "concept";

/**
 * The part of a key after the type. A URL loses its scheme, and its separators become `|`, so that
 * a key is safe everywhere. At most 200 characters; `unnamed` if nothing is left.
 */
export const slugOf = (name: string): string =>
  withoutEnds(
    foldName(name)
      .replace(/^https?:\/\/(?:www\.)?/u, "")
      .replace(/[/?#\\]+/gu, "|"),
    /\|/u,
  )
    .replace(/ +/gu, "_")
    .slice(0, LONGEST_KEY_SLUG) || "unnamed";

/** The key of an entity: `person:clara_rezende`. */
export const entityKey = (type: string, name: string): string =>
  `${entityType(type)}:${slugOf(name)}`;

/** Maximum number of words of a name in look-ups. */
const WORDS_IN_NAME = 5;
/** Maximum number of runs of words of one message in look-ups. */
const MOST_RUNS = 5_000;
/** Maximum number of words of a query in look-ups. */
const WORDS_OF_QUERY = 40;

/** The distinct runs of up to five of the words that `accepts` allows, in the order of the text. */
const runsOf = (
  words: readonly string[],
  accepts: (run: readonly string[]) => boolean,
): string[] => {
  const runs = new Set<string>();
  for (let start = 0; start < words.length && runs.size < MOST_RUNS; start++)
    for (let end = start + 1; end <= Math.min(start + WORDS_IN_NAME, words.length); end++) {
      const run = words.slice(start, end);
      if (accepts(run)) runs.add(run.join(" "));
    }
  return [...runs].slice(0, MOST_RUNS);
};

/**
 * The possible names in a message: every run of up to five words, folded. One look-up finds all
 * names, however many are known.
 */
export const namesInMessage = (message: string): string[] =>
  runsOf(nameWords(foldName(message)), (run) => run.length > 1 || (run[0] ?? "").length > 1);

/**
 * The possible names in a query: every run of up to five of its first 40 words, folded, except runs
 * of stop words.
 */
export const namesInQuery = (query: string): string[] => {
  const words = query
    .split(/\s+/u)
    .map(foldName)
    .filter((word) => word !== "")
    .slice(0, WORDS_OF_QUERY);
  const meaningful = new Set(words.filter((word) => !isStopWord(foldText(word))));
  return runsOf(words, (run) => run.some((word) => meaningful.has(word)));
};

/** Minimum number of letters of a short form: "Carol" for "Carolina", but not "Jo" for "João". */
const SHORTEST_SHORT_FORM = 3;

/**
 * Names that are no short forms, although longer names begin with them: Maria is not short for
 * Mariana.
 */
const WHOLE_NAMES = new Set(
  "maria ana anna julia carla paula clara laura joan john jean jose mario marco luis luisa eva lena nina ella emma eric erica marta martin tina rosa sara".split(
    " ",
  ),
);

/** Whether a single word is a short form of a longer first name: `Carol` for `Carolina Reis`. */
export const isShortFor = (short: string, full: string): boolean => {
  const [word, ...rest] = nameWords(foldName(short));
  const [first] = nameWords(foldName(full));
  return (
    word !== undefined &&
    rest.length === 0 &&
    first !== undefined &&
    word.length >= SHORTEST_SHORT_FORM &&
    word !== first &&
    first.startsWith(word) &&
    !WHOLE_NAMES.has(word)
  );
};

/** Whether an entity is known by a name. */
export const isKnownAs = (
  { name, aliases }: { readonly name: string; readonly aliases: readonly string[] },
  other: string,
): boolean => [name, ...aliases].some((one) => foldName(one) === foldName(other));

/** Titles that come with an office or a degree. */
const OFFICES = "dr|dra|prof|professor|professora|doctor|doutor|doutora";
const OFFICE = new RegExp(`^(?:${OFFICES})$`, "u");

/**
 * Whether a name is a title and the surname in a full name: `Dr Shah` for `Priya Shah`. `Mrs Shah`
 * may be a relative of hers.
 */
export const isTitledSurname = (name: string, full: string): boolean => {
  const [title = "", surname, ...rest] = nameWords(foldName(name));
  const words = nameWords(foldName(withoutTitle(full)));
  return OFFICE.test(title) && rest.length === 0 && words.length > 1 && words.at(-1) === surname;
};

const TITLE = new RegExp(
  String.raw`^(?:(?:${OFFICES}|mr|mrs|ms|miss|sir|sr|sra)\.?\s+)+(?=\S+\s+\S)`,
  "iu",
);

/**
 * The name of a person without titles: `Ana Lima` for `Dr. Ana Lima`. Before a single word, the
 * title is part of the name: `Dr Who`.
 */
export const withoutTitle = (name: string): string => name.trim().replace(TITLE, "");
