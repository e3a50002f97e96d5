import { foldName, isShortFor } from "../../../language/names.ts";
import type { Instant } from "../../../memory/time.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Chrono } from "chrono-node";
import type { Findings } from "../extraction/findings.ts";
import type { Name, Token } from "./tokens/token.ts";
import type { Lexicon } from "./tokens/lexicon.ts";
import type { Frames } from "./meaning/frames.ts";

export interface Mentioned {
  readonly name: string;
  readonly gender: "female" | "male" | null;
  /** Whether it was in a message before. */
  readonly earlier?: boolean;
}

/** What somebody is to an owner: the slot, if the owner has one at a time. */
interface Role {
  readonly owner: string;
  readonly slot: string | null;
}

/** Whom and what the sentences of a conversation speak of. */
export class Conversation {
  /** Latest last. */
  readonly people: Mentioned[] = [];
  readonly places = new Set<string>();
  readonly #relatives = new Map<string, string>();
  readonly #roles: (Role & { readonly name: string })[] = [];
  readonly #claims: { readonly subject: string; readonly slot: string; readonly value: string }[] =
    [];
  /** What was named last that is no person and no place. */
  lastThing: { readonly name: string; readonly type: string | null } | null = null;
  /** What was done or had last: what "it" is in "it is my hobby". */
  lastObject: readonly Token[] = [];
  /** What the sentence that is read says that it was not: "I work at Bolt, not Acme". */
  wrong: string | null = null;
  /** Whether the sentence that is read corrects an earlier one: "No wait, I work at Bolt". */
  isCorrecting = false;
  /** Who was said to have left where they lived. */
  leftHome: string | null = null;
  /** The relative without a name that was spoken of last: whose "her name is …" it is. */
  unnamed: { readonly owner: string; readonly term: string } | null = null;
  /** Whether the last statement of the message was about a person other than the speaker. */
  isOfOther = false;
  readonly #speaker: string;

  constructor(speaker: string) {
    this.#speaker = speaker;
  }

  mention(person: Mentioned): void {
    const { people } = this;
    const at = people.findIndex(({ name }) => name === person.name);
    const [knownPerson = person] = at < 0 ? [] : people.splice(at, 1);
    people.push({ name: person.name, gender: knownPerson.gender ?? person.gender });
  }

  /** What a subject was said to have in a slot, so that "it" and "there" may mean it. */
  claim(subject: string, slot: string, value: string): void {
    this.#claims.push({ subject, slot, value });
  }

  /** The only value of some slots that was spoken of, of one subject or of all; null where several were. */
  claimed(slots: readonly string[], of: string | null): string | null {
    const claims = this.#claims.filter(
      ({ subject, slot }) => slots.includes(slot) && (of === null || subject === of),
    );
    const [value = null, ...others] = new Set(claims.map((claim) => claim.value));
    return others.length === 0 ? value : null;
  }

  /** Whether a subject was said to have another value than one in a slot. */
  hasClaimed(slot: string, of: string, besides: string | undefined): boolean {
    return this.#claims.some(
      ({ subject, slot: claimedSlot, value }) =>
        claimedSlot === slot && subject === of && value !== besides,
    );
  }

  /** Somebody who is called by a name from now on. */
  forget(name: string): void {
    const { people } = this;
    const at = people.findIndex((person) => person.name === name);
    if (at >= 0) people.splice(at, 1);
  }

  /** The only place that the message has named: where "there" is. */
  onlyPlace(): string | null {
    const [place = null, ...others] = this.places;
    return others.length === 0 ? place : null;
  }

  /** From here on another message is read. */
  beginMessage(): void {
    const { people } = this;
    this.places.clear();
    this.isOfOther = false;
    people.splice(0, people.length, ...people.map((person) => ({ ...person, earlier: true })));
  }

  /**
   * The only person of this message, or else of those before, whom a pronoun may mean: nobody of
   * the other gender, and not the speaker. Null where there are several, since it is not sure who is meant.
   */
  personFor(pronoun: string, except?: string): string | null {
    const other = /^(?:she|her|hers)$/iu.test(pronoun)
      ? "male"
      : /^(?:he|him|his)$/iu.test(pronoun)
        ? "female"
        : null;
    const possible = this.people.filter(
      ({ name, gender }) =>
        (other === null || gender !== other) && name !== except && !this.#isSpeaker(name),
    );
    const here = possible.filter(({ earlier }) => earlier !== true);
    // "they" may be several, of whom another message told.
    const meantPeople = here.length > 0 || other === null ? here : possible;
    const last = meantPeople.at(-1);
    // "Dev has a girlfriend, Alicia. She works there": of nobody else it is known to be said.
    const isFitting = ({ gender }: Mentioned): boolean => other !== null && gender !== null;
    const isOnly = meantPeople.length === 1 || meantPeople.filter(isFitting).length === 1;
    return last !== undefined && isOnly && (meantPeople.length === 1 || isFitting(last))
      ? last.name
      : null;
  }

  /** Whether a name is the speaker's: the whole of it, or the first of its words. */
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

  /** What somebody was said to be to others. */
  rolesOf(name: string): readonly Role[] {
    return this.#roles.filter((role) => role.name === name);
  }

  relative(owner: string, label: string): string | null {
    return this.#relatives.get(`${owner}|${label}`) ?? null;
  }
}

/** What the sentences of a message share: who speaks, who was spoken of, and what was found. */
interface Reading {
  /** How the speaker is called in the facts. */
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
  /** Takes note of a name in the text: its entity, and whom pronouns may mean from now on. */
  readonly note: (name: Name) => string;
}

export const discourseOf = (reading: Reading): Discourse => ({
  ...reading,
  note: (name) => {
    const { findings, conversation, lexicon } = reading;
    // "Project Sparrow" is called Sparrow too.
    const shortName = /^Project (?<short>\p{Lu}.*)$/u.exec(name.name)?.groups?.["short"];
    const type = shortName === undefined ? name.type : "project";
    const entity = findings.entity(name.name, type, shortName) ?? name.name;
    const isPet = name.type === "pet";
    if (name.type === "place") conversation.places.add(entity);
    if (isPet || name.type === "person")
      conversation.mention({ name: entity, gender: name.gender });
    if (isPet || !/^(?:person|place)$/u.test(name.type ?? ""))
      conversation.lastThing = { name: entity, type: name.type };
    lexicon.gazetteer.add(name.name, { ...name, name: entity });
    return entity;
  },
});

/** The same with findings and a speaker of its own, and with the people of another conversation if one is given. */
export const asideOf = (
  discourse: Discourse,
  findings: Findings,
  speaker: string,
  conversation = discourse.conversation,
): Discourse => {
  const lexicon = { ...discourse.lexicon, spans: findings.spans };
  return discourseOf({ ...discourse, findings, speaker, lexicon, conversation });
};
