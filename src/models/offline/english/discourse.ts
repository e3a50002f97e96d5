import type { Instant } from "../../../memory/time.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Chrono } from "chrono-node";
import { foldName, isShortFor } from "../../../language/names.ts";
import type { ExtractedFact } from "../../port.ts";
import type { Findings } from "../extraction/findings.ts";
import type { Name, Token } from "./tokens/token.ts";
import type { Lexicon } from "./tokens/lexicon.ts";
import type { Frames } from "./meaning/frames.ts";

export interface Mention {
  readonly name: string;
  readonly gender: "female" | "male" | null;
  /** Whose relative it is, if that is all that is known of their name. */
  readonly nameless?: { readonly owner: string; readonly term: string };
  /** How many messages ago the person was mentioned; undefined for the current message. */
  readonly earlier?: number;
}

/**
 * The role of somebody for an owner. The slot is null if the owner may have several people in that
 * role.
 */
interface Role {
  readonly owner: string;
  readonly slot: string | null;
}

/** The people and things that a conversation has mentioned. */
export class Conversation {
  /** The people, the latest last. */
  readonly people: Mention[] = [];
  readonly places = new Set<string>();
  /** The firms that the message names. */
  readonly firms = new Set<string>();
  readonly #relatives = new Map<string, string>();
  readonly #roles: (Role & { readonly name: string })[] = [];
  readonly #claims: { readonly subject: string; readonly slot: string; readonly value: string }[] =
    [];
  /** The last mentioned entity that is neither a person nor a place. */
  lastThing: { readonly name: string; readonly type: string | null } | null = null;
  /** The object of the last statement, which "it" means in "it is my hobby". */
  lastObject: readonly Token[] = [];
  /** The clause before in this message, whose thing "it" may mean: "so we sold it". */
  clauseBefore: readonly Token[] = [];
  /** The value that the current sentence rejects: "I work at Bolt, not Acme". */
  wrong: string | null = null;
  /** Whether the current sentence corrects an earlier one: "No wait, I work at Bolt". */
  isCorrecting = false;
  /** The person who was last said to have moved out. */
  movedOut: string | null = null;
  /** Whether the sentence says "we" or "our", and not "I", in whatever words it is then read. */
  saysWe = false;
  /** Where the home is that the message says somebody has got: "bought a house in Vejle". */
  newHome: string | null = null;
  /** Whom "we" means: the household, or after "Anna and I" Anna. */
  whoAreWe: NonNullable<ExtractedFact["together"]> = "HOUSEHOLD";
  /** The last mentioned relative without a name, to whom "her name is …" refers. */
  unnamed: { readonly owner: string; readonly term: string } | null = null;
  /** Whom the pronoun at the beginning of the message means, as memory knows; else null. */
  meant: string | null = null;
  /** Who is named first behind the clause that is read: "he" before "my brother Sam" is not Sam. */
  namedLater: ReadonlySet<string> = new Set();
  /** Who is named first in a later clause than the one that is read. */
  namedInLaterClauses: ReadonlySet<string> = new Set();
  /**
   * Whether the message names somebody or something of whom it is not sure that they are a person.
   */
  isUnclearWho = false;
  /** Whether a statement of the message has been about the speaker. */
  isOfSpeaker = false;
  /** Whether the last statement of the message was about a person other than the speaker. */
  isOfOther = false;
  readonly #speaker: string;

  constructor(speaker: string) {
    this.#speaker = speaker;
  }

  mention(person: Mention): void {
    const { people } = this;
    const at = people.findIndex(({ name }) => name === person.name);
    const [knownPerson = person] = at < 0 ? [] : people.splice(at, 1);
    const { nameless } = person;
    people.push({
      name: person.name,
      gender: knownPerson.gender ?? person.gender,
      ...(nameless && { nameless }),
    });
  }

  /** Records a stated value, so that "it" and "there" may refer to it. */
  claim(subject: string, slot: string, value: string): void {
    this.#claims.push({ subject, slot, value });
  }

  /** The only stated value of the slots, of one subject or of any; null if there were several. */
  claimed(slots: readonly string[], of: string | null): string | null {
    const claims = this.#claims.filter(
      ({ subject, slot }) => slots.includes(slot) && (of === null || subject === of),
    );
    const [value = null, ...others] = new Set(claims.map((claim) => claim.value));
    return others.length === 0 ? value : null;
  }

  /** Whether another employer was stated of somebody else, and none of the subject. */
  isOfOtherWork(of: string, firm: string): boolean {
    const claims = this.#claims.filter(({ slot }) => slot === "employer");
    return (
      claims.some(({ subject, value }) => subject !== of && value !== firm) &&
      !claims.some(({ subject }) => subject === of)
    );
  }

  /** Whether a different value was stated for the slot of a subject. */
  hasClaimed(slot: string, of: string, besides: string | undefined): boolean {
    return this.#claims.some(
      ({ subject, slot: claimedSlot, value }) =>
        claimedSlot === slot && subject === of && value !== besides,
    );
  }

  /** Forgets a description of a person who now has a name. */
  forget(name: string): void {
    const { people } = this;
    const at = people.findIndex((person) => person.name === name);
    if (at >= 0) people.splice(at, 1);
  }

  /** The only place that the message names, which "there" means; null if there are several. */
  onlyPlace(): string | null {
    const [place = null, ...others] = this.places;
    return others.length === 0 ? place : null;
  }

  /** The only firm that the message names, where somebody works "there"; null if there are several. */
  onlyFirm(): string | null {
    const [firm = null, ...others] = this.firms;
    return others.length === 0 ? firm : null;
  }

  /** Marks the beginning of another message. */
  beginMessage(): void {
    const { people } = this;
    this.places.clear();
    this.firms.clear();
    this.isOfOther = false;
    this.isUnclearWho = false;
    this.isOfSpeaker = false;
    this.whoAreWe = "HOUSEHOLD";
    this.newHome = null;
    this.clauseBefore = [];
    people.splice(
      0,
      people.length,
      ...people.map((person) => ({ ...person, earlier: (person.earlier ?? 0) + 1 })),
    );
  }

  /**
   * The only person whom a pronoun may mean: in this message, or else in earlier ones. The speaker
   * and people of the other gender are excluded. Null if several are possible.
   */
  personFor(pronoun: string, except?: string): string | null {
    const other = /^(?:she|her|hers)$/iu.test(pronoun)
      ? "male"
      : /^(?:he|him|his)$/iu.test(pronoun)
        ? "female"
        : null;
    const possible = this.people.filter(
      ({ name, gender }) =>
        (other === null || gender !== other) &&
        name !== except &&
        !this.namedLater.has(name) &&
        !this.#isSpeaker(name),
    );
    const here = possible.filter(({ earlier }) => earlier === undefined);
    // "Cillian might come, he's waiting": he may be Cillian, rather than somebody of an earlier message.
    if (here.length === 0 && this.isUnclearWho) return null;
    // "they" may be several people of an earlier message.
    const meantPeople = here.length > 0 || other === null ? here : possible;
    const last = meantPeople.at(-1);
    // "Dev has a girlfriend, Alicia. She works there": only Alicia is known to be female.
    const isFitting = ({ gender }: Mention): boolean => other !== null && gender !== null;
    const isOnly = meantPeople.length === 1 || meantPeople.filter(isFitting).length === 1;
    if (last !== undefined && isOnly && (meantPeople.length === 1 || isFitting(last)))
      return last.name;
    // "My girlfriend Bea lives in Rome", then "she's coming in June", although a message before named Ana.
    const [nearest, ...others] = meantPeople.filter(({ earlier }) => earlier === 1);
    return nearest !== undefined && others.length === 0 && isFitting(nearest) ? nearest.name : null;
  }

  /** Whether the name is that of the speaker: the full name or its first word. */
  #isSpeaker(name: string): boolean {
    const [own, speaker] = [foldName(name), foldName(this.#speaker)];
    return own === speaker || own === speaker.split(" ")[0] || isShortFor(name, this.#speaker);
  }

  relate(
    owner: string,
    { label, slot }: Pick<Role, "slot"> & { readonly label: string },
    name: string,
  ): void {
    this.#relatives.set(`${owner}|${label}`, name);
    this.#roles.push({ owner, slot, name });
  }

  /** The stated roles of a person. */
  rolesOf(name: string): readonly Role[] {
    return this.#roles.filter((role) => role.name === name);
  }

  relative(owner: string, label: string): string | null {
    return this.#relatives.get(`${owner}|${label}`) ?? null;
  }
}

/** The state that the sentences of a message share. */
interface Reading {
  /** The name of the speaker in the facts. */
  readonly speaker: string;
  readonly occurredAt: Instant;
  readonly findings: Findings;
  readonly lexicon: Lexicon;
  readonly chrono: Chrono;
  readonly vocabulary: Vocabulary;
  readonly frames: Frames;
  readonly conversation: Conversation;
}

export interface Discourse extends Reading {
  /**
   * Records a name in the text: its entity, and the person whom pronouns may mean from now on.
   * Returns the name of the entity.
   */
  readonly note: (name: Name) => string;
}

/**
 * The discourse of a reading. What it notes reaches the findings, the conversation and the lexicon,
 * so that later words may refer to it.
 */
export const discourseOf = (reading: Reading): Discourse => ({
  ...reading,
  note: (name) => {
    const { findings, conversation, lexicon } = reading;
    // "Project Sparrow" is also called "Sparrow".
    const shortName = /^Project (?<short>\p{Lu}.*)$/u.exec(name.name)?.groups?.["short"];
    const type = shortName === undefined ? name.type : "project";
    const entity = findings.entity(name.name, type, shortName) ?? name.name;
    const isPet = name.type === "pet";
    if (name.type === "place") conversation.places.add(entity);
    if (name.type === "organization") conversation.firms.add(entity);
    if (isPet || name.type === "person")
      conversation.mention({ name: entity, gender: name.gender });
    if (isPet || !/^(?:person|place)$/u.test(name.type ?? ""))
      conversation.lastThing = { name: entity, type: name.type };
    lexicon.gazetteer.add(name.name, { ...name, name: entity });
    return entity;
  },
});

/**
 * The discourse with separate findings and another speaker. The conversation is shared unless one
 * is given.
 */
export const asideOf = (
  discourse: Discourse,
  findings: Findings,
  speaker: string,
  conversation = discourse.conversation,
): Discourse => {
  const lexicon = { ...discourse.lexicon, spans: findings.spans };
  return discourseOf({ ...discourse, findings, speaker, lexicon, conversation });
};
