import { contentHash } from "../../memory/content-hash.ts";
import { isDenial, ownWords, type FactState, type Words } from "../../memory/fact.ts";
import type { DecisionId, EntityId } from "../../memory/ids.ts";
import { Problem } from "../../memory/problem.ts";
import { OPEN, type Instant, type Precision } from "../../memory/time.ts";
import { checkInterval } from "../limits.ts";
import { isBelieved, type BelievedFact } from "./draft-fact.ts";
import type { Draft } from "./draft.ts";

/**
 * A correction of a fact. A field that is null or omitted does not change, except `validTo`: null
 * removes the end.
 */
export interface Correction {
  readonly text?: string | null | undefined;
  readonly value?: string | null | undefined;
  readonly confidence?: number | null | undefined;
  readonly validFrom?: Instant | null | undefined;
  readonly validFromKnown?: boolean | null | undefined;
  readonly validTo?: Instant | null | undefined;
  /** Precision of the start and the end. Default: INSTANT. */
  readonly validFromPrecision?: Precision | null | undefined;
  readonly validToPrecision?: Precision | null | undefined;
  /** The entities that the text names, the primary one first. */
  readonly mentions?: readonly EntityId[] | undefined;
  /** Whether the fact was never true. */
  readonly never?: boolean | undefined;
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);

/**
 * A text with `before` replaced by `value`, if it contains `before` once as a whole word; else
 * null.
 */
const withValue = (text: string, before: string, value: string): string | null => {
  const [start, end, ...further] = text.split(before);
  if (start === undefined || end === undefined || further.length > 0) return null;
  const isWithinWord =
    (isLetter(before[0]) && isLetter([...start].at(-1))) ||
    (isLetter([...before].at(-1)) && isLetter([...end][0]));
  return isWithinWord ? null : `${start}${value}${end}`;
};

/**
 * The statement of a corrected claim. If only the value is corrected, it is also replaced in the
 * text, because nobody should read the wrong value. A text that does not contain the value does not
 * change.
 */
export const correctedText = (
  own: Pick<FactState, "text" | "value">,
  { text, value }: Correction,
): string | null => {
  if (text != null) return text.trim();
  if (value == null || own.value === null || own.value === "") return null;
  return withValue(own.text, own.value, value.trim());
};

/** The text of a corrected claim. A different text has a hash and a search text of its own. */
const correctedWords = (draft: Draft, state: FactState, correction: Correction): Words => {
  const { value, confidence } = correction;
  const own = ownWords(state);
  const text = correctedText(own, correction);
  return {
    ...own,
    value: value?.trim() ?? own.value,
    confidence: confidence ?? own.confidence,
    ...(text !== null && {
      text,
      hash: contentHash(text),
      textId: draft.facts.newText(),
    }),
  };
};

/**
 * The interval of a corrected claim, which is one of those that make up the fact. A given start
 * applies to every claim that starts with the fact or before the given start. A given end applies
 * to every claim.
 */
const correctedClaim = (
  fact: FactState,
  state: FactState,
  { validFrom, validFromKnown, validTo, validFromPrecision, validToPrecision }: Correction,
): Partial<FactState> => {
  const startsHere = state.claimedFrom <= fact.validFrom;
  const moves = validFrom != null && (startsHere || state.claimedFrom < validFrom);
  const isStated = validFromKnown ?? (moves || state.fromStated);
  const fromPrecision = validFromPrecision ?? "INSTANT";
  const toPrecision = validToPrecision ?? "INSTANT";
  return {
    ...(moves && { claimedFrom: validFrom, fromPrecision }),
    ...((moves || startsHere) && { fromStated: isStated }),
    ...(validTo === undefined ? {} : { claimedTo: validTo ?? OPEN, claimedEnd: null, toPrecision }),
  };
};

/**
 * Removes the end of a fact: removes the denial that ended it, if any, and adds a value that had
 * replaced it as a further value.
 */
const openEnd = async (
  draft: Draft,
  fact: BelievedFact,
  { validTo }: Correction,
  decision: DecisionId,
): Promise<void> => {
  if (validTo !== null) return;
  const by = await draft.facts.lines.endedBy(fact);
  if (by?.state == null) return;
  await (isDenial(by.state)
    ? draft.facts.withdraw(by, decision, CORRECTED)
    : draft.facts.edit(by, { ...by.state, takesOver: false }, decision, CORRECTED));
};

/**
 * The current name of the slot of a fact: a fact that was recorded under another name moves to it.
 */
export const canonicalSlotOf = (
  draft: Draft,
  { slot, entity }: Pick<FactState, "slot" | "entity">,
): string | null => slot && draft.vocabulary.canonicalSlot(slot, draft.entities.root(entity).type);

const CORRECTED = { reason: "CORRECTED", by: null } as const;

/** Corrects every claim that makes up a fact. */
const correctClaims = async (
  draft: Draft,
  fact: BelievedFact,
  request: Correction,
  decision: DecisionId,
): Promise<void> => {
  const before = fact.state;
  if (request.validFrom != null && before.resumes !== null)
    throw new Problem(
      "CONFLICT",
      "The fact starts again because another one ends. Correct the end of the other one.",
    );
  const claims = await draft.facts.lines.claimsOf(fact);
  await openEnd(draft, fact, request, decision);
  for (const claim of claims) {
    const words = correctedWords(draft, claim.state, request);
    const state: FactState = {
      ...claim.state,
      slot: canonicalSlotOf(draft, claim.state),
      ...words,
      own: null,
      ...correctedClaim(before, claim.state, request),
      mentions: request.mentions ?? claim.state.mentions,
      sourceContext: "CORRECTED",
    };
    if (state.claimedTo <= state.claimedFrom && claims.length > 1)
      await draft.facts.withdraw(claim, decision, CORRECTED);
    else {
      checkInterval(state.claimedFrom, state.claimedTo);
      await draft.facts.edit(claim, state, decision, CORRECTED);
    }
  }
};

/** Removes every claim that makes up a fact, because it was never true. */
const takeOut = async (draft: Draft, fact: BelievedFact, decision: DecisionId): Promise<void> => {
  for (const claim of await draft.facts.lines.claimsOf(fact))
    await draft.facts.withdraw(claim, decision, CORRECTED);
};

/**
 * Corrects a fact, as an effect of a decision: every claim that makes it up gets another text,
 * value or interval, or is removed. Edges that depend on the value follow it. Views with an earlier
 * record time do not change. Throws INVALID_INTERVAL, and CONFLICT for the start of a fact that
 * only shows again.
 */
export const correctInDraft = async (
  draft: Draft,
  fact: BelievedFact,
  correction: Correction,
  decision: DecisionId,
): Promise<void> => {
  const before = fact.state.value;
  await (correction.never
    ? takeOut(draft, fact, decision)
    : correctClaims(draft, fact, correction, decision));
  draft.decisions.setFact(decision, fact.fact);
  if (isBelieved(fact)) await draft.relationships.follow(fact, before, decision);
};
