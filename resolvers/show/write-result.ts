import type { StageTrace, WriteResult } from "../../schema/write.ts";
import { type FactVersion, factVersionId } from "../../src/memory/fact.ts";
import type { DraftContents } from "../../src/write/draft/draft.ts";
import type { OperationReport, WriteReport } from "../../src/write/report.ts";
import type { StageTrace as Trace } from "../../src/write/services.ts";
import type { Context } from "../context.ts";
import { type Reading, readingAfter } from "../reading.ts";
import { showDecision } from "./decision.ts";
import { showEntity } from "./entity.ts";
import { showEvent } from "./event.ts";
import { showFactVersion, type ShownFactVersion } from "./fact.ts";
import { showRelationship } from "./relationship.ts";
import { showTokens } from "./shown-record.ts";

/**
 * Primes the loaders with the versions and decisions of a draft, which a dry run does not store.
 */
const primeDraft = ({ loaders, view }: Reading, draft: DraftContents): void => {
  const { knownAt } = view.at;
  const entities = new Map(draft.entities.map((version) => [version.entity, version]));
  for (const version of entities.values()) {
    const root = version.mergedInto === null ? version : entities.get(version.mergedInto);
    if (root) loaders.entities.tell(version.entity, knownAt, root);
  }
  for (const version of draft.facts) {
    loaders.facts.prime({ id: version.fact, knownAt }, version);
    loaders.factVersions.prime({ id: factVersionId(version), knownAt }, version);
  }
  for (const version of draft.relationships)
    loaders.relationshipsById.prime({ id: version.relationship, knownAt }, version);
  for (const decision of draft.decisions)
    loaders.decisions.prime({ id: decision.id, knownAt }, decision);
};

/** The reading of an operation's result, at its commit. It works for a dry run too. */
export const readingOfOperation = (context: Context, report: OperationReport): Reading => {
  const { at, draftContents, facts, relationships, decision } = report;
  const reading = readingAfter(context, at, draftContents);
  primeDraft(reading, {
    ...draftContents,
    facts: [...facts, ...draftContents.facts],
    relationships: [...relationships, ...draftContents.relationships],
    decisions: [decision, ...draftContents.decisions],
  });
  return reading;
};

/** The reading of a write's result, at its commit. It works for a dry run too. */
export const readingOfReport = (context: Context, report: WriteReport): Reading => {
  const { at, draftContents, event } = report;
  const reading = readingAfter(context, at, draftContents);
  primeDraft(reading, {
    ...draftContents,
    entities: [...report.entities, ...draftContents.entities],
    decisions: [...report.decisions, ...draftContents.decisions],
  });
  if (event) reading.loaders.events.prime({ id: event.id, knownAt: at.knownAt }, event);
  return reading;
};

const showTrace = ({ tokens, ...stage }: Trace): StageTrace => ({
  ...stage,
  tokens: showTokens(tokens),
});

/**
 * Versions as the write left them. Those that it did not create may have expired with it, so they
 * are read again.
 */
const showVersions = (
  versions: readonly FactVersion[],
  { draftContents, at: { knownAt } }: WriteReport,
  reading: Reading,
): Promise<ShownFactVersion[]> =>
  Promise.all(
    versions.map(async (version) => {
      const isNew = draftContents.facts.some(
        ({ fact, n }) => fact === version.fact && n === version.n,
      );
      const storedVersion = isNew
        ? version
        : await reading.loaders.factVersions.load({ id: factVersionId(version), knownAt });
      return showFactVersion(storedVersion ?? version, reading);
    }),
  );

/** A blank message or a dry run has no recorded event, and nothing is left to do. */
const isProcessed = ({ event }: WriteReport): boolean =>
  event === null || event.status === "APPLIED";

/** The result of a write, read at its commit; with the trace if `verbose`. */
export const showWriteResult = async (
  report: WriteReport,
  reading: Reading,
  verbose: boolean,
): Promise<WriteResult> => {
  const [factsAdded, factsUpdated, factsUnchanged, factsDeleted] = await Promise.all(
    [report.addedFacts, report.updatedFacts, report.unchangedFacts, report.deletedFacts].map(
      (versions) => showVersions(versions, report, reading),
    ),
  );
  return {
    success: isProcessed(report),
    error: report.error,
    event: report.event && showEvent(report.event, reading),
    factsAdded: factsAdded ?? [],
    factsUpdated: factsUpdated ?? [],
    factsUnchanged: factsUnchanged ?? [],
    factsDeleted: factsDeleted ?? [],
    entities: report.entities.map((version) => showEntity(version, reading)),
    relationships: report.relationships.map((version) => showRelationship(version, reading)),
    decisions: report.decisions.map((decision) => showDecision(decision, reading)),
    tokens: showTokens(report.tokens),
    durationMs: report.durationMs,
    extractor: report.extractor,
    trace: verbose ? (report.trace ?? []).map(showTrace) : null,
  };
};
