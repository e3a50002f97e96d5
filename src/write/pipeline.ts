import type { Emotion, Event, Outcome } from "../memory/event.ts";
import type { FactVersion } from "../memory/fact.ts";
import { factVersionId } from "../memory/fact.ts";
import type { Extraction } from "../models/port.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import { Draft, type FinishedDraft } from "./draft/draft.ts";
import type { Drafted, WriteReport } from "./report.ts";
import type { WriteServices } from "./services.ts";
import type { WriteSettings } from "./settings.ts";
import { SpeakerOfMessage } from "./speaker.ts";
import { detectEmotion } from "./stages/detect-emotion.ts";
import { extract } from "./stages/extract.ts";
import { normalise } from "./stages/normalise.ts";
import { recallKnown } from "./stages/recall-known.ts";
import { recognise } from "./stages/recognise.ts";
import { reconcile, type Reconciled } from "./stages/reconcile.ts";
import { relate } from "./stages/relate.ts";
import { resolve } from "./stages/resolve.ts";
import { Vectors } from "./vectors.ts";
import type { Meter, Stage, Work } from "./work.ts";

export interface PipelineRun {
  readonly event: Event;
  readonly settings: WriteSettings;
  /** A dry run does everything but persist. */
  readonly dryRun: boolean;
  readonly meter: Meter;
}

/** An event that another run has settled meanwhile is not settled twice. */
export class AlreadySettled extends Error {
  override readonly name = "AlreadySettled";
}

interface Understood {
  readonly extraction: Extraction;
  readonly model: string;
  readonly emotion: Emotion | null;
  readonly speaker: SpeakerOfMessage;
}

interface Committed {
  readonly finished: FinishedDraft;
  readonly draft: Draft;
  readonly reconciled: readonly Reconciled[];
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[];
  readonly relationships: readonly string[];
  readonly entities: readonly string[];
}

/** Stages 3 to 7: what the message says. Nothing of the space changes. */
const understand = async (work: Work): Promise<Understood> => {
  const { event, meter } = work;
  const emotion = await meter.stage("emotion", detectEmotion, work, undefined);
  const recognised = await meter.stage("recognise", recognise, work, undefined);
  const known = await meter.stage("recall", recallKnown, work, recognised);
  const head = await work.space.head();
  const selfId = head.recordedAt === null ? null : await work.space.self(head.recordedAt);
  const [self = null] = selfId === null ? [] : await work.space.entitiesAsOf([{ entity: selfId, knownAt: head.recordedAt! }]);
  const speaker = new SpeakerOfMessage(event.speaker, self);
  const answer = await meter.stage("extract", extract, work, {
    message: event.message,
    speaker: speaker.name,
    speakerNamed: speaker.isNamed,
    occurredAt: event.occurredAt,
    recentMessages: event.recentMessages,
    known,
  });
  const extraction = await meter.stage("normalise", normalise, work, answer.value);
  return { extraction, model: answer.model, emotion: answer.value.emotion ?? emotion, speaker };
};

/** Stages 8 to 10 on one draft. */
const integrate = async (work: Work, draft: Draft, { extraction, model, emotion, speaker }: Understood, dryRun: boolean): Promise<Committed> => {
  const { meter } = work;
  const resolved = await meter.stage("resolve", resolve, work, { draft, extraction, speaker });
  const { facts, leftOut } = await meter.stage("reconcile", reconcile, work, { draft, resolved, facts: extraction.facts });
  const commit: Stage<void, Committed> = async () => {
    const { relationships, mirrors } = (await relate(work, { draft, resolved, relations: extraction.relations, reconciled: facts })).value;
    for (const { name, profile } of extraction.profiles) {
      const id = resolved.get(name);
      if (id !== undefined && draft.entities.root(id).profile === null) draft.entities.change(draft.entities.root(id).entity, { profile });
    }
    const reconciled = [...facts, ...mirrors];
    raiseImportance(draft, reconciled);
    const entities = [...new Set([...resolved.values()].map((id) => draft.entities.root(id).entity))];
    const settle = (drafted: Drafted) => ({
      event: work.event.id,
      status: "APPLIED" as const,
      emotion,
      outcome: outcomeOf(draft, drafted, { reconciled, entities, relationships, model, meter, leftOut }),
    });
    const finished = await draft.finish(work.vectors, dryRun ? {} : { settle, vectorOf: work.event });
    return {
      value: { finished, draft, reconciled, leftOut, relationships, entities },
      data: { recordedAt: draft.recordedAt, facts: finished.drafted.facts.length, relationships: relationships.length, mirrorFacts: mirrors.length },
    };
  };
  return meter.stage("commit", commit, work, undefined);
};

/** An entity is as important as the most important thing that was said of it. */
const raiseImportance = (draft: Draft, reconciled: readonly Reconciled[]): void => {
  for (const { fact } of reconciled) {
    const state = fact === null ? null : draft.facts.get(fact).state;
    if (!state) continue;
    const entity = draft.entities.root(state.entity);
    if (state.importance > entity.importance) draft.entities.change(entity.entity, { importance: state.importance });
  }
};

const newest = (draft: Draft, drafted: Drafted, one: Reconciled): FactVersion[] => {
  if (one.fact === null) return [];
  const version = drafted.facts.find(({ fact }) => fact === one.fact) ?? draft.facts.get(one.fact).stored;
  return version ? [version] : [];
};

const versionsOf = (draft: Draft, drafted: Drafted, reconciled: readonly Reconciled[], action: Reconciled["action"]): FactVersion[] =>
  reconciled.filter((one) => one.action === action).flatMap((one) => newest(draft, drafted, one));

const outcomeOf = (
  draft: Draft,
  drafted: Drafted,
  { reconciled, entities, relationships, model, meter, leftOut }: Pick<Committed, "reconciled" | "entities" | "relationships" | "leftOut"> & { readonly model: string; readonly meter: Meter },
): Outcome => {
  const ids = (action: Reconciled["action"]) => versionsOf(draft, drafted, reconciled, action).map(factVersionId);
  return {
    added: ids("ADD"),
    updated: ids("UPDATE"),
    unchanged: ids("NOOP"),
    deleted: ids("DELETE"),
    entities,
    relationships: relationships.filter((id) => draft.relationships.has(id)),
    tokens: meter.tokens,
    durationMs: meter.elapsedMs,
    extractor: model,
    error: errorOf(leftOut),
  };
};

const errorOf = (leftOut: Committed["leftOut"]): string | null =>
  leftOut.length === 0 ? null : leftOut.map(({ text, reason }) => `Left out "${text}": ${reason}`).join(" ");

/**
 * Runs a logged event through DESIGN.md §3: emotion, recognise, recall, extract, normalise, resolve, reconcile, commit. Throws
 * ExtractionFailed where no model could extract, and AlreadySettled where another run was first; either way the event stays as it is.
 */
export const runPipeline = async (services: WriteServices, space: SpaceStore, run: PipelineRun): Promise<WriteReport> => {
  const { meter } = run;
  const work: Work = {
    services,
    space,
    settings: run.settings,
    event: run.event,
    vectors: new Vectors(services.models.embedder, (answer) => meter.count(answer)),
    meter,
    signal: AbortSignal.timeout(run.settings.extractionTimeoutSeconds * 1000),
    judgements: new Map(),
  };
  const understood = await understand(work);
  const committed = run.dryRun
    ? await integrate(work, new Draft(services, space, await space.head()), understood, true)
    : await commitDraft(services, space, async (draft) => {
        const [current] = await space.events([run.event.id], draft.known.knownAt);
        if (current?.status !== "PENDING") throw new AlreadySettled();
        return integrate(work, draft, understood, false);
      });
  const { draft, finished, reconciled, leftOut, relationships, entities } = committed;
  const { drafted, commit } = finished;
  const settled = commit.settled?.[0];
  return {
    at: { knownAt: draft.recordedAt, validAt: draft.known.validAt },
    event: run.dryRun ? null : { ...run.event, status: "APPLIED", emotion: understood.emotion, outcome: settled?.outcome ?? null, settledAt: draft.recordedAt },
    added: versionsOf(draft, drafted, reconciled, "ADD"),
    updated: versionsOf(draft, drafted, reconciled, "UPDATE"),
    unchanged: versionsOf(draft, drafted, reconciled, "NOOP"),
    deleted: versionsOf(draft, drafted, reconciled, "DELETE"),
    entities: entities.map((id) => drafted.entities.find(({ entity }) => entity === id) ?? draft.entities.get(id)),
    relationships: drafted.relationships.filter(({ relationship }) => relationships.includes(relationship)),
    decisions: drafted.decisions,
    tokens: meter.tokens,
    durationMs: meter.elapsedMs,
    extractor: understood.model,
    error: errorOf(leftOut),
    trace: meter.trace,
    drafted,
  };
};
