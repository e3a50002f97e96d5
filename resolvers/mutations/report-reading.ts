import { factVersionId } from "../../src/memory/fact.ts";
import type { WriteReport } from "../../src/write/report.ts";
import type { Context } from "../context.ts";
import { readingAfter, type Reading } from "../reading.ts";

/** The reading of a write's results: what the report holds is read from it, not from the store, where a dry run has left nothing. */
export const readingOfReport = (context: Context, report: WriteReport): Reading => {
  const {
    drafted,
    at: { knownAt },
  } = report;
  const reading = readingAfter(context, report.at, drafted);
  const { loaders } = reading;
  const as = (id: string) => ({ id, knownAt });
  const entities = new Map(
    [...report.entities, ...drafted.entities].map((version) => [version.entity, version]),
  );
  for (const version of entities.values()) {
    const standing = version.mergedInto === null ? version : entities.get(version.mergedInto);
    if (standing) loaders.entities.tell(version.entity, knownAt, standing);
  }
  for (const version of drafted.facts) {
    loaders.facts.prime(as(version.fact), version);
    loaders.factVersions.prime(as(factVersionId(version)), version);
  }
  for (const version of drafted.relationships)
    loaders.relationshipsById.prime(as(version.relationship), version);
  for (const decision of [...report.decisions, ...drafted.decisions])
    loaders.decisions.prime(as(decision.id), decision);
  if (report.event) loaders.events.prime(as(report.event.id), report.event);
  return reading;
};
