import type { FactState } from "../../memory/fact.ts";
import { knownValue, otherValue, sameLabel } from "../../memory/reasons.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import type { BelievedFact } from "../draft/draft-fact.ts";
import { byRule, candidatesAt, type Candidate, type Judgement } from "./judgement.ts";

/** The slot of a statement, and the relevant times. */
export interface SlotQuery extends Pick<FactState, "entity" | "validFrom" | "occurredAt"> {
  readonly slot: string;
}

const lineOf = (draft: Draft, { entity, slot }: SlotQuery) =>
  draft.facts.lines.of({ entity, slot, chain: "" });

/**
 * The facts of a slot that a new value may change: first those that are true when it starts, then
 * those without a known start that were true when it was said.
 */
export const replaceableInSlot = async (draft: Draft, query: SlotQuery): Promise<Candidate[]> => {
  const line = await lineOf(draft, query);
  const atStart = candidatesAt(line, query.validFrom);
  const whenSaid = candidatesAt(line, query.occurredAt).filter(
    ({ fact }) =>
      !fact.state.validFromKnown && !atStart.some((candidate) => candidate.fact === fact),
  );
  return [...atStart, ...whenSaid];
};

/** The facts of a slot that a statement may end: those that were true when it was said. */
export const endableInSlot = async (draft: Draft, query: SlotQuery): Promise<Candidate[]> =>
  candidatesAt(await lineOf(draft, query), query.occurredAt);

/** Whether a fact replaces the other values of its label in a slot with several values. */
export const takesOver = (draft: Draft, { slot, action }: ExtractedFact): boolean =>
  action === "UPDATE" && draft.facts.lines.hasMany(slot);

/** The properties of a statement about a slot that matter for its other values. */
export interface SlotStatement extends Pick<FactState, "label" | "takesOver"> {
  readonly slot: string;
}

/**
 * The rule of a slot. An equal value confirms. A different value replaces the old one if the slot
 * has one value at a time. If the slot has several, it is added, unless it replaces the others.
 * Null if the slot has no value yet.
 */
export const judgeValue = (
  draft: Draft,
  { slot, label, takesOver: replaces }: SlotStatement,
  candidates: readonly Candidate[],
  isSame: (fact: BelievedFact) => boolean,
): Judgement | null => {
  const [first] = candidates;
  if (!first) return null;
  const same = candidates.find(({ fact }) => isSame(fact));
  if (!same && draft.facts.lines.hasMany(slot)) {
    const replacedCandidate = candidates.find(({ fact: { state } }) => state.label === label);
    return replaces && replacedCandidate
      ? byRule("UPDATE", replacedCandidate.fact, sameLabel(label ?? slot), candidates)
      : null;
  }
  return same
    ? byRule("NOOP", same.fact, knownValue(slot), candidates)
    : byRule("UPDATE", first.fact, otherValue(slot), candidates);
};
