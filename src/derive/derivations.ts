import { z } from "zod";
import type { DerivedMemory } from "../memory/derived-memory.ts";
import type { EntityVersion } from "../memory/entity.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { TimePoint } from "../memory/time.ts";
import type { TokenUsage } from "../memory/usage.ts";
import { storedTimePoint, storedTokens } from "../store/note-values.ts";
import type { NoteValue, SpaceStore } from "../store/port.ts";
import type { WriteServices } from "../write/services.ts";
import type { Derivation } from "./derivation.ts";
import { extractFacts, type ExtractedFacts } from "./extract-facts.ts";
import type { JobKind } from "./jobs/job.ts";
import type { JobWork, JobWorks } from "./jobs/job-work.ts";
import { Jobs } from "./jobs/jobs.ts";
import { refreshProfiles, type ProfilesRefreshed } from "./profiles/refresh-profiles.ts";
import {
  reconcileMemories,
  type MemoryReconciliation,
} from "./reconciliation/reconcile-memories.ts";
import { extractEpisodes, type ExtractedEpisodes } from "./episodes/extract-episodes.ts";
import { summariseSession } from "./summaries/summarise-session.ts";
import { summariseUser } from "./summaries/summarise-user.ts";
import type { SummaryRun } from "./summaries/summary.ts";

/** The result of each kind of job. */
export interface DerivationResults {
  readonly SESSION_SUMMARY: SummaryRun;
  readonly FACT_EXTRACTION: ExtractedFacts;
  readonly EPISODE_EXTRACTION: ExtractedEpisodes;
  readonly USER_SUMMARY: SummaryRun;
  readonly RECONCILIATION: MemoryReconciliation;
  readonly PROFILE_REFRESH: ProfilesRefreshed;
}

/**
 * A derivation with the form in which a job stores its result: `told` contains the public counts,
 * `kept` the ids from which the whole result is read again. No text of a user is stored, so an
 * erasure need not search it.
 */
interface StoredDerivation<Result> {
  readonly derive: Derivation<Result>;
  readonly store: (result: Result) => NoteValue;
  /** Throws a ZodError for a value that `store` did not create. */
  readonly load: (space: SpaceStore, value: NoteValue) => Promise<Result>;
}

/** A derivation whose stored results are checked by a schema when they are read. */
const storedAs = <Stored extends NoteValue, Result>(
  schema: z.ZodType<Stored>,
  derivation: {
    readonly derive: Derivation<Result>;
    readonly store: (result: Result) => Stored;
    readonly load: (space: SpaceStore, storedResult: Stored) => Promise<Result>;
  },
): StoredDerivation<Result> => ({
  ...derivation,
  load: (space, value) => derivation.load(space, schema.parse(value)),
});

const pointOf = ({ knownAt, validAt }: TimePoint) => ({ knownAt, validAt });
const tokensOf = ({ input, output, cached }: TokenUsage) => ({ input, output, cached });
const idsOf = (memories: readonly DerivedMemory[]): MemoryId[] => memories.map(({ id }) => id);

/** The memories as of the end of the run. */
const memoriesAt = async (
  space: SpaceStore,
  ids: readonly MemoryId[],
  { knownAt }: TimePoint,
): Promise<DerivedMemory[]> =>
  (await space.memoriesAsOf(ids.map((memory) => ({ memory, knownAt })))).filter(
    (memory) => memory !== null,
  );

const storedSummary = z.object({
  told: z.object({ turns: z.number(), tokens: storedTokens }),
  kept: z.object({ at: storedTimePoint, summary: z.string().nullable() }),
});

const summary = (derive: Derivation<SummaryRun>): StoredDerivation<SummaryRun> =>
  storedAs(storedSummary, {
    derive,
    store: ({ at, summary: memory, turns, tokens }) => ({
      told: { turns, tokens: tokensOf(tokens) },
      kept: { at: pointOf(at), summary: memory?.id ?? null },
    }),
    load: async (space, { told: { turns, tokens }, kept: { at, summary: id } }) => {
      const [memory = null] = id === null ? [] : await memoriesAt(space, [id], at);
      return { at, summary: memory, turns, tokens };
    },
  });

const storedExtraction = z.object({
  told: z.object({
    turns: z.number(),
    added: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    deleted: z.number(),
    pending: z.number(),
    tokens: storedTokens,
  }),
  kept: z.object({ at: storedTimePoint }),
});

const extraction = storedAs(storedExtraction, {
  derive: extractFacts,
  store: ({ at, tokens, ...counts }) => ({
    told: { ...counts, tokens: tokensOf(tokens) },
    kept: { at: pointOf(at) },
  }),
  load: (_, { told, kept }): Promise<ExtractedFacts> => Promise.resolve({ ...told, ...kept }),
});

const storedReconciliation = z.object({
  told: z.object({
    considered: z.number(),
    kept: z.number(),
    merged: z.number(),
    contradicted: z.number(),
    comparedBy: z.string(),
    tokens: storedTokens,
  }),
  kept: z.object({
    at: storedTimePoint,
    decisions: z.array(z.string()),
    refused: z.array(z.object({ facts: z.array(z.string()), reason: z.string() })),
  }),
});

const reconciliation = storedAs(storedReconciliation, {
  derive: reconcileMemories,
  store: ({ at, decisions, refusedClosures, tokens, comparedBy, ...counts }) => ({
    told: {
      considered: counts.consideredCount,
      kept: counts.keptCount,
      merged: counts.duplicateCount,
      contradicted: counts.contradictionCount,
      comparedBy,
      tokens: tokensOf(tokens),
    },
    kept: {
      at: pointOf(at),
      decisions: decisions.map(({ id }) => id),
      refused: refusedClosures.map(({ facts, reason }) => ({ facts: [...facts], reason })),
    },
  }),
  load: async (
    space,
    { told, kept: { at, decisions, refused } },
  ): Promise<MemoryReconciliation> => ({
    at,
    consideredCount: told.considered,
    keptCount: told.kept,
    duplicateCount: told.merged,
    contradictionCount: told.contradicted,
    comparedBy: told.comparedBy,
    tokens: told.tokens,
    refusedClosures: refused,
    decisions: (await space.decisions(decisions, at.knownAt)).filter(
      (decision) => decision !== null,
    ),
  }),
});

const storedEpisodes = z.object({
  told: z.object({
    turns: z.number(),
    episodes: z.number(),
    procedures: z.number(),
    tokens: storedTokens,
  }),
  kept: z.object({
    at: storedTimePoint,
    episodes: z.array(z.string()),
    procedures: z.array(z.string()),
  }),
});

const episodes = storedAs(storedEpisodes, {
  derive: extractEpisodes,
  store: ({ at, turns, episodes, procedures, tokens }) => ({
    told: {
      turns,
      episodes: episodes.length,
      procedures: procedures.length,
      tokens: tokensOf(tokens),
    },
    kept: { at: pointOf(at), episodes: idsOf(episodes), procedures: idsOf(procedures) },
  }),
  load: async (space, { told: { turns, tokens }, kept }): Promise<ExtractedEpisodes> => {
    const [episodes, procedures] = await Promise.all([
      memoriesAt(space, kept.episodes, kept.at),
      memoriesAt(space, kept.procedures, kept.at),
    ]);
    return { at: kept.at, turns, episodes, procedures, tokens };
  },
});

const storedProfiles = z.object({
  told: z.object({
    looked: z.number(),
    changed: z.number(),
    observations: z.number(),
    tokens: storedTokens,
  }),
  kept: z.object({
    at: storedTimePoint,
    entities: z.array(z.string()),
    observations: z.array(z.string()),
  }),
});

const entitiesAt = async (
  space: SpaceStore,
  entities: readonly string[],
  { knownAt }: TimePoint,
): Promise<EntityVersion[]> =>
  (await space.entitiesAsOf(entities.map((entity) => ({ entity, knownAt })))).filter(
    (version) => version !== null,
  );

const profiles = storedAs(storedProfiles, {
  derive: refreshProfiles,
  store: ({ at, consideredCount, entities, observations, tokens }) => ({
    told: {
      looked: consideredCount,
      changed: entities.length,
      observations: observations.length,
      tokens: tokensOf(tokens),
    },
    kept: {
      at: pointOf(at),
      entities: entities.map(({ entity }) => entity),
      observations: idsOf(observations),
    },
  }),
  load: async (
    space,
    { told: { looked: consideredCount, tokens }, kept },
  ): Promise<ProfilesRefreshed> => {
    const [entities, observations] = await Promise.all([
      entitiesAt(space, kept.entities, kept.at),
      memoriesAt(space, kept.observations, kept.at),
    ]);
    return { at: kept.at, consideredCount, entities, observations, tokens };
  },
});

/** The derivation behind each kind of job. */
export const DERIVATIONS: {
  readonly [Kind in JobKind]: StoredDerivation<DerivationResults[Kind]>;
} = {
  SESSION_SUMMARY: summary(summariseSession),
  FACT_EXTRACTION: extraction,
  EPISODE_EXTRACTION: episodes,
  USER_SUMMARY: summary(summariseUser),
  RECONCILIATION: reconciliation,
  PROFILE_REFRESH: profiles,
};

const shownResult = z.object({ told: z.json() });

/** The public part of a stored result: counts and tokens. Null if there is none. */
export const resultCounts = (result: NoteValue): unknown =>
  shownResult.safeParse(result).data?.told ?? null;

/**
 * The work of a job: runs the derivation of its kind on its scope, and returns the result to store.
 */
const jobWork =
  <Result>({ derive, store }: StoredDerivation<Result>, services: WriteServices): JobWork =>
  async ({ space, session, options: { entity, limit }, signal, progress }) => {
    const result = await derive(
      services,
      space,
      { session: session ?? undefined, entity, limit },
      { signal, progress: ({ done, total }) => progress(done, total) },
    );
    return store(result);
  };

/** The work of each kind of job, for requests and for the worker. */
export const createWorks = (services: WriteServices): JobWorks => ({
  SESSION_SUMMARY: jobWork(DERIVATIONS.SESSION_SUMMARY, services),
  FACT_EXTRACTION: jobWork(DERIVATIONS.FACT_EXTRACTION, services),
  EPISODE_EXTRACTION: jobWork(DERIVATIONS.EPISODE_EXTRACTION, services),
  USER_SUMMARY: jobWork(DERIVATIONS.USER_SUMMARY, services),
  RECONCILIATION: jobWork(DERIVATIONS.RECONCILIATION, services),
  PROFILE_REFRESH: jobWork(DERIVATIONS.PROFILE_REFRESH, services),
});

/**
 * Jobs of a process without a worker: a script, a benchmark, a test. Nobody takes over its
 * unfinished jobs.
 */
export const onDemandJobs = (
  services: WriteServices,
  works: JobWorks = createWorks(services),
): Jobs => {
  const { now, newId, log } = services;
  return new Jobs({
    works,
    now,
    newId,
    log,
    random: Math.random,
    beforeJobs: () => Promise.resolve(),
  });
};
