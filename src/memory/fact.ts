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
 * How long a fact is kept: for its session, or beyond it, if it states who the user is or what the
 * user prefers, when the user asks to remember it, or when it recurs.
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
 * The reason for the end of a valid interval, or for the end of belief in a version, and the fact
 * that replaced it, if any.
 */
export interface Closing {
  readonly reason: SupersedeReason;
  readonly by: FactId | null;
}

/** The kind of a claim: its value holds, has ended, or never held. */
export type Polarity = "HOLDS" | "ENDED" | "NEVER";

/** The content of a fact, without its intervals. */
export interface FactContent {
  readonly text: string;
  /** The slot that it is about, in snake_case. */
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
 * The claim of one utterance to its line: its value holds, has ended or never held, from
 * `claimedFrom` until `claimedTo`. `line.ts` computes its visible part from all claims to the same
 * line.
 */
export interface Claim {
  readonly polarity: Polarity;
  /** `BEGINNING` where the start is unknown. */
  readonly claimedFrom: Instant;
  /** Whether the start was stated. */
  readonly fromStated: boolean;
  readonly fromPrecision: Precision;
  /** Whether it says that a state that began at `claimedFrom` still holds. */
  readonly still: boolean;
  /** Open unless an end was stated or the claim was closed. */
  readonly claimedTo: Instant;
  readonly toPrecision: Precision;
  /** Why it ends at `claimedTo`, if it was closed; null if the end was stated or is open. */
  readonly claimedEnd: Closing | null;
  /**
   * Time at which it was said. Of two claims the one said later prevails, whichever arrived first.
   */
  readonly occurredAt: Instant;
  /** Its position in the message. */
  readonly position: number;
  /**
   * The fact that it repeats or denies in other words, and whose value it means. Null if it
   * states the value itself.
   */
  readonly restates: FactId | null;
  /**
   * The narrower name of a slot with several values that was used, `dog` for a pet, or the stage of
   * the value that was named, `engaged` for a spouse. Null if the slot itself was named.
   */
  readonly label: string | null;
  /**
   * Whether its value replaces the other values of its label ("My dog is now Max"). Only for a slot
   * with several values; in other slots every value replaces.
   */
  readonly takesOver: boolean;
}

/** The words of a claim. */
export type Words = Pick<FactState, "text" | "value" | "confidence" | "hash" | "textId">;

/** The visible part of a fact, computed with its line. */
export interface Visible {
  /** Start of the visible interval. */
  readonly validFrom: Instant;
  /** Whether that start was stated. */
  readonly validFromKnown: boolean;
  readonly validFromPrecision: Precision;
  readonly validToPrecision: Precision;
  /**
   * The text of its own claim, if it shows the text of a claim that was said later; `by` is that
   * claim.
   */
  readonly own: (Words & { readonly by: FactId }) | null;
  /**
   * The claim that it shows again after a later claim covered it. Such a fact has no claim of its
   * own.
   */
  readonly resumes: FactId | null;
  /** Whether its text is searchable. A claim that has never been visible has no text. */
  readonly hasText: boolean;
}

/**
 * Everything about a fact that a version may change, except the end of its visible interval. Its
 * tags are those of the message that first stated it.
 */
export interface FactState extends FactContent, Claim, Visible, Tagged {
  /** The entity about which it was stated. A merge moves no fact. */
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

/** One version of a fact: its state as believed from `recordedAt` until `expiredAt`. */
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
 * Whether the claim of a fact was withdrawn. Otherwise some version of the fact is believed: one
 * with an empty interval, which no reader sees, if other claims leave it no time.
 */
export const isWithdrawn = (latest: FactVersion): boolean => latest.expiredAt !== OPEN;

/**
 * Whether a version covers no time. Such a version records a claim that others overrule, and no
 * reader sees it.
 */
export const isEmpty = (version: ValidInterval): boolean => version.validTo <= version.validFrom;

/** The properties of a claim that versions of the first releases lack. */
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

/** The text of the claim of a fact, whatever text it shows. */
export const ownWords = ({ own, text, value, confidence, hash, textId }: FactState): Words =>
  own ?? { text, value, confidence, hash, textId };

/** Whether a claim denies something: it is never visible itself. */
export const isDenial = ({ polarity }: Pick<Claim, "polarity">): boolean => polarity !== "HOLDS";

/**
 * Whether a version is not visible at a time point, has another statement since a correction, or
 * shows the value of a later claim.
 */
export const isChanged = (version: FactVersion, at: TimePoint): boolean =>
  !visibleAt(version, at) ||
  version.sourceContext === "CORRECTED" ||
  (version.own !== null && version.own.value !== version.value);
