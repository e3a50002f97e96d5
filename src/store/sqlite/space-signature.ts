import { statSync } from "node:fs";

/** How old the last change of a file must be for its signature to be relied on: file systems' clocks tick in milliseconds to seconds. */
const SETTLED_MILLIS = 2_000;

/** What tells from outside whether the file of a space has changed. */
export interface Signature {
  readonly text: string;
  /** Whether any later change is sure to show in the signature. */
  readonly settled: boolean;
}

/** Null where there is no such file. An empty log counts as none: merely reading makes one. `now` is in milliseconds since 1970, by the clock of the file system. */
export const signatureOf = (path: string, now: number): Signature | null => {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return null;
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const parts = log === undefined || log.size === 0 ? [file] : [file, log];
  return {
    text: parts.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join(" "),
    settled: parts.every(({ mtimeMs }) => mtimeMs < now - SETTLED_MILLIS),
  };
};
