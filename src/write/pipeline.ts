import { keptOf } from "../memory/asked-to-keep.ts";
import type { Event } from "../memory/event.ts";
import { memorySettings } from "../read/memory-settings.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import { Draft } from "./draft/draft.ts";
import { errorOf, integrate, versionsOf, type Understood } from "./integrate.ts";
import { embed } from "./rehearse.ts";
import type { WriteReport } from "./report.ts";
import type { WriteServices } from "./services.ts";
import type { WriteSettings } from "./settings.ts";
import { SpeakerOfMessage } from "./speaker.ts";
import { detectEmotion } from "./stages/detect-emotion.ts";
import { extract } from "./stages/extract.ts";
import { normalise } from "./stages/normalise.ts";
import { recallKnown } from "./stages/recall-known.ts";
import { recognise } from "./stages/recognise.ts";
import { Vectors } from "./vectors.ts";
import type { Meter, Work } from "./work.ts";

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

/** Stages 3 to 7: what the message says. Nothing of the space changes. */
const understand = async (work: Work): Promise<Understood> => {
  const { event, meter } = work;
  const emotion = await meter.stage("emotion", detectEmotion, work, undefined);
  const recognised = await meter.stage("recognise", recognise, work, undefined);
  const known = await meter.stage("recall", recallKnown, work, recognised);
  const head = await work.space.head();
  const selfId = head.recordedAt === null ? null : await work.space.self(head.recordedAt);
  const [self = null] =
    selfId === null
      ? []
      : await work.space.entitiesAsOf([{ entity: selfId, knownAt: head.recordedAt! }]);
  const speaking = () => new SpeakerOfMessage(event.speaker, self);
  const speaker = speaking();
  const answer = await meter.stage("extract", extract, work, {
    message: event.message,
    speaker: speaker.name,
    speakerNamed: speaker.isNamed,
    occurredAt: event.occurredAt,
    recentMessages: event.recentMessages,
    known,
  });
  const said = { model: answer.model, emotion: answer.value.emotion ?? emotion };
  if (work.services.models.embedder.remote)
    await meter.stage("embed", embed, work, {
      ...said,
      extraction: answer.value,
      speaker: speaking(),
      recognised,
    });
  return {
    ...said,
    extraction: await meter.stage("normalise", normalise, work, answer.value),
    speaker,
    recognised,
  };
};

/**
 * Runs a logged event through DESIGN.md §3: emotion, recognise, recall, extract, normalise, resolve, reconcile, commit. Throws
 * ExtractionFailed where no model could extract, and AlreadySettled where another run was first; either way the event stays as it is.
 */
export const runPipeline = async (
  services: WriteServices,
  space: SpaceStore,
  run: PipelineRun,
): Promise<WriteReport> => {
  const { meter } = run;
  const signal = AbortSignal.timeout(run.settings.extractionTimeoutSeconds * 1000);
  const work: Work = {
    services,
    space,
    settings: run.settings,
    event: run.event,
    isKept: keptOf(run.event.message),
    vectors: new Vectors(services, { meter, signal }),
    meter,
    signal,
    judgements: new Map(),
  };
  const understood = await understand(work);
  const committed = run.dryRun
    ? await integrate(
        work,
        new Draft(services, space, await space.head(), await memorySettings(space)),
        understood,
        true,
      )
    : await meter.around("commit", () =>
        commitDraft(services, space, async (draft) => {
          const [current] = await space.events([run.event.id], draft.known.knownAt);
          if (current?.status !== "PENDING") throw new AlreadySettled();
          return integrate(work, draft, understood, false);
        }),
      );
  const { draft, finished, reconciled, leftOut, relationships, entities } = committed;
  const { drafted, commit } = finished;
  const settled = commit.settled?.[0];
  return {
    at: { knownAt: draft.recordedAt, validAt: draft.known.validAt },
    event: run.dryRun
      ? null
      : {
          ...run.event,
          status: "APPLIED",
          emotion: understood.emotion,
          outcome: settled?.outcome ?? null,
          settledAt: draft.recordedAt,
        },
    added: versionsOf(draft, drafted, reconciled, "ADD"),
    updated: versionsOf(draft, drafted, reconciled, "UPDATE"),
    unchanged: versionsOf(draft, drafted, reconciled, "NOOP"),
    deleted: versionsOf(draft, drafted, reconciled, "DELETE"),
    entities: entities.map(
      (id) => drafted.entities.find(({ entity }) => entity === id) ?? draft.entities.get(id),
    ),
    relationships: drafted.relationships.filter(({ relationship }) =>
      relationships.includes(relationship),
    ),
    decisions: drafted.decisions,
    tokens: meter.tokens,
    durationMs: meter.elapsedMs,
    extractor: understood.model,
    error: errorOf(leftOut),
    trace: meter.trace,
    drafted,
  };
};
