import { cp } from "node:fs/promises";
import { extname } from "node:path";

/** What the compiler leaves behind: prompts and other text that the built code reads from beside it. */
for (const folder of ["src", "schema", "resolvers"])
  await cp(folder, `dist/${folder}`, { recursive: true, filter: (path) => extname(path) !== ".ts" });
