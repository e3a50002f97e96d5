import type { SourceContext } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { BEGINNING, type Instant } from "../../memory/time.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { ResolvedEntities } from "../stages/resolve.ts";
import type { Work } from "../work.ts";

/** An extracted fact with the data that its reconciliation needs. */
export interface IncomingFact {
  readonly extractedFact: ExtractedFact;
  readonly subject: EntityId;
  readonly sourceContext: SourceContext;
  /** Whether it says that a known fact no longer holds. */
  readonly isEnding: boolean;
  /** Whether it was over before it was said. */
  readonly isOver: boolean;
  /**
   * Its start. If it was over before it was said and has no stated start, the beginning of time.
   */
  readonly validFrom: Instant;
  /** The instant at which known facts are compared with it. */
  readonly comparedAt: Instant;
  /** The end of the known facts that it replaces or ends. */
  readonly endsKnownAt: Instant;
}

/**
 * Reads the data for the reconciliation of an extracted fact. Throws if its subject was not
 * resolved.
 */
export const readIncoming = (
  { event: { occurredAt } }: Work,
  resolvedEntities: ResolvedEntities,
  extractedFact: ExtractedFact,
  sourceContext: SourceContext,
): IncomingFact => {
  const subject = resolvedEntities.get(extractedFact.subject);
  if (subject === undefined)
    throw new Error(`The subject ${extractedFact.subject} was not resolved.`);
  const { validTo } = extractedFact;
  const isOver = validTo !== null && validTo <= occurredAt;
  // Of a statement without a start that was over when it was said: "I lived in Rome until 2020".
  const pastEnd = isOver && extractedFact.validFrom === null ? validTo : null;
  const validFrom = pastEnd === null ? (extractedFact.validFrom ?? occurredAt) : BEGINNING;
  return {
    extractedFact,
    subject,
    sourceContext,
    isEnding: extractedFact.action === "DELETE",
    isOver,
    validFrom,
    comparedAt: pastEnd === null ? validFrom : occurredAt,
    endsKnownAt: pastEnd ?? validFrom,
  };
};
