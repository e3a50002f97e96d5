import { join } from "node:path";
import { readBuiltTable, readShippedTable } from "../../../language/shipped-table.ts";

/** A table of words or expressions, from the YAML file with this name in this folder. */
export const loadTable = <T>(name: string): T =>
  readShippedTable(join(import.meta.dirname, name)) as T;

/** A table that only the build makes, in this folder; undefined in the source. */
export const loadBuilt = <T>(name: string): T | undefined =>
  readBuiltTable(join(import.meta.dirname, name)) as T | undefined;
