import { createHash } from "node:crypto";
import { StoreUnavailable, type SpaceId } from "../../port.ts";

/** Number of characters of an id from which it is hashed. The limit of Cosmos DB is 1,023 bytes. */
const LONGEST_ID = 255;
const UNSAFE = /[^A-Za-z0-9_-]/gu;

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0;

/**
 * Escapes the characters that Cosmos DB forbids in an id (`~2f~` for a slash). Different keys stay
 * different.
 */
const escape = (part: string): string =>
  part.replace(UNSAFE, (character) => `~${codePointOf(character).toString(16)}~`);

/**
 * The id of a document, made from its type and its keys, which may contain any characters.
 * Different keys never have the same id, except for a collision of SHA-256.
 */
export const documentId = (type: string, ...parts: readonly (string | number)[]): string => {
  const id = [type, ...parts.map(String).map(escape)].join(".");
  return id.length <= LONGEST_ID ? id : `${type}.~${createHash("sha256").update(id).digest("hex")}`;
};

/**
 * Schema version of all documents. A document of a later version is refused. In version 1 a body
 * repeated the other properties of its document, and a text had all its spans in one document.
 */
export const SCHEMA_VERSION = 2;

/** A body without the properties that have their default value. Readers add the defaults again. */
export const withoutDefaults = <T extends D, D extends object>(
  body: T,
  defaults: D,
): Omit<T, keyof D> & Partial<D> => {
  const rest: T = { ...body };
  for (const name in defaults)
    if (rest[name] === defaults[name]) Reflect.deleteProperty(rest, name);
  return rest;
};

export type DocumentType =
  | "head"
  | "plan"
  | "commit"
  | "entity"
  | "fact"
  | "relationship"
  | "event"
  | "decision"
  | "text"
  | "session"
  | "turn"
  | "notebook"
  | "note"
  | "memory"
  | "reference";

/** The properties of every row of a query, also of distinct values: its owner. */
export interface Owner {
  readonly tenant: string;
  readonly user: string;
}

/** The properties of every document, and of every projection of one. */
export interface OwnedDocument extends Owner {
  readonly id: string;
}

export interface Envelope extends OwnedDocument {
  readonly type: DocumentType;
  readonly schema: number;
}

export const envelope = <T extends DocumentType>(
  space: SpaceId,
  type: T,
  id: string,
): Envelope & { readonly type: T } => ({
  id,
  tenant: space.tenant,
  user: space.user,
  type,
  schema: SCHEMA_VERSION,
});

/** Throws a StoreUnavailable (NEWER) for a document that a newer version of the service wrote. */
export const checkSchema = (document: { readonly id: string; readonly schema?: number }): void => {
  if ((document.schema ?? 0) > SCHEMA_VERSION)
    throw new StoreUnavailable(
      "NEWER",
      `A newer version of the service has written the document ${document.id}: its format is ${document.schema}, and this version reads formats up to ${SCHEMA_VERSION}. Install the newer version.`,
    );
};

const ORDINAL_DIGITS = 6;

/**
 * Position in the order in which things were recorded: by record time, within a commit by ordinal.
 * Positions compare as text.
 */
export const positionAt = (recordedAt: string, ordinal: number): string =>
  `${recordedAt} ${String(ordinal).padStart(ORDINAL_DIGITS, "0")}`;
