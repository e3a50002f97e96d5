import { countTokens } from "../../language/tokens.ts";
import { followMerges, members, type EntityVersion } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
import { BEGINNING, OPEN, type TimePoint } from "../../memory/time.ts";
import type { ExtractionInput, KnownEntity, KnownFact } from "../../models/port.ts";
import { gatedSpace } from "../../read/readable-space.ts";
import type { Stage, Work } from "../work.ts";

type FactsOf = ReadonlyMap<EntityVersion, readonly FactVersion[]>;

/** Number of facts about others that mention an entity and that extraction gets. */
const MOST_MENTIONS = 5;

/**
 * The facts about each entity that matter most for the message: all of them if there are few,
 * otherwise the most similar ones.
 */
const ownFacts = async (
  { event, settings, vectors }: Work,
  space: Pick<Work["space"], "importantFacts" | "similarFacts">,
  entities: readonly EntityVersion[],
  at: TimePoint,
): Promise<FactsOf> => {
  const limit = settings.knownFactsPerEntity;
  const important = await space.importantFacts(
    entities.map((entity) => ({ entities: members(entity), at, limit: limit + 1 })),
  );
  const facts = new Map<EntityVersion, readonly FactVersion[]>();
  for (const [i, entity] of entities.entries()) {
    const own = important[i] ?? [];
    const vector = own.length > limit ? (await vectors.of([event.message]))?.[0] : undefined;
    const nearest =
      vector &&
      (await space.similarFacts({
        entities: members(entity),
        text: event.message,
        vector,
        at,
        limit,
      }));
    facts.set(entity, nearest?.map(({ version }) => version) ?? own.slice(0, limit));
  }
  return facts;
};

/** The facts about others that mention each of the entities. */
const mentioningFacts = async (
  { space }: Work,
  entities: readonly EntityVersion[],
  at: TimePoint,
): Promise<FactsOf> => {
  const pages = await space.factsMentioning(
    entities.map((entity) => ({
      entities: members(entity),
      at,
      page: { first: MOST_MENTIONS },
    })),
  );
  return new Map(
    entities.map((entity, i) => [entity, pages[i]?.items.map(({ item }) => item) ?? []]),
  );
};

/**
 * Number of the latest facts among which the last statements of the speaker are searched for, and
 * number of these statements that extraction gets.
 */
const MOST_RECENT = 20;
const MOST_TOLD_LAST = 5;

/**
 * The last statements of the speaker, which a message may correct: the facts of one message, in the
 * same session.
 */
const toldLast = async (
  { event }: Work,
  space: Pick<Work["space"], "recentFacts">,
  at: TimePoint,
): Promise<readonly FactVersion[]> => {
  const { items } = await space.recentFacts({
    at,
    page: { first: MOST_RECENT },
    ...(event.session !== null && { session: event.session }),
  });
  const toldFacts = items
    .map(({ item }) => item)
    .filter(({ speaker, session }) => speaker === event.speaker && session === event.session);
  return toldFacts.filter((fact) => fact.event === toldFacts[0]?.event).slice(0, MOST_TOLD_LAST);
};

/** The entities of some facts, with these facts. */
const entitiesOfFacts = async (
  { space, event: { recordedAt: knownAt } }: Work,
  facts: readonly FactVersion[],
): Promise<FactsOf> => {
  const ids = [...new Set(facts.map(({ entity }) => entity))];
  if (ids.length === 0) return new Map();
  const entities = await followMerges(
    ids.map((entity) => ({ entity, knownAt })),
    (requests) => space.entitiesAsOf(requests),
  );
  const factsByEntity = new Map<EntityVersion, readonly FactVersion[]>();
  for (const [i, id] of ids.entries()) {
    const entity = entities[i];
    if (entity)
      factsByEntity.set(entity, [
        ...(factsByEntity.get(entity) ?? []),
        ...facts.filter((fact) => fact.entity === id),
      ]);
  }
  return factsByEntity;
};

const knownFact = ({ text, slot, value, validFrom, validTo }: FactVersion): KnownFact => ({
  text,
  slot,
  value,
  from: validFrom === BEGINNING ? null : validFrom,
  to: validTo === OPEN ? null : validTo,
});

/** Number of facts that may show whom a message is about. */
const MOST_SHARING = 20;

/** Entities that the message may be about without naming them, with the facts that show it. */
const mayBeMeant = async (work: Work): Promise<readonly KnownEntity[]> => {
  const { event, services, settings, space } = work;
  const words = services.models.wordsOfUnnamed?.(event.message) ?? [];
  if (settings.knownFactsPerEntity === 0 || words.length === 0) return [];
  const permittedSpace = gatedSpace(space, await work.userSettings());
  const hits = await permittedSpace.searchFullText(words, {
    kinds: ["FACT"],
    at: { knownAt: event.recordedAt, validAt: event.occurredAt },
    limit: MOST_SHARING,
  });
  const sharing = await entitiesOfFacts(
    work,
    hits.flatMap(({ version }) => version ?? []),
  );
  return Array.from(sharing, ([{ name, type, aliases }, facts]) => ({
    name,
    type,
    aliases,
    facts: facts.map(knownFact),
  }));
};

/** The parts of a space that extraction may get, without memory that is off. */
const permittedFacts = async (
  work: Work,
  entities: readonly EntityVersion[],
): Promise<{
  readonly facts: FactsOf;
  readonly mentions: FactsOf;
  readonly last: readonly FactVersion[];
}> => {
  const none = { facts: new Map(), mentions: new Map(), last: [] };
  const { event, services, settings, space } = work;
  if (!services.models.usesKnownFacts || settings.knownFactsPerEntity === 0) return none;
  const at = { knownAt: event.recordedAt, validAt: event.occurredAt };
  const permits = await work.userSettings();
  const permittedSpace = gatedSpace(space, permits);
  if (entities.length === 0) return { ...none, last: await toldLast(work, permittedSpace, at) };
  const mayReadAll = permits.sessionMemory && permits.longTermMemory;
  const [last, facts, mentions] = await Promise.all([
    toldLast(work, permittedSpace, at),
    ownFacts(work, permittedSpace, entities, at),
    mayReadAll ? mentioningFacts(work, entities, at) : none.mentions,
  ]);
  return { facts, mentions, last };
};

/** Takes facts up to a number of tokens, each fact once. */
class KnownBudget {
  tokens = 0;
  count = 0;
  readonly #takenFacts = new Set<string>();

  constructor(private readonly limit: number) {}

  async take(versions: readonly FactVersion[]): Promise<KnownFact[]> {
    const facts: KnownFact[] = [];
    for (const version of versions) {
      if (this.#takenFacts.has(version.fact)) continue;
      const fact = knownFact(version);
      const cost = await countTokens(JSON.stringify(fact));
      if (this.tokens + cost > this.limit) break;
      this.tokens += cost;
      this.#takenFacts.add(version.fact);
      facts.push(fact);
    }
    this.count += facts.length;
    return facts;
  }
}

export interface KnownInput {
  /** The entity of the speaker, if it is known. */
  readonly speaker: EntityVersion | null;
  readonly recognisedEntities: readonly EntityVersion[];
}

/** The data that extraction gets. */
export type KnownFacts = Pick<ExtractionInput, "knownEntities" | "toldLast" | "mayBeMeant">;

const NOTHING: KnownFacts = { knownEntities: [], toldLast: [] };

/**
 * Collects the data that extraction gets about the speaker and each recognised entity,
 * within the token budget: first the facts about it that matter most for the message, then facts
 * about others that mention it, and the last statements of the speaker, with slots and intervals.
 * Profiles are excluded, because they are made from facts and may be outdated. Only models that
 * read known facts get any.
 */
export const readKnown: Stage<KnownInput, KnownFacts> = async (
  work,
  { speaker, recognisedEntities },
) => {
  const { settings } = work;
  if (!settings.informedExtraction) return { value: NOTHING, data: { informed: false } };
  const entities = [
    ...(speaker === null ? [] : [speaker]),
    ...recognisedEntities.filter(({ entity }) => entity !== speaker?.entity),
  ];
  const { facts: factsOf, mentions, last } = await permittedFacts(work, entities);
  const budget = new KnownBudget(settings.knownTokens);
  const ofEntities = new Set([...factsOf.values()].flat().map(({ fact }) => fact));
  const others = await entitiesOfFacts(
    work,
    last.filter(({ fact }) => !ofEntities.has(fact)),
  );
  const toldEntities: KnownEntity[] = [];
  for (const [{ name, type, aliases }, versions] of others)
    toldEntities.push({ name, type, aliases, facts: await budget.take(versions) });
  const own: (readonly KnownFact[])[] = [];
  for (const entity of entities) own.push(await budget.take(factsOf.get(entity) ?? []));
  const knownEntities: KnownEntity[] = [];
  for (const [i, entity] of entities.entries()) {
    const { name, type, aliases } = entity;
    const mentioningFacts = await budget.take(mentions.get(entity) ?? []);
    knownEntities.push({ name, type, aliases, facts: [...(own[i] ?? []), ...mentioningFacts] });
  }
  return {
    value: { knownEntities, toldLast: toldEntities, mayBeMeant: await mayBeMeant(work) },
    data: { entities: knownEntities.length, facts: budget.count, tokens: budget.tokens },
  };
};
