import { BEGINNING, type Instant, type TimePoint } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { itemsOf } from "../contract/open-store.ts";
import { models } from "./history.ts";

const ALL = ["FACT", "ENTITY", "EVENT", "SUMMARY"] as const;
const page = { first: 500 };

/** Everything that a space answers at one pair of times. `exactly`: with scores, which stores make each in its own way. */
export const answers = async (
  space: SpaceStore,
  at: TimePoint,
  exactly: boolean,
): Promise<unknown> => {
  const { knownAt } = at;
  const query = { kinds: ALL, at, limit: 100 };
  const entities = itemsOf(await space.entities({ at, page }));
  const changes = itemsOf(await space.changes({ from: BEGINNING, to: knownAt, page }));
  const idsOf = (kind: string): string[] =>
    [
      ...new Set(
        changes.flatMap(({ before, after }) =>
          [before, after].flatMap((one) => (one?.kind === kind ? [one.id] : [])),
        ),
      ),
    ].toSorted();
  const of = <K extends string>(name: K, ids: readonly string[]) =>
    ids.map((id) => ({ [name]: id, knownAt }) as Record<K, string> & { knownAt: Instant });
  const [found] = await space.facts([{ at, page }]);
  const relations =
    entities.length === 0
      ? []
      : await space.relationships([
          { entities: entities.map(({ entity }) => entity), direction: "BOTH", at, page },
        ]);
  const decided = [...new Set(changes.flatMap(({ decision }) => decision ?? []))];
  const events = [...new Set(changes.flatMap(({ event }) => event ?? []))];
  const { value } = await models.embedder.embed(["Clara lives in Porto"]);
  const lists = [
    await space.searchFullText(["clara", "ana", "live", "things"], query),
    await space.searchVector(value[0]!, query),
    await space.searchSubstring(["an", "Port"], query),
    await space.searchSubstring(["an", "Port"], { ...query, tags: ["topic: home"] }),
  ];
  return {
    entities,
    changes,
    facts: itemsOf(found),
    relationships: itemsOf(relations[0]),
    factHistory: await space.factHistory(of("fact", idsOf("FACT"))),
    entityHistory: await space.entityHistory(of("entity", idsOf("ENTITY"))),
    relationshipHistory: await space.relationshipHistory(of("relationship", idsOf("RELATIONSHIP"))),
    decisions: await space.decisions(decided, knownAt),
    events: await space.events(events, knownAt),
    decisionsOfEvents: await space.decisionsOfEvents(events, knownAt),
    confirmations: await space.confirmations(of("fact", idsOf("FACT"))),
    self: await space.self(knownAt),
    named: await space.entitiesByName(["ana", "clara"], knownAt),
    memories: [
      itemsOf(await space.derivedMemories({ at, page })),
      await space.memoryHistory(of("memory", ["summary"])),
    ],
    references: itemsOf(await space.references({ at, page })),
    found: lists.map((hits) =>
      exactly
        ? hits.map(({ text, version, score }) => [text.id, version?.n, score.toFixed(4)])
        : hits.map(({ text }) => text.id).toSorted(),
    ),
  };
};

/** Data that has no past. */
export const standing = async (space: SpaceStore): Promise<unknown> => ({
  sessions: itemsOf(await space.sessions(page)),
  turns: [await space.turns({ session: "s1" }), await space.turns({ session: "s2" })],
  notes: [await space.notes(null, "/settings"), await space.notes("s1", "")].map((notes) =>
    notes.map(({ path, value, expiresAt }) => ({ path, value, expiresAt })),
  ),
  recordedAt: (await space.head()).recordedAt,
  pending: await space.pendingEvents(99),
  keys: await space.entitiesByKey(["person:ana", "person:clara", "place:porto"]),
  vectors: await space.vectorCounts(),
});
