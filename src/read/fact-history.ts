import type { Decision } from "../memory/decision.ts";
import type { Closing, FactVersion } from "../memory/fact.ts";
import { later, OPEN, type Instant } from "../memory/time.ts";

/**
 * What ended a fact, by its newest version: what cuts its interval short while it is believed, what closed it since. Null while
 * nothing did.
 */
export const endOf = (version: FactVersion): Closing | null =>
  version.expiredAt === OPEN ? version.end : version.closing;

/** When a fact was last said: first of all, or again. `confirmations` are the NOOP decisions about it that stand. */
export const lastConfirmedAt = (
  version: FactVersion,
  confirmations: readonly Decision[],
): Instant =>
  confirmations.reduce((last, { occurredAt }) => later(last, occurredAt), version.occurredAt);

const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of a chain: by the start of what each fact says, then by when it was first recorded. */
export const byStart = (a: FactVersion, b: FactVersion): number =>
  ascending(a.validFrom, b.validFrom) ||
  ascending(a.firstRecordedAt, b.firstRecordedAt) ||
  ascending(a.fact, b.fact);
