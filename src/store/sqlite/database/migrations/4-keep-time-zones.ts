import type { Migration } from "./migrations.ts";

/** An event keeps the time zone of its message, so that it can be processed again later. */
export const keepTimeZones: Migration = {
  version: 4,
  run: (file) => void file.exec("ALTER TABLE event ADD COLUMN time_zone TEXT"),
};
