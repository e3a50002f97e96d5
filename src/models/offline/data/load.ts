import { join } from "node:path";
import { readShippedTable } from "../../../language/shipped-table.ts";

/** What the offline model knows of a language's words: the tables in the YAML files beside this one. */
export const loadTable = <T>(name: string): T =>
  readShippedTable(join(import.meta.dirname, name)) as T;
