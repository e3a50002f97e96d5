import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SpaceId } from "../port.ts";

/** 128 bits: that two names meet is not to be expected, and would be noticed, since the file tells whose it is. */
const DIGITS = 32;

/** By UTF-16 units, so that no two strings are one, ill-formed ones included. */
const digest = (text: string): string =>
  createHash("sha256").update(text, "utf16le").digest("hex").slice(0, DIGITS);

/** Where the file of a space lies. */
export interface SpacePlace {
  readonly id: SpaceId;
  /** The folder of its tenant. */
  readonly folder: string;
  readonly path: string;
}

/** Under the store's directory: hexadecimal digits alone, whatever the ids are. */
export const placeOf = (directory: string, id: SpaceId): SpacePlace => {
  const folder = join(directory, digest(id.tenant));
  return { id, folder, path: join(folder, `${digest(id.user)}.db`) };
};

/** The path of the file of a space. */
export const pathOf = (directory: string, id: SpaceId): string => placeOf(directory, id).path;
