import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { EntityId, MemoryId, NewId } from "../../memory/ids.ts";
import { tierIsOn } from "../../memory/user-settings.ts";
import type { SearchText } from "../../memory/search-text.ts";
import { OPEN, type TimePoint } from "../../memory/time.ts";
import type { Commit, SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import type { Draft } from "../draft/draft.ts";
import type { WriteServices } from "../services.ts";
import { recogniseNames } from "../stages/recognise.ts";
import { Vectors, type VectorSource } from "../vectors/vectors.ts";

/**
 * A derived memory to record. `base` is the version from which it was made and which it replaces;
 * null for a new memory.
 */
export interface MemoryToRecord extends Omit<
  DerivedMemory,
  "n" | "recordedAt" | "expiredAt" | "textId" | "firstRecordedAt" | "entities"
> {
  readonly base: number | null;
  /** The entities that it is about, in addition to those that its content names. */
  readonly about?: readonly EntityId[] | undefined;
}

/** A memory to end, by the version that was read. */
export interface MemoryToEnd {
  readonly id: MemoryId;
  readonly base: number;
}

/** A change of an entity, recorded with the memories. */
export type EntityChange = { readonly entity: EntityId } & Partial<
  Pick<EntityVersion, "profile" | "importance">
>;

/** The content of one commit. */
export interface DerivedChanges {
  readonly memories?: readonly MemoryToRecord[];
  readonly endedMemories?: readonly MemoryToEnd[];
  readonly entities?: readonly EntityChange[];
}

export interface RecordedMemories {
  /** Null if nothing was recorded. */
  readonly at: TimePoint | null;
  readonly memories: readonly DerivedMemory[];
  readonly entities: readonly EntityVersion[];
  /**
   * Memories that have changed since they were read. In this case nothing was recorded, and they
   * must be derived again.
   */
  readonly stale: readonly MemoryId[];
}

const NOTHING_RECORDED: RecordedMemories = { at: null, memories: [], entities: [], stale: [] };

/**
 * The number of the next version, and the time at which the memory was first recorded. A memory
 * that has ended may start again.
 */
const nextVersion = async (
  draft: Draft,
  id: MemoryId,
  current: DerivedMemory | undefined,
): Promise<Pick<DerivedMemory, "n" | "firstRecordedAt">> => {
  if (current) return { n: current.n + 1, firstRecordedAt: current.firstRecordedAt };
  const [history = []] = await draft.space.memoryHistory([
    { memory: id, knownAt: draft.headPoint.knownAt },
  ]);
  return {
    n: (history.at(-1)?.n ?? 0) + 1,
    firstRecordedAt: history[0]?.firstRecordedAt ?? draft.recordedAt,
  };
};

const isSameMemory = (a: DerivedMemory, b: MemoryToRecord): boolean =>
  a.content === b.content &&
  a.validFrom === b.validFrom &&
  a.coversEventsTo === b.coversEventsTo &&
  JSON.stringify([a.sections, a.covers]) === JSON.stringify([b.sections, b.covers]);

/** The new versions of memories that differ from the current ones. */
const newVersions = async (
  draft: Draft,
  memories: readonly MemoryToRecord[],
  current: ReadonlyMap<MemoryId, DerivedMemory>,
  newId: NewId,
): Promise<DerivedMemory[]> => {
  const versions: DerivedMemory[] = [];
  for (const memory of memories) {
    const before = current.get(memory.id);
    if (before && isSameMemory(before, memory)) continue;
    const { base: _base, about = [], ...fields } = memory;
    const namedEntities = await recogniseNames(
      draft.space,
      memory.content,
      draft.headPoint.knownAt,
    );
    versions.push({
      ...fields,
      ...(await nextVersion(draft, memory.id, before)),
      entities: [...new Set([...about, ...namedEntities.map(({ entity }) => entity)])],
      textId: newId(),
      recordedAt: draft.recordedAt,
      expiredAt: OPEN,
    });
  }
  return versions;
};

const hasWords = ({ content }: DerivedMemory): boolean => content.trim() !== "";

/** Search texts for new versions. A memory without words gets none. */
const searchTextsOf = async (
  versions: readonly DerivedMemory[],
  vectors: VectorSource,
): Promise<SearchText[]> => {
  const wordedMemories = versions.filter(hasWords);
  const embeddings = await vectors.of(wordedMemories.map(({ content }) => content));
  return wordedMemories.map(({ id, textId, content, recordedAt }, i) => ({
    id: textId,
    kind: "SUMMARY",
    subject: id,
    text: content,
    recordedAt,
    expiredAt: OPEN,
    vector: embeddings?.[i] ?? null,
  }));
};

/** The commit of a draft together with new and ended versions of memories. */
const withMemories = (
  commit: Commit,
  memories: readonly DerivedMemory[],
  expiredMemories: readonly DerivedMemory[],
  texts: readonly SearchText[],
): Commit => ({
  ...commit,
  memories,
  expiries: [
    ...(commit.expiries ?? []),
    ...expiredMemories.map(({ id, n }) => ({ kind: "MEMORY" as const, id, n })),
  ],
  texts: [...(commit.texts ?? []), ...texts],
  textsExpired: [
    ...(commit.textsExpired ?? []),
    ...expiredMemories.filter(hasWords).map(({ textId }) => textId),
  ],
});

/**
 * Records derived memories as new versions with their search texts, ends others, and changes
 * profiles and importance of entities, in one commit: all of it, or nothing if one of the memories
 * has changed since it was read. Skips memories that the settings of the user forbid. A memory that
 * is already recorded word for word gets no new version.
 */
export const recordMemories = async (
  services: WriteServices,
  space: SpaceStore,
  { memories: allMemories = [], endedMemories = [], entities = [] }: DerivedChanges,
): Promise<RecordedMemories> => {
  const vectors = new Vectors(services);
  const { result } = await commitDraft(services, space, async (draft) => {
    const memories = allMemories.filter(({ session }) =>
      tierIsOn(draft.permits, session === null ? "LONG_TERM" : "SESSION"),
    );
    const touchedMemories = [...memories, ...endedMemories];
    const storedMemories = await space.memoriesAsOf(
      touchedMemories.map(({ id }) => ({ memory: id, knownAt: draft.headPoint.knownAt })),
    );
    const current = new Map(
      storedMemories.flatMap((memory) => (memory ? [[memory.id, memory]] : [])),
    );
    const stale = touchedMemories.filter(({ id, base }) => (current.get(id)?.n ?? null) !== base);
    if (stale.length > 0)
      return {
        finishedDraft: null,
        result: { ...NOTHING_RECORDED, stale: stale.map(({ id }) => id) },
      };
    const versions = await newVersions(draft, memories, current, services.newId);
    await draft.entities.load(entities.map(({ entity }) => entity));
    for (const { entity, ...change } of entities)
      draft.entities.change(draft.entities.root(entity).entity, change);
    const expiredMemories = [...versions, ...endedMemories].flatMap(
      ({ id }) => current.get(id) ?? [],
    );
    const { draftContents, commit } = await draft.finish(vectors);
    if (
      versions.length === 0 &&
      expiredMemories.length === 0 &&
      draftContents.entities.length === 0
    )
      return { finishedDraft: null, result: NOTHING_RECORDED };
    const texts = await searchTextsOf(versions, vectors);
    return {
      finishedDraft: { commit: withMemories(commit, versions, expiredMemories, texts) },
      result: {
        at: draft.committedAt,
        memories: versions,
        entities: draftContents.entities,
        stale: [],
      },
    };
  });
  return result;
};
