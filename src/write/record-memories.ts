import type { DerivedMemory } from "../memory/derived-memory.ts";
import type { EntityVersion } from "../memory/entity.ts";
import type { EntityId, MemoryId } from "../memory/ids.ts";
import { tierIsOn } from "../memory/memory-settings.ts";
import { OPEN, type TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import type { WriteServices } from "./services.ts";
import { stretches } from "./recognise-names.ts";
import { Vectors } from "./vectors.ts";

/** A memory as it was worked out, on the version that was read (null for none), which it takes the place of. */
export interface MemoryToRecord extends Omit<
  DerivedMemory,
  "n" | "recordedAt" | "expiredAt" | "textId" | "firstRecordedAt" | "entities"
> {
  readonly base: number | null;
  /** Entities that it is about, besides those that its content names. */
  readonly about?: readonly EntityId[] | undefined;
}

/** A memory that stands no more, by the version that was read. */
export interface MemoryToEnd {
  readonly id: MemoryId;
  readonly base: number;
}

/** What is changed of entities beside: profiles and importance. */
export type EntityChange = { readonly entity: EntityId } & Partial<
  Pick<EntityVersion, "profile" | "importance">
>;

export interface RecordedMemories {
  /** Null where nothing was recorded. */
  readonly at: TimePoint | null;
  readonly memories: readonly DerivedMemory[];
  readonly entities: readonly EntityVersion[];
  /** Memories that somebody else has changed since they were read: nothing at all was recorded, and the work is to be done on what stands now. */
  readonly stale: readonly MemoryId[];
}

/** The entities that a text names, as they are shown. */
const entitiesIn = async (
  space: SpaceStore,
  text: string,
  knownAt: DerivedMemory["recordedAt"],
): Promise<EntityId[]> => {
  const found = await space.entitiesByName(stretches(text), knownAt);
  const ids = [...new Set(found.flatMap((owners) => owners[0] ?? []))];
  const versions = await space.entitiesAsOf(ids.map((entity) => ({ entity, knownAt })));
  return [
    ...new Set(
      versions.flatMap((version) => (version ? [version.mergedInto ?? version.entity] : [])),
    ),
  ];
};

/** The number of the next version: a memory that was taken back may come again. */
const nextNumber = async (
  space: SpaceStore,
  id: MemoryId,
  knownAt: DerivedMemory["recordedAt"],
): Promise<{ readonly n: number; readonly first: DerivedMemory | null }> => {
  const [history = []] = await space.memoryHistory([{ memory: id, knownAt }]);
  return { n: (history.at(-1)?.n ?? 0) + 1, first: history[0] ?? null };
};

const same = (a: DerivedMemory, b: MemoryToRecord): boolean =>
  a.content === b.content &&
  a.validFrom === b.validFrom &&
  a.coversEventsTo === b.coversEventsTo &&
  JSON.stringify([a.sections, a.covers]) === JSON.stringify([b.sections, b.covers]);

/**
 * Puts derived memories on record as new versions, with their search texts, and ends others, in one commit: all of it, or nothing where one of
 * them has been changed since it was read. One that the user lets nobody keep (one of a session, or of none) is left out. What is on record already to the letter makes no version. `entities` changes profiles and importance
 * with them.
 */
export const recordMemories = async (
  services: WriteServices,
  space: SpaceStore,
  given: {
    readonly memories?: readonly MemoryToRecord[];
    readonly ended?: readonly MemoryToEnd[];
    readonly entities?: readonly EntityChange[];
  },
): Promise<RecordedMemories> => {
  const { ended = [], entities = [] } = given;
  const vectors = new Vectors(services);
  const { result } = await commitDraft(services, space, async (draft) => {
    const { knownAt } = draft.known;
    const memories = (given.memories ?? []).filter(({ session }) =>
      tierIsOn(draft.permits, session === null ? "LONG_TERM" : "SESSION"),
    );
    const nothing = { at: null, memories: [], entities: [], stale: [] };
    const touched = [...memories, ...ended];
    const standing = await space.memoriesAsOf(touched.map(({ id }) => ({ memory: id, knownAt })));
    const stale = touched
      .filter(({ base }, i) => (standing[i]?.n ?? null) !== base)
      .map(({ id }) => id);
    if (stale.length > 0) return { finished: null, result: { ...nothing, stale } };
    const fresh: DerivedMemory[] = [];
    for (const [i, { base, about = [], ...memory }] of memories.entries()) {
      const before = standing[i] ?? null;
      if (before && same(before, { base, ...memory })) continue;
      const { n, first } = before
        ? { n: before.n + 1, first: before }
        : await nextNumber(space, memory.id, knownAt);
      fresh.push({
        ...memory,
        n,
        entities: [...new Set([...about, ...(await entitiesIn(space, memory.content, knownAt))])],
        textId: services.newId(),
        recordedAt: draft.recordedAt,
        expiredAt: OPEN,
        firstRecordedAt: first?.firstRecordedAt ?? draft.recordedAt,
      });
    }
    await draft.entities.load(entities.map(({ entity }) => entity));
    for (const { entity, ...change } of entities)
      draft.entities.change(draft.entities.root(entity).entity, change);
    const replaced = [...fresh.map(({ id }) => id), ...ended.map(({ id }) => id)].flatMap(
      (id) => standing.find((one) => one?.id === id) ?? [],
    );
    const { drafted, commit } = await draft.finish(vectors);
    if (fresh.length === 0 && replaced.length === 0 && drafted.entities.length === 0)
      return { finished: null, result: nothing };
    const worded = fresh.filter(({ content }) => content.trim() !== "");
    const embedded = await vectors.of(worded.map(({ content }) => content));
    const expiries = [
      ...(commit.expiries ?? []),
      ...replaced.map(({ id, n }) => ({ kind: "MEMORY" as const, id, n })),
    ];
    const texts = [
      ...(commit.texts ?? []),
      ...worded.map(({ id, textId, content }, i) => ({
        id: textId,
        kind: "SUMMARY" as const,
        subject: id,
        text: content,
        recordedAt: draft.recordedAt,
        expiredAt: OPEN,
        vector: embedded?.[i] ?? null,
      })),
    ];
    const textsExpired = [
      ...(commit.textsExpired ?? []),
      ...replaced.filter(({ content }) => content.trim() !== "").map(({ textId }) => textId),
    ];
    return {
      finished: { drafted, commit: { ...commit, memories: fresh, expiries, texts, textsExpired } },
      result: {
        at: { knownAt: draft.recordedAt, validAt: draft.known.validAt },
        memories: fresh,
        entities: drafted.entities,
        stale: [],
      },
    };
  });
  return result;
};
