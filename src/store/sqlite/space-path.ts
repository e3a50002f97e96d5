import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SpaceId } from "../port.ts";

/** 128 bits: that two names meet is not to be expected, and would be noticed, since the file tells whose it is. */
const DIGITS = 32;

/** By UTF-16 units, so that no two strings are one, ill-formed ones included. */
const digest = (text: string): string => createHash("sha256").update(text, "utf16le").digest("hex").slice(0, DIGITS);

/** Where a tenant's files lie, and the file of a user, under the store's directory: hexadecimal digits alone, whatever the ids are. */
export const folderOf = (directory: string, { tenant }: SpaceId): string => join(directory, digest(tenant));
export const pathOf = (directory: string, id: SpaceId): string => join(folderOf(directory, id), `${digest(id.user)}.db`);
