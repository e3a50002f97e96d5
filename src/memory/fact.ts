import type {
  DecisionId,
  EntityId,
  EventId,
  FactId,
  FactVersionId,
  SessionId,
  TextId,
} from "./ids.ts";
import {
  OPEN,
  visibleAt,
  type Instant,
  type Precision,
  type RecordInterval,
  type TimePoint,
  type ValidInterval,
} from "./time.ts";
import type { ImportanceCategory } from "./importance.ts";
import type { Tagged } from "./tags.ts";

/**
 * How long a fact is kept in mind: for its session, or beyond it, if it tells who the user is or what
 * the user prefers, once the user asks to remember it, or once it recurs.
 */
export type FactTier = "SESSION" | "LONG_TERM";

export type SourceContext =
  | "STATED"
  | "INFERRED_FROM_RELATION"
  | "ASSERTED"
  | "CORRECTED"
  | "IMPORTED";
export type SupersedeReason =
  | "UPDATE"
  | "RETRACTED"
  | "CORRECTED"
  | "DUPLICATE"
  | "CONTRADICT"
  | "BACKFILL"
  | "MERGE"
  | "REVERTED";

/**
 * Why a valid interval ends where it does, or why a version is no longer believed, and the fact
 * that replaced it, if any.
 */
export interface Closing {
  readonly reason: SupersedeReason;
  readonly by: FactId | null;
}

/** What an utterance says of a value: that it holds, that it has ended, or that it never held. */
export type Polarity = "HOLDS" | "ENDED" | "NEVER";

/** What was said, apart from when it is true. */
export interface Statement {
  readonly text: string;
  /** The attribute with one value at a time that it is about, in snake_case. */
  readonly slot: string | null;
  readonly value: string | null;
  readonly confidence: number;
  readonly importanceCategory: ImportanceCategory;
  readonly importance: number;
  readonly sourceContext: SourceContext;
  /** Always LONG_TERM outside of sessions. */
  readonly tier: FactTier;
}

/**
 * What one utterance says about its line: its value holds, has ended or never held, from
 * `claimedFrom` until `claimedTo`. `line.ts` works out how much of it is visible beside the other
 * claims to the same line.
 */
export interface Claim {
  readonly polarity: Polarity;
  /** `BEGINNING` where the start is unknown. */
  readonly claimedFrom: Instant;
  /** Whether the start was stated. */
  readonly fromStated: boolean;
  readonly fromPrecision: Precision;
  /** Whether it says that what began at `claimedFrom` still holds. */
  readonly still: boolean;
  /** Open unless an end was stated or the claim was closed. */
  readonly claimedTo: Instant;
  readonly toPrecision: Precision;
  /** Why it ends at `claimedTo`, where it was closed; null if the end was stated or is open. */
  readonly claimedEnd: Closing | null;
  /** When it was said. Of two claims the one said later prevails, whichever arrived first. */
  readonly occurredAt: Instant;
  /** Its position in the message that makes it. */
  readonly position: number;
  /**
   * The fact that it repeats or denies in other words: it speaks of the value of that fact. Null if
   * its own value tells.
   */
  readonly restates: FactId | null;
  /**
   * The narrower name by which a slot with several values was spoken of: `dog` of a pet. Null if it
   * was the name of the slot.
   */
  readonly label: string | null;
  /**
   * Whether its value takes the place of the other values of its label: "My dog is now Max". Only in
   * a slot with several values: in any other it does so anyway.
   */
  readonly takesOver: boolean;
}

/** The words of a claim. */
export type Words = Pick<FactState, "text" | "value" | "confidence" | "hash" | "textId">;

/** What is visible of a fact, worked out with its line. */
export interface Visible {
  /** Where the visible interval starts. */
  readonly validFrom: Instant;
  /** Whether that start was stated. */
  readonly validFromKnown: boolean;
  readonly validFromPrecision: Precision;
  readonly validToPrecision: Precision;
  /**
   * The words of its own claim, where it shows those of a claim that was said later; `by` is that
   * claim.
   */
  readonly own: (Words & { readonly by: FactId }) | null;
  /**
   * The claim that it shows once more, where that claim was covered for a while: such a fact has no
   * claim of its own.
   */
  readonly resumes: FactId | null;
  /** Whether search has its text. A claim that has never shown anything has none. */
  readonly hasText: boolean;
}

/**
 * Everything about a fact that a version may change, apart from where its visible interval ends. Its
 * tags are those of the message that it was first stated in.
 */
export interface FactState extends Statement, Claim, Visible, Tagged {
  /** The entity that it was said of. A merge moves no fact. */
  readonly entity: EntityId;
  /**
   * The id of the first fact of its chain: without a slot, the facts of one chain replace each
   * other.
   */
  readonly chain: string;
  readonly mentions: readonly EntityId[];
  readonly hash: string;
  /** The search text, stored once for all versions that share it. */
  readonly textId: TextId;
  readonly speaker: string | null;
  readonly event: EventId | null;
  readonly session: SessionId | null;
}

/** One version of a fact: what was believed of it from `recordedAt` until `expiredAt`. */
export interface FactVersion extends FactState, RecordInterval, ValidInterval {
  readonly fact: FactId;
  readonly n: number;
  /** When the fact was first recorded. */
  readonly firstRecordedAt: Instant;
  /** The decision that made this version. */
  readonly decision: DecisionId;
  /** Why the valid interval ends at `validTo`; null if it ends as claimed. */
  readonly end: Closing | null;
  /** Why it is no longer believed. Set once, together with `expiredAt`. */
  readonly closing: (Closing & { readonly decision: DecisionId }) | null;
}

export const factVersionId = (version: Pick<FactVersion, "fact" | "n">): FactVersionId =>
  `${version.fact}.${version.n}`;
export const factOfVersion = (id: FactVersionId): FactId => id.slice(0, id.lastIndexOf("."));

/**
 * Whether the claim of a fact was withdrawn. As long as it is not, some version of the fact is
 * believed: one with an empty interval, which no reader sees, where other claims leave it no time.
 */
export const isWithdrawn = (latest: FactVersion): boolean => latest.expiredAt !== OPEN;

/**
 * Whether a version covers no time. Such a version keeps on record a claim that others overrule,
 * and no reader sees it.
 */
export const isEmpty = (version: ValidInterval): boolean => version.validTo <= version.validFrom;

/** What a version tells of its claim beyond what versions of the first releases told. */
export type ClaimDetails = Pick<
  FactState,
  | "polarity"
  | "claimedFrom"
  | "fromStated"
  | "fromPrecision"
  | "still"
  | "toPrecision"
  | "position"
  | "restates"
  | "label"
  | "takesOver"
  | "validFromPrecision"
  | "validToPrecision"
  | "own"
  | "resumes"
  | "hasText"
>;

/** The details of a claim that holds a value and is visible from its own start. */
export const plainClaim = ({
  validFrom,
  validFromKnown,
}: Pick<Visible, "validFrom" | "validFromKnown">): ClaimDetails => ({
  polarity: "HOLDS",
  claimedFrom: validFrom,
  fromStated: validFromKnown,
  fromPrecision: "INSTANT",
  still: false,
  toPrecision: "INSTANT",
  position: 0,
  restates: null,
  label: null,
  takesOver: false,
  validFromPrecision: "INSTANT",
  validToPrecision: "INSTANT",
  own: null,
  resumes: null,
  hasText: true,
});

/** The words of the claim of a fact, whatever words it shows. */
export const ownWords = ({ own, text, value, confidence, hash, textId }: FactState): Words =>
  own ?? { text, value, confidence, hash, textId };

/** Whether a claim denies something: it is never visible itself. */
export const isDenial = ({ polarity }: Pick<Claim, "polarity">): boolean => polarity !== "HOLDS";

/** Whether a version does not show at a time point, or says something else since a correction. */
export const isChanged = (version: FactVersion, at: TimePoint): boolean =>
  !visibleAt(version, at) || version.sourceContext === "CORRECTED";
