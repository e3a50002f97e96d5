import type { EntityVersion } from "../../memory/entity.ts";
import type { Emotion } from "../../memory/event.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { Reference } from "../../memory/reference.ts";
import type { ExtractedFact, Extraction } from "../../models/port.ts";
import { referencesOf } from "../context-graph.ts";
import type { Draft, Drafted, EventSettlement, FinishedDraft } from "../draft/draft.ts";
import { relate } from "../reconcile/relate.ts";
import type { Reconciled } from "../reconcile/reconcile-fact.ts";
import { outcomeOf, type WriteResult } from "../report.ts";
import type { Stage, Work } from "../work.ts";
import type { NormalisedExtraction } from "./normalise.ts";
import type { ReconciledMessage, SkippedFact } from "./reconcile.ts";
import type { Resolved } from "./resolve.ts";

/** Everything that the stages before have found, on the draft that is to be committed. */
export interface CommitInput {
  readonly draft: Draft;
  readonly extraction: NormalisedExtraction;
  /** The model that extracted. */
  readonly extractor: string;
  readonly emotion: Emotion | null;
  /** The entities whose names stand in the message. */
  readonly recognised: readonly EntityVersion[];
  readonly resolved: Resolved;
  readonly reconciled: ReconciledMessage;
  /** A dry run settles no event and records no references. */
  readonly dryRun: boolean;
}

/** A draft that is ready to be committed, and what it does. */
export interface CommitReady {
  readonly draft: Draft;
  readonly finished: FinishedDraft;
  readonly result: WriteResult;
}

/**
 * An entity takes the profile that extraction gives, which includes the message: a new version, by a
 * decision of its own, unless nothing changes, profiles are not wanted, or the message tells what may not be written.
 */
const addProfiles = (
  { event, settings }: Work,
  { draft, resolved, extraction, extractor, reconciled: { forbidden } }: CommitInput,
): void => {
  const profiles = settings.profiles && forbidden === 0 ? extraction.profiles : [];
  for (const { name, profile } of profiles) {
    const id = resolved.get(name);
    if (id === undefined) continue;
    const { entity, profile: known, name: called } = draft.entities.root(id);
    if (known === profile) continue;
    const decision = draft.decisions.take({
      action: known === null ? "ADD" : "UPDATE",
      decidedBy: "MODEL",
      reason: `The profile of ${called} includes the message.`,
      factText: profile,
      event: event.id,
      occurredAt: event.occurredAt,
      model: extractor,
    });
    draft.entities.change(entity, { profile }, decision);
    draft.decisions.did(decision, { kind: "PROFILE", entity });
  }
};

/** An entity is as important as the most important fact about it. */
const raiseImportance = (draft: Draft, facts: readonly Reconciled[]): void => {
  for (const { fact } of facts) {
    const state = fact === null ? null : draft.facts.get(fact).state;
    if (state) draft.entities.raiseImportance(state.entity, state.importance);
  }
};

/**
 * The entities of a message, without those that only forbidden facts tell of: they are not made.
 */
const permittedEntities = (
  draft: Draft,
  resolved: Resolved,
  forbidden: number,
  facts: readonly Reconciled[],
): Resolved => {
  if (forbidden === 0) return resolved;
  const states = facts.flatMap(({ fact }) =>
    fact === null ? [] : (draft.facts.get(fact).state ?? []),
  );
  const toldOf = new Set(states.flatMap(({ entity, mentions }) => [entity, ...mentions]));
  const untold = [...new Set(resolved.values())].filter((id) => !toldOf.has(id));
  const dropped = new Set(untold.filter((id) => draft.entities.drop(id)));
  return new Map([...resolved].filter(([, id]) => !dropped.has(id)));
};

/** An extraction without some of its facts, and without the relations that only they state. */
const without = (
  extraction: NormalisedExtraction,
  facts: readonly ExtractedFact[],
): Pick<Extraction, "facts" | "relations"> => {
  const kept = extraction.facts.filter((fact) => !facts.includes(fact));
  const statedBy = (some: readonly ExtractedFact[]): ReadonlySet<string> =>
    new Set(
      some
        .flatMap(({ relations }) => relations)
        .map(({ source, type, target }) => JSON.stringify([source, type, target])),
    );
  const [dropped, stated] = [statedBy(facts), statedBy(kept)];
  return {
    facts: kept,
    relations: extraction.relations.filter(({ source, type, target }) => {
      const key = JSON.stringify([source, type, target]);
      return stated.has(key) || !dropped.has(key);
    }),
  };
};

const errorOf = (
  skipped: readonly SkippedFact[],
  { omitted, facts }: NormalisedExtraction,
): string | null => {
  const faults = skipped.map(({ text, reason }) => `Skipped "${text}": ${reason}`);
  if (omitted > 0)
    faults.push(
      `The message states ${facts.length + omitted} facts; the first ${facts.length} were recorded. Write it in parts.`,
    );
  return faults.length === 0 ? null : faults.join(" ");
};

const referencesIn = async (
  work: Work,
  { draft, recognised, dryRun }: CommitInput,
  entities: readonly EntityId[],
  facts: readonly Reconciled[],
): Promise<readonly Reference[]> =>
  dryRun || !draft.permits.contextGraph
    ? []
    : referencesOf(draft, work.event, {
        recognised,
        resolved: entities,
        reconciled: facts,
        newId: work.services.newId,
        interestAfter: work.settings.interestAfter,
      });

/**
 * Stage 10. Adds relationships, profiles, importance and references to the draft and works out its
 * commit: facts, mentions, entities, relationships, decisions, and what the event has come to.
 * Whoever runs the pipeline commits it atomically.
 */
export const commit: Stage<CommitInput, CommitReady> = async (work, input) => {
  const { draft, extraction, extractor, emotion, recognised, resolved, reconciled, dryRun } = input;
  const { relationships, mirrors } = await relate(work, draft, resolved, {
    extraction: without(extraction, reconciled.unclear),
    reconciled: reconciled.facts,
    judge: reconciled.judge,
    mayMirror: reconciled.forbidden === 0,
  });
  const facts = [...reconciled.facts, ...mirrors];
  addProfiles(work, input);
  raiseImportance(draft, facts);
  const permitted = permittedEntities(draft, resolved, reconciled.forbidden, facts);
  const extracted = [...permitted.values()];
  await draft.entities.load(recognised.map(({ entity }) => entity));
  const named = [...extracted, ...recognised.map(({ entity }) => entity)];
  const rootsOf = (ids: readonly EntityId[]): EntityId[] => [
    ...new Set(ids.map((id) => draft.entities.root(id).entity)),
  ];
  const result: WriteResult = {
    facts,
    entities: rootsOf(named),
    relationships,
    extractor,
    error: errorOf(reconciled.skipped, extraction),
  };
  const settle = (drafted: Drafted): EventSettlement => ({
    event: work.event.id,
    status: "APPLIED",
    emotion,
    outcome: outcomeOf(draft, drafted, result, work.meter),
  });
  const references = await referencesIn(work, input, rootsOf(extracted), facts);
  const finished = await draft.finish(
    work.vectors,
    dryRun ? {} : { settle, vectorOf: work.event, references },
  );
  return {
    value: { draft, finished, result },
    data: {
      recordedAt: draft.recordedAt,
      facts: finished.drafted.facts.length,
      relationships: relationships.length,
      mirrorFacts: mirrors.length,
    },
  };
};
