/**
 * Writes the version of package.json, and its name in the registry of MCP (`mcpName`), into all
 * other files that name them: server.json and the packages. `npm version` runs it; the working
 * directory is the repository.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scriptCommand } from "./script-command.mjs";

scriptCommand(
  "version",
  "Write the version of package.json into everything that names it.",
).parse();

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const { name: identifier, version, mcpName: name } = read("package.json");

const server = read("server.json");
write("server.json", {
  ...server,
  name,
  version,
  packages: server.packages.map((one) => ({ ...one, identifier, version })),
});

for (const folder of readdirSync("packages")) {
  const file = join("packages", folder, "package.json");
  const manifest = read(file);
  const peers = manifest.peerDependencies;
  const client = "@palimpsest/client";
  write(file, {
    ...manifest,
    version,
    ...(peers && { peerDependencies: { ...peers, ...(client in peers && { [client]: version }) } }),
  });
}
