import type {
  Closing,
  FactTier,
  FactVersion,
  SourceContext,
  SupersedeReason,
} from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { ImportanceCategory } from "../../memory/importance.ts";
import { END, toInstant } from "./instants.ts";

/** A version as `FACT_COLUMNS` selects it, after the number of the request that it answers. */
export type FactRow = readonly [
  request: number,
  num: number,
  fact: string,
  firstRecorded: number,
  entity: string,
  textId: string,
  text: string,
  hash: string,
  n: number,
  recorded: number,
  expired: number,
  validFrom: number,
  validTo: number,
  slot: string | null,
  value: string | null,
  confidence: number,
  importanceCategory: ImportanceCategory,
  importance: number,
  sourceContext: SourceContext,
  tier: FactTier,
  validFromKnown: number,
  claimedTo: number,
  claimedEndReason: SupersedeReason | null,
  claimedEndBy: string | null,
  occurred: number,
  chain: string,
  mentions: string,
  speaker: string | null,
  event: string | null,
  session: string | null,
  decision: string,
  endReason: SupersedeReason | null,
  endBy: string | null,
  closingReason: SupersedeReason | null,
  closingBy: string | null,
  closingDecision: string | null,
];

/** Of a version `v`, its fact `f`, entity `e` and text `t`. */
export const FACT_COLUMNS = `f.num, f.id, f.first_recorded, e.id, t.id, t.content, t.hash,
  v.n, v.recorded, v.expired, v.valid_from, v.valid_to, v.slot, v.value, v.confidence, v.importance_category, v.importance, v.source_context, v.tier, v.valid_from_known, v.claimed_to,
  v.claimed_end_reason, v.claimed_end_by, v.occurred, v.chain, v.mentions, v.speaker, v.event, v.session, v.decision, v.end_reason, v.end_by, v.closing_reason, v.closing_by, v.closing_decision`;

/** What a version needs besides itself. */
export const JOIN_ENTITY_AND_TEXT = `CROSS JOIN entity e ON e.num = v.entity CROSS JOIN text t ON t.num = v.text`;

const closing = (reason: SupersedeReason | null, by: string | null): Closing | null =>
  reason === null ? null : { reason, by };

/** The version as it was known at `knownAt`. */
export const factVersionOf = (row: FactRow, knownAt: number): FactVersion => {
  const [
    ,
    ,
    fact,
    firstRecorded,
    entity,
    textId,
    text,
    hash,
    n,
    recorded,
    expired,
    validFrom,
    validTo,
    slot,
    value,
    confidence,
    importanceCategory,
    importance,
    sourceContext,
    tier,
    validFromKnown,
    claimedTo,
    claimedEndReason,
    claimedEndBy,
    occurred,
    chain,
    mentions,
    speaker,
    event,
    session,
    decision,
    endReason,
    endBy,
    closingReason,
    closingBy,
    closingDecision,
  ] = row;
  const believed = expired > knownAt;
  return {
    fact,
    n,
    entity,
    text,
    textId,
    hash,
    slot,
    value,
    confidence,
    importanceCategory,
    importance,
    sourceContext,
    tier,
    chain,
    speaker,
    event,
    session,
    decision,
    mentions: JSON.parse(mentions) as EntityId[],
    validFrom: toInstant(validFrom),
    validFromKnown: validFromKnown === 1,
    validTo: toInstant(validTo),
    claimedTo: toInstant(claimedTo),
    claimedEnd: closing(claimedEndReason, claimedEndBy),
    occurredAt: toInstant(occurred),
    firstRecordedAt: toInstant(firstRecorded),
    recordedAt: toInstant(recorded),
    expiredAt: toInstant(believed ? END : expired),
    end: closing(endReason, endBy),
    closing:
      believed || closingReason === null || closingDecision === null
        ? null
        : { reason: closingReason, by: closingBy, decision: closingDecision },
  };
};
