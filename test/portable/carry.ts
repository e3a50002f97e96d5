import { expect } from "vitest";
import { checkExport } from "../../src/portable/check-export.ts";
import type { Embedder } from "../../src/models/port.ts";
import { exportMemory, type ExportRequest } from "../../src/portable/export-memory.ts";
import { importMemory, type ImportProgress } from "../../src/portable/import-memory.ts";
import type { SpaceStore } from "../../src/store/port.ts";

let exports = 0;

/** The lines of an export, as in a file. */
export const exported = async (
  embedder: Embedder,
  space: SpaceStore,
  request: ExportRequest = { embeddings: false },
): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of exportMemory(
    { embedder, now: () => 0, newId: () => `export ${++exports}` },
    space,
    request,
  ))
    lines.push(JSON.stringify(line));
  return lines;
};

export const linesOf = async function* (lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
};

/** Imports lines, and returns the progress at the end. */
export const imported = async (
  embedder: Embedder,
  space: SpaceStore,
  lines: readonly string[],
): Promise<ImportProgress> => {
  let last: ImportProgress | null = null;
  let checked = 0;
  for await (const number of checkExport(linesOf(lines), Infinity)) checked = number;
  expect(checked).toBe(lines.length);
  for await (const progress of importMemory({ embedder }, space, linesOf(lines))) last = progress;
  if (!last) throw new Error("Nothing was imported.");
  return last;
};
