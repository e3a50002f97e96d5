import { type FileHandle, open } from "node:fs/promises";

/** Opens a file or a folder, uses it, and waits until what was written to it is on the disk. */
const syncAfter = async (
  path: string,
  flags: "r" | "r+",
  use?: (handle: FileHandle) => Promise<void>,
): Promise<void> => {
  const handle = await open(path, flags);
  try {
    await use?.(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes a copied file private to its owner, and waits until it is on the disk. */
export const keepCopy = (path: string): Promise<void> =>
  syncAfter(path, "r+", (handle) => handle.chmod(0o600));

/** Waits until the names in a folder are on the disk. */
export const syncFolder = (folder: string): Promise<void> => syncAfter(folder, "r");
