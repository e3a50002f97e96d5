import { relativeName, type KinTerm } from "../../data/kinship.ts";
import { listedWords } from "../../data/words.ts";
import type { Discourse } from "../discourse.ts";
import type { RelativeRole } from "./kin.ts";

/** The subject of a clause. */
export interface Subject {
  /** The primary entity of the facts. */
  readonly name: string;
  readonly type: string | null;
  /** The wording in the text of a fact: `Rafael`, `Rafael's favourite colour`, `the project`. */
  readonly text: string;
  /** The attribute of the entity: `favourite colour`. Null if the subject is the entity itself. */
  readonly attribute: string | null;
  /** A relative without a name: "my wife". Else null. */
  readonly kin: RelativeRole | null;
  /**
   * The relationship that the words state, even if the name of the relative is known: "my wife".
   * Else null.
   */
  readonly relative: RelativeRole | null;
  /** Whether the relative replaces another one: "my new coach". */
  readonly renewed: boolean;
  readonly speaker: boolean;
  /** Whether it is the speaker together with others: "we". */
  readonly together: boolean;
  /** Whether only its noun identifies the thing: "the project". */
  readonly thing: boolean;
  /**
   * Whether it is a noun without an owner: "the deadline". It belongs to the speaker only if a
   * value follows.
   */
  readonly bare: boolean;
  /** Whether the statement is about something that belongs to the entity: "one of my friends". */
  readonly indirect: boolean;
  /** Whether it is a name after "the": "the Hilux". */
  readonly definite: boolean;
  /** Whether it is a plural that cannot be separated. The verb then stays in the plural. */
  readonly plural: boolean;
}

export const PLAIN = {
  attribute: null,
  kin: null,
  relative: null,
  renewed: false,
  speaker: false,
  together: false,
  thing: false,
  bare: false,
  definite: false,
  indirect: false,
  plural: false,
} as const;
export const MANY = /(?:[^su]s|children|people|men|women|feet|teeth|data)$/iu;
/** What ends in -s and is one: "status", "news". */
const SINGULAR = new RegExp(`(?:${[...listedWords("subject_singular")].join("|")})$`, "iu");

export const speakerSubject = (discourse: Discourse): Subject => ({
  ...PLAIN,
  name: discourse.speaker,
  type: "person",
  text: discourse.speaker,
  speaker: true,
});

export const personSubject = (name: string, type = "person"): Subject => ({
  ...PLAIN,
  name,
  type,
  text: name,
});

/** Takes note of a relative without a name, whom a pronoun may mean. */
export const mentionNameless = (
  owner: string,
  { label, gender }: KinTerm,
  { conversation }: Discourse,
  name = relativeName(owner, { label }),
): void => conversation.mention({ name, gender, nameless: { owner, term: label } });

/**
 * The relative as a subject, by name if it is known: `My sister`, `Clara's boss`. With `isOther`,
 * it is another one than the known: "my other sister".
 */
export const relativeSubject = (
  owner: string,
  term: KinTerm,
  discourse: Discourse,
  isOther = false,
): Subject => {
  const knownName = isOther ? null : discourse.conversation.relative(owner, term.label);
  if (knownName !== null)
    return {
      ...PLAIN,
      name: knownName,
      type: term.type,
      text: knownName,
      relative: { term, owner },
    };
  const name = isOther ? `${owner}'s other ${term.label}` : relativeName(owner, term);
  if (term.type === "person") mentionNameless(owner, term, discourse, name);
  return {
    ...PLAIN,
    name,
    type: term.type,
    text: name,
    kin: { term, owner },
    relative: { term, owner },
  };
};

const OF_SPEAKER = /(?<=\p{L} )(?:my|our)(?= )/gu;
/**
 * An attribute of somebody as the subject of a statement: "Ana's phone number", "Ana's meeting with
 * their lawyer".
 */
export const attributeSubject = (
  owner: string,
  attribute: string,
  discourse: Discourse,
): Subject => ({
  ...PLAIN,
  name: owner,
  type: owner === discourse.speaker ? "person" : null,
  text: `${owner}'s ${attribute.replace(OF_SPEAKER, "their")}`,
  attribute,
  plural: MANY.test(attribute.split(" ").at(-1) ?? "") && !SINGULAR.test(attribute),
});

/**
 * The subject as an attribute of the speaker if it is bare: "the deadline" with a value. Other
 * subjects are unchanged.
 */
export const asSpeakers = (subject: Subject, discourse: Discourse): Subject =>
  subject.bare
    ? attributeSubject(
        discourse.speaker,
        subject.name.replace(/^\p{Lu}(?=\p{Ll}+(?: |$))/u, (letter) => letter.toLowerCase()),
        discourse,
      )
    : subject;
