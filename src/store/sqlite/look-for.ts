import { existsSync, readFileSync } from "node:fs";
import { standsIn } from "../../memory/stands-in.ts";
import type { Looked, Remainder } from "../erasure.ts";
import type { SpaceFile } from "./space-file.ts";

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'stem%' AND name NOT LIKE 'trigram%' ORDER BY name`;
const COLUMNS = `SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'`;

/** As it stands in a column of text, and in one of JSON. */
const spellings = (string: string): string[] => [...new Set([string, JSON.stringify(string).slice(1, -1)])];

/**
 * Every column of text of every table, and the bytes of the file and of its log. In the bytes one value follows the other, so that a string which
 * is part of a longer word in some row cannot be told from one that stands by itself: it is taken for what the row holds.
 */
export const lookFor = (file: SpaceFile, strings: readonly string[]): Looked => {
  const found: Remainder[] = [];
  const places: string[] = [];
  const held = new Set<number>();
  const wanted = strings.map(spellings);
  for (const [table] of file.all<readonly [string]>(TABLES)) {
    const columns = file.all<readonly [string]>(COLUMNS, table).map(([name]) => `"${name}"`);
    if (columns.length === 0) continue;
    places.push(`table ${table}`);
    const rows = `SELECT ${columns.map((column) => `coalesce(${column}, '')`).join(" || char(10) || ")} FROM ${table} WHERE ${columns.map((column) => `instr(${column}, ?1) > 0`).join(" OR ")}`;
    wanted.forEach((all, string) => {
      for (const spelling of all) {
        const texts = file.all<readonly [string]>(rows, spelling).map(([text]) => text);
        if (texts.length > 0) held.add(string);
        if (!texts.some((text) => standsIn(text, spelling))) continue;
        found.push({ where: `table ${table}`, string });
        break;
      }
    });
  }
  for (const path of [file.path, `${file.path}-wal`]) {
    if (!existsSync(path)) continue;
    const name = path === file.path ? "the file" : "the log of the file";
    places.push(name);
    const bytes = readFileSync(path);
    wanted.forEach((all, string) => {
      if (!held.has(string) && all.some((spelling) => bytes.includes(spelling))) found.push({ where: name, string });
    });
  }
  return { places, found };
};
