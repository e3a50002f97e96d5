import { foldName } from "../../language/names.ts";
import { contentHash } from "../../memory/content-hash.ts";
import type { FactState } from "../../memory/fact.ts";
import * as reasons from "../../memory/reasons.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { Work } from "../work.ts";
import type { IncomingFact } from "./incoming-fact.ts";
import type { MessageJudge } from "./message-judge.ts";
import { byRule, type Candidate, type Judgement } from "./judgement.ts";
import { sameStatement } from "./same-statement.ts";
import { isShortValueOf, sameValue, hasOtherAmount } from "../../language/value.ts";
import { endableInSlot, judgeValue, replaceableInSlot, takesOver, type SlotQuery } from "./slot.ts";

const onlyOne = <T>([first, ...others]: readonly T[]): T | undefined =>
  others.length === 0 ? first : undefined;

/**
 * The only value with the same name in the other slots that such a verb ends: in "quit the
 * Wombats", the user was a member, not an employee.
 */
const endedAlike = async (
  draft: Draft,
  query: SlotQuery,
  { value, polarity }: ExtractedFact,
): Promise<Candidate | undefined> => {
  if (value === null || polarity !== "ENDED") return undefined;
  const candidates: Candidate[] = [];
  for (const slot of draft.vocabulary.slotsEndedAlike(query.slot))
    candidates.push(...(await endableInSlot(draft, { ...query, slot })));
  return onlyOne(candidates.filter(({ fact: { state } }) => sameValue(state.value, value)));
};

interface SlotFact extends Pick<FactState, "label" | "value" | "text"> {
  readonly slot: string;
}

/** Rule: the same value with another amount, or in another stage, replaces the known one. */
const judgeRevision = (
  draft: Draft,
  fact: SlotFact,
  candidates: readonly Candidate[],
): Judgement | null => {
  const { slot } = fact;
  for (const { fact: known } of candidates) {
    if (!sameValue(known.state.value, fact.value)) continue;
    if (hasOtherAmount(fact.text, known.state.text))
      return byRule("UPDATE", known, reasons.otherAmount(slot), candidates);
    if (draft.facts.lines.isOtherStage(fact, known.state))
      return byRule("UPDATE", known, reasons.otherStage(slot), candidates);
  }
  return null;
};

/** Rule: a fact with a slot confirms, replaces or ends the value of the slot. */
const judgeSlot = async (
  { event: { occurredAt } }: Work,
  draft: Draft,
  { extractedFact, subject, isEnding, comparedAt }: IncomingFact,
): Promise<Judgement | null> => {
  const { slot, value, label, text } = extractedFact;
  if (slot === null) return null;
  const query = { entity: subject, slot, validFrom: comparedAt, occurredAt };
  if (!isEnding) {
    const knownFacts = await replaceableInSlot(draft, query);
    const { value: type, cardinality } = draft.vocabulary.definition(slot) ?? {};
    // "my Focus" is the old Ford Focus.
    const isOnlyThing = type === "product" && cardinality === "ONE";
    // "I still work at Santa Maria" names the Santa Maria Hospital.
    const isCalledShort = (known: string | null): boolean =>
      type === "organization" &&
      extractedFact.action === "NEW" &&
      foldName(known ?? "").startsWith(`${foldName(value ?? "")} `);
    const revision = judgeRevision(draft, { slot, label, value, text }, knownFacts);
    return (
      revision ??
      judgeValue(
        draft,
        { slot, label, takesOver: takesOver(draft, extractedFact) },
        knownFacts,
        ({ state }) =>
          value === null
            ? state.hash === contentHash(text)
            : sameValue(state.value, value) ||
              isCalledShort(state.value) ||
              (isOnlyThing && isShortValueOf(value, state.value)),
      )
    );
  }
  // Rule: "We are not moving after all" cancels a future start, and ends nothing that holds now.
  if (extractedFact.polarity === "NEVER" && value === null && extractedFact.validFrom !== null)
    return byRule("DELETE", null, reasons.cancelledPlan(slot));
  const candidates = await endableInSlot(draft, query);
  if (value !== null)
    for (const kindredSlot of draft.vocabulary.kindredSlots(slot))
      candidates.push(...(await endableInSlot(draft, { ...query, slot: kindredSlot })));
  const endedCandidate =
    candidates.find(({ fact: { state } }) =>
      value === null ? label === null || state.label === label : sameValue(state.value, value),
    ) ??
    onlyOne(
      candidates.filter(
        ({ fact: { state } }) => state.label === value || isShortValueOf(value, state.value),
      ),
    ) ??
    (await endedAlike(draft, query, extractedFact));
  return endedCandidate
    ? byRule("DELETE", endedCandidate.fact, reasons.ended(slot), candidates)
    : null;
};

/**
 * A judge that understands text compares the first value of a slot with facts of other slots, or of
 * none. Every judge compares a fact that states a change: of something with a short name ("the
 * demo" for the investor demo), or of a state that it ends ("qualified as a plumber" after "is
 * training to be one").
 */
const judgeEmptySlot = (
  { services: { models, vocabulary } }: Work,
  { extractedFact: { slot, action }, isEnding }: IncomingFact,
): Judgement | null => {
  if (slot === null || isEnding || models.judgesMeaning) return null;
  const { cardinality, value: type } = vocabulary.definition(slot) ?? {};
  const isOneOfMany = cardinality === "MANY";
  // "bought the bike" ends "is saving for a bike", and a death all that held of the dead.
  const mayEndOther =
    (isOneOfMany ? type === "product" : action === "UPDATE") || vocabulary.mayEndOthers(slot);
  return mayEndOther ? null : addedByRule(vocabulary, slot);
};

/** The rule for a value that is the first of its slot, or not among the known ones. */
const addedByRule = (vocabulary: Vocabulary, slot: string): Judgement =>
  byRule("ADD", null, vocabulary.hasMany(slot) ? reasons.newValue(slot) : reasons.firstValue(slot));

/**
 * Rule: the same statement word for word confirms the known fact. It may hold at the time of the
 * fact or, for a message that arrives late, at a later time.
 */
const judgeSameStatement = async (
  { event }: Work,
  draft: Draft,
  { extractedFact, subject, isEnding, comparedAt }: IncomingFact,
): Promise<Judgement | null> => {
  if (isEnding || extractedFact.slot !== null) return null;
  const times =
    event.occurredAt < event.recordedAt ? [comparedAt, draft.headPoint.validAt] : [comparedAt];
  const same = await sameStatement(
    draft,
    { entity: subject, hash: contentHash(extractedFact.text) },
    times,
  );
  if (same === null) return null;
  return same.fact.state.validFrom <= comparedAt
    ? byRule("NOOP", same.fact, reasons.KNOWN_STATEMENT, [same])
    : byRule("ADD", same.fact, reasons.OTHER_INTERVAL, [same]);
};

/**
 * A denial ends the fact that the judge takes it to replace. Without one it ends nothing known: it
 * is a claim, not a fact.
 */
const keepDenial = (incomingFact: IncomingFact, judgement: Judgement): Judgement => {
  const { action } = judgement;
  if (!incomingFact.isEnding || action === "DELETE") return judgement;
  if (action === "UPDATE") return { ...judgement, action: "DELETE" };
  const isLasting = incomingFact.extractedFact.slot !== null;
  return {
    ...judgement,
    action: "DELETE",
    target: null,
    reason: `The statement ends no known fact.${isLasting ? " It applies to later statements." : ""}`,
  };
};

/**
 * Whether another value of the slot, or its end, ends more than the known value, which a judge with
 * rules on words finds: after "is single again", the partner; after "sold the car", its insurance.
 */
const mayEndMore = (
  { services: { models, vocabulary } }: Work,
  { extractedFact: { slot } }: IncomingFact,
  judgement: Judgement,
): boolean =>
  slot !== null &&
  !models.judgesMeaning &&
  ((judgement.action === "UPDATE" &&
    (vocabulary.definition(slot) === null || vocabulary.mayEndOthers(slot))) ||
    (judgement.action === "DELETE" && vocabulary.endMayEndOthers(slot)));

/** The meaning of a fact by the first rule that decides; null if none decides. */
const judgeByRule = async (
  work: Work,
  draft: Draft,
  incomingFact: IncomingFact,
): Promise<Judgement | null> =>
  (await judgeSlot(work, draft, incomingFact)) ??
  judgeEmptySlot(work, incomingFact) ??
  (await judgeSameStatement(work, draft, incomingFact));

/** The facts that the judge is asked about in the current state of the draft. */
export const undecidedOf = async (
  work: Work,
  draft: Draft,
  facts: readonly IncomingFact[],
): Promise<readonly IncomingFact[]> => {
  const undecidedFacts: IncomingFact[] = [];
  for (const incomingFact of facts) {
    const judgementByRule = await judgeByRule(work, draft, incomingFact);
    if (judgementByRule === null || mayEndMore(work, incomingFact, judgementByRule))
      undecidedFacts.push(incomingFact);
  }
  return undecidedFacts;
};

/**
 * The judgement, or the rule of an empty slot if a judge with rules on words found nothing that the
 * first value ends: that it was compared with facts about other things explains nothing.
 */
const withoutIdleComparison = (
  { services: { models, vocabulary } }: Work,
  { extractedFact: { slot } }: IncomingFact,
  judgement: Judgement,
): Judgement => {
  const isIdle =
    judgement.action === "ADD" &&
    judgement.target === null &&
    !judgement.alsoEnded?.length &&
    !judgement.reworded?.length;
  return slot !== null && isIdle && !models.judgesMeaning && vocabulary.mayEndOthers(slot)
    ? addedByRule(vocabulary, slot)
    : judgement;
};

/**
 * The meaning of a fact for the known facts about its subject: by the first rule that decides, or
 * else by the judge, who may also name further facts that end with another value of a slot.
 */
export const judgeFact = async (
  work: Work,
  draft: Draft,
  incomingFact: IncomingFact,
  judge: MessageJudge,
): Promise<Judgement> => {
  const judgementByRule = await judgeByRule(work, draft, incomingFact);
  if (judgementByRule === null) {
    const judgement = keepDenial(incomingFact, await judge.judge(incomingFact));
    return withoutIdleComparison(work, incomingFact, judgement);
  }
  if (!mayEndMore(work, incomingFact, judgementByRule)) return judgementByRule;
  const { alsoEnded = [] } = await judge.judge(incomingFact);
  return { ...judgementByRule, alsoEnded };
};
