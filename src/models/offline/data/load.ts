import { join } from "node:path";
import { readShippedTable } from "../../../language/shipped-table.ts";

/** A table of words or expressions, from the YAML file with this name in this folder. */
export const loadTable = <T>(name: string): T =>
  readShippedTable(join(import.meta.dirname, name)) as T;
