import type { Decision } from "../../../memory/decision.ts";
import { factOfVersion } from "../../../memory/fact.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isList, isObject, isText, orNull } from "./shape.ts";

export interface DecisionDocument extends Envelope {
  readonly type: "decision";
  readonly action: Decision["action"];
  readonly fact: string | null;
  readonly event: string | null;
  /** Facts whose versions were candidates. */
  readonly candidates: readonly string[];
  /** Position in the order in which decisions were recorded. */
  readonly since: string;
  readonly recordedAt: Instant;
  readonly reverted: Decision["reverted"];
  /** Properties that the rest of the document does not contain. */
  readonly body: Omit<Decision, "reverted" | "action" | "fact" | "event" | "recordedAt">;
}

export const DECISION = new DocumentShape<DecisionDocument>("decision", {
  action: isText,
  fact: orNull(isText),
  event: orNull(isText),
  candidates: isList,
  since: isText,
  recordedAt: isText,
  reverted: orNull(isObject),
  body: isObject,
});

export const decisionDocumentId = (decision: string): string => documentId("decision", decision);

/** `since` is the record time of its commit with its position in the commit, which orders lists. */
export const decisionDocument = (
  space: SpaceId,
  { reverted, action, fact, event, recordedAt, ...body }: Decision,
  since: string,
): DecisionDocument => ({
  ...envelope(space, "decision", decisionDocumentId(body.id)),
  action,
  fact,
  event,
  candidates: [...new Set(body.candidates.map(({ version }) => factOfVersion(version)))],
  since,
  recordedAt,
  reverted,
  body,
});

/** The decision as known at `knownAt`: not reverted if it was reverted later. */
export const decisionOf = (
  { body, action, fact, event, recordedAt, reverted }: DecisionDocument,
  knownAt: Instant,
): Decision => ({
  ...body,
  action,
  fact,
  event,
  recordedAt,
  reverted: reverted !== null && reverted.at <= knownAt ? reverted : null,
});
