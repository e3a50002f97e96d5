import { foldName } from "../../../language/names.ts";
import type { ImportanceCategory } from "../../../memory/importance.ts";
import {
  PLAIN_FACT,
  type ExtractedEntity,
  type ExtractedFact,
  type ExtractedRelation,
  type Extraction,
} from "../../port.ts";
import { AMBIGUOUS_NAMES, CALENDAR, NOT_NAMES } from "../data/word-sets.ts";
import { PHRASES } from "../data/expressions.ts";
import { tidy } from "../text/tidy.ts";
import { unmask, type ProtectedSpan } from "../text/protected-spans.ts";
import { UNDATED, type Validity } from "../dates/validity.ts";

/** The confidence in a statement, by its wording. */
export const CONFIDENCE = { explicit: 0.95, strong: 0.8, weak: 0.6, speculation: 0.4 } as const;
export type Confidence = (typeof CONFIDENCE)[keyof typeof CONFIDENCE];

export const atMost = (a: Confidence, b: Confidence): Confidence => (a < b ? a : b);

/** A fact as a rule finds it. Missing fields get defaults. */
export interface FoundFact {
  readonly subject: string;
  readonly text: string;
  readonly confidence: Confidence;
  readonly category: ImportanceCategory;
  readonly action?: ExtractedFact["action"];
  readonly polarity?: "NEVER";
  readonly corrects?: ExtractedFact["corrects"];
  readonly slot?: string | null;
  readonly value?: string | null;
  /** The narrower name of the slot: `dog` for `pet`. */
  readonly label?: string | null;
  readonly validity?: Validity;
  readonly movesIn?: string;
  readonly together?: ExtractedFact["together"];
}

interface Entity {
  name: string;
  type: string | null;
  readonly aliases: string[];
}

const LONGEST_NAME = 120;
const isName = (name: string): boolean => {
  const lower = name.toLowerCase();
  return (
    name.length > 1 &&
    name.length <= LONGEST_NAME &&
    /[\p{L}\p{N}]/u.test(name) &&
    !NOT_NAMES.has(lower) &&
    !CALENDAR.has(lower)
  );
};
/** Whether somebody may have this name, although it is a common word: Will, April. */
const isPersonName = (name: string): boolean =>
  /^\p{Lu}\p{Ll}+$/u.test(name) &&
  (AMBIGUOUS_NAMES.has(name.toLowerCase()) || CALENDAR.has(name.toLowerCase()));

const BREAKS_OFF = PHRASES.one("breaks_off");
/**
 * Whether the end of a statement is missing: "is saving for", of "I'm saving for when I retire". A
 * preposition may belong to an object before it: "has a lot to be thankful for".
 */
const breaksOff = (text: string, subject: string): boolean => {
  const predicate = text.slice(subject.length);
  // "looks into more endorsements and building a brand"
  const hasNoVerb = /^ \p{Ll}{0,20}[aeiouy]\p{Ll}{0,20}ing /u.test(predicate);
  if (hasNoVerb || predicate.endsWith(` and ${subject}`)) return true;
  return (
    BREAKS_OFF.test(predicate) && !predicate.includes(" to ") && !predicate.includes(` ${subject} `)
  );
};

type Dates = Pick<
  ExtractedFact,
  "validFrom" | "fromPrecision" | "validTo" | "toPrecision" | "still"
>;

const datesOf = ({ validity: { from, to, still } = UNDATED, slot, action }: FoundFact): Dates => ({
  validFrom: from && from.start,
  fromPrecision: from && from.precision,
  validTo: to && to.start,
  toPrecision: to && to.precision,
  still: still && slot != null && action !== "DELETE",
});

/** Collects the findings of the rules in one message, without duplicates. */
export class Findings {
  readonly #entities = new Map<string, Entity>();
  readonly #facts = new Map<string, ExtractedFact>();
  readonly #relations = new Map<string, ExtractedRelation>();
  readonly spans: ReadonlyMap<string, ProtectedSpan>;

  constructor(spans: ReadonlyMap<string, ProtectedSpan>) {
    this.spans = spans;
  }

  /**
   * Adds an entity, or completes a known one. Returns the name under which it is collected; null if
   * the text is not a name.
   */
  entity(name: string, type: string | null, alias?: string): string | null {
    const writtenName = tidy(unmask(name, this.spans));
    if (!isName(writtenName) && !(type === "person" && isPersonName(writtenName))) return null;
    const foldedName = foldName(writtenName);
    const knownEntity = this.#entities.get(foldedName) ?? {
      name: writtenName,
      type: null,
      aliases: [],
    };
    knownEntity.type ??= type;
    if (
      alias !== undefined &&
      foldName(alias) !== foldedName &&
      !knownEntity.aliases.some((other) => foldName(other) === foldName(alias))
    )
      knownEntity.aliases.push(alias);
    this.#entities.set(foldedName, knownEntity);
    return knownEntity.name;
  }

  typeOf(name: string): string | null {
    return this.#entities.get(foldName(name))?.type ?? null;
  }

  /**
   * Adds a fact. Leaves out one that says nothing of its subject, and one that was added before.
   */
  fact(foundFact: FoundFact): void {
    const text = tidy(unmask(foundFact.text, this.spans));
    const subject = tidy(unmask(foundFact.subject, this.spans));
    if (subject === "" || text.length <= subject.length + 2) return;
    if (text === `${subject}'s name is ${subject}`) return;
    if (foundFact.slot == null && breaksOff(text, subject)) return;
    const key =
      `${subject}|${text}|${foundFact.action === "DELETE" ? `${foundFact.slot ?? ""}` : ""}`
        .toLowerCase()
        .replace(/[^\p{L}\p{N}|]+/gu, " ");
    if (this.#facts.has(key)) return;
    const value =
      foundFact.value == null
        ? null
        : tidy(unmask(foundFact.value, this.spans)).replace(/^"(?<quoted>[^"]+)"$/u, "$<quoted>");
    this.#facts.set(key, {
      subject,
      text,
      ...PLAIN_FACT,
      action: foundFact.action ?? "NEW",
      polarity: foundFact.polarity ?? (foundFact.action === "DELETE" ? "ENDED" : "HOLDS"),
      confidence: foundFact.confidence,
      category: foundFact.category,
      slot: foundFact.slot ?? null,
      value: value === "" ? null : value,
      label: foundFact.label ?? null,
      corrects: foundFact.corrects ?? null,
      movesIn: foundFact.movesIn ?? null,
      together: foundFact.together ?? null,
      ...datesOf(foundFact),
    });
  }

  relation(source: string, type: string, target: string): void {
    const from = tidy(unmask(source, this.spans));
    const to = tidy(unmask(target, this.spans));
    const isKnown = (name: string): boolean => isName(name) || this.typeOf(name) === "person";
    if (foldName(from) === foldName(to) || !isKnown(to) || !isKnown(from)) return;
    this.#relations.set(`${foldName(from)}|${type}|${foldName(to)}`, {
      source: from,
      type,
      target: to,
    });
  }

  /** The facts found so far, in the order of the message. */
  get facts(): readonly ExtractedFact[] {
    return [...this.#facts.values()];
  }

  /**
   * Removes the fact with this subject and text, and the relations from the subject to its value.
   * Returns whether the fact was there.
   */
  withdraw({ subject, text, value }: Pick<ExtractedFact, "subject" | "text" | "value">): boolean {
    const [key] =
      [...this.#facts].find(([, fact]) => fact.subject === subject && fact.text === text) ?? [];
    if (key === undefined) return false;
    this.#facts.delete(key);
    for (const [edge, { source, target }] of this.#relations)
      if (foldName(source) === foldName(subject) && foldName(target) === foldName(value ?? ""))
        this.#relations.delete(edge);
    return true;
  }

  get factCount(): number {
    return this.#facts.size;
  }

  /**
   * The extraction of the message. It omits entities that no fact and no relation mentions, and
   * names that a fact only gives to somebody ("my sister is Ada").
   */
  extraction(selfName: string | null): Extraction {
    const facts = [...this.#facts.values()];
    const relations = [...this.#relations.values()];
    const spokenText = ` ${facts.map((fact) => foldName(fact.text)).join(" | ")} `;
    const usedNames = new Set([
      ...facts.map(({ subject }) => foldName(subject)),
      ...relations.flatMap(({ source, target }) => [foldName(source), foldName(target)]),
    ]);
    const isNamed = (foldedName: string): boolean =>
      facts.some(({ text, value, polarity }) => {
        const statement = `${foldedName} is ${foldName(value ?? "")}`;
        return value !== null && polarity === "HOLDS" && foldName(text) === statement;
      });
    const aliases = new Set(
      [...this.#entities.values()].flatMap((entity) => entity.aliases.map(foldName)),
    );
    const entities: ExtractedEntity[] = [...this.#entities.entries()]
      .filter(([foldedName]) => !aliases.has(foldedName))
      .filter(
        ([foldedName, entity]) =>
          usedNames.has(foldedName) ||
          (spokenText.includes(` ${foldedName} `) && !isNamed(foldedName)) ||
          entity.name === selfName,
      )
      .map(([, { name, type, aliases }]) => ({ name, type: type ?? "concept", aliases }));
    return { entities, facts, relations, profiles: [], selfName, emotion: null };
  }
}
