import type { EntityVersion } from "../../src/memory/entity.ts";
import { plainClaim, type FactVersion } from "../../src/memory/fact.ts";
import type { MemoryKind } from "../../src/memory/search-text.ts";
import { BEGINNING, OPEN, type Instant } from "../../src/memory/time.ts";
import type { SpaceStore, TextHit } from "../../src/store/port.ts";

export const EARLY = "2024-01-01T00:00:00.000Z" as Instant;
export const LATE = "2025-01-01T00:00:00.000Z" as Instant;

export const entityVersion = (entity: string, own: Partial<EntityVersion> = {}): EntityVersion => ({
  entity,
  n: 1,
  key: `person:${entity}`,
  name: entity,
  type: "person",
  aliases: [],
  profile: null,
  importance: 0,
  self: null,
  mergedInto: null,
  absorbed: [],
  decision: null,
  validFrom: BEGINNING,
  validTo: OPEN,
  recordedAt: EARLY,
  expiredAt: OPEN,
  ...own,
});

export const factVersion = (fact: string, own: Partial<FactVersion> = {}): FactVersion => ({
  fact,
  n: 1,
  entity: "clara",
  chain: fact,
  mentions: [],
  hash: fact,
  textId: fact,
  text: fact,
  slot: null,
  value: null,
  confidence: 0.95,
  importanceCategory: "SPECIFIC_EVENT",
  importance: 0.5,
  sourceContext: "STATED",
  tier: "SESSION",
  speaker: null,
  event: null,
  session: null,
  validFrom: EARLY,
  validFromKnown: false,
  ...plainClaim({ validFrom: EARLY, validFromKnown: false }),
  claimedTo: OPEN,
  claimedEnd: null,
  validTo: OPEN,
  occurredAt: EARLY,
  firstRecordedAt: EARLY,
  recordedAt: EARLY,
  expiredAt: OPEN,
  decision: `decision of ${fact}`,
  end: null,
  closing: null,
  ...own,
});

/** A hit of a search list: `FACT:f1 about Porto`, the best first. */
export const found = (...texts: string[]): TextHit[] =>
  texts.map((entry, index) => {
    const [, kind, subject, text = ""] = /^(\w+):(\S+) ?(.*)$/u.exec(entry)!;
    return {
      text: { id: entry, kind: kind as MemoryKind, subject: subject!, text },
      version: kind === "FACT" ? factVersion(subject!) : null,
      score: texts.length - index,
    };
  });

type Calls = Partial<
  Pick<
    SpaceStore,
    | "searchFullText"
    | "searchHybrid"
    | "searchVector"
    | "searchSubstring"
    | "entitiesAsOf"
    | "entitiesByName"
    | "self"
    | "eventsAround"
    | "decisionsOfEvents"
    | "events"
  >
>;

/**
 * A space with scripted answers that counts its calls. A call without a scripted answer is an
 * error.
 */
export const scriptedSpace = (
  answers: Calls,
): { readonly space: SpaceStore; readonly calls: string[] } => {
  const calls: string[] = [];
  const all: Calls = {
    searchFullText: async () => [],
    searchVector: async () => [],
    searchSubstring: async () => [],
    decisionsOfEvents: async (ids) => ids.map(() => []),
    eventsAround: async (ids) =>
      ids.map((event) => [{ event, session: null, speaker: null, distance: 0 }]),
    entitiesByName: async (names) => names.map(() => []),
    entitiesAsOf: async (requests) => requests.map(({ entity }) => entityVersion(entity)),
    ...answers,
  };
  const space = new Proxy({} as SpaceStore, {
    get: (_, name: keyof Calls) =>
      name === "searchHybrid" && all[name] === undefined
        ? undefined
        : (...args: readonly unknown[]) => {
            calls.push(name);
            const call = all[name] as ((...args: readonly unknown[]) => unknown) | undefined;
            if (call === undefined) throw new Error(`${name} was not expected`);
            return call(...args);
          },
  });
  return { space, calls };
};
