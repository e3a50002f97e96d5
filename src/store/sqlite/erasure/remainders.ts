import { createReadStream } from "node:fs";
import { holdsWholeWords } from "../../../language/exact-strings.ts";
import type { RemainderReport, Remainder } from "../../port/erasure.ts";
import { isThere } from "../database/data-folder.ts";
import { storedText } from "../database/database.ts";
import type { SpaceFile } from "../database/space-file.ts";

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

/** Reads one state of the file. */
type Read = <T>(use: (file: SpaceFile) => T) => Promise<T>;

/** The spelling of a string in columns of text and of JSON. */
const spellings = (string: string): string[] => [
  ...new Set([string, storedText(string), storedText(JSON.stringify(string).slice(1, -1))]),
];

interface Spelling {
  /** Index of the string with this spelling. */
  readonly string: number;
  readonly bytes: Buffer;
}

/**
 * Indexes of the strings of which a file contains a spelling. The file is read in chunks, so that
 * other calls run meanwhile.
 */
const heldIn = async (path: string, targetSpellings: readonly Spelling[]): Promise<Set<number>> => {
  const matches = new Set<number>();
  const overlap = Math.max(0, ...targetSpellings.map(({ bytes }) => bytes.length - 1));
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, {
    highWaterMark: 4_194_304,
  }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    for (const spelling of targetSpellings)
      if (!matches.has(spelling.string) && bytes.includes(spelling.bytes))
        matches.add(spelling.string);
    rest = bytes.subarray(Math.max(0, bytes.length - overlap));
  }
  return matches;
};

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

const tablesOf = (file: SpaceFile): Table[] =>
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

const stands = (row: string, all: readonly string[]): boolean =>
  all.some((spelling) => holdsWholeWords(row, spelling));

/**
 * Searches the bytes of the file and its log, and thereby every row of every table and index. A
 * string that is not in the bytes is in no row, except for rows that span several pages, which are
 * read separately. A string in the bytes is then searched for in every column of text. If a row
 * contains it only within a longer word, that explains its place in the bytes.
 */
export const findRemainders = async (
  path: string,
  read: Read,
  strings: readonly string[],
): Promise<RemainderReport> => {
  const spellingsByString = strings.map(spellings);
  const flat = spellingsByString.flatMap((all, string) =>
    all.map((spelling) => ({ string, bytes: Buffer.from(spelling) })),
  );
  const files = [
    { name: "the file", path },
    { name: "the log of the file", path: `${path}-wal` },
  ].filter((file) => isThere(file.path));
  const inBytes: (readonly [string, Set<number>])[] = [];
  for (const file of files) inBytes.push([file.name, await heldIn(file.path, flat)]);
  const tables = await read(tablesOf);
  const remainders: Remainder[] = [];
  const inRows = new Set<number>();
  const suspects = new Set(inBytes.flatMap(([, matches]) => [...matches]));
  for (const table of tables) {
    const long = await read((file) =>
      file.all<readonly [string]>(longRows(table)).map(([row]) => row),
    );
    for (const [string, all] of spellingsByString.entries()) {
      const rows = suspects.has(string)
        ? await read((file) =>
            all.flatMap((spelling) =>
              file.all<readonly [string]>(rowsWith(table), spelling).map(([row]) => row),
            ),
          )
        : long;
      if (rows.some((row) => all.some((spelling) => row.includes(spelling)))) inRows.add(string);
      if (rows.some((row) => stands(row, all)))
        remainders.push({ where: `table ${table.name}`, string });
    }
  }
  for (const [name, matches] of inBytes)
    for (const string of matches) if (!inRows.has(string)) remainders.push({ where: name, string });
  return {
    places: [...tables.map(({ name }) => `table ${name}`), ...files.map(({ name }) => name)],
    remainders: remainders,
  };
};
