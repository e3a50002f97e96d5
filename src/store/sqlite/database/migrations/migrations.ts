import { keepClaims } from "./2-keep-claims.ts";
import { listCommits } from "./3-list-commits.ts";
import type { Migration } from "./migration.ts";

/**
 * Stores the time zone of a message with its event, so that the event can be processed again later.
 */
const keepTimeZones: Migration = {
  version: 4,
  run: (file) => void file.exec("ALTER TABLE event ADD COLUMN time_zone TEXT"),
};

/** Stores the tags of the caller with events, turns and facts, as JSON lists. */
const keepTags: Migration = {
  version: 5,
  run: (file) => {
    for (const table of ["event", "turn", "fact_version"])
      file.exec(`ALTER TABLE ${table} ADD COLUMN tags TEXT`);
  },
};

/**
 * Stores with a turn the offset of the time at which it was said, for the time when it becomes an
 * event.
 */
const keepOffsetsOfTurns: Migration = {
  version: 6,
  run: (file) => void file.exec("ALTER TABLE turn ADD COLUMN time_zone TEXT"),
};

/**
 * Finds events without a session by number, in the order in which they were recorded. Drops an
 * index that no query uses any more.
 */
const findLoneEvents: Migration = {
  version: 7,
  run: (file) => {
    file.exec("CREATE INDEX event_alone ON event (session) WHERE session IS NULL");
    file.exec("DROP INDEX IF EXISTS event_spoken");
  },
};

/** Stores the speaker of a turn. A turn that is an event gets the speaker of its event. */
const keepSpeakersOfTurns: Migration = {
  version: 8,
  run: (file) => {
    file.exec("ALTER TABLE turn ADD COLUMN speaker TEXT");
    file.exec(`
UPDATE turn SET speaker = (SELECT e.speaker FROM event e WHERE e.id = turn.event)
WHERE event IS NOT NULL`);
  },
};

/**
 * Finds the facts that mention an entity without reading all facts. The page of the new table is
 * that of an index on the few rows of `embedder`, which no query needs.
 */
const findMentions: Migration = {
  version: 9,
  run: (file) =>
    file.exec(`
CREATE TABLE fact_mention (
  entity INTEGER NOT NULL,
  fact INTEGER NOT NULL,
  PRIMARY KEY (entity, fact)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO fact_mention
SELECT e.num, v.fact FROM fact_version v
CROSS JOIN json_each(v.mentions) m
CROSS JOIN entity e ON e.id = m.value AND e.num <> v.entity
WHERE v.mentions <> '[]';
CREATE TABLE few_embedders (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  dimensions INTEGER NOT NULL
) STRICT;
INSERT INTO few_embedders SELECT num, id, dimensions FROM embedder;
DROP TABLE embedder;
ALTER TABLE few_embedders RENAME TO embedder`),
};

/** All steps, in order. A release adds steps and never changes one. */
export const MIGRATIONS: readonly Migration[] = [
  keepClaims,
  listCommits,
  keepTimeZones,
  keepTags,
  keepOffsetsOfTurns,
  findLoneEvents,
  keepSpeakersOfTurns,
  findMentions,
];
