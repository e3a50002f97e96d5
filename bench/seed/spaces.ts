import type { EntityVersion } from "../../src/memory/entity.ts";
import type { FactVersion } from "../../src/memory/fact.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import { entityText } from "../../src/memory/search-text.ts";
import { instantOf, MILLIS_PER_DAY, OPEN, type Instant } from "../../src/memory/time.ts";
import { deed, personName, placeOf } from "../statements.ts";
import type { Ledger } from "./ledger.ts";
import { addEntity, addFact, correctFact, describe, relate, strengthen } from "./records.ts";
import { cyclicItem, required } from "../lookup.ts";

/** MANY: ten facts about each of many persons. ONE: all facts about one person, the user. */
export type Layout = "MANY" | "ONE";

export const FACTS_PER_PERSON = 10;
const FACTS_IN_TEXT = 12;

/** Number of persons for a number of facts. */
export const personsIn = (layout: Layout, facts: number): number =>
  layout === "ONE" ? 1 : Math.ceil(facts / FACTS_PER_PERSON);

/** The nth sentence of a memory. */
export const statement = (layout: Layout, n: number): string =>
  `${personName(layout === "ONE" ? 0 : Math.floor(n / FACTS_PER_PERSON))} ${deed(n)}.`;

const person = (ledger: Ledger, layout: Layout, first: number): EntityVersion => {
  const number = layout === "ONE" ? 0 : first / FACTS_PER_PERSON;
  const facts = Array.from({ length: FACTS_IN_TEXT }, (_, i) => statement(layout, first + i)).slice(
    0,
    layout === "ONE" ? FACTS_IN_TEXT : FACTS_PER_PERSON,
  );
  const name = personName(number);
  return addEntity(ledger, {
    name,
    type: "person",
    about: entityText({ name, type: "person", aliases: [], facts, relatedNames: [] }),
    self: layout === "ONE" ? "INTRODUCED" : null,
  });
};

export interface Seeded {
  readonly people: readonly EntityVersion[];
  readonly facts: readonly FactVersion[];
}

/** Fills a space with a number of facts. */
export const seedFacts = async (ledger: Ledger, layout: Layout, count: number): Promise<Seeded> => {
  const people: EntityVersion[] = [];
  const facts: FactVersion[] = [];
  const places = new Map<string, EntityVersion>();
  const place = (name: string): EntityVersion => {
    const placeEntity =
      places.get(name) ?? addEntity(ledger, { name, type: "place", about: `${name} place` });
    places.set(name, placeEntity);
    return placeEntity;
  };
  for (let n = 0; n < count; n++) {
    if (n === 0 || (layout === "MANY" && n % FACTS_PER_PERSON === 0))
      people.push(person(ledger, layout, n));
    facts.push(
      addFact(ledger, {
        entity: required(people.at(-1), "A person"),
        mentions: [place(placeOf(n))],
        text: statement(layout, n),
      }),
    );
    await ledger.commitIfLarge();
  }
  await ledger.commit();
  return { people, facts };
};

/** Number of others whom every person knows. */
export const ACQUAINTANCES = 5;

const acquaint = (ledger: Ledger, { people, facts }: Seeded): RelationshipVersion[] =>
  people.flatMap((source, i) =>
    Array.from({ length: ACQUAINTANCES }, (_, k) =>
      relate(
        ledger,
        source,
        "knows",
        cyclicItem(people, i * ACQUAINTANCES + k + 1),
        required(facts[i * FACTS_PER_PERSON + k], "A fact of every person"),
      ),
    ),
  );

/**
 * Fills a space with persons who know each other, so that every fact, relationship and entity has a
 * number of versions, each with another text, strength or profile. Returns the people, and the
 * record time at which each round of versions was complete.
 */
export const seedVersions = async (
  ledger: Ledger,
  count: number,
  versions: number,
): Promise<{ readonly people: readonly EntityVersion[]; readonly rounds: readonly Instant[] }> => {
  const seededSpace = await seedFacts(ledger, "MANY", count);
  let { people, facts } = seededSpace;
  let ties = acquaint(ledger, seededSpace);
  const rounds: Instant[] = [];
  for (let round = 1; round <= versions; round++) {
    if (round > 1) {
      const corrected: FactVersion[] = [];
      for (const [n, fact] of facts.entries()) {
        corrected.push(
          correctFact(
            ledger,
            fact,
            `${statement("MANY", n).slice(0, -1)} for ${round * 10} euros.`,
          ),
        );
        await ledger.commitIfLarge();
      }
      facts = corrected;
      people = people.map((one) =>
        describe(ledger, one, `${one.name}, described for the ${round}th time.`),
      );
      ties = ties.map((tie) => strengthen(ledger, tie, tie.strength + 0.01));
    }
    rounds.push(ledger.now);
    await ledger.commit();
  }
  return { people, rounds };
};

/** Number of children of every entity of a tree, and its depth. */
export const FAN_OUT = 10;
export const DEPTH = 3;

/**
 * Fills a space with a tree: a root, its 10 children, theirs and theirs, 1,110 below the root.
 * Returns the root's key.
 */
export const seedTree = async (ledger: Ledger): Promise<string> => {
  const grow = (number: number, parent: EntityVersion | null, depth: number): EntityVersion => {
    const name = personName(number);
    const entity = addEntity(ledger, {
      name,
      type: "person",
      about: entityText({ name, type: "person", aliases: [], facts: [], relatedNames: [] }),
    });
    if (parent)
      relate(
        ledger,
        parent,
        "manages",
        entity,
        addFact(ledger, {
          entity: parent,
          mentions: [entity],
          text: `${parent.name} manages ${name}.`,
        }),
      );
    if (depth < DEPTH)
      for (let child = 0; child < FAN_OUT; child++)
        grow(number * FAN_OUT + child + 1, entity, depth + 1);
    return entity;
  };
  const root = grow(0, null, 0);
  await ledger.commit();
  return root.key;
};

/**
 * Share of the entities that are persons. The others are the places and organizations that they
 * share.
 */
const PERSONS_AMONG = 5 / 8;
const PLACES_AMONG = 1 / 4;
/** Number of relationships of every person: two homes in sequence, an employer, an acquaintance. */
const TIES = 4;
/** The years over which homes and employers change. */
const FIRST_DAY = Date.UTC(2019, 0, 1);
const DAYS = 7 * 365;

/** A day in those years, without a pattern but always the same for a number. */
const dayOf = (n: number): number => Math.abs(Math.imul(n + 1, 0x9e3779b1)) % DAYS;
const instantOfDay = (day: number): Instant => instantOf(FIRST_DAY + day * MILLIS_PER_DAY);

/**
 * Fills a space with a number of entities whose relationships began and ended over years. Returns
 * the number of relationships.
 */
export const seedYears = async (ledger: Ledger, entities: number): Promise<number> => {
  const many = (share: number, type: string, nameOf: (n: number) => string): EntityVersion[] =>
    Array.from({ length: entities * share }, (_, n) => {
      const name = nameOf(n);
      return addEntity(ledger, { name, type, about: `${name} ${type}` });
    });
  const persons = many(PERSONS_AMONG, "person", personName);
  const places = many(PLACES_AMONG, "place", (n) => `Place ${n}`);
  const organizations = many(1 - PERSONS_AMONG - PLACES_AMONG, "organization", (n) => `Firm ${n}`);
  for (const [n, person] of persons.entries()) {
    const tie = (type: string, words: string, target: EntityVersion, from: number, to?: number) => {
      const validTo = to === undefined ? OPEN : instantOfDay(to);
      const fact = addFact(ledger, {
        entity: person,
        mentions: [target],
        text: `${person.name} ${words} ${target.name}.`,
        during: { validFrom: instantOfDay(from), validTo },
      });
      relate(ledger, person, type, target, fact);
    };
    const [home, moved] = [dayOf(n), dayOf(n + entities)].toSorted((a, b) => a - b) as [
      number,
      number,
    ];
    tie("lives_in", "lives in", cyclicItem(places, n), home, moved);
    tie("lives_in", "lives in", cyclicItem(places, n * 7 + 3), moved);
    const hired = dayOf(n + 2 * entities);
    const left = n % 2 === 0 ? undefined : hired + 30 + (n % 1_000);
    tie("works_at", "works at", cyclicItem(organizations, n), hired, left);
    tie("knows", "knows", cyclicItem(persons, n * 3 + 1), dayOf(n + 3 * entities));
    await ledger.commitIfLarge();
  }
  await ledger.commit();
  return persons.length * TIES;
};
