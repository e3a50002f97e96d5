import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { buildGraphqlSchema, schemaText } from "../resolvers/build-schema.ts";
import { GENERATED, stampOperations } from "./generated-operations.ts";
import { scriptCommand } from "./script-command.mjs";

const CODEGEN = "codegen/node_modules/@graphql-codegen/cli/esm/bin.js";

/**
 * Emits the schema of the classes, then the typed documents that follow from it (`npm run schema`).
 */
const emit = async (): Promise<void> => {
  await writeFile("schema/schema.graphql", schemaText(await buildGraphqlSchema()));
  if (!existsSync(CODEGEN))
    execFileSync("npm", ["ci", "--prefix", "codegen", "--no-audit", "--no-fund"], {
      stdio: "inherit",
      shell: process.platform === "win32",
    });
  execFileSync(process.execPath, [CODEGEN, "--config", "codegen.yml"], { stdio: "inherit" });
  for (const file of GENERATED)
    await writeFile(file.path, await stampOperations(file, await readFile(file.path, "utf8")));
};

scriptCommand("schema", "Emit the schema of the classes, and the documents that follow.").parse();
void emit();
