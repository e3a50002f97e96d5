import { members, type EntityVersion } from "../../memory/entity.ts";
import { countTokens } from "../../memory/tokens.ts";
import { memorySettings } from "../../read/memory-settings.ts";
import { gatedSpace } from "../../read/readable-space.ts";
import type { KnownEntity } from "../../models/port.ts";
import type { SpaceStore } from "../../store/port.ts";
import { ALL_ON } from "../../memory/memory-settings.ts";
import type { Stage, Work } from "../work.ts";

/**
 * The facts of each entity that say the most beside the message: all of an entity that has few, else those that are nearest to the
 * message. So only an entity with many facts and no profile asks for a vector.
 */
const factsOf = async (
  work: Work,
  space: SpaceStore,
  entities: readonly EntityVersion[],
): Promise<Map<EntityVersion, readonly string[]>> => {
  const { event, settings } = work;
  const limit = settings.knownFactsPerEntity;
  const at = { knownAt: event.recordedAt, validAt: event.occurredAt };
  const important = await space.importantFacts(
    entities.map((entity) => ({ entities: members(entity), at, limit: limit + 1 })),
  );
  const facts = new Map<EntityVersion, readonly string[]>();
  for (const [i, entity] of entities.entries()) {
    const own = (important[i] ?? []).map(({ text }) => text);
    const vectors = own.length > limit ? await work.vectors.of([event.message]) : null;
    const near =
      vectors &&
      (
        await space.similarFacts({
          entities: members(entity),
          text: event.message,
          vector: vectors[0]!,
          at,
          limit,
        })
      ).map(({ version }) => version.text);
    facts.set(entity, near ?? own.slice(0, limit));
  }
  return facts;
};

/**
 * Stage 5. What extraction is told of each recognised entity: its profile, else its most relevant facts, within the budget of tokens.
 * Only models that read it are told.
 */
export const recallKnown: Stage<readonly EntityVersion[], readonly KnownEntity[]> = async (
  work,
  recognised,
) => {
  const { settings, services } = work;
  if (!settings.informedExtraction) return { value: [], data: { informed: false } };
  const reads = services.models.readsKnownFacts;
  const permits = reads && recognised.length > 0 ? await memorySettings(work.space) : ALL_ON;
  // A profile is drawn from all that is known, and is not told where some of that may not be read.
  const mayTell = permits.sessionMemory && permits.longTermMemory;
  const withoutProfile = !mayTell
    ? recognised
    : recognised.filter(({ profile }) => profile === null);
  const factsKnown =
    reads && settings.knownFactsPerEntity > 0
      ? await factsOf(work, gatedSpace(work.space, permits), withoutProfile)
      : new Map<EntityVersion, readonly string[]>();
  let tokens = 0;
  const fits = async (text: string): Promise<boolean> => {
    const cost = await countTokens(text);
    if (tokens + cost > settings.knownTokens) return false;
    tokens += cost;
    return true;
  };
  const known: KnownEntity[] = [];
  for (const entity of recognised) {
    const profile =
      reads && mayTell && entity.profile !== null && (await fits(entity.profile))
        ? entity.profile
        : null;
    const facts: string[] = [];
    for (const text of factsKnown.get(entity) ?? []) {
      if (!(await fits(text))) break;
      facts.push(text);
    }
    known.push({ name: entity.name, type: entity.type, aliases: entity.aliases, profile, facts });
  }
  return {
    value: known,
    data: {
      entities: known.length,
      facts: known.reduce((sum, { facts }) => sum + facts.length, 0),
      tokens,
    },
  };
};
