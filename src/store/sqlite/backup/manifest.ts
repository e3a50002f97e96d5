import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/**
 * The name of the manifest in the folder of a backup. It has a row of JSON for each copy; of
 * several rows with one path, the last one counts.
 */
const MANIFEST_FILE = "backup.jsonl";

const storedCopy = z.object({
  /** The path of the copy in the backup, and of the file in the data folder. */
  path: z.string().regex(/^[0-9a-f]{32}\/[0-9a-f]{32}\.db$/u),
  /** The state of the space (`space-state.ts`). */
  state: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  copiedAt: z.iso.datetime(),
});
export type Copy = Readonly<z.infer<typeof storedCopy>>;

/** Ignores rows that were cut off when a run was killed. */
const copyOf = (row: string): Copy | null => {
  try {
    return storedCopy.safeParse(JSON.parse(row)).data ?? null;
  } catch {
    return null;
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** The copies of a backup by their paths; null if the folder is not a backup. */
export const readManifest = async (folder: string): Promise<Map<string, Copy> | null> => {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  const copies = new Map<string, Copy>();
  for (const row of text.split("\n")) {
    const copy = copyOf(row);
    if (copy !== null) copies.set(copy.path, copy);
  }
  return copies;
};

/** Records a copy at once, so that a killed run loses none. */
export const noteCopy = (folder: string, copy: Copy): Promise<void> =>
  appendFile(join(folder, MANIFEST_FILE), `${JSON.stringify(copy)}\n`, { mode: 0o600 });

export const writeManifest = async (folder: string, copies: Iterable<Copy>): Promise<void> => {
  const path = join(folder, MANIFEST_FILE);
  const rows = [...copies].map((copy) => `${JSON.stringify(copy)}\n`);
  await writeFile(`${path}.part`, rows.join(""), { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
};

export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
};
