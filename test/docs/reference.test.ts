import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SETTINGS } from "../../src/config/settings.ts";
import { PROBLEMS } from "../../src/memory/problem.ts";

const tableRows = (file: string): string[][] =>
  readFileSync(new URL(`../../docs/reference/${file}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe("docs/reference/configuration.md", () => {
  it("lists the table of settings, each once", () => {
    const expected = Object.entries(SETTINGS).map(([name, { default: byDefault, about }]) => [
      `\`${name}\``,
      byDefault === null ? "" : `\`${byDefault}\``,
      about.replaceAll("|", "\\|"),
    ]);
    expect(tableRows("configuration.md").sort()).toEqual(expected.sort());
  });
});

describe("docs/reference/errors.md", () => {
  it("lists the table of problems, in its order", () => {
    const rows = tableRows("errors.md");
    expect(rows.map(([code, status]) => [code, status])).toEqual(
      Object.entries(PROBLEMS).map(([code, status]) => [`\`${code}\``, String(status)]),
    );
    expect(rows.filter((row) => row.includes(""))).toEqual([]);
  });
});
