import { closeSync, openSync, readSync } from "node:fs";
import { holdsWholeWords } from "../../../language/exact-strings.ts";
import type { RemainderReport, Remainder } from "../../port/erasure.ts";
import { isThere } from "../database/data-folder.ts";
import { Database, storedText } from "../database/database.ts";

const TABLES = `
SELECT name
FROM sqlite_schema
WHERE type = 'table'
  AND name NOT LIKE 'sqlite_%'
  AND name NOT LIKE 'stem%'
  AND name NOT LIKE 'trigram%'
ORDER BY name`;
const COLUMNS = `SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'`;
/**
 * Number of bytes of a row that certainly fit in one page. The file may store a longer row in
 * pieces.
 */
const IN_ONE_PAGE = 440;
/** Number of bytes of a file that are read at a time. */
const CHUNK_BYTES = 4_194_304;

/** A file whose bytes are searched. */
export interface OpenBytes {
  readonly name: string;
  /** Its descriptor, which any thread of the process can use. */
  readonly handle: number;
}

/**
 * Opens the file of a space and its log for a search of their bytes. Closing them drops the locks
 * that SQLite holds on the file in this process, so its connections must be closed first.
 */
export const openBytes = (path: string): OpenBytes[] => {
  const openFiles: OpenBytes[] = [];
  try {
    for (const file of [
      { name: "the file", path },
      { name: "the log of the file", path: `${path}-wal` },
    ])
      if (isThere(file.path)) openFiles.push({ name: file.name, handle: openSync(file.path, "r") });
    return openFiles;
  } catch (error) {
    closeBytes(openFiles);
    throw error;
  }
};

export const closeBytes = (files: readonly OpenBytes[]): void => {
  for (const { handle } of files) closeSync(handle);
};

/** The spelling of a string in columns of text and of JSON. */
const spellings = (string: string): string[] => [
  ...new Set([string, storedText(string), storedText(JSON.stringify(string).slice(1, -1))]),
];

interface Spelling {
  /** Index of the string with this spelling. */
  readonly string: number;
  readonly bytes: Buffer;
}

/** Indexes of the strings of which a file contains a spelling. The file is read in chunks. */
const heldIn = (handle: number, targetSpellings: readonly Spelling[]): Set<number> => {
  const matches = new Set<number>();
  const overlap = Math.max(0, ...targetSpellings.map(({ bytes }) => bytes.length - 1));
  const buffer = Buffer.alloc(CHUNK_BYTES + overlap);
  let restLength = 0;
  for (let position = 0; ;) {
    const length = readSync(handle, buffer, restLength, CHUNK_BYTES, position);
    if (length === 0) return matches;
    position += length;
    const bytes = buffer.subarray(0, restLength + length);
    for (const spelling of targetSpellings)
      if (!matches.has(spelling.string) && bytes.includes(spelling.bytes))
        matches.add(spelling.string);
    restLength = Math.min(overlap, bytes.length);
    buffer.copyWithin(0, bytes.length - restLength, bytes.length);
  }
};

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

const tablesOf = (file: Database): Table[] =>
  file
    .all<readonly [string]>(TABLES)
    .map(([name]) => ({
      name,
      columns: file.all<readonly [string]>(COLUMNS, name).map(([column]) => `"${column}"`),
    }))
    .filter(({ columns }) => columns.length > 0);

const text = (columns: readonly string[]): string =>
  columns.map((column) => `coalesce(${column}, '')`).join(" || char(10) || ");

/** Rows of a table that contain a string, also within longer words. */
const rowsWith = ({ name, columns }: Table): string =>
  `SELECT ${text(columns)} FROM ${name} WHERE ${columns.map((column) => `instr(${column}, ?1) > 0`).join(" OR ")}`;
const longRows = ({ name, columns }: Table): string =>
  `SELECT ${text(columns)} FROM ${name} WHERE ${columns.map((column) => `octet_length(coalesce(${column}, ''))`).join(" + ")} > ${IN_ONE_PAGE}`;

/** A string to search for, with the places in rows where it was found. */
class Target {
  readonly string: number;
  readonly spellings: readonly string[];
  /** The tables with a row that contains it as whole words. */
  readonly tables = new Set<string>();
  /** Whether any row contains it, also within a longer word. */
  isInRows = false;

  constructor(string: string, index: number) {
    this.string = index;
    this.spellings = spellings(string);
  }

  look(table: string, row: string): void {
    if (!this.spellings.some((spelling) => row.includes(spelling))) return;
    this.isInRows = true;
    if (this.spellings.some((spelling) => holdsWholeWords(row, spelling))) this.tables.add(table);
  }
}

/**
 * Looks for targets in the rows of a table: for `suspects`, which the bytes of the file contain, in
 * all rows; for `others` only in rows that span several pages, whose bytes are not together.
 */
const searchTable = (
  file: Database,
  table: Table,
  suspects: readonly Target[],
  others: readonly Target[],
): void => {
  for (const [row] of file.each<readonly [string]>(longRows(table)))
    for (const target of others) target.look(table.name, row);
  for (const target of suspects)
    for (const spelling of target.spellings)
      for (const [row] of file.each<readonly [string]>(rowsWith(table), spelling))
        target.look(table.name, row);
};

/**
 * Searches the bytes of a file and its log, and thereby every row of every table and index. A
 * string that is not in the bytes is in no row, except for rows that span several pages, which are
 * read separately. A string in the bytes is then searched for in every column of text. If a row
 * contains it only within a longer word, that explains its place in the bytes.
 */
export const remaindersIn = (
  file: Database,
  files: readonly OpenBytes[],
  strings: readonly string[],
): RemainderReport => {
  const targets = strings.map((string, index) => new Target(string, index));
  const flat = targets.flatMap(({ string, spellings: all }) =>
    all.map((spelling) => ({ string, bytes: Buffer.from(spelling) })),
  );
  const inBytes = files.map(({ name, handle }) => ({ name, matches: heldIn(handle, flat) }));
  const isSuspect = ({ string }: Target): boolean =>
    inBytes.some(({ matches }) => matches.has(string));
  const suspects = targets.filter(isSuspect);
  const others = targets.filter((target) => !isSuspect(target));
  const tables = tablesOf(file);
  for (const table of tables) searchTable(file, table, suspects, others);
  const remainders: Remainder[] = [
    ...tables.flatMap(({ name }) =>
      targets.flatMap((target) =>
        target.tables.has(name) ? [{ where: `table ${name}`, string: target.string }] : [],
      ),
    ),
    ...inBytes.flatMap(({ name, matches }) =>
      targets.flatMap(({ string, isInRows }) =>
        matches.has(string) && !isInRows ? [{ where: name, string }] : [],
      ),
    ),
  ];
  return {
    places: [...tables.map(({ name }) => `table ${name}`), ...files.map(({ name }) => name)],
    remainders,
  };
};

/** The same, on a connection of its own to the file at a path. */
export const findRemainders = (
  path: string,
  files: readonly OpenBytes[],
  strings: readonly string[],
): RemainderReport => {
  const file = new Database(path, { readOnly: true });
  try {
    file.pragma("temp_store = MEMORY");
    return file.read(() => remaindersIn(file, files, strings));
  } finally {
    file.close();
  }
};
