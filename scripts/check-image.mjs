/**
 * Runs the steps of infra/Dockerfile in clean folders without Docker: installs the dependencies of
 * production, copies the built `dist` to them, starts the service, checks its health, writes and
 * asks, stops it, and checks which files it wrote. Prints the size of the contents of the image.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { scriptCommand } from "./script-command.mjs";

scriptCommand(
  "image:check",
  "Run the steps of the image in clean folders, without Docker.",
).parse();

const MEGABYTE = 1_000_000;
/** Maximum size of the image, and the part of its base, `node:24-alpine` without npm. */
const MOST_MEGABYTES = 250;
const BASE_MEGABYTES = 150;
/** Time limit for the service to become ready. */
const READY_MILLIS = 30_000;

const root = join(import.meta.dirname, "..");
const app = mkdtempSync(join(tmpdir(), "palimpsest-image-"));
const data = mkdtempSync(join(tmpdir(), "palimpsest-image-data-"));

/**
 * Bytes of all files except the binding of SQLite, because the image has a version of Node with its
 * own.
 */
const bytesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("@photostructure"))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
const filesIn = (folder) => readdirSync(folder, { recursive: true }).toSorted().join("\n");
const expect = (isSo, complaint) => {
  if (!isSo) throw new Error(complaint);
};

const install = () => {
  const manifests = readdirSync(join(root, "packages")).map(
    (name) => `packages/${name}/package.json`,
  );
  for (const file of ["package.json", "package-lock.json", "LICENSE", ...manifests]) {
    mkdirSync(dirname(join(app, file)), { recursive: true });
    cpSync(join(root, file), join(app, file));
  }
  const flags = ["--omit=dev", "--workspaces=false", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["ci", ...flags], { cwd: app, stdio: ["ignore", "ignore", "inherit"] });
  rmSync(join(app, "packages"), { recursive: true });
  cpSync(join(root, "dist"), join(app, "dist"), { recursive: true });
  execFileSync(join(root, "infra/trim.sh"), [app], { stdio: "inherit" });
};

/** Loads every dependency, to check that trimming removed nothing that runs. */
const loadDependencies = () => {
  const { dependencies } = JSON.parse(readFileSync(join(app, "package.json"), "utf8"));
  const names = Object.keys(dependencies).filter((name) =>
    existsSync(join(app, "node_modules", name)),
  );
  const script = names.map((name) => `await import("${name}");`).join("\n");
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: app });
};

const start = async (children) => {
  const child = spawn(process.execPath, ["dist/cli/palimpsest.js", "serve"], {
    cwd: app,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: data,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(READY_MILLIS);
  const [line] = await once(lines, "line", { signal });
  const url = /http:\S+\/graphql/u.exec(line)?.[0];
  expect(url !== undefined, `The service said: ${line}`);
  return { child, url };
};

const ask = async (url, query) => {
  const body = JSON.stringify({ query });
  const headers = { "content-type": "application/json" };
  const { data, errors } = await (await fetch(url, { method: "POST", headers, body })).json();
  expect(errors === undefined, JSON.stringify(errors));
  return data;
};

const run = async (children) => {
  const files = filesIn(app);
  const began = performance.now();
  const { child, url } = await start(children);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const ready = await fetch(new URL("/health/ready", url));
  expect(ready.status === 200, `/health/ready answers ${ready.status}.`);
  await ask(url, `mutation { write(input: { message: "My city is Mumbai." }) { success } }`);
  const { recall } = await ask(url, `{ recall(question: "Which city do I live in?") { text } }`);
  expect(recall.text.includes("Mumbai"), `It recalled: ${recall.text}`);
  const page = await fetch(new URL("/", url), { headers: { accept: "text/html" } });
  expect(page.ok, "The explorer is not in the image.");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code === 0, `The service ended with ${code}.`);
  expect(filesIn(app) === files, "The service wrote beside its data folder.");
  return seconds;
};

const children = [];
try {
  expect(existsSync(join(root, "dist/cli/palimpsest.js")), "Run npm run build first.");
  const dockerfile = readFileSync(join(root, "infra/Dockerfile"), "utf8");
  expect(/^USER node$/mu.test(dockerfile), "The image must not run as root.");
  install();
  loadDependencies();
  const megabytes = Math.ceil(bytesIn(app) / MEGABYTE);
  const total = megabytes + BASE_MEGABYTES;
  const seconds = await run(children);
  process.stdout.write(
    `Installed ${megabytes} MB, with the base about ${total} MB. Ready after ${seconds} s; it answers, stops with 0, and writes to its data folder only.\n`,
  );
  expect(total <= MOST_MEGABYTES, `The image would be larger than ${MOST_MEGABYTES} MB.`);
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(app, { recursive: true });
  rmSync(data, { recursive: true });
}
