import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { stat, truncate } from "node:fs/promises";
import { finished } from "node:stream/promises";
import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { exportMemory, type ExportServices } from "./export-memory.ts";
import type { Line } from "./format.ts";
import { readLine } from "./read-line.ts";

const NEWLINE = 0x0a;

/** What a file holds that can be gone on with: a header and whole commits, up to a byte. */
export interface Begun {
  readonly embeddings: boolean;
  /** The last commit; null where there is none yet. */
  readonly after: Instant | null;
  readonly bytes: number;
  readonly commits: number;
}

/** Whole lines of a file, each with the byte at which it ends. What follows the last line break is none. */
async function* linesOf(path: string): AsyncGenerator<readonly [text: string, end: number]> {
  let parts: Buffer[] = [];
  let end = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, at)]);
      parts = [];
      start = at + 1;
      end += line.length + 1;
      yield [line.toString(), end];
    }
    parts.push(chunk.subarray(start));
  }
}

const commitRead = (begun: Begun, after: Instant, bytes: number): Begun => ({
  ...begun,
  after,
  bytes,
  commits: begun.commits + 1,
});

/** Where an export that is in a file can be gone on with: after its last whole commit. Null where there is no file, or nothing whole in it. Throws BAD_USER_INPUT where it is something else. */
export const begunIn = async (path: string): Promise<Begun | null> => {
  if ((await stat(path).catch(() => null)) === null) return null;
  let begun: Begun | null = null;
  let number = 0;
  for await (const [text, bytes] of linesOf(path)) {
    const line: Line = readLine(text, ++number);
    if (begun === null)
      begun =
        line.kind === "palimpsest"
          ? { embeddings: line.embeddings, after: null, bytes, commits: 0 }
          : null;
    else if (line.kind !== "commit") break;
    else begun = commitRead(begun, line.recordedAt, bytes);
  }
  return begun;
};

export interface ExportProgress {
  readonly commits: number;
  readonly lines: number;
  readonly bytes: number;
}

/**
 * Writes an export into a file. Where the file holds the beginning of one, or an older one, it goes on behind the last whole commit, with or without
 * embeddings as it began. Gives progress line by line; the last line is written last, so that a file without it is not whole.
 */
export async function* exportFile(
  services: ExportServices,
  space: SpaceStore,
  path: string,
  embeddings: boolean,
): AsyncGenerator<ExportProgress, void> {
  const begun = await begunIn(path);
  if (begun) await truncate(path, begun.bytes);
  const file = createWriteStream(path, { flags: begun ? "a" : "w" });
  let { commits, bytes } = begun ?? { commits: 0, bytes: 0 };
  let lines = 0;
  const request = {
    embeddings: begun?.embeddings ?? embeddings,
    ...(begun?.after != null && { after: begun.after }),
  };
  try {
    for await (const line of exportMemory(services, space, request)) {
      if (begun && line.kind === "palimpsest") continue;
      const text = `${JSON.stringify(line)}\n`;
      if (!file.write(text)) await once(file, "drain");
      bytes += Buffer.byteLength(text);
      lines += 1;
      if (line.kind === "commit") commits += 1;
      yield { commits, lines, bytes };
    }
  } finally {
    file.end();
    await finished(file);
  }
}
