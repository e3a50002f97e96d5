import type { Instant } from "../../../memory/time.ts";
import type { Chrono } from "chrono-node";
import type { Findings } from "../extraction/findings.ts";
import type { Name } from "./tokens/token.ts";
import type { Lexicon } from "./tokens/lexicon.ts";

export interface Mentioned {
  readonly name: string;
  readonly gender: "female" | "male" | null;
}

interface Shared {
  /** Latest last. */
  readonly people: Mentioned[];
  readonly relatives: Map<string, string>;
  lastThing: string | null;
  unnamed: { readonly owner: string; readonly term: string } | null;
}

/** What the sentences of a message share: who speaks, who was spoken of, and what was found. */
export class Discourse {
  /** How the speaker is called in the facts. */
  speaker: string;
  readonly occurredAt: Instant;
  readonly findings: Findings;
  readonly lexicon: Lexicon;
  readonly chrono: Chrono;
  readonly #shared: Shared;

  constructor(parts: {
    readonly speaker: string;
    readonly occurredAt: Instant;
    readonly findings: Findings;
    readonly lexicon: Lexicon;
    readonly chrono: Chrono;
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
  }

  /**
   * The same conversation, with findings and a speaker of its own: people who are spoken of there
   * may be meant here.
   */
  aside(findings: Findings, spans: Lexicon["spans"], speaker: string): Discourse {
    return new Discourse({
      speaker,
      occurredAt: this.occurredAt,
      findings,
      lexicon: { ...this.lexicon, spans },
      chrono: this.chrono,
      shared: this.#shared,
    });
  }

  get lastThing(): string | null {
    return this.#shared.lastThing;
  }

  set lastThing(thing: string | null) {
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

  /** The last person whom a pronoun may mean: nobody of the other gender. */
  personFor(pronoun: string, except?: string): string | null {
    const other = /^(?:she|her|hers)$/iu.test(pronoun)
      ? "male"
      : /^(?:he|him|his)$/iu.test(pronoun)
        ? "female"
        : null;
    return (
      this.#shared.people.findLast(
        ({ name, gender }) => (other === null || gender !== other) && name !== except,
      )?.name ?? null
    );
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
    else if (name.type !== "place") this.lastThing = entity;
    this.lexicon.gazetteer.add(name.name, { ...name, name: entity });
    return entity;
  }
}
