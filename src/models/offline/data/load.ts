import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** What the offline model knows of a language's words: the tables in the YAML files beside this one. */
export const loadTable = <T>(name: string): T =>
  parse(readFileSync(join(import.meta.dirname, `${name}.yaml`), "utf8")) as T;
