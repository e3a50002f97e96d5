import type { SpaceId } from "../../port.ts";
import { StoreUnavailable } from "../../port.ts";

/** The shape of the documents; a reader refuses a later one than it knows. */
export const SCHEMA_VERSION = 1;

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

/** What every document carries, and every projection of one: whose it is. */
export interface Owned {
  readonly id: string;
  readonly tenant: string;
  readonly user: string;
}

export interface Envelope extends Owned {
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

/** Throws where a document was written by a later version of the service. */
export const checkSchema = (document: { readonly id: string; readonly schema?: number }): void => {
  if ((document.schema ?? 0) > SCHEMA_VERSION)
    throw new StoreUnavailable(
      "DAMAGED",
      `The document ${document.id} was written by a later version of the service (schema ${document.schema}, this one knows ${SCHEMA_VERSION}). Run that version.`,
    );
};
