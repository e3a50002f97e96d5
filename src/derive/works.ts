import type { DerivedMemory } from "../memory/derived-memory.ts";
import type { DecisionId, EntityId, FactId, MemoryId } from "../memory/ids.ts";
import type { TimePoint } from "../memory/time.ts";
import type { TokenUsage } from "../memory/usage.ts";
import type { NoteValue, SpaceStore } from "../store/port.ts";
import type { WriteServices } from "../write/services.ts";
import type { Derivation } from "./derivation.ts";
import { drawRecords, type RecordsDrawn } from "./draw-records.ts";
import { extractFacts } from "./extract-facts.ts";
import type { JobKind } from "./jobs/job.ts";
import type { JobWork, JobWorks } from "./jobs/work.ts";
import { reconcileMemories, type MemoryReconciliation } from "./reconcile-memories.ts";
import { refreshProfiles, type ProfilesRefreshed } from "./refresh-profiles.ts";
import { summariseThread, type Summarised } from "./summarise-thread.ts";
import { summariseUser } from "./summarise-user.ts";

/** What a job keeps of what its work gave: nothing that anybody said, so that nothing of it need be erased. */
export interface JobResult {
  /** For whoever looks at the job. */
  readonly told: { readonly [name: string]: NoteValue };
  /** From which the whole is read again. */
  readonly kept: { readonly [name: string]: NoteValue };
}

interface Work<Result> {
  readonly derive: Derivation<Result>;
  readonly record: (result: Result) => JobResult;
  readonly read: (space: SpaceStore, result: JobResult) => Promise<Result>;
}

const tokensOf = ({ input, output, cached }: TokenUsage): NoteValue => ({ input, output, cached });
const pointOf = ({ knownAt, validAt }: TimePoint): NoteValue => ({ knownAt, validAt });
/** As this module has recorded it. */
const as = <T>(value: NoteValue | undefined): T => value as unknown as T;

const summary = (derive: Derivation<Summarised>): Work<Summarised> => ({
  derive,
  record: ({ at, summary: made, turns, tokens }) => ({
    told: { turns, tokens: tokensOf(tokens) },
    kept: { at: pointOf(at), summary: made?.id ?? null },
  }),
  read: async (space, { told, kept }) => {
    const at = as<TimePoint>(kept["at"]);
    const memory = as<MemoryId | null>(kept["summary"]);
    const [found = null] =
      memory === null ? [] : await space.memoriesAsOf([{ memory, knownAt: at.knownAt }]);
    return {
      at,
      summary: found,
      turns: as<number>(told["turns"]),
      tokens: as<TokenUsage>(told["tokens"]),
    };
  },
});

/** Work that gives nothing but counts and tokens. */
const counts = <Result extends { readonly at: TimePoint; readonly tokens: TokenUsage }>(
  derive: Derivation<Result>,
): Work<Result> => ({
  derive,
  record: ({ at, tokens, ...numbers }) => ({
    told: {
      ...(numbers as unknown as { readonly [name: string]: number }),
      tokens: tokensOf(tokens),
    },
    kept: { at: pointOf(at) },
  }),
  read: (_, { told, kept }) => Promise.resolve({ ...told, at: kept["at"] } as unknown as Result),
});

const dedup: Work<MemoryReconciliation> = {
  derive: reconcileMemories,
  record: ({
    at,
    considered,
    kept,
    merged,
    contradicted,
    decisions,
    refused,
    comparedBy,
    tokens,
  }) => ({
    told: { considered, kept, merged, contradicted, comparedBy, tokens: tokensOf(tokens) },
    kept: {
      at: pointOf(at),
      decisions: decisions.map(({ id }) => id),
      refused: refused.map(({ facts, reason }) => ({ facts, reason })),
    },
  }),
  read: async (space, { told, kept }) => {
    const at = as<TimePoint>(kept["at"]);
    const decisions = await space.decisions(
      as<readonly DecisionId[]>(kept["decisions"]),
      at.knownAt,
    );
    return {
      at,
      considered: as<number>(told["considered"]),
      kept: as<number>(told["kept"]),
      merged: as<number>(told["merged"]),
      contradicted: as<number>(told["contradicted"]),
      comparedBy: as<string>(told["comparedBy"]),
      tokens: as<TokenUsage>(told["tokens"]),
      decisions: decisions.filter((decision) => decision !== null),
      refused: as<readonly { readonly facts: readonly FactId[]; readonly reason: string }[]>(
        kept["refused"],
      ),
    };
  },
};

/** Memories as they stood when the work had made them. */
const memoriesAt = async (
  space: SpaceStore,
  ids: readonly MemoryId[],
  { knownAt }: TimePoint,
): Promise<DerivedMemory[]> =>
  (await space.memoriesAsOf(ids.map((memory) => ({ memory, knownAt })))).filter(
    (memory) => memory !== null,
  );

const records: Work<RecordsDrawn> = {
  derive: drawRecords,
  record: ({ at, turns, episodes, procedures, tokens }) => ({
    told: {
      turns,
      episodes: episodes.length,
      procedures: procedures.length,
      tokens: tokensOf(tokens),
    },
    kept: {
      at: pointOf(at),
      episodes: episodes.map(({ id }) => id),
      procedures: procedures.map(({ id }) => id),
    },
  }),
  read: async (space, { told, kept }) => {
    const at = as<TimePoint>(kept["at"]);
    const [episodes, procedures] = await Promise.all([
      memoriesAt(space, as(kept["episodes"]), at),
      memoriesAt(space, as(kept["procedures"]), at),
    ]);
    return {
      at,
      turns: as<number>(told["turns"]),
      episodes,
      procedures,
      tokens: as<TokenUsage>(told["tokens"]),
    };
  },
};

const profiles: Work<ProfilesRefreshed> = {
  derive: refreshProfiles,
  record: ({ at, looked, entities, observations, tokens }) => ({
    told: {
      looked,
      changed: entities.length,
      observations: observations.length,
      tokens: tokensOf(tokens),
    },
    kept: {
      at: pointOf(at),
      entities: entities.map(({ entity }) => entity),
      observations: observations.map(({ id }) => id),
    },
  }),
  read: async (space, { told, kept }) => {
    const at = as<TimePoint>(kept["at"]);
    const [entities, observations] = await Promise.all([
      space.entitiesAsOf(
        as<readonly EntityId[]>(kept["entities"]).map((entity) => ({
          entity,
          knownAt: at.knownAt,
        })),
      ),
      memoriesAt(space, as(kept["observations"]), at),
    ]);
    return {
      at,
      looked: as<number>(told["looked"]),
      entities: entities.filter((entity) => entity !== null),
      observations,
      tokens: as<TokenUsage>(told["tokens"]),
    };
  },
};

/** Every kind of work that there is: a kind that is not here is refused. */
export const WORKS = {
  THREAD_SUMMARY: summary(summariseThread),
  FACT_EXTRACTION: counts(extractFacts),
  RECORDS: records,
  USER_SUMMARY: summary(summariseUser),
  DEDUP: dedup,
  PROFILES: profiles,
} satisfies { readonly [Kind in JobKind]: unknown };

export type WorkKind = keyof typeof WORKS;
export type ResultOf<Kind extends WorkKind> = Awaited<ReturnType<(typeof WORKS)[Kind]["read"]>>;

const jobWork =
  <Result>({ derive, record }: Work<Result>, services: WriteServices): JobWork =>
  async ({ space, session, options, signal, progress }) => {
    const { limit, entity } = options as { readonly limit?: number; readonly entity?: EntityId };
    const result = await derive(
      services,
      space,
      { session: session ?? undefined, entity, limit },
      { signal, progress: ({ done, total }) => progress(done, total) },
    );
    const { told, kept } = record(result);
    return { told, kept };
  };

/** What each kind of job does, on demand and by itself alike. */
export const createWorks = (services: WriteServices): JobWorks => ({
  THREAD_SUMMARY: jobWork(WORKS.THREAD_SUMMARY, services),
  FACT_EXTRACTION: jobWork(WORKS.FACT_EXTRACTION, services),
  RECORDS: jobWork(WORKS.RECORDS, services),
  USER_SUMMARY: jobWork(WORKS.USER_SUMMARY, services),
  DEDUP: jobWork(WORKS.DEDUP, services),
  PROFILES: jobWork(WORKS.PROFILES, services),
});
