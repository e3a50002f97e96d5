import type { StageTrace } from "../../schema/stage-trace.ts";
import type { WriteResult } from "../../schema/write-result.ts";
import { factVersionId, type FactVersion } from "../../src/memory/fact.ts";
import type { StageTrace as Trace, WriteReport } from "../../src/write/report.ts";
import type { Reading } from "../reading.ts";
import { showDecision } from "./decision.ts";
import { showEntity } from "./entity.ts";
import { showEvent } from "./event.ts";
import { showFactVersion, type ShownFactVersion } from "./fact-version.ts";
import { showRelationship } from "./relationship.ts";
import { showTokens } from "./token-usage.ts";

const showTrace = ({ tokens, ...stage }: Trace): StageTrace => ({
  ...stage,
  tokens: showTokens(tokens),
});

/** Versions that the write did not make may have expired with it: these are read again. */
const showVersions = (
  versions: readonly FactVersion[],
  { drafted, at: { knownAt } }: WriteReport,
  reading: Reading,
): Promise<ShownFactVersion[]> =>
  Promise.all(
    versions.map(async (version) => {
      const isNew = drafted.facts.some(({ fact, n }) => fact === version.fact && n === version.n);
      const known = isNew
        ? version
        : await reading.loaders.factVersions.load({ id: factVersionId(version), knownAt });
      return showFactVersion(known ?? version, reading);
    }),
  );

/** What a write did, read at its own commit; the trace only where it was asked for. */
export const showWriteResult = async (
  report: WriteReport,
  reading: Reading,
  verbose: boolean,
): Promise<WriteResult> => {
  const [factsAdded, factsUpdated, factsUnchanged, factsDeleted] = await Promise.all(
    [report.added, report.updated, report.unchanged, report.deleted].map((versions) =>
      showVersions(versions, report, reading),
    ),
  );
  return {
    success: report.error === null,
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
