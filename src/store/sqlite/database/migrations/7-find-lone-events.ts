import type { Migration } from "./migrations.ts";

/**
 * Events without a session are found by number: in the order in which they were recorded. An index
 * that no query uses any more makes room.
 */
export const findLoneEvents: Migration = {
  version: 7,
  run: (file) => {
    file.exec("CREATE INDEX event_alone ON event (session) WHERE session IS NULL");
    file.exec("DROP INDEX IF EXISTS event_spoken");
  },
};
