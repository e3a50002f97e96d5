import { END } from "../instants.ts";
import type { Migration } from "./migration.ts";

/** The columns that contain the record time of a commit. */
const RECORD_TIMES: Readonly<Record<string, readonly string[]>> = {
  entity_version: ["recorded", "expired"],
  fact_version: ["recorded", "expired"],
  relationship_version: ["recorded", "expired"],
  memory_version: ["recorded", "expired"],
  text: ["recorded", "expired"],
  event: ["recorded", "settled"],
  decision: ["recorded", "reverted"],
  change: ["recorded"],
  reference: ["recorded"],
  space: ["recorded"],
};

/**
 * Puts the record times of commits into a table, so that the last one before an instant is found
 * quickly.
 */
export const listCommits: Migration = {
  version: 3,
  run: (file) => {
    file.exec("CREATE TABLE commit_time (recorded INTEGER PRIMARY KEY) STRICT");
    for (const [table, columns] of Object.entries(RECORD_TIMES))
      for (const column of columns)
        file.run(
          `INSERT OR IGNORE INTO commit_time SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL AND ${column} < ${END}`,
        );
  },
};
