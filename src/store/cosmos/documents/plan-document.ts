import type { SpaceId } from "../../port.ts";
import type { BatchOperation } from "../partition/batches.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isList, isNumber, isText } from "./shape.ts";

/**
 * A part of a commit that is too large for one batch, stored before the commit is decided. One
 * batch writes its operations and deletes it, so that it is executed once, by whichever process
 * comes first.
 */
export interface PlanDocument extends Envelope {
  readonly type: "plan";
  readonly commit: string;
  readonly operations: readonly BatchOperation[];
  /** When the first part of its commit was stored, in milliseconds since 1970. */
  readonly laidAt: number;
}

export const PLAN = new DocumentShape<PlanDocument>("plan", {
  commit: isText,
  operations: isList,
  laidAt: isNumber,
});

export const planDocumentId = (commit: string, part: number): string =>
  documentId("plan", commit, part);

export const planDocument = (
  space: SpaceId,
  commit: string,
  part: number,
  operations: readonly BatchOperation[],
  laidAt: number,
): PlanDocument => ({
  ...envelope(space, "plan", planDocumentId(commit, part)),
  commit,
  operations,
  laidAt,
});
