import type { Migration } from "./migrations.ts";

/** Events without a session are found by number: in the order in which they were recorded. */
export const findLoneEvents: Migration = {
  version: 7,
  run: (file) =>
    void file.exec("CREATE INDEX event_alone ON event (session) WHERE session IS NULL"),
};
