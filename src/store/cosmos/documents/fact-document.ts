import type { FactTier, FactVersion } from "../../../memory/fact.ts";
import { expiryKnownAt, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";

export interface FactDocument extends Envelope {
  readonly type: "fact";
  readonly fact: string;
  readonly n: number;
  readonly entity: string;
  readonly slot: string | null;
  readonly chain: string;
  readonly hash: string;
  /** Every line that it has ever been part of (`lineOf`), so that the newest version is found by the line of any. */
  readonly lines: readonly string[];
  readonly confidence: number;
  readonly tier: FactTier;
  readonly session: string | null;
  readonly importance: number;
  /** Its place in the order in which facts were first recorded. */
  readonly since: string;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly validFrom: Instant;
  readonly validTo: Instant;
  readonly endedBy: string | null;
  /** Set together with `expiredAt`. */
  readonly closedBy: string | null;
  readonly closing: FactVersion["closing"];
  readonly textId: string;
  /** How many spans each text of the fact has, this version's included: the last one of its own text is its span. */
  readonly spans: Readonly<Record<string, number>>;
  readonly body: Omit<
    FactVersion,
    "recordedAt" | "expiredAt" | "validFrom" | "validTo" | "closing"
  >;
}

/** What a new version takes over from the one before. */
export type FactLineage = Pick<FactDocument, "since" | "spans" | "lines">;

export const lineOf = (line: { readonly slot: string } | { readonly chain: string }): string =>
  "slot" in line ? `slot ${line.slot}` : `chain ${line.chain}`;

export const factDocumentId = (fact: string, n: number): string => documentId("fact", fact, n);

/** `place`: where a fact stands that is recorded for the first time. `hasText`: whether its text is on record to be searched. */
export const factDocument = (
  space: SpaceId,
  version: FactVersion,
  place: string,
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
    lines: [
      ...new Set([
        ...(before?.lines ?? []),
        ...(version.slot === null ? [] : [lineOf({ slot: version.slot })]),
        lineOf({ chain: version.chain }),
      ]),
    ],
    since: before?.since ?? place,
    recordedAt,
    expiredAt,
    validFrom,
    validTo,
    endedBy: version.end?.by ?? null,
    closedBy: closing?.by ?? null,
    closing,
    textId: version.textId,
    body,
    spans: hasText
      ? { ...before?.spans, [version.textId]: (before?.spans[version.textId] ?? 0) + 1 }
      : (before?.spans ?? {}),
  };
};

export const factVersion = (
  { body, recordedAt, expiredAt, validFrom, validTo, closing }: FactDocument,
  knownAt: Instant,
): FactVersion => ({
  ...body,
  recordedAt,
  validFrom,
  validTo,
  expiredAt: expiryKnownAt(expiredAt, knownAt),
  closing: expiredAt <= knownAt ? closing : null,
});
