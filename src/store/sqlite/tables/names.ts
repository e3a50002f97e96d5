import { namesOf, type EntityVersion } from "../../../memory/entity.ts";
import type { EntityId } from "../../../memory/ids.ts";
import { foldName, nameWords } from "../../../language/names.ts";
import type { Instant } from "../../../memory/time.ts";
import { END, toMillis } from "../database/instants.ts";
import { asList, byRequest } from "../database/requests.ts";
import { currentAnswers } from "../database/current-answers.ts";
import type { SpaceFile } from "../database/space-file.ts";

const BY_NAME = `
SELECT r.key, e.id
FROM json_each(?1) r
CROSS JOIN name m ON m.folded = r.value AND m.recorded <= ?2 AND ?2 < m.expired
CROSS JOIN entity e ON e.num = m.entity
ORDER BY r.key, m.recorded, m.entity`;

const currentNames = currentAnswers<string, readonly EntityId[]>();

export const entitiesByName = (
  file: SpaceFile,
  foldedNames: readonly string[],
  knownAt: Instant,
): (readonly EntityId[])[] => {
  const knownMillis = toMillis(knownAt);
  return currentNames(file, knownMillis, foldedNames, (missingNames) =>
    byRequest(
      missingNames,
      file.all<readonly [number, string]>(BY_NAME, asList(missingNames), knownMillis),
      ([, id]) => id,
    ),
  );
};

/**
 * Maximum number of names that are read for one word or prefix. A word in more names does not
 * distinguish entities.
 */
const NAMES_PER_WORD = 500;

/**
 * ?1 knownAt, ?2 folded names, ?3 their words, ?4 their prefixes, ?5 limit. A matching prefix
 * outweighs any number of shared words.
 */
const BY_PART = `
WITH alike (folded, weight) AS MATERIALIZED (
  SELECT m.folded, 1000 FROM json_each(?2) r CROSS JOIN name m
    ON m.folded IN (SELECT x.folded FROM name x WHERE x.folded >= r.value AND x.folded < r.value || char(1114111) ORDER BY x.folded LIMIT ${NAMES_PER_WORD})
  UNION SELECT m.folded, 1000 FROM json_each(?4) r CROSS JOIN name m ON m.folded = r.value
  UNION ALL SELECT w.folded, 1 FROM json_each(?3) r CROSS JOIN name_word w
    ON w.word = r.value AND w.folded IN (SELECT x.folded FROM name_word x WHERE x.word = r.value ORDER BY x.folded LIMIT ${NAMES_PER_WORD})
)
SELECT e.id FROM (SELECT folded, sum(weight) AS weight FROM alike GROUP BY folded) a
CROSS JOIN name m ON m.folded = a.folded AND m.recorded <= ?1 AND ?1 < m.expired
CROSS JOIN entity e ON e.num = m.entity
GROUP BY m.entity ORDER BY max(a.weight) DESC, m.entity LIMIT ?5`;

const beginningsOf = (foldedName: string): string[] => {
  const letters = Array.from(foldedName);
  return letters.map((_, i) => letters.slice(0, i + 1).join(""));
};

/**
 * The entities with similar names, the most similar first: names of which one begins with the
 * other, then those with shared words.
 */
export const entitiesByNamePart = (
  file: SpaceFile,
  foldedNames: readonly string[],
  knownAt: Instant,
  limit: number,
): EntityId[] => {
  const names = [...new Set(foldedNames)].filter((name) => name !== "");
  const words = new Set(names.flatMap(nameWords));
  const beginnings = new Set(names.flatMap(beginningsOf));
  return file
    .all<readonly [string]>(
      BY_PART,
      toMillis(knownAt),
      asList(names),
      asList([...words]),
      asList([...beginnings]),
      limit,
    )
    .map(([id]) => id);
};

const OPEN_NAMES = `SELECT folded FROM name WHERE entity = ? AND expired = ${END}`;
const CLOSE_NAME = `
UPDATE name
SET expired = ?
WHERE entity = ? AND folded = ? AND expired = ${END}`;
const ADD_NAME = `INSERT INTO name (folded, entity, recorded, expired) VALUES (?, ?, ?, ${END})`;
const ADD_WORD = `INSERT OR IGNORE INTO name_word (word, folded) VALUES (?, ?)`;

/**
 * Records the names of an entity from `recordedMillis` on; none if `version` is null. Names that it
 * keeps do not change.
 */
export const recordNames = (
  file: SpaceFile,
  entity: number,
  version: EntityVersion | null,
  recordedMillis: number,
): void => {
  const names = new Set(
    version === null
      ? []
      : namesOf(version)
          .map(foldName)
          .filter((name) => name !== ""),
  );
  const open = new Set(file.all<readonly [string]>(OPEN_NAMES, entity).map(([name]) => name));
  for (const name of open) if (!names.has(name)) file.run(CLOSE_NAME, recordedMillis, entity, name);
  for (const name of names) {
    if (open.has(name)) continue;
    file.run(ADD_NAME, name, entity, recordedMillis);
    for (const word of nameWords(name)) file.run(ADD_WORD, word, name);
  }
};
