import { createReadStream, existsSync } from "node:fs";
import { standsIn } from "../../memory/stands-in.ts";
import type { Looked, Remainder } from "../erasure.ts";
import type { SpaceFile } from "./space-file.ts";

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'stem%' AND name NOT LIKE 'trigram%' ORDER BY name`;
const COLUMNS = `SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'`;
/** A row that is longer may lie in several pages, so that the bytes of the file hold it in pieces. */
const IN_ONE_PAGE = 900;

/** Runs something on one state of the file. */
type Read = <T>(use: (file: SpaceFile) => T) => Promise<T>;

/** As it stands in a column of text, and in one of JSON. */
const spellings = (string: string): string[] => [
  ...new Set([string, JSON.stringify(string).slice(1, -1)]),
];

/** Which of some byte strings a file holds. It is read piece by piece, so that others are served meanwhile. */
const heldIn = async (path: string, strings: readonly Buffer[]): Promise<Set<number>> => {
  const held = new Set<number>();
  const overlap = Math.max(0, ...strings.map(({ length }) => length - 1));
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, {
    highWaterMark: 4_194_304,
  }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    strings.forEach((string, i) => {
      if (!held.has(i) && bytes.includes(string)) held.add(i);
    });
    rest = bytes.subarray(Math.max(0, bytes.length - overlap));
  }
  return held;
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

/** The rows of a table that hold a string, within longer words too. */
const rowsWith = ({ name, columns }: Table): string =>
  `SELECT ${text(columns)} FROM ${name} WHERE ${columns.map((column) => `instr(${column}, ?1) > 0`).join(" OR ")}`;
const longRows = ({ name, columns }: Table): string =>
  `SELECT ${text(columns)} FROM ${name} WHERE ${columns.map((column) => `octet_length(coalesce(${column}, ''))`).join(" + ")} > ${IN_ONE_PAGE}`;

const stands = (row: string, all: readonly string[]): boolean =>
  all.some((spelling) => standsIn(row, spelling));

/**
 * The bytes of the file and of its log, and with them every row of every table and index: a string that is not among the bytes is in no row, but for those
 * that lie in several pages, which are looked at by themselves. One that is among them is looked for in every column of text. In the bytes one value follows
 * the other, so that a string which is part of a longer word in some row is taken for what the row holds.
 */
export const lookFor = async (
  path: string,
  read: Read,
  strings: readonly string[],
): Promise<Looked> => {
  const wanted = strings.map(spellings);
  const flat = wanted.flatMap((all, string) =>
    all.map((spelling) => ({ string, bytes: Buffer.from(spelling) })),
  );
  const files = [
    ["the file", path],
    ["the log of the file", `${path}-wal`],
  ].filter(([, one]) => existsSync(one!)) as [string, string][];
  const inBytes: (readonly [string, Set<number>])[] = [];
  for (const [name, one] of files)
    inBytes.push([
      name,
      new Set(
        [
          ...(await heldIn(
            one,
            flat.map(({ bytes }) => bytes),
          )),
        ].map((i) => flat[i]!.string),
      ),
    ]);
  const tables = await read(tablesOf);
  const found: Remainder[] = [];
  const inRows = new Set<number>();
  const suspects = new Set(inBytes.flatMap(([, held]) => [...held]));
  for (const table of tables) {
    const long = await read((file) =>
      file.all<readonly [string]>(longRows(table)).map(([row]) => row),
    );
    for (const [string, all] of wanted.entries()) {
      const rows = suspects.has(string)
        ? await read((file) =>
            all.flatMap((spelling) =>
              file.all<readonly [string]>(rowsWith(table), spelling).map(([row]) => row),
            ),
          )
        : long;
      if (rows.some((row) => all.some((spelling) => row.includes(spelling)))) inRows.add(string);
      if (rows.some((row) => stands(row, all)))
        found.push({ where: `table ${table.name}`, string });
    }
  }
  for (const [name, held] of inBytes)
    for (const string of held) if (!inRows.has(string)) found.push({ where: name, string });
  return {
    places: [...tables.map(({ name }) => `table ${name}`), ...files.map(([name]) => name)],
    found,
  };
};
