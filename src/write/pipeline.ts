import { setImmediate as others } from "node:timers/promises";
import { requestedFacts } from "../language/requests-to-remember.ts";
import type { EntityVersion } from "../memory/entity.ts";
import type { Emotion, Event } from "../memory/event.ts";
import { ALL_ON, type UserSettings } from "../memory/user-settings.ts";
import { instantOf } from "../memory/time.ts";
import { userSettings } from "../read/user-settings.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./draft/commit-draft.ts";
import { Draft } from "./draft/draft.ts";
import { snapshotOf, type Snapshot } from "./draft/snapshot.ts";
import { startMeter, type Meter } from "./meter.ts";
import { draftReport, type WriteReport } from "./report.ts";
import type { WriteServices } from "./services.ts";
import type { WriteSettings } from "./settings.ts";
import { knownSelf, SpeakerOfMessage } from "./speaker.ts";
import { commit, type CommitReady } from "./stages/commit.ts";
import { detectEmotion } from "./stages/detect-emotion.ts";
import { embed } from "./stages/embed.ts";
import { extract } from "./stages/extract.ts";
import { normalise, type NormalisedExtraction } from "./stages/normalise.ts";
import { pendingEvent } from "./stages/log-event.ts";
import { readKnown, type KnownFacts } from "./stages/read-known.ts";
import { recognise } from "./stages/recognise.ts";
import { reconcile } from "./stages/reconcile.ts";
import { readNames } from "./stages/parts/read-names.ts";
import { withKnownValues } from "./stages/parts/statuses.ts";
import { resolve } from "./stages/resolve.ts";
import { Vectors } from "./vectors/vectors.ts";
import { JudgeAnswers, type Stage, type Work } from "./work.ts";
import { permittedPart } from "./memory-switches.ts";

// The stages of a write, one file each under stages/ (their parts under stages/parts/). Only the
// first two run before the pipeline. A trace calls the fifth "recall".
//
//  1 guard         what may be written                         ┐ write.ts
//  2 log           the event is on record                      ┘
//  3 emotion       what the message shows                      ┐
//  4 recognise     which known names it holds                  │
//  5 read known    what is known of them                       │ understand
//  6 extract       entities, facts and relations, by a model   │
//  7 embed         vectors of the texts, by a remote embedder  │
//  8 normalise     one name per entity, nothing twice          ┘
//  9 resolve       which entity each name means                ┐
// 10 reconcile     what each fact means beside the known ones  │ integrate, again on fresh
// 11 commit        everything at once                          ┘ state where the head has moved

/** The content of a message: the result of stages 3 to 8. */
interface Understanding {
  readonly extraction: NormalisedExtraction;
  /** Name of the model that extracted. */
  readonly extractor: string;
  readonly emotion: Emotion | null;
  readonly speaker: SpeakerOfMessage;
  /** The entities whose names are in the message. */
  readonly recognisedEntities: readonly EntityVersion[];
}

/**
 * Message length in characters from which a stage takes so long that other work runs before the
 * next stage.
 */
const LONG_MESSAGE = 4_000;

const run = async <In, Out>(
  work: Work,
  name: string,
  stage: Stage<In, Out>,
  input: In,
): Promise<Out> => {
  if (work.event.message.length >= LONG_MESSAGE) await others();
  return work.meter.stage(name, () => stage(work, input));
};

/** Runs stages 4 and 5, and finds the speaker. */
const readContext = async (work: Work) => {
  const { event, services, snapshot } = work;
  const [recognisedEntities, self] = await Promise.all([
    run(work, "recognise", recognise, undefined),
    knownSelf(snapshot),
    work.userSettings(),
  ]);
  const speaker = new SpeakerOfMessage(event.speaker, self);
  const knownFacts = await run(work, "recall", readKnown, {
    speaker: services.models.usesKnownFacts ? await speaker.knownIn(snapshot) : null,
    recognisedEntities,
  });
  return { recognisedEntities, self, speaker, knownFacts };
};

/** Runs stages 3 to 8. They do not change the space. */
const understand = async (work: Work): Promise<Understanding> => {
  const { event, space, services } = work;
  const detectedEmotion = await run(work, "emotion", detectEmotion, undefined);
  const { recognisedEntities, self, speaker, knownFacts } = await readContext(work);
  const answer = await run(work, "extract", extract, { speaker, knownFacts });
  const understanding = {
    extractor: answer.model,
    emotion: answer.value.emotion ?? detectedEmotion,
    recognisedEntities,
  };
  if (services.models.embedder.remote)
    await run(work, "embed", embed, {
      extraction: answer.value,
      rehearse: async (rehearsal, extraction) =>
        integrate(
          rehearsal,
          new Draft(services, space, await space.lastHead(), ALL_ON),
          { ...understanding, extraction, speaker: new SpeakerOfMessage(event.speaker, self) },
          true,
        ),
    });
  const extraction = await run(work, "normalise", normalise, answer.value);
  return { ...understanding, extraction, speaker };
};

/** Runs stages 9 to 11 on one draft. */
const integrate = async (
  work: Work,
  draft: Draft,
  { speaker, ...understanding }: Understanding,
  dryRun: boolean,
): Promise<CommitReady> => {
  const permittedExtraction = permittedPart(work, draft.permits, understanding.extraction);
  const names = await run(work, "resolve", resolve, {
    draft,
    extraction: permittedExtraction,
    speaker,
  });
  const { extraction, resolvedEntities } = await withKnownValues(work, draft, {
    extraction: permittedExtraction,
    resolvedEntities: names,
  });
  const reconciledMessage = await run(work, "reconcile", reconcile, {
    draft,
    resolvedEntities,
    extraction,
    speaker,
  });
  const input = {
    ...understanding,
    extraction,
    draft,
    resolvedEntities,
    reconciledMessage,
    dryRun,
  };
  return run(work, "commit", commit, input);
};

export interface PipelineRun {
  readonly event: Event;
  readonly settings: WriteSettings;
  /** A dry run does everything except store the result. */
  readonly dryRun: boolean;
  readonly meter: Meter;
}

/** Another run has settled the event meanwhile. An event is settled only once. */
export class AlreadySettled extends Error {
  override readonly name = "AlreadySettled";
}

/** The state of one run. All its model calls share one time limit. */
const beginWork = (
  services: WriteServices,
  space: SpaceStore,
  snapshot: Snapshot,
  { event, settings, meter }: PipelineRun,
): Work => {
  const limit = settings.extractionTimeoutSeconds * 1000;
  const signal = AbortSignal.timeout(limit);
  const endsAt = performance.now() + limit;
  let settingsRead: Promise<UserSettings> | undefined;
  return {
    services,
    space,
    snapshot,
    settings,
    userSettings: () => (settingsRead ??= userSettings(space)),
    event,
    isRequested: requestedFacts(event.message),
    vectors: new Vectors(services, { meter, signal }),
    meter,
    signal,
    remaining: () => Math.max(0, endsAt - performance.now()),
    judges: { reconcile: new JudgeAnswers(meter), disambiguate: new JudgeAnswers(meter) },
  };
};

/**
 * The data that extraction would get for a message that is not recorded: the known facts about
 * the recognised entities.
 */
export const knownForMessage = async (
  services: WriteServices,
  space: SpaceStore,
  message: Pick<Event, "message" | "speaker" | "session" | "occurredAt">,
): Promise<KnownFacts> => {
  const head = await space.lastHead();
  const recordedAt = head.recordedAt ?? instantOf(services.now());
  const input = { ...message, timeZone: null, idempotencyKey: null, recentMessages: [] };
  const event = pendingEvent(services.newId(), input, recordedAt);
  const { settings } = services;
  const meter = startMeter(services);
  const pipelineRun = { event, settings, meter, dryRun: true };
  const work = beginWork(services, space, snapshotOf(space, head), pipelineRun);
  return (await readContext(work)).knownFacts;
};

/**
 * Whether an event is no longer pending, or is erased. If the commit that logged it is still the
 * head, it is pending.
 */
const isSettled = async (
  { space, event, snapshot }: Work,
  { head, headPoint: { knownAt } }: Draft,
): Promise<boolean> => {
  if (head.tag === snapshot.tag && knownAt === event.recordedAt) return false;
  const [current] = await space.events([event.id], knownAt);
  return current === null || current?.status === "APPLIED";
};

/**
 * Integrates on a draft and commits it. Throws AlreadySettled if the event is no longer pending.
 */
const integrateAndCommit = (work: Work, understanding: Understanding): Promise<CommitReady> =>
  work.meter.around("commit", () =>
    commitDraft(
      work.services,
      work.space,
      async (draft) => {
        if (await isSettled(work, draft)) throw new AlreadySettled();
        return integrate(work, draft, understanding, false);
      },
      {
        snapshot: work.snapshot,
        readAhead: (snapshot) => readNames(snapshot, understanding),
      },
    ),
  );

const integrateDry = async (work: Work, understanding: Understanding): Promise<CommitReady> => {
  const { services, space } = work;
  const draft = new Draft(services, space, await space.lastHead(), await userSettings(space));
  return integrate(work, draft, understanding, true);
};

/**
 * Runs a logged event through stages 3 to 11. Throws ExtractionFailed if no model could extract,
 * and AlreadySettled if another run was first; in both cases the event does not change.
 */
export const runPipeline = async (
  services: WriteServices,
  space: SpaceStore,
  pipelineRun: PipelineRun,
): Promise<WriteReport> => {
  const { event, meter, dryRun } = pipelineRun;
  const head = await space.lastHead();
  const work = beginWork(services, space, snapshotOf(space, head), pipelineRun);
  const understanding = await understand(work);
  const { draft, finishedDraft, result } = dryRun
    ? await integrateDry(work, understanding)
    : await integrateAndCommit(work, understanding);
  const settledEvent: Event = {
    ...event,
    status: "APPLIED",
    emotion: understanding.emotion,
    outcome: finishedDraft.commit.settled?.[0]?.outcome ?? null,
    settledAt: draft.recordedAt,
  };
  return draftReport(draft, finishedDraft, result, {
    meter,
    event: dryRun ? null : settledEvent,
    trace: meter.trace,
  });
};
