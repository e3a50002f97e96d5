import type { DerivedKind, DerivedMemory } from "../../../memory/derived-memory.ts";
import type { MemoryId } from "../../../memory/ids.ts";
import type { SearchText } from "../../../memory/search-text.ts";
import type { Instant, TimePoint } from "../../../memory/time.ts";
import type { MemoryQuery } from "../../port.ts";
import { END, toInstant, toInstantOrNull, toMillis } from "../database/instants.ts";
import { cursorOf, pageOf, positionPairOf, type ReadPage } from "../database/pages.ts";
import { storedJson } from "../database/database.ts";
import { asList, asRequests, byRequest, oneByRequest } from "../database/requests.ts";
import type { SpaceFile } from "../database/space-file.ts";
import {
  isListOf,
  isNumber,
  isObjectOf,
  isRecordOf,
  isText,
  jsonColumn,
  textList,
} from "../database/json-columns.ts";

export type MemoryRow = readonly [
  request: number,
  num: number,
  id: string,
  firstRecorded: number,
  recorded: number,
  n: number,
  expired: number,
  kind: DerivedKind,
  session: string | null,
  validFrom: number,
  content: string,
  textId: string,
  sections: string,
  covers: string,
  coversEventsTo: number | null,
  entities: string,
  model: string,
];

/** Columns of a version `v` and its memory `m`. */
export const MEMORY_COLUMNS = `m.num, m.id, m.first_recorded, v.recorded, v.n, v.expired, v.kind, v.session, v.valid_from, coalesce(v.content, (SELECT t.content FROM text t WHERE t.id = v.text_id)),
  v.text_id, v.sections, v.covers, v.covers_events_to, v.entities, v.model`;

const sectionsOf = jsonColumn<DerivedMemory["sections"]>(
  "memory_version.sections",
  isListOf(isObjectOf({ heading: isText, lines: isListOf(isText) })),
);
const coversOf = jsonColumn("memory_version.covers", isRecordOf(isNumber));
const entitiesOf = textList("memory_version.entities");

/** The version as of `knownAt`: not expired if it expired later. */
export const memoryOf = (row: MemoryRow, knownAt: number): DerivedMemory => {
  const [
    ,
    ,
    id,
    firstRecorded,
    recordedMillis,
    n,
    expiredMillis,
    kind,
    session,
    validFrom,
    content,
    textId,
    sections,
    covers,
    coversEventsTo,
    entities,
    model,
  ] = row;
  return {
    id,
    n,
    kind,
    session,
    content,
    textId,
    model,
    sections: sectionsOf(sections),
    covers: coversOf(covers),
    entities: entitiesOf(entities),
    coversEventsTo: toInstantOrNull(coversEventsTo),
    validFrom: toInstant(validFrom),
    firstRecordedAt: toInstant(firstRecorded),
    recordedAt: toInstant(recordedMillis),
    expiredAt: toInstant(expiredMillis > knownAt ? END : expiredMillis),
  };
};

type Request = { readonly memory: MemoryId; readonly knownAt: Instant };

const versions = (where: string): string => `
SELECT r.key, ${MEMORY_COLUMNS}
FROM json_each(?) r
CROSS JOIN memory m ON m.id = r.value ->> 0
CROSS JOIN memory_version v ON v.memory = m.num AND v.recorded <= r.value ->> 1 ${where}
ORDER BY r.key, v.recorded`;
const AS_OF = versions("AND v.expired > r.value ->> 1");
const HISTORY = versions("");

const rowsOf = (file: SpaceFile, sql: string, requests: readonly Request[]): MemoryRow[] =>
  file.all<MemoryRow>(
    sql,
    asRequests(requests.map(({ memory, knownAt }) => [memory, toMillis(knownAt)])),
  );

export const memoriesAsOf = (
  file: SpaceFile,
  requests: readonly Request[],
): (DerivedMemory | null)[] =>
  oneByRequest(requests, rowsOf(file, AS_OF, requests), (row, { knownAt }) =>
    memoryOf(row, toMillis(knownAt)),
  );

export const memoryHistory = (file: SpaceFile, requests: readonly Request[]): DerivedMemory[][] =>
  byRequest(requests, rowsOf(file, HISTORY, requests), (row, { knownAt }) =>
    memoryOf(row, toMillis(knownAt)),
  );

/** Ids compare bytewise, and no id contains U+10FFFF. */
const BY_PREFIX = `
SELECT r.key, ${MEMORY_COLUMNS}
FROM json_each(?) r
CROSS JOIN json_each(r.value, '$[0]') p
CROSS JOIN memory m ON m.id >= p.value AND m.id < p.value || char(1114111)
CROSS JOIN memory_version v ON v.memory = m.num
  AND v.recorded <= r.value ->> 1
  AND v.expired > r.value ->> 1
  AND v.valid_from <= r.value ->> 2
ORDER BY r.key, v.recorded DESC, m.id`;

export const memoriesByPrefix = (
  file: SpaceFile,
  requests: readonly { readonly prefixes: readonly string[]; readonly at: TimePoint }[],
): DerivedMemory[][] =>
  byRequest(
    requests,
    file.all<MemoryRow>(
      BY_PREFIX,
      storedJson(
        requests.map(({ prefixes, at }) => [prefixes, toMillis(at.knownAt), toMillis(at.validAt)]),
      ),
    ),
    (row, { at }) => memoryOf(row, toMillis(at.knownAt)),
  );

/**
 * ?1 and ?2 the position of the cursor, ?3 knownAt, ?4 validAt, ?5 session, ?6 kinds, ?7 and ?8 the
 * interval of record time.
 */
const VISIBLE = `
FROM memory_version v INDEXED BY memory_recorded CROSS JOIN memory m ON m.num = v.memory
WHERE (v.recorded, v.memory) < (?1, ?2)
  AND v.recorded <= ?3
  AND ?3 < v.expired
  AND v.valid_from <= ?4
  AND (?5 IS NULL OR v.session = ?5) AND (?6 IS NULL OR v.kind IN (SELECT value FROM json_each(?6))) AND v.recorded >= ?7 AND v.recorded < ?8`;

/** The visible derived memories, the last recorded first. */
export const derivedMemories = (
  file: SpaceFile,
  { kinds, session, from, to, at, page }: MemoryQuery,
): ReadPage<DerivedMemory> => {
  const after = positionPairOf("memories", page.after, [Number.MAX_SAFE_INTEGER, 0]);
  const knownAt = toMillis(at.knownAt);
  const filters = [
    knownAt,
    toMillis(at.validAt),
    session ?? null,
    kinds === undefined ? null : asList(kinds),
    from === undefined ? -Number.MAX_SAFE_INTEGER : toMillis(from),
    to === undefined ? Number.MAX_SAFE_INTEGER : toMillis(to),
  ] as const;
  const rows = file.all<MemoryRow>(
    `SELECT 0, ${MEMORY_COLUMNS} ${VISIBLE} ORDER BY v.recorded DESC, v.memory DESC LIMIT ?9`,
    ...after,
    ...filters,
    page.first + 1,
  );
  return pageOf(
    rows.map((row) => ({
      item: memoryOf(row, knownAt),
      cursor: cursorOf("memories", row[4], row[1]),
    })),
    page,
    (open) =>
      open.only<readonly [number]>(
        `SELECT count(*) ${VISIBLE}`,
        Number.MAX_SAFE_INTEGER,
        0,
        ...filters,
      )[0],
  );
};

const NUMBER = `SELECT num FROM memory WHERE id = ?`;
const ADD = `INSERT INTO memory (id, first_recorded) VALUES (?, ?)`;
const ADD_VERSION = `
INSERT INTO memory_version (memory, recorded, n, expired, kind, session, valid_from, content,
  text_id, sections, covers, covers_events_to, entities, model)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const EXPIRE = `
UPDATE memory_version
SET expired = ?
WHERE memory = ? AND n = ? AND expired = ${END}`;

/** Throws if the version does not exist or has expired. */
export const expireMemory = (
  file: SpaceFile,
  id: MemoryId,
  n: number,
  recordedMillis: number,
): void => {
  const [number] = file.first<readonly [number]>(NUMBER, id) ?? [0];
  if (file.run(EXPIRE, recordedMillis, number, n) !== 1)
    throw new Error(`There is no believed version ${n} of memory ${id}.`);
};

/**
 * Records a version. Content that is also in a search text of the same commit is stored only there.
 */
export const recordMemory = (
  file: SpaceFile,
  memory: DerivedMemory,
  texts: readonly SearchText[],
  recordedMillis: number,
): void => {
  const number =
    file.first<readonly [number]>(NUMBER, memory.id)?.[0] ??
    file.insert(ADD, memory.id, toMillis(memory.firstRecordedAt));
  const hasOwnText = texts.some(({ id, text }) => id === memory.textId && text === memory.content);
  file.run(
    ADD_VERSION,
    number,
    recordedMillis,
    memory.n,
    toMillis(memory.expiredAt),
    memory.kind,
    memory.session,
    toMillis(memory.validFrom),
    hasOwnText ? null : memory.content,
    memory.textId,
    JSON.stringify(memory.sections),
    JSON.stringify(memory.covers),
    memory.coversEventsTo === null ? null : toMillis(memory.coversEventsTo),
    JSON.stringify(memory.entities),
    memory.model,
  );
};

const ALL = `
SELECT 0, ${MEMORY_COLUMNS}
FROM memory_version v
CROSS JOIN memory m ON m.num = v.memory
ORDER BY v.memory, v.recorded`;

export const allMemories = (file: SpaceFile): DerivedMemory[] =>
  file.all<MemoryRow>(ALL).map((row) => memoryOf(row, END));

/** Removes all versions, but not their search texts. Returns their number. */
export const removeMemory = (file: SpaceFile, id: MemoryId): number => {
  const [number] = file.first<readonly [number]>(NUMBER, id) ?? [null];
  if (number === null) return 0;
  const versions = file.run(`DELETE FROM memory_version WHERE memory = ?`, number);
  file.run(`DELETE FROM memory WHERE num = ?`, number);
  return versions;
};
