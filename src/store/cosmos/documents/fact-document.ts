import {
  plainClaim,
  type ClaimDetails,
  type FactTier,
  type FactVersion,
} from "../../../memory/fact.ts";
import { expiryKnownAt, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isList, isNumber, isObject, isText, orNull } from "./shape.ts";

export interface FactDocument extends Envelope {
  readonly type: "fact";
  readonly fact: string;
  readonly n: number;
  readonly entity: string;
  readonly slot: string | null;
  readonly chain: string;
  readonly hash: string;
  /** Keys of all lines that any version of the fact was part of (`lineKey`), so that the line of an earlier version still finds the newest. */
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
  /** Fact that ended the valid time. */
  readonly endedBy: string | null;
  /** Fact that closed the version. Set together with `expiredAt`. */
  readonly closedBy: string | null;
  readonly closing: FactVersion["closing"];
  readonly textId: string;
  /** Number of spans that each text of the fact has, including this version's, which is the last one of its own text. */
  readonly spans: Readonly<Record<string, number>>;
  /** Documents of the first releases tell no details of the claim. */
  readonly body: Omit<
    FactVersion,
    "recordedAt" | "expiredAt" | "validFrom" | "validTo" | "closing" | keyof ClaimDetails
  > &
    Partial<ClaimDetails>;
}

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
  body: isObject,
});

/** What a new version inherits from the one before. */
type FactLineage = Pick<FactDocument, "since" | "spans" | "lines">;

/** A slot or a chain as one string. */
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

const spanCounts = (
  { textId }: FactVersion,
  before: FactLineage | null,
  hasText: boolean,
): FactDocument["spans"] => {
  const counts = before?.spans ?? {};
  return hasText ? { ...counts, [textId]: (counts[textId] ?? 0) + 1 } : counts;
};

/** `position`: of a fact that is recorded for the first time. `hasText`: whether its text is indexed for search. */
export const factDocument = (
  space: SpaceId,
  version: FactVersion,
  position: string,
  before: FactLineage | null,
  hasText: boolean,
): FactDocument => {
  const { recordedAt, expiredAt, validFrom, validTo, closing, ...body } = version;
  return {
    ...envelope(space, "fact", factDocumentId(version.fact, version.n)),
    fact: version.fact,
    n: version.n,
    entity: version.entity,
    slot: version.slot,
    chain: version.chain,
    hash: version.hash,
    confidence: version.confidence,
    tier: version.tier,
    session: version.session,
    importance: version.importance,
    lines: lineKeys(version, before),
    since: before?.since ?? position,
    recordedAt,
    expiredAt,
    validFrom,
    validTo,
    endedBy: version.end?.by ?? null,
    closedBy: closing?.by ?? null,
    closing,
    textId: version.textId,
    body,
    spans: spanCounts(version, before, hasText),
  };
};

/** The version as known at `knownAt`: still open where it was closed later. */
export const factVersion = (
  { body, recordedAt, expiredAt, validFrom, validTo, closing }: FactDocument,
  knownAt: Instant,
): FactVersion => ({
  ...plainClaim({ validFrom, validFromKnown: body.validFromKnown }),
  ...body,
  recordedAt,
  validFrom,
  validTo,
  expiredAt: expiryKnownAt(expiredAt, knownAt),
  closing: expiredAt <= knownAt ? closing : null,
});
