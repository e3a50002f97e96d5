import type { OperationInput } from "@azure/cosmos";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";

/** A part of a commit that is too large for one batch, laid down before it is decided on. Writing it deletes it, in the same batch: so it is written once, whoever does it. */
export interface PlanDocument extends Envelope {
  readonly type: "plan";
  readonly commit: string;
  readonly operations: readonly OperationInput[];
  /** Until the commit is decided on; what is left of one that never was dies by itself. */
  readonly ttl?: number;
}

/** Seconds in which a commit must be decided on once its first part lies there. */
const UNDECIDED_SECONDS = 3600;

export const planDocumentId = (commit: string, part: number): string => documentId("plan", commit, part);

export const planDocument = (space: SpaceId, commit: string, part: number, operations: readonly OperationInput[]): PlanDocument => ({
  ...envelope(space, "plan", planDocumentId(commit, part)), commit, operations, ttl: UNDECIDED_SECONDS,
});
