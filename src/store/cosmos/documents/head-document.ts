import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";

/** A commit that was too large for one batch, decided on but not yet written in full: its parts lie in documents of their own. */
export interface SplitPlan {
  readonly commit: string;
  readonly recordedAt: Instant;
  readonly parts: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Where the record of a space stands. Every commit moves it, guarded by its ETag. */
export interface HeadDocument extends Envelope {
  readonly type: "head";
  readonly recordedAt: Instant | null;
  /** Of the last commit. */
  readonly commit: string | null;
  readonly plan: SplitPlan | null;
  /** Of the last batch that changed what was on record (erasure), where no commit came after it. */
  readonly amended?: string;
  readonly _etag?: string;
}

export const HEAD_ID = documentId("head");

export const headDocument = (
  space: SpaceId,
  recordedAt: Instant | null,
  commit: string | null,
  plan: SplitPlan | null,
): HeadDocument => ({ ...envelope(space, "head", HEAD_ID), recordedAt, commit, plan });
