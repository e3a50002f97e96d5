import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open, stat, truncate } from "node:fs/promises";
import { finished } from "node:stream/promises";
import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { Problem } from "../memory/problem.ts";
import {
  exportMemory,
  refuseOtherMemory,
  type ExportRequest,
  type ExportServices,
} from "./export-memory.ts";
import { type ExportRecord, readRecord } from "./export-format.ts";

const NEWLINE = 0x0a;

/** The part of a file from which an export can continue: a header and complete commits. */
interface PartialExport {
  readonly embeddings: boolean;
  readonly knownAt: Instant | undefined;
  /** `recordedAt` of the last commit; null if there is none yet. */
  readonly after: Instant | null;
  /** Length of the part. */
  readonly bytes: number;
  readonly commits: number;
}

/**
 * Rows of a file, each with the byte at which it ends. Text after the last line break is not a row.
 */
async function* rowsOf(path: string): AsyncGenerator<readonly [text: string, end: number]> {
  let parts: Buffer[] = [];
  let end = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      const row = Buffer.concat([...parts, chunk.subarray(start, at)]);
      parts = [];
      start = at + 1;
      end += row.length + 1;
      yield [row.toString(), end];
    }
    parts.push(chunk.subarray(start));
  }
}

/** The part of a file with one more record; null if an export cannot continue after this record. */
const withRecord = (
  partial: PartialExport | null,
  record: ExportRecord,
  bytes: number,
): PartialExport | null => {
  if (partial === null)
    return record.kind === "palimpsest"
      ? { embeddings: record.embeddings, knownAt: record.knownAt, after: null, bytes, commits: 0 }
      : null;
  return record.kind === "commit"
    ? { ...partial, after: record.recordedAt, bytes, commits: partial.commits + 1 }
    : null;
};

/**
 * The part of a file from which an export can continue: up to its last complete commit. Null for no
 * file, or a file without a complete record. Throws BAD_USER_INPUT for a file that is not an
 * export.
 */
const readPartialExport = async (path: string): Promise<PartialExport | null> => {
  if ((await stat(path).catch(() => null)) === null) return null;
  let partial: PartialExport | null = null;
  let number = 0;
  for await (const [text, bytes] of rowsOf(path)) {
    const next = withRecord(partial, readRecord(text, ++number), bytes);
    if (next === null && partial !== null) break;
    partial = next;
  }
  return partial;
};

export interface ExportProgress {
  readonly commits: number;
  readonly records: number;
  readonly bytes: number;
}

const refuseOtherMoment = (
  path: string,
  partial: PartialExport,
  knownAt: Instant | undefined,
): void => {
  if (partial.knownAt !== knownAt)
    throw new Problem(
      "BAD_USER_INPUT",
      `${path} contains an export ${partial.knownAt === undefined ? "of the latest state" : `as of ${partial.knownAt}`}. Name another file.`,
    );
};

/** A file to write texts to. Both functions reject if the file cannot be written. */
const openToWrite = async (path: string, flags: "a" | "w") => {
  const stream = (await open(path, flags)).createWriteStream();
  const fault = new Promise<never>((_, reject) => void stream.once("error", reject));
  fault.catch(() => undefined);
  return {
    write: async (text: string): Promise<void> => {
      if (!stream.write(text)) await Promise.race([once(stream, "drain"), fault]);
    },
    end: async (): Promise<void> => {
      stream.end();
      await finished(stream);
    },
  };
};

/**
 * Writes an export to a file. If the file has the beginning of an export, or an older one, the
 * export continues after its last complete commit, with or without embeddings as before. Yields the
 * progress after each record. Throws BAD_USER_INPUT for a file with another memory, or another state of it. The
 * end record is written last, so a file without it is incomplete.
 */
export async function* exportFile(
  services: ExportServices,
  space: SpaceStore,
  path: string,
  { embeddings, knownAt }: Omit<ExportRequest, "after">,
): AsyncGenerator<ExportProgress, void> {
  const partial = await readPartialExport(path);
  if (partial) {
    refuseOtherMoment(path, partial, knownAt);
    if (partial.after !== null) await refuseOtherMemory(space, partial.after);
    await truncate(path, partial.bytes);
  }
  const file = await openToWrite(path, partial ? "a" : "w");
  let { commits, bytes } = partial ?? { commits: 0, bytes: 0 };
  let records = 0;
  const request = {
    embeddings: partial?.embeddings ?? embeddings,
    ...(partial?.after != null && { after: partial.after }),
    knownAt,
  };
  try {
    for await (const record of exportMemory(services, space, request)) {
      if (partial && record.kind === "palimpsest") continue;
      const text = `${JSON.stringify(record)}\n`;
      await file.write(text);
      bytes += Buffer.byteLength(text);
      records += 1;
      if (record.kind === "commit") commits += 1;
      yield { commits, records, bytes };
    }
  } finally {
    await file.end();
  }
}
