import { createHash } from "node:crypto";

/** The service allows 1,023 bytes; ids that would come near are hashed. */
const LONGEST = 255;
const UNSAFE = /[^A-Za-z0-9_-]/gu;

/** `~2f~` for a slash: no two keys become one, and no key reaches out of its place in a path. */
const escape = (part: string): string =>
  part.replace(UNSAFE, (character) => `~${character.codePointAt(0)!.toString(16)}~`);

/** The id of a document: its type and what tells it apart, in any characters. Different parts never give the same id (but for a collision of SHA-256). */
export const documentId = (type: string, ...parts: readonly (string | number)[]): string => {
  const id = [type, ...parts.map(String).map(escape)].join(".");
  return id.length <= LONGEST ? id : `${type}.~${createHash("sha256").update(id).digest("hex")}`;
};
