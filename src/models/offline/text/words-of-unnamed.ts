import { searchTerms } from "../../../language/terms.ts";
import { KIND_OF_SERVICE, serviceIn, takenInstead } from "../data/closings.ts";
import { namesAge } from "../dates/ages.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { listedWords, rowsOf, words } from "../data/words.ts";

/** Words before the first statement that name nobody: "good news," in "good news, she's better". */
const LEADING =
  "(?:(?:so|and|well|oh|ok|okay|yay|ugh|phew|btw|by the way|turns out|apparently|finally|update|(?:good|bad|sad|great|big) news|new (?:school )?(?:year|term))[,:;.!]* ){0,3}";
const OPENING = new RegExp(
  String.raw`^${LEADING}(?<pronoun>he|she|they|his|her|their)(?:['’](?:s|d|re|ve|ll))? `,
  "iu",
);
const OF_WHOMEVER = [...listedWords("of_whomever")].join("|");
const OPENING_THING = new RegExp(
  String.raw`^${LEADING}(?:(?:the|that) )?(?:\p{Ll}{3,12} )?(?:${OF_WHOMEVER})(?:['’]s)? (?!of |with |at |for )`,
  "iu",
);
const OF_SPEAKER = /(?<!\p{L})(?:I|me|my|mine|we|us|our|ours)(?!\p{L})/iu;

/** The pronoun for somebody with which a message opens: "she" in "she's sold Rex". */
export const openingPronoun = (message: string): string | null =>
  OPENING.exec(message)?.groups?.["pronoun"]?.toLowerCase() ?? null;

/**
 * Whether a message opens with an event or an ailment of whoever is known to have it: "the divorce
 * came through", "chickenpox is gone".
 */
export const opensWithThing = (message: string): boolean =>
  OPENING_THING.test(message) && !OF_SPEAKER.test(message.split(/[.!?]/u)[0] ?? "");

/** Number of words of a message by which facts are searched for. */
const MOST_WORDS = 12;
/** Other words in facts about a thing: "pregnant" before "the baby's here". */
const WORDS_BEFORE = new Map(
  rowsOf("words_before").map((row) => {
    const [things = "", before = ""] = row.split("|");
    return [words(things), words(before)] as const;
  }),
);

const SUCCESSION = PHRASES.one("words_of_unnamed_succession");
const POST_WORDS = new Map(
  rowsOf("words_of_unnamed_posts").flatMap((row) => {
    const [said = "", known = ""] = row.split("|");
    return [...words(said)].map((word) => [word, [...words(known)]] as const);
  }),
);
const REPLACED = PHRASES.one("words_of_unnamed_replaced");
const LEAVER = PHRASES.one("words_of_unnamed_leaver");
/** The words of facts about who holds a post that the message gives to another. */
const wordsOfPosts = (message: string): readonly string[] => {
  if (!SUCCESSION.test(message)) return [];
  const said = message.toLowerCase().match(/\p{L}+/gu) ?? [];
  const names = [REPLACED, LEAVER].flatMap((pattern) => groupsIn(pattern, message)["name"] ?? []);
  return [
    ...new Set([
      ...said.flatMap((word) => POST_WORDS.get(word) ?? []),
      ...names.flatMap((name) => searchTerms(name, MOST_WORDS)),
    ]),
  ];
};

/** Words of facts that say when somebody was born. */
const OF_BIRTHS = words("born birthday");

/** The other services of the kind to which somebody has switched: "Labour" for "the Greens". */
const wordsOfServices = (message: string): readonly string[] => {
  const kinds = message
    .split(/[.!?]+(?= |$)/u)
    .flatMap((sentence) => serviceIn(takenInstead(` ${sentence.trim()}`)) ?? []);
  return [...KIND_OF_SERVICE].flatMap(([name, kind]) => (kinds.includes(kind) ? name : []));
};

const COMPANY = PHRASES.one("words_of_unnamed_company");
/** Words of facts about the company at home. */
const LIVING_WITH = [...listedWords("words_of_unnamed_living_with")];

const GOES_ON = PHRASES.one("words_of_unnamed_goes_on");
/** Words of facts about the job that goes on. */
const WORKING = [...listedWords("words_of_unnamed_working")];

/**
 * The words of facts by which memory shows whom a message is about that does not name them: "she's
 * sold Bramble". Empty for other messages.
 */
export const wordsOfUnnamed = (message: string): readonly string[] => {
  const ofOthers = [
    ...wordsOfPosts(message),
    ...(COMPANY.test(message) ? LIVING_WITH : []),
    ...(namesAge(message) ? OF_BIRTHS : []),
    ...wordsOfServices(message),
    ...(GOES_ON.test(message) ? WORKING : []),
  ];
  if (openingPronoun(message) === null && !opensWithThing(message)) return ofOthers;
  const terms = [...searchTerms(message, MOST_WORDS), ...ofOthers];
  const others = [...WORDS_BEFORE].flatMap(([things, before]) =>
    terms.some((term) => things.has(term)) ? [...before] : [],
  );
  return [...new Set([...terms, ...others])];
};
