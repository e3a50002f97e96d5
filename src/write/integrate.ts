import type { EntityVersion } from "../memory/entity.ts";
import type { Emotion, Outcome } from "../memory/event.ts";
import { factVersionId, type FactVersion } from "../memory/fact.ts";
import type { Extraction } from "../models/port.ts";
import type { Draft, FinishedDraft } from "./draft/draft.ts";
import { referencesOf } from "./references.ts";
import type { Drafted } from "./report.ts";
import type { SpeakerOfMessage } from "./speaker.ts";
import { reconcile, type Reconciled } from "./stages/reconcile.ts";
import { relate } from "./stages/relate.ts";
import { resolve } from "./stages/resolve.ts";
import type { Meter, Stage, Work } from "./work.ts";

/** What a message says, as stages 3 to 7 give it. */
export interface Understood {
  readonly extraction: Extraction;
  readonly model: string;
  readonly emotion: Emotion | null;
  readonly speaker: SpeakerOfMessage;
  /** The entities whose names stand in the message. */
  readonly recognised: readonly EntityVersion[];
}

/** What stages 8 to 10 make of it. */
export interface Committed {
  readonly finished: FinishedDraft;
  readonly draft: Draft;
  readonly reconciled: readonly Reconciled[];
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[];
  readonly relationships: readonly string[];
  readonly entities: readonly string[];
}

/** Stages 8 to 10 on one draft. */
export const integrate = async (
  work: Work,
  draft: Draft,
  { extraction, model, emotion, speaker, recognised }: Understood,
  dryRun: boolean,
): Promise<Committed> => {
  const { meter } = work;
  const resolved = await meter.stage("resolve", resolve, work, { draft, extraction, speaker });
  const { facts, leftOut, switchedOff } = await meter.stage("reconcile", reconcile, work, {
    draft,
    resolved,
    facts: extraction.facts,
  });
  const commit: Stage<void, Committed> = async () => {
    const { relationships, mirrors } = (
      await relate(work, {
        draft,
        resolved,
        facts: extraction.facts,
        relations: extraction.relations,
        reconciled: facts,
        mayMirror: switchedOff === 0,
      })
    ).value;
    for (const { name, profile } of extraction.profiles) {
      const id = resolved.get(name);
      if (id !== undefined && draft.entities.root(id).profile === null)
        draft.entities.change(draft.entities.root(id).entity, { profile });
    }
    const reconciled = [...facts, ...mirrors];
    raiseImportance(draft, reconciled);
    const entities = [
      ...new Set([...resolved.values()].map((id) => draft.entities.root(id).entity)),
    ];
    const settle = (drafted: Drafted) => ({
      event: work.event.id,
      status: "APPLIED" as const,
      emotion,
      outcome: outcomeOf(draft, drafted, {
        reconciled,
        entities,
        relationships,
        model,
        meter,
        leftOut,
      }),
    });
    const references =
      dryRun || !draft.permits.contextGraph
        ? []
        : await referencesOf(draft, work.event, {
            recognised,
            resolved: entities,
            reconciled,
            newId: work.services.newId,
            interestAfter: work.settings.interestAfter,
          });
    const finished = await draft.finish(
      work.vectors,
      dryRun ? {} : { settle, vectorOf: work.event, references },
    );
    return {
      value: { finished, draft, reconciled, leftOut, relationships, entities },
      data: {
        recordedAt: draft.recordedAt,
        facts: finished.drafted.facts.length,
        relationships: relationships.length,
        mirrorFacts: mirrors.length,
      },
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
    if (state.importance > entity.importance)
      draft.entities.change(entity.entity, { importance: state.importance });
  }
};

const newest = (draft: Draft, drafted: Drafted, one: Reconciled): FactVersion[] => {
  if (one.fact === null) return [];
  const version =
    drafted.facts.find(({ fact }) => fact === one.fact) ?? draft.facts.get(one.fact).stored;
  return version ? [version] : [];
};

export const versionsOf = (
  draft: Draft,
  drafted: Drafted,
  reconciled: readonly Reconciled[],
  action: Reconciled["action"],
): FactVersion[] =>
  reconciled.filter((one) => one.action === action).flatMap((one) => newest(draft, drafted, one));

const outcomeOf = (
  draft: Draft,
  drafted: Drafted,
  {
    reconciled,
    entities,
    relationships,
    model,
    meter,
    leftOut,
  }: Pick<Committed, "reconciled" | "entities" | "relationships" | "leftOut"> & {
    readonly model: string;
    readonly meter: Meter;
  },
): Outcome => {
  const ids = (action: Reconciled["action"]) =>
    versionsOf(draft, drafted, reconciled, action).map(factVersionId);
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

export const errorOf = (leftOut: Committed["leftOut"]): string | null =>
  leftOut.length === 0
    ? null
    : leftOut.map(({ text, reason }) => `Left out "${text}": ${reason}`).join(" ");
