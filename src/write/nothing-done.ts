import { instantOf } from "../memory/time.ts";
import { NO_TOKENS } from "../memory/usage.ts";
import type { WriteReport } from "./report.ts";
import type { WriteServices } from "./services.ts";

/** The report of a write of which nothing is on record: a blank message, or one that the user's settings let nobody remember. */
export const nothingDone = (services: WriteServices): WriteReport => {
  const now = instantOf(services.now());
  return {
    at: { knownAt: now, validAt: now },
    event: null,
    added: [],
    updated: [],
    unchanged: [],
    deleted: [],
    entities: [],
    relationships: [],
    decisions: [],
    tokens: NO_TOKENS,
    durationMs: 0,
    extractor: services.models.extractor,
    error: null,
    trace: [],
    drafted: { entities: [], facts: [], relationships: [], decisions: [] },
  };
};
