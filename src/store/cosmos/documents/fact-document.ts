import {
  plainClaim,
  type ClaimDetails,
  type FactTier,
  type FactVersion,
} from "../../../memory/fact.ts";
import { expiryKnownAt, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, withoutDefaults, type Envelope } from "./envelope.ts";
import { DocumentShape, isList, isNumber, isObject, isText, orAbsent, orNull } from "./shape.ts";
import { MOST_SPANS } from "./text-document.ts";

export interface FactDocument extends Envelope {
  readonly type: "fact";
  readonly fact: string;
  readonly n: number;
  readonly entity: string;
  readonly slot: string | null;
  readonly chain: string;
  readonly hash: string;
  /**
   * Keys of all lines that any version of the fact was part of (`lineKey`), so that the line of an
   * earlier version still finds the newest.
   */
  readonly lines: readonly string[];
  readonly confidence: number;
  readonly tier: FactTier;
  readonly session: string | null;
  readonly importance: number;
  /** Position in the order in which facts were first recorded. */
  readonly since: string;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly validFrom: Instant;
  readonly validTo: Instant;
  /** The fact that ended the valid time. */
  readonly endedBy: string | null;
  /** The fact that closed the version. Set together with `expiredAt`. */
  readonly closedBy: string | null;
  readonly closing: FactVersion["closing"];
  readonly textId: string;
  /**
   * Number of spans that the last part of each text of the fact has, including the span of this
   * version, which is the last one of its own text.
   */
  readonly spans: Readonly<Record<string, number>>;
  /** The number of the last part of each text that has several parts. */
  readonly parts?: Readonly<Record<string, number>>;
  /**
   * Properties that the rest of the document does not contain, without the details of a plain
   * claim.
   */
  readonly body: Omit<FactVersion, BesideBody | keyof ClaimDetails> & Partial<ClaimDetails>;
}

type BesideBody =
  | "fact"
  | "n"
  | "entity"
  | "slot"
  | "chain"
  | "hash"
  | "confidence"
  | "tier"
  | "session"
  | "importance"
  | "recordedAt"
  | "expiredAt"
  | "validFrom"
  | "validTo"
  | "closing"
  | "textId";

export const FACT = new DocumentShape<FactDocument>("fact", {
  fact: isText,
  n: isNumber,
  entity: isText,
  slot: orNull(isText),
  chain: isText,
  hash: isText,
  lines: isList,
  confidence: isNumber,
  tier: isText,
  session: orNull(isText),
  importance: isNumber,
  since: isText,
  recordedAt: isText,
  expiredAt: isText,
  validFrom: isText,
  validTo: isText,
  endedBy: orNull(isText),
  closedBy: orNull(isText),
  closing: orNull(isObject),
  textId: isText,
  spans: isObject,
  parts: orAbsent(isObject),
  body: isObject,
});

/** The properties that a new version inherits from the previous one. */
type FactLineage = Pick<FactDocument, "since" | "spans" | "parts" | "lines">;

/** The key of a slot or a chain. */
export const lineKey = (line: { readonly slot: string } | { readonly chain: string }): string =>
  "slot" in line ? `slot ${line.slot}` : `chain ${line.chain}`;

export const factDocumentId = (fact: string, n: number): string => documentId("fact", fact, n);

const lineKeys = ({ slot, chain }: FactVersion, before: FactLineage | null): string[] => [
  ...new Set([
    ...(before?.lines ?? []),
    ...(slot === null ? [] : [lineKey({ slot })]),
    lineKey({ chain }),
  ]),
];

/** The position of a span of a text: its part, and its position within that part. */
export interface SpanPlace {
  readonly part: number;
  readonly place: number;
}

type SpanCounts = Pick<FactDocument, "spans" | "parts">;

/** The position of the last span of a text; null for a text that is not indexed for search. */
export const lastSpan = ({ spans, parts }: SpanCounts, textId: string): SpanPlace | null => {
  const count = spans[textId];
  return count === undefined ? null : { part: parts?.[textId] ?? 0, place: count - 1 };
};

/** The position of the next span of a text. */
export const nextSpan = (counts: SpanCounts | null, textId: string): SpanPlace => {
  const { part, place } = (counts && lastSpan(counts, textId)) ?? { part: 0, place: -1 };
  return place + 1 < MOST_SPANS ? { part, place: place + 1 } : { part: part + 1, place: 0 };
};

/** The number of spans of each text of a fact, with one more for this version if it has a text. */
const spanCounts = (
  { textId }: FactVersion,
  before: FactLineage | null,
  hasText: boolean,
): SpanCounts => {
  const { spans = {}, parts } = before ?? {};
  if (!hasText) return { spans, ...(parts && { parts }) };
  const { part, place } = nextSpan(before, textId);
  const nextParts = part === 0 ? parts : { ...parts, [textId]: part };
  return { spans: { ...spans, [textId]: place + 1 }, ...(nextParts && { parts: nextParts }) };
};

/**
 * `position` is that of a fact that is recorded for the first time. `hasText` says whether its text
 * is indexed for search.
 */
export const factDocument = (
  space: SpaceId,
  version: FactVersion,
  position: string,
  before: FactLineage | null,
  hasText: boolean,
): FactDocument => {
  const { fact, n, entity, slot, chain, hash, confidence, tier, session, importance, ...others } =
    version;
  const { recordedAt, expiredAt, validFrom, validTo, closing, textId, ...body } = others;
  return {
    ...envelope(space, "fact", factDocumentId(fact, n)),
    fact,
    n,
    entity,
    slot,
    chain,
    hash,
    confidence,
    tier,
    session,
    importance,
    lines: lineKeys(version, before),
    since: before?.since ?? position,
    recordedAt,
    expiredAt,
    validFrom,
    validTo,
    endedBy: version.end?.by ?? null,
    closedBy: closing?.by ?? null,
    closing,
    textId,
    body: withoutDefaults(body, plainClaim(version)),
    ...spanCounts(version, before, hasText),
  };
};

/** The version as known at `knownAt`: open if it was closed later. */
export const factVersion = (document: FactDocument, knownAt: Instant): FactVersion => {
  const { body, validFrom, expiredAt } = document;
  return {
    ...plainClaim({ validFrom, validFromKnown: body.validFromKnown }),
    ...body,
    fact: document.fact,
    n: document.n,
    entity: document.entity,
    slot: document.slot,
    chain: document.chain,
    hash: document.hash,
    confidence: document.confidence,
    tier: document.tier,
    session: document.session,
    importance: document.importance,
    textId: document.textId,
    recordedAt: document.recordedAt,
    validFrom,
    validTo: document.validTo,
    expiredAt: expiryKnownAt(expiredAt, knownAt),
    closing: expiredAt <= knownAt ? document.closing : null,
  };
};
