import { statfsSync } from "node:fs";
import { resultCodeOf } from "./database.ts";

/**
 * Bytes with which a file can be opened: its shared memory of 32 KB, and as much for what the file
 * system adds, or for another process that opens one.
 */
export const OPENING_BYTES = 65_536;
/** SQLite's result code for an input or output error, whatever the cause is. */
const IOERR = 10;

/** An existing file cannot be opened, because the disk has no room for its shared memory. */
export class NoRoomToOpen extends Error {
  constructor(cause: unknown) {
    super(
      "The disk is full. A file is opened only if there is room for its shared memory (32 KB).",
      { cause },
    );
  }
}

const isRoomLeft = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= OPENING_BYTES;
};

const isOutOfRoom = (error: unknown, folder: string): boolean => {
  const code = resultCodeOf(error);
  return code !== null && (code & 0xff) === IOERR && !isRoomLeft(folder);
};

/**
 * Runs `open` for a file in a folder. While the disk has no room for the shared memory of the file,
 * `release` closes something and it runs again. Throws NoRoomToOpen once `release` returns false.
 */
export const whileRoomLasts = <T>(folder: string, open: () => T, release: () => boolean): T => {
  for (;;)
    try {
      return open();
    } catch (error) {
      if (!isOutOfRoom(error, folder)) throw error;
      if (!release()) throw new NoRoomToOpen(error);
    }
};
