import { nameFinder, replaceName } from "../../language/names.ts";

/** Words for the owner or the subject at the beginning of a text. */
const FOR_OWNER = /^(?:(?:the |)(?:user|speaker)['’]s|his|her|its)(?![\p{L}\p{N}])/iu;
const FOR_SUBJECT =
  /^(?:(?:the |)(?:user|speaker)|he|she|it|ele|ela|[oa] usuári[oa])(?![\p{L}\p{N}'’])/iu;
/** The text of a speaker about themselves is kept in their own words. */
const OWN_WORDS = /^(?:I|we|my|our|eu|nós|meu|minha|nosso|nossa)(?![\p{L}\p{N}])/iu;

/** Recognises a text that begins with its verb: "is a nurse", "Works at Acme". */
const PREDICATE =
  /^(?:\p{Ll}|(?:Is|Was|Has|Had|Lives|Lived|Works|Worked|Moved|Left|Joined|Likes|Loves|Hates|Prefers|Owns|Drives|Plays|Speaks|Studies|Studied|Uses) )/u;

/**
 * The text of a fact that names its subject once, by the canonical name: in place of another name
 * or a pronoun, or before a text without a subject ("is a nurse"). `names` are other names of the
 * subject in the message.
 */
export const textNaming = (text: string, subject: string, names: readonly string[]): string => {
  const isNamed = nameFinder(text);
  if (text === "" || isNamed(subject) || OWN_WORDS.test(text)) return text;
  const alias = names.find((name) => isNamed(name));
  if (alias !== undefined) return replaceName(text, alias, subject, true);
  if (FOR_OWNER.test(text)) return text.replace(FOR_OWNER, () => `${subject}'s`);
  if (FOR_SUBJECT.test(text)) return text.replace(FOR_SUBJECT, () => subject);
  return PREDICATE.test(text)
    ? `${subject} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : `${subject}: ${text}`;
};
