import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isObject, isText, orAbsent, orNull } from "./shape.ts";

/**
 * A commit that is too large for one batch: it is decided, but not completely written yet. Its
 * parts are in separate documents.
 */
export interface SplitPlan {
  readonly commit: string;
  readonly recordedAt: Instant;
  /** Number of its parts. */
  readonly parts: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The record time of the last commit of a space. Every commit moves it, guarded by its ETag. */
export interface HeadDocument extends Envelope {
  readonly type: "head";
  readonly recordedAt: Instant | null;
  /** Id of the last commit. */
  readonly commit: string | null;
  readonly plan: SplitPlan | null;
  /** Id of the last batch of an erasure, unless a commit came after it. */
  readonly amended?: string;
  /**
   * Sorts before every position, so that the head comes first in a list of that order. Heads of
   * releases before 0.3 have none.
   */
  readonly since?: "";
}

export const HEAD = new DocumentShape<HeadDocument>("head", {
  recordedAt: orNull(isText),
  commit: orNull(isText),
  plan: orNull(isObject),
  amended: orAbsent(isText),
  since: orAbsent(isText),
});

export const HEAD_ID = documentId("head");

export const headDocument = (
  space: SpaceId,
  recordedAt: Instant | null,
  commit: string | null,
  plan: SplitPlan | null,
): HeadDocument => ({ ...envelope(space, "head", HEAD_ID), recordedAt, commit, plan, since: "" });
