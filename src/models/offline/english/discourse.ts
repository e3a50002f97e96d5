import type { Instant } from "../../../memory/time.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Chrono } from "chrono-node";
import type { Findings } from "../extraction/findings.ts";
import type { Name } from "./tokens/token.ts";
import type { Lexicon } from "./tokens/lexicon.ts";
import type { Frames } from "./meaning/frames.ts";

export interface Mentioned {
  readonly name: string;
  readonly gender: "female" | "male" | null;
  /** Whether it was in a message before. */
  readonly earlier?: boolean;
}

interface Shared {
  /** Latest last. */
  readonly people: Mentioned[];
  readonly relatives: Map<string, string>;
  lastThing: { readonly name: string; readonly type: string | null } | null;
  unnamed: { readonly owner: string; readonly term: string } | null;
}

/** What the sentences of a message share: who speaks, who was spoken of, and what was found. */
export class Discourse {
  /** How the speaker is called in the facts. */
  speaker: string;
  /** What the sentence says that it was not: "I work at Bolt, not Acme". */
  wrong: string | null = null;
  readonly occurredAt: Instant;
  readonly findings: Findings;
  readonly lexicon: Lexicon;
  readonly chrono: Chrono;
  readonly vocabulary: Vocabulary;
  readonly frames: Frames;
  readonly #shared: Shared;

  constructor(parts: {
    readonly speaker: string;
    readonly occurredAt: Instant;
    readonly findings: Findings;
    readonly lexicon: Lexicon;
    readonly chrono: Chrono;
    readonly vocabulary: Vocabulary;
    readonly frames: Frames;
    readonly shared?: Shared;
  }) {
    this.#shared = parts.shared ?? {
      people: [],
      relatives: new Map(),
      lastThing: null,
      unnamed: null,
    };
    this.speaker = parts.speaker;
    this.occurredAt = parts.occurredAt;
    this.findings = parts.findings;
    this.lexicon = parts.lexicon;
    this.chrono = parts.chrono;
    this.vocabulary = parts.vocabulary;
    this.frames = parts.frames;
  }

  /** The same conversation with findings and a speaker of its own; where it `shares` them, its people may be meant here. */
  aside(findings: Findings, spans: Lexicon["spans"], speaker: string, shares = true): Discourse {
    return new Discourse({
      speaker,
      occurredAt: this.occurredAt,
      findings,
      lexicon: { ...this.lexicon, spans },
      chrono: this.chrono,
      vocabulary: this.vocabulary,
      frames: this.frames,
      ...(shares && { shared: this.#shared }),
    });
  }

  /** What was named last that is no person and no place. */
  get lastThing(): Shared["lastThing"] {
    return this.#shared.lastThing;
  }

  set lastThing(thing: Shared["lastThing"]) {
    this.#shared.lastThing = thing;
  }

  /** The relative without a name that was spoken of last: whose "her name is …" it is. */
  get unnamed(): { readonly owner: string; readonly term: string } | null {
    return this.#shared.unnamed;
  }

  set unnamed(relative: { readonly owner: string; readonly term: string } | null) {
    this.#shared.unnamed = relative;
  }

  mention(person: Mentioned): void {
    const { people } = this.#shared;
    const at = people.findIndex(({ name }) => name === person.name);
    const [known = person] = at < 0 ? [] : people.splice(at, 1);
    people.push({ name: person.name, gender: known.gender ?? person.gender });
  }

  /** Somebody who is called by a name from now on. */
  forget(name: string): void {
    const { people } = this.#shared;
    const at = people.findIndex((person) => person.name === name);
    if (at >= 0) people.splice(at, 1);
  }

  /** From here on another message is read. */
  beginMessage(): void {
    const { people } = this.#shared;
    people.splice(0, people.length, ...people.map((person) => ({ ...person, earlier: true })));
  }

  /**
   * The only person of this message, or else of those before, whom a pronoun may mean: nobody of
   * the other gender. Null where there are several, since it is not sure who is meant.
   */
  personFor(pronoun: string, except?: string): string | null {
    const other = /^(?:she|her|hers)$/iu.test(pronoun)
      ? "male"
      : /^(?:he|him|his)$/iu.test(pronoun)
        ? "female"
        : null;
    const possible = this.#shared.people.filter(
      ({ name, gender }) => (other === null || gender !== other) && name !== except,
    );
    const here = possible.filter(({ earlier }) => earlier !== true);
    const meant = here.length > 0 ? here : possible;
    const last = meant.at(-1);
    // "Dev has a girlfriend, Alicia. She works there": of nobody else it is known to be said.
    const isFitting = ({ gender }: Mentioned): boolean => other !== null && gender !== null;
    const isOnly = meant.length === 1 || meant.filter(isFitting).length === 1;
    return last !== undefined && isOnly && (meant.length === 1 || isFitting(last))
      ? last.name
      : null;
  }

  relate(owner: string, label: string, name: string): void {
    this.#shared.relatives.set(`${owner}|${label}`, name);
  }

  relative(owner: string, label: string): string | null {
    return this.#shared.relatives.get(`${owner}|${label}`) ?? null;
  }

  /** Takes note of a name in the text: its entity, and whom pronouns may mean from now on. */
  note(name: Name): string {
    const entity = this.findings.entity(name.name, name.type) ?? name.name;
    if (name.type === "person") this.mention({ name: entity, gender: name.gender });
    else if (name.type !== "place") this.lastThing = { name: entity, type: name.type };
    this.lexicon.gazetteer.add(name.name, { ...name, name: entity });
    return entity;
  }
}
