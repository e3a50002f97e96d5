import type { KinTerm } from "../../word-lists/kinship.ts";
import type { Discourse } from "../discourse.ts";
import { relativeName } from "./kin.ts";

/** What a clause is about. */
export interface Subject {
  /** The entity that facts are told of. */
  readonly name: string;
  readonly type: string | null;
  /** How it stands in the text of a fact: `Rafael`, `Rafael's favourite colour`, `the project`. */
  readonly text: string;
  /** What of the entity it is about: `favourite colour`. */
  readonly attribute: string | null;
  /** A relative who is not named: "my wife". */
  readonly kin: { readonly term: KinTerm; readonly owner: string } | null;
  /**
   * Whose relative it is about, by the words alone: "my wife", whether or not her name is known.
   */
  readonly relative: { readonly term: KinTerm; readonly owner: string } | null;
  /** Whether the relative takes the place of another: "my new coach". */
  readonly renewed: boolean;
  readonly speaker: boolean;
  /** A thing told apart by nothing but its noun: "the project". */
  readonly thing: boolean;
  /** A noun without an owner: "the deadline". It is the speaker's only where a value follows. */
  readonly bare: boolean;
  /** Told of an owner, but of something or somebody that is the owner's: "one of my friends". */
  readonly indirect: boolean;
  /** A name behind "the": "the Hilux". */
  readonly definite: boolean;
  /** Several at once that cannot be told one by one: the verb stays as it is. */
  readonly plural: boolean;
}

export const PLAIN = {
  attribute: null,
  kin: null,
  relative: null,
  renewed: false,
  speaker: false,
  thing: false,
  bare: false,
  definite: false,
  indirect: false,
  plural: false,
} as const;
export const MANY = /(?:[^su]s|children|people|men|women|data)$/iu;

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

/** `My sister`, `Clara's boss`: by name where the name is known; not "my other sister" (`isOther`). */
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
  if (term.type === "person") discourse.conversation.mention({ name, gender: term.gender });
  return {
    ...PLAIN,
    name,
    type: term.type,
    text: name,
    kin: { term, owner },
    relative: { term, owner },
  };
};

export const attributeSubject = (
  owner: string,
  attribute: string,
  discourse: Discourse,
): Subject => ({
  ...PLAIN,
  name: owner,
  type: owner === discourse.speaker ? "person" : null,
  text: `${owner}'s ${attribute}`,
  attribute,
  plural:
    MANY.test(attribute.split(" ").at(-1) ?? "") &&
    !/(?:headquarters|status|address|series|news|os|aws|access|process|business|class|boss|dress|mattress|gas|bus|campus|princess|fitness|illness|business|thesis|diagnosis|asthma|diabetes|arthritis)$/iu.test(
      attribute,
    ),
});

/** "the deadline" as the speaker's: what it is where its value is told. */
export const asSpeakers = (subject: Subject, discourse: Discourse): Subject =>
  subject.bare
    ? attributeSubject(
        discourse.speaker,
        subject.name.replace(/^\p{Lu}(?=\p{Ll}+(?: |$))/u, (letter) => letter.toLowerCase()),
        discourse,
      )
    : subject;
