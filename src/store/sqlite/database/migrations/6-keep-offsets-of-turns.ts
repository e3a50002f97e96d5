import type { Migration } from "./migrations.ts";

/** A turn keeps the offset of the time at which it was said, for when it becomes an event. */
export const keepOffsetsOfTurns: Migration = {
  version: 6,
  run: (file) => void file.exec("ALTER TABLE turn ADD COLUMN time_zone TEXT"),
};
