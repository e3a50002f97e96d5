/**
 * Finds regular expressions whose time grows faster than the length of the text. Expressions that
 * were checked before are listed in linear-expressions.txt; `--update` adds new ones.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { parseAst } from "rolldown/parseAst";
import { check } from "recheck";
import { parse } from "yaml";
import { scriptCommand } from "./script-command.mjs";

const { update } = scriptCommand("check", "Find regular expressions that are not linear.")
  .option("--update", "add those that are new to linear-expressions.txt")
  .parse()
  .opts();

const FOLDERS = ["src", "resolvers", "schema"];
const CHECKED = new URL("linear-expressions.txt", import.meta.url);
/**
 * Time limit in milliseconds for one expression. test/freezing covers expressions that take longer
 * to check.
 */
const TIMEOUT = 1500;
/**
 * Files whose expressions only match texts of limited length, and the allowed degree of the
 * polynomial there.
 */
const BOUNDED = [
  { path: /^src\/models\/offline\//u, degree: 2, why: "one sentence, in a thread with a limit" },
  { path: /^src\/language\/relation-roles\.ts$/u, degree: 3, why: "a statement of 300 characters" },
];

/** The regular expression literals of a file, each with its position. */
const expressionsIn = async (path) => {
  const text = await readFile(path, "utf8");
  const foundExpressions = [];
  const visit = (node) => {
    if (typeof node !== "object" || node === null) return;
    if (node.type === "Literal" && node.regex)
      foundExpressions.push({
        ...node.regex,
        at: `${path}:${text.slice(0, node.start).split("\n").length}`,
      });
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseAst(text, { lang: "ts" }, path));
  return foundExpressions;
};

const WRITTEN = /^\/(?<pattern>[^]+)\/(?<flags>[a-z]*)$/u;

/** The parts that tables without parts of their own share. */
const { parts: SHARED } = parse(
  await readFile(new URL("../src/models/offline/data/phrases.yaml", import.meta.url), "utf8"),
);

/** The expressions of a table (src/models/offline/data/expressions.ts describes their form). */
const expressionsInTable = async (path) => {
  const table = parse(await readFile(path, "utf8"));
  const parts = { KIN: "irmã|irmão", ...(table.parts ?? SHARED) };
  const expand = (source) =>
    source.replace(/\$([A-Z_]+)/gu, (_, name) => expand([parts[name] ?? ""].flat().join("|")));
  const foundProblems = [];
  const visit = (node) => {
    const { pattern, flags } = (typeof node === "string" && WRITTEN.exec(node)?.groups) || {};
    if (pattern !== undefined)
      foundProblems.push({ pattern: expand(pattern), flags, at: `${path}:0` });
    else if (typeof node === "object" && node !== null) Object.values(node).forEach(visit);
  };
  visit(table);
  return foundProblems;
};

const keyOf = ({ pattern, flags }) =>
  createHash("sha256").update(`/${pattern}/${flags}`).digest("hex").slice(0, 16);

const mostDegree = ({ at }) => BOUNDED.find(({ path }) => path.test(at.split(":")[0]))?.degree ?? 1;

/** The reason to refuse an expression; null if there is none. */
const faultOf = async (expression) => {
  const { pattern, flags } = expression;
  const { status, complexity, attack } = await check(pattern, flags, { timeout: TIMEOUT });
  if (status !== "vulnerable") return null;
  if (complexity.type === "polynomial" && complexity.degree <= mostDegree(expression)) return null;
  return `${expression.at}  ${complexity.summary}, as by ${attack.pattern}\n    /${pattern}/${flags}`;
};

const paths = [];
for (const folder of FOLDERS)
  for (const name of await readdir(folder, { recursive: true }))
    if (/\.(?:ts|yaml)$/u.test(name)) paths.push(`${folder}/${name}`);
const all = new Map();
for (const path of paths.toSorted())
  for (const expression of await (path.endsWith(".ts") ? expressionsIn : expressionsInTable)(path))
    all.set(`${mostDegree(expression)} ${keyOf(expression)}`, expression);

const checkedKeys = new Set((await readFile(CHECKED, "utf8").catch(() => "")).split("\n"));
const faults = [];
const linearKeys = [];
for (const [key, expression] of all) {
  const fault = checkedKeys.has(key) ? null : await faultOf(expression);
  if (fault === null) linearKeys.push(key);
  else faults.push(fault);
}
if (update) await writeFile(CHECKED, `${linearKeys.toSorted().join("\n")}\n`);
if (faults.length > 0) {
  process.stderr.write(
    `These expressions take more than linear time:\n${faults.join("\n")}\nBound what they repeat, or look from the end (src/language/trimming.ts).\n`,
  );
  process.exitCode = 1;
}
