import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";
import type * as yaml from "yaml";

/** Whether this module runs from the source. In the build, every YAML table is a JSON file. */
const FROM_SOURCE = extname(import.meta.url) === ".ts";

const readYaml = (path: string): unknown => {
  // Required at run time, so that the build does not contain a parser that it never uses.
  const { parse } = createRequire(import.meta.url)("yaml") as typeof yaml;
  return parse(readFileSync(path, "utf8"));
};

/**
 * The content of a YAML table that ships with the service. `path` has no extension. The build turns
 * these tables into JSON, because parsing YAML takes a fifth of the start-up time.
 */
export const readShippedTable = (path: string): unknown =>
  FROM_SOURCE ? readYaml(`${path}.yaml`) : JSON.parse(readFileSync(`${path}.json`, "utf8"));

/** The content of a table that the build computes; undefined in the source. */
export const readBuiltTable = (path: string): unknown =>
  !FROM_SOURCE && existsSync(`${path}.json`) ? readShippedTable(path) : undefined;
