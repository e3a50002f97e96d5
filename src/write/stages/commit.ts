import type { EntityVersion } from "../../memory/entity.ts";
import type { Emotion } from "../../memory/event.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { Reference } from "../../memory/reference.ts";
import type { ExtractedFact, Extraction } from "../../models/port.ts";
import { referencesOf } from "../references.ts";
import type { Draft, DraftContents, EventSettlement, FinishedDraft } from "../draft/draft.ts";
import { relate } from "../reconcile/relate.ts";
import type { Reconciliation } from "../reconcile/reconcile-fact.ts";
import { outcomeOf, type WriteResult } from "../report.ts";
import type { Stage, Work } from "../work.ts";
import type { NormalisedExtraction } from "./normalise.ts";
import type { ReconciledMessage, SkippedFact } from "./reconcile.ts";
import type { ResolvedEntities } from "./resolve.ts";

/** The results of the previous stages, on the draft to commit. */
export interface CommitInput {
  readonly draft: Draft;
  readonly extraction: NormalisedExtraction;
  /** Name of the model that extracted. */
  readonly extractor: string;
  readonly emotion: Emotion | null;
  /** The entities whose names are in the message. */
  readonly recognisedEntities: readonly EntityVersion[];
  readonly resolvedEntities: ResolvedEntities;
  readonly reconciledMessage: ReconciledMessage;
  /** A dry run settles no event and records no references. */
  readonly dryRun: boolean;
}

/** A draft that is ready to be committed, and its result. */
export interface CommitReady {
  readonly draft: Draft;
  readonly finishedDraft: FinishedDraft;
  readonly result: WriteResult;
}

/**
 * Gives an entity the profile that extraction returned, which includes the message: a new version
 * with a separate decision. Skipped if nothing changes, if profiles are off, or if the message
 * contains something that may not be written.
 */
const addProfiles = (
  { event, settings }: Work,
  {
    draft,
    resolvedEntities,
    extraction,
    extractor,
    reconciledMessage: { forbiddenCount },
  }: CommitInput,
): void => {
  const profiles = settings.profiles && forbiddenCount === 0 ? extraction.profiles : [];
  for (const { name, profile } of profiles) {
    const id = resolvedEntities.get(name);
    if (id === undefined) continue;
    const { entity, profile: knownProfile, name: entityName } = draft.entities.root(id);
    if (knownProfile === profile) continue;
    const decision = draft.decisions.take({
      action: knownProfile === null ? "ADD" : "UPDATE",
      decidedBy: "MODEL",
      reason: `The profile of ${entityName} includes the message.`,
      factText: profile,
      event: event.id,
      occurredAt: event.occurredAt,
      model: extractor,
    });
    draft.entities.change(entity, { profile }, decision);
    draft.decisions.addEffect(decision, { kind: "PROFILE", entity });
  }
};

/** Raises the importance of an entity to that of the most important fact about it. */
const raiseImportance = (draft: Draft, facts: readonly Reconciliation[]): void => {
  for (const { fact } of facts) {
    const state = fact === null ? null : draft.facts.get(fact).state;
    if (state) draft.entities.raiseImportance(state.entity, state.importance);
  }
};

/**
 * The entities of a message, without those that occur only in forbidden facts: they are not
 * created.
 */
const permittedEntities = (
  draft: Draft,
  resolvedEntities: ResolvedEntities,
  forbiddenCount: number,
  facts: readonly Reconciliation[],
): ResolvedEntities => {
  if (forbiddenCount === 0) return resolvedEntities;
  const states = facts.flatMap(({ fact }) =>
    fact === null ? [] : (draft.facts.get(fact).state ?? []),
  );
  const namedEntities = new Set(states.flatMap(({ entity, mentions }) => [entity, ...mentions]));
  const unnamedEntities = [...new Set(resolvedEntities.values())].filter(
    (id) => !namedEntities.has(id),
  );
  const droppedEntities = new Set(unnamedEntities.filter((id) => draft.entities.drop(id)));
  return new Map([...resolvedEntities].filter(([, id]) => !droppedEntities.has(id)));
};

/** An extraction without some of its facts, and without the relations that only they state. */
const without = (
  extraction: NormalisedExtraction,
  facts: readonly ExtractedFact[],
): Pick<Extraction, "facts" | "relations"> => {
  const keptFacts = extraction.facts.filter((fact) => !facts.includes(fact));
  const statedBy = (some: readonly ExtractedFact[]): ReadonlySet<string> =>
    new Set(
      some
        .flatMap(({ relations }) => relations)
        .map(({ source, type, target }) => JSON.stringify([source, type, target])),
    );
  const [droppedKeys, statedKeys] = [statedBy(facts), statedBy(keptFacts)];
  return {
    facts: keptFacts,
    relations: extraction.relations.filter(({ source, type, target }) => {
      const key = JSON.stringify([source, type, target]);
      return statedKeys.has(key) || !droppedKeys.has(key);
    }),
  };
};

const errorOf = (
  skippedFacts: readonly SkippedFact[],
  { omittedCount, facts }: NormalisedExtraction,
): string | null => {
  const faults = skippedFacts.map(({ text, reason }) => `Skipped "${text}": ${reason}`);
  if (omittedCount > 0)
    faults.push(
      `The message states ${facts.length + omittedCount} facts; the first ${facts.length} were recorded. Write it in parts.`,
    );
  return faults.length === 0 ? null : faults.join(" ");
};

/**
 * The references of the message to entities; none in a dry run, or if the user has switched off the
 * context graph.
 */
const referencesIn = async (
  work: Work,
  { draft, recognisedEntities, dryRun }: CommitInput,
  entities: readonly EntityId[],
  facts: readonly Reconciliation[],
): Promise<readonly Reference[]> =>
  dryRun || !draft.permits.contextGraph
    ? []
    : referencesOf(draft, work.event, {
        recognisedEntities,
        resolvedIds: entities,
        reconciledFacts: facts,
        newId: work.services.newId,
        interestAfter: work.settings.interestAfter,
      });

/**
 * Adds relationships, profiles, importance and references to the draft and computes its
 * commit: facts, mentions, entities, relationships, decisions, and the outcome of the event. The
 * caller of the pipeline commits it atomically.
 */
export const commit: Stage<CommitInput, CommitReady> = async (work, input) => {
  const {
    draft,
    extraction,
    extractor,
    emotion,
    recognisedEntities,
    resolvedEntities,
    reconciledMessage,
    dryRun,
  } = input;
  const { relationships, mirrors } = await relate(work, draft, resolvedEntities, {
    extraction: without(extraction, reconciledMessage.unclear),
    reconciledFacts: reconciledMessage.facts,
    judge: reconciledMessage.judge,
    mayMirror: reconciledMessage.forbiddenCount === 0,
  });
  const facts = [...reconciledMessage.facts, ...mirrors];
  addProfiles(work, input);
  raiseImportance(draft, facts);
  const allowedEntities = permittedEntities(
    draft,
    resolvedEntities,
    reconciledMessage.forbiddenCount,
    facts,
  );
  const extractedEntities = [...allowedEntities.values()];
  await draft.entities.load(recognisedEntities.map(({ entity }) => entity));
  const namedEntities = [...extractedEntities, ...recognisedEntities.map(({ entity }) => entity)];
  const rootsOf = (ids: readonly EntityId[]): EntityId[] => [
    ...new Set(ids.map((id) => draft.entities.root(id).entity)),
  ];
  const result: WriteResult = {
    facts,
    entities: rootsOf(namedEntities),
    relationships,
    extractor,
    error: errorOf(reconciledMessage.skippedFacts, extraction),
  };
  const settle = (draftContents: DraftContents): EventSettlement => ({
    event: work.event.id,
    status: "APPLIED",
    emotion,
    outcome: outcomeOf(draft, draftContents, result, work.meter),
  });
  const references = await referencesIn(work, input, rootsOf(extractedEntities), facts);
  const finishedDraft = await draft.finish(
    work.vectors,
    dryRun ? {} : { settle, vectorOf: work.event, references },
  );
  return {
    value: { draft, finishedDraft, result },
    data: {
      recordedAt: draft.recordedAt,
      facts: finishedDraft.draftContents.facts.length,
      relationships: relationships.length,
      mirrorFacts: mirrors.length,
    },
  };
};
