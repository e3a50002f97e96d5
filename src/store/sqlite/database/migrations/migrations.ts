import type { Database } from "../database.ts";
import { keepClaims } from "./2-keep-claims.ts";
import { listCommits } from "./3-list-commits.ts";
import { keepTimeZones } from "./4-keep-time-zones.ts";
import { keepTags } from "./5-keep-tags.ts";
import { keepOffsetsOfTurns } from "./6-keep-offsets-of-turns.ts";
import { findLoneEvents } from "./7-find-lone-events.ts";
import { keepSpeakersOfTurns } from "./8-keep-speakers-of-turns.ts";

/** One step of a data file from the version before it to `version`. */
export interface Migration {
  readonly version: number;
  /** Runs within the transaction that also records the version. */
  run(file: Database): void;
}

/** All steps, in order. A release adds steps, and never changes one. */
export const MIGRATIONS: readonly Migration[] = [
  keepClaims,
  listCommits,
  keepTimeZones,
  keepTags,
  keepOffsetsOfTurns,
  findLoneEvents,
  keepSpeakersOfTurns,
];
