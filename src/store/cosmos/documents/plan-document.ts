import type { OperationInput } from "@azure/cosmos";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";

/** A part of a commit that is too large for one batch, laid down before it is decided on. Writing it deletes it, in the same batch: so it is written once, whoever does it. */
export interface PlanDocument extends Envelope {
  readonly type: "plan";
  readonly commit: string;
  readonly operations: readonly OperationInput[];
  /** When its commit began to be laid down, in milliseconds since 1970. */
  readonly laidAt: number;
}

export const planDocumentId = (commit: string, part: number): string =>
  documentId("plan", commit, part);

export const planDocument = (
  space: SpaceId,
  commit: string,
  part: number,
  operations: readonly OperationInput[],
  laidAt: number,
): PlanDocument => ({
  ...envelope(space, "plan", planDocumentId(commit, part)),
  commit,
  operations,
  laidAt,
});
