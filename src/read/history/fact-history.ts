import type { Decision } from "../../memory/decision.ts";
import type { Closing, FactVersion } from "../../memory/fact.ts";
import { compareText, later, OPEN, type Instant } from "../../memory/time.ts";

/**
 * What ended a fact, by its newest version: what cuts its valid interval short while it is
 * believed, or what closed it. Null if nothing did.
 */
export const endOf = (version: FactVersion): Closing | null =>
  version.expiredAt === OPEN ? version.end : version.closing;

/**
 * When a fact was last stated, for the first time or again. `confirmations` are the NOOP decisions
 * about it that are in force.
 */
export const lastConfirmedAt = (
  version: FactVersion,
  confirmations: readonly Decision[],
): Instant =>
  confirmations.reduce((last, { occurredAt }) => later(last, occurredAt), version.occurredAt);

/**
 * Orders the facts of a chain: by the start of their valid time, then by when they were first
 * recorded.
 */
export const byStart = (a: FactVersion, b: FactVersion): number =>
  compareText(a.validFrom, b.validFrom) ||
  compareText(a.firstRecordedAt, b.firstRecordedAt) ||
  compareText(a.fact, b.fact);
