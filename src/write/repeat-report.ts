import type { Event } from "../memory/event.ts";
import { NO_TOKENS } from "../memory/usage.ts";
import type { SpaceStore } from "../store/port.ts";
import type { WriteReport } from "./report.ts";

/** The report of a write that is on record, as it was given the first time: read as of the commit that settled it. */
export const reportOf = async (space: SpaceStore, event: Event): Promise<WriteReport> => {
  const knownAt = event.settledAt ?? event.recordedAt;
  const at = { knownAt, validAt: event.occurredAt > knownAt ? event.occurredAt : knownAt };
  const outcome = event.outcome;
  const versions = async (ids: readonly string[] = []) =>
    (await space.factVersions(ids.map((version) => ({ version, knownAt })))).flatMap(
      (version) => version ?? [],
    );
  const [added, updated, unchanged, deleted, entities, relationships, [decisions = []]] =
    await Promise.all([
      versions(outcome?.added),
      versions(outcome?.updated),
      versions(outcome?.unchanged),
      versions(outcome?.deleted),
      space.entitiesAsOf((outcome?.entities ?? []).map((entity) => ({ entity, knownAt }))),
      space.relationshipsAsOf(
        (outcome?.relationships ?? []).map((relationship) => ({ relationship, knownAt })),
      ),
      space.decisionsOfEvents([event.id], knownAt),
    ]);
  return {
    at,
    event,
    added,
    updated,
    unchanged,
    deleted,
    entities: entities.flatMap((version) => version ?? []),
    relationships: relationships.flatMap((version) => version ?? []),
    decisions,
    tokens: outcome?.tokens ?? NO_TOKENS,
    durationMs: outcome?.durationMs ?? 0,
    extractor: outcome?.extractor ?? "",
    error:
      outcome === null
        ? "The message is on record and will be worked through later."
        : outcome.error,
    trace: null,
    drafted: { entities: [], facts: [], relationships: [], decisions },
  };
};
