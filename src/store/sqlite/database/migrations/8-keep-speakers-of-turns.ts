import type { Migration } from "./migrations.ts";

/** A turn keeps who said it. Of turns that are events, their events tell it. */
export const keepSpeakersOfTurns: Migration = {
  version: 8,
  run: (file) => {
    file.exec("ALTER TABLE turn ADD COLUMN speaker TEXT");
    file.exec(`
UPDATE turn SET speaker = (SELECT e.speaker FROM event e WHERE e.id = turn.event)
WHERE event IS NOT NULL`);
  },
};
