import type { Database } from "../database.ts";

/** One step that takes a data file from the previous version to `version`. */
export interface Migration {
  readonly version: number;
  /** Runs within the transaction that also records the version. */
  run(file: Database): void;
}
