import { keys, listedWords, pairs } from "../../data/words.ts";
import { tidy } from "../../text/tidy.ts";
import type { Discourse } from "../discourse.ts";
import type { Subject } from "../subjects/subject.ts";
import { isVerbal, ownership, tokenAt, type Token } from "../tokens/token.ts";
import { verbReading, sForm } from "../tokens/verb-forms.ts";

/** Auxiliaries in the third person. */
const AUXILIARIES = pairs("auxiliaries_of_others");
/** Kinds of pronouns, by the person that they stand for. */
const PRONOUN_KINDS = pairs("pronoun_kinds");
const UNCHANGED = listedWords("voice_unchanged");

/**
 * The finite verb in the third person singular: `goes` for `go`, `is` for `am`, `went` for `went`.
 * A habit tells that "read" is not in the past.
 */
export const thirdPerson = (
  verb: string,
  { past = false, habit = false }: { readonly past?: boolean; readonly habit?: boolean } = {},
): string => {
  const lower = verb.toLowerCase();
  const auxiliary = AUXILIARIES[lower];
  if (auxiliary !== undefined) return auxiliary;
  if (UNCHANGED.has(lower) || past) return lower;
  const { forms } = verbReading(lower);
  return forms.has("base") && (habit || !forms.has("past"))
    ? sForm(lower)
    : forms.has("third") || forms.has("past") || forms.has("gerund") || forms.has("participle")
      ? lower
      : sForm(lower);
};

const asSpelled = (token: Token, text: string): string => `${token.before}${text}${token.after}`;

/**
 * Whether the pronoun is an object. "her" is one after a verb, unless the noun that it owns
 * follows.
 */
const isObject = (token: Token, next: Token): boolean =>
  token.part === "pronoun" &&
  !(token.lower === "her" && token.after === "" && /^(?:noun|adjective)$/u.test(next.part));

const GENDERS: Readonly<Record<string, string>> = {
  her: "female",
  his: "male",
  she: "female",
  he: "male",
};
/**
 * Whether the pronoun cannot be the subject: "I am her maid of honour", "Fergus is coming for her
 * birthday".
 */
const isOfAnother = (pronoun: string, subject: Subject, { conversation }: Discourse): boolean => {
  const gender = conversation.people.find(({ name }) => name === subject.name)?.gender ?? null;
  return subject.speaker || (gender !== null && gender !== GENDERS[pronoun]);
};

const MAY_BE_OWNED = keys("noun adjective number proper gerund");
/**
 * Whether the pronoun is a subject, or owns what follows: "she would", "her brother"; not "told
 * her".
 */
const isFollowed = (token: Token, next: Token): boolean =>
  token.lower === "he" || token.lower === "she"
    ? isVerbal(next)
    : MAY_BE_OWNED.has(next.part) && !isObject(token, next);

/** Whether "her", "his", "she" or "he" is neither the subject nor somebody named before it. */
const meansAnother = (
  tokens: readonly Token[],
  i: number,
  subject: Subject,
  discourse: Discourse,
): boolean => {
  const token = tokenAt(tokens, i);
  return (
    GENDERS[token.lower] !== undefined &&
    isFollowed(token, tokenAt(tokens, i + 1)) &&
    !tokens.slice(0, i).some(({ part, name }) => name !== null || part === "noun") &&
    isOfAnother(token.lower, subject, discourse)
  );
};

/** Whether a pronoun among the words means another, and it is not sure whom. */
export const meansSomebodyUnknown = (
  tokens: readonly Token[],
  subject: Subject,
  discourse: Discourse,
): boolean =>
  tokens.some(
    ({ lower }, i) =>
      meansAnother(tokens, i, subject, discourse) &&
      discourse.conversation.personFor(lower, subject.name) === null,
  );

/** The pronoun in the words of a fact; null for a word that stays unchanged. */
const pronounInFact = (
  token: Token,
  next: Token,
  subject: Subject,
  own: string,
  discourse: Discourse,
): string | null => {
  const { speaker } = discourse;
  switch (PRONOUN_KINDS[token.lower]) {
    case "own":
      return own;
    case "owned":
      return `${speaker}'s`;
    case "self":
      return "themselves";
    case "me":
      return subject.speaker ? "themselves" : speaker;
    case "speaker":
      return token.text === "US" ? token.text : speaker;
    case "other":
      return isObject(token, next)
        ? (discourse.conversation.personFor(token.lower, subject.name) ?? token.text)
        : token.text;
    default:
      return token.lower === "them" ? token.text : null;
  }
};

/**
 * The words of a predicate in the third person. The speaker is named, verbs after "I" change, and
 * "him" or "her" becomes a name if only one person can be meant.
 */
export const inThirdPerson = (
  tokens: readonly Token[],
  subject: Subject,
  discourse: Discourse,
): string => {
  const others = tokens.some((token) => token.name?.type === "person");
  const own = subject.speaker && !others ? "their" : `${discourse.speaker}'s`;
  let followsSpeaker = false;
  const spelledWords = tokens.map((token, i) => {
    if (token.name !== null || token.time !== null || token.span !== null)
      return asSpelled(token, token.text + ownership(token));
    if (followsSpeaker && isVerbal(token)) {
      followsSpeaker = false;
      return asSpelled(token, thirdPerson(token.text, token));
    }
    if (token.part !== "adverb") followsSpeaker = false;
    if (token.lower === "i" || token.lower === "we") followsSpeaker = true;
    const other = meansAnother(tokens, i, subject, discourse)
      ? discourse.conversation.personFor(token.lower, subject.name)
      : null;
    const pronoun =
      other === null
        ? pronounInFact(token, tokenAt(tokens, i + 1), subject, own, discourse)
        : isVerbal(tokenAt(tokens, i + 1))
          ? other
          : `${other}'s`;
    return asSpelled(token, pronoun ?? token.text + ownership(token));
  });
  return tidy(spelledWords.join(" "));
};
