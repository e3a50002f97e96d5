import { contentHash } from "../../memory/content-hash.ts";
import { namesOf } from "../../memory/entity.ts";
import type { FactState } from "../../memory/fact.ts";
import { BEGINNING, OPEN, type Instant } from "../../memory/time.ts";
import type { Draft } from "../draft/draft.ts";
import { isBelieved, type BelievedFact, type NewFact } from "../draft/draft-fact.ts";
import { mentionsIn } from "../draft/mentions.ts";
import { mayTouch } from "../memory-switches.ts";
import { claimedState, type Application } from "./application.ts";
import {
  endOfOtherBonds,
  endOfSameBond,
  endOfThoseWhoLeave,
  endOfThoseWhoPart,
  endWithTheDead,
} from "./ends-of-others.ts";
import type { IncomingFact } from "./incoming-fact.ts";
import { recordAddition, type AppliedFact } from "./applied-fact.ts";
import { isShortValueOf, sameValue } from "../../language/value.ts";
import { promoteConfirmed } from "./promote.ts";

/**
 * The value and the words of a confirmation. A short form takes those of the known fact: "my Focus"
 * for the old Ford Focus.
 */
const confirmedWords = (
  value: string | null,
  { state }: BelievedFact,
): Pick<NewFact, "value"> & Partial<Pick<NewFact, "text" | "hash">> =>
  isShortValueOf(value, state.value)
    ? { value: state.value, text: state.text, hash: state.hash }
    : { value: value ?? state.value };

/**
 * Applies NOOP: the statement becomes one more claim of the known fact, which is confirmed and may
 * be promoted. Does nothing without a known fact.
 */
export const confirmFact = async (application: Application): Promise<AppliedFact> => {
  const { work, draft, incomingFact, judgement, decision } = application;
  const { target } = judgement;
  if (target === null) return { action: "NOOP", fact: null };
  if (draft.permits.longTermMemory)
    await promoteConfirmed(draft, target, {
      event: work.event,
      isRequested: work.isRequested(incomingFact.extractedFact.text),
      settings: work.settings,
    });
  await draft.facts.add(
    {
      ...claimedState(application),
      ...onLineOf(target),
      ...confirmedWords(incomingFact.extractedFact.value, target),
      tier: target.state.tier,
      hasText: false,
    },
    decision,
  );
  draft.decisions.setFact(decision, target.fact);
  return { action: "NOOP", fact: target.fact };
};

/**
 * Applies DELETE: adds a denial to the line of the known fact, which ends it. A denial of an
 * unknown value is stored as well.
 */
export const endFact = async (application: Application): Promise<AppliedFact> => {
  const { draft, incomingFact, judgement, decision } = application;
  const { target } = judgement;
  const value = endedValue(application);
  await draft.facts.add(
    {
      ...claimedState(application),
      ...denial(incomingFact),
      hasText: false,
      slot: incomingFact.extractedFact.slot,
      value,
      ...(target && !speaksOfAll(application) && onLineOf(target)),
    },
    decision,
  );
  for (const slot of kindredSlots(application, target))
    await draft.facts.add(
      {
        ...claimedState(application),
        ...denial(incomingFact),
        hasText: false,
        slot,
        value,
      },
      decision,
    );
  await endOfThoseWhoLeave(application);
  await endOfSameBond(application);
  if (target) draft.decisions.setFact(decision, target.fact);
  return { action: "DELETE", fact: target?.fact ?? null };
};

/**
 * The ended value: that of the known fact, which the message may call by another name ("the choir"
 * for "Voices").
 */
const endedValue = (application: Application): string | null => {
  const {
    incomingFact: { extractedFact },
    judgement: { target },
  } = application;
  return target === null || speaksOfAll(application)
    ? extractedFact.value
    : (target.state.value ?? extractedFact.value);
};

/** The other slots in which the value of a denial ends. */
const kindredSlots = (
  { draft, incomingFact: { extractedFact } }: Application,
  target: BelievedFact | null,
): readonly string[] => {
  const slot = target?.state.slot ?? extractedFact.slot;
  return slot === null || extractedFact.value === null ? [] : draft.vocabulary.kindredSlots(slot);
};

/**
 * Whether a denial of a slot with several values names no value: it applies to all of them, or to
 * all with its label.
 */
const speaksOfAll = ({ draft, incomingFact: { extractedFact } }: Application): boolean =>
  extractedFact.value === null && draft.facts.lines.hasMany(extractedFact.slot);

/**
 * The content of a denial: ended from an instant on, or never true, at all times or in its stated
 * interval.
 */
const denial = ({
  extractedFact: { polarity, validFrom, validTo },
  endsKnownAt,
}: IncomingFact): Pick<NewFact, "validFrom" | "claimedTo"> & Pick<FactState, "polarity"> =>
  polarity === "NEVER"
    ? { polarity, validFrom: validFrom ?? BEGINNING, claimedTo: validTo ?? OPEN }
    : { polarity: "ENDED", validFrom: endsKnownAt, claimedTo: OPEN };

/** The line of a fact, for another claim to its value. */
const onLineOf = ({
  fact,
  state,
}: BelievedFact): Pick<FactState, "entity" | "slot" | "chain" | "restates"> => ({
  entity: state.entity,
  slot: state.slot,
  chain: state.chain,
  restates: state.resumes ?? fact,
});

/**
 * Whether one plan replaces another, which would be true again once the new one is over: "flies to
 * Rome in June" after "flies in March instead". What has no end continues after "until Friday".
 */
const replacesPlan = (
  { incomingFact: { extractedFact } }: Application,
  { state }: BelievedFact,
): boolean =>
  extractedFact.slot === null &&
  extractedFact.validFrom === null &&
  extractedFact.validTo !== null &&
  state.claimedTo !== OPEN;

/**
 * Applies ADD and UPDATE: adds the fact. A known fact that it replaces ends, unless both are on one
 * line, which ends it when it is settled.
 */
export const addFact = async (application: Application): Promise<AppliedFact> => {
  const { draft, incomingFact, judgement, decision } = application;
  const { target } = judgement;
  const addedFact = await draft.facts.add(newFact(application), decision);
  if (
    judgement.action === "UPDATE" &&
    target !== null &&
    (!isOneLine(draft, target.state, addedFact.state) || replacesPlan(application, target))
  ) {
    const closing = { reason: "UPDATE", by: addedFact.fact } as const;
    await draft.facts.end(target, incomingFact.endsKnownAt, closing, decision);
    draft.decisions.setFact(decision, addedFact.fact);
  }
  await endWithTheDead(application);
  await endAsOfTheDead(application);
  await endOfThoseWhoPart(application);
  await endOfOtherBonds(application);
  await endAsCalledForShort(application);
  return recordAddition(draft, addedFact, judgement, decision);
};

/** Ends the further facts that end with the statement, except those that were said after it. */
export const endAlso = async (
  { work, draft, incomingFact, judgement: { alsoEnded = [] }, decision }: Application,
  { fact: by }: AppliedFact,
): Promise<void> => {
  for (const fact of alsoEnded)
    if (mayTouch(draft.permits, fact.state) && fact.state.occurredAt <= work.event.occurredAt)
      await draft.facts.end(fact, incomingFact.endsKnownAt, { reason: "UPDATE", by }, decision);
};

/** Adds the further facts that hold in other words from the statement on, and ends them as they were. */
export const reword = async (application: Application): Promise<void> => {
  const { work, draft, resolvedEntities, incomingFact, decision } = application;
  for (const { fact, text, value } of application.judgement.reworded ?? []) {
    const { entity, slot, chain, label, mentions, occurredAt, tier } = fact.state;
    if (!mayTouch(draft.permits, fact.state) || occurredAt > work.event.occurredAt) continue;
    await draft.entities.load(mentions);
    const idsByName = mentions.map((id) => [draft.entities.root(id).name, id] as const);
    const rewordedFact = await draft.facts.add(
      {
        ...claimedState(application),
        entity,
        slot,
        chain,
        label,
        value,
        text,
        tier,
        takesOver: false,
        hash: contentHash(text),
        textId: draft.facts.newText(),
        mentions: mentionsIn(text, entity, new Map([...resolvedEntities, ...idsByName]), draft),
      },
      decision,
    );
    if (!isOneLine(draft, fact.state, rewordedFact.state))
      await draft.facts.end(
        fact,
        incomingFact.endsKnownAt,
        { reason: "UPDATE", by: rewordedFact.fact },
        decision,
      );
  }
};

/** Ends the claim of a message at once, because of a denial that was recorded before. */
const endAt = (application: Application, validFrom: Instant): Promise<unknown> =>
  application.draft.facts.add(
    {
      ...claimedState(application),
      label: null,
      takesOver: false,
      polarity: "ENDED",
      validFrom,
      claimedTo: OPEN,
      hasText: false,
    },
    application.decision,
  );

/** Types of values that can die. */
const MORTAL = new Set(["person", "animal"]);

/**
 * Handles "has a cat, Miso" of an earlier day that is recorded after the death of Miso: the claim
 * ended with the cat.
 */
const endAsOfTheDead = async (application: Application): Promise<void> => {
  const { work, draft, incomingFact } = application;
  const { slot, value } = incomingFact.extractedFact;
  const { vocabulary, entities, facts } = draft;
  const { occurredAt } = work.event;
  const isLate = occurredAt < draft.headPoint.knownAt;
  const definition = slot === null ? null : vocabulary.definition(slot);
  if (!isLate || definition === null || definition.lasting || !MORTAL.has(definition.value)) return;
  const { entity, mentions } = claimedState(application);
  for (const other of new Set(mentions.map((id) => entities.root(id)))) {
    const isValue = namesOf(other).some((name) => sameValue(name, value));
    if (!isValue || other.entity === entity) continue;
    for (const ending of vocabulary.endings) {
      const line = await facts.lines.of({ entity: other.entity, slot: ending, chain: "" });
      for (const { state } of line.filter(isBelieved))
        if (state.polarity === "HOLDS" && state.occurredAt > occurredAt)
          await endAt(application, state.validFrom);
    }
  }
};

/**
 * Handles "sold the Corsa" that is recorded before "drives a Vauxhall Corsa" of an earlier day: the
 * denial refers to that car.
 */
const endAsCalledForShort = async (application: Application): Promise<void> => {
  const { work, draft, incomingFact } = application;
  const { slot, value } = incomingFact.extractedFact;
  if (slot === null || value === null) return;
  const { entity } = claimedState(application);
  const isOfValue = (other: FactState): boolean =>
    other.polarity === "ENDED" &&
    other.occurredAt > work.event.occurredAt &&
    isShortValueOf(other.value, value);
  for (const one of [slot, ...draft.vocabulary.kindredSlots(slot)]) {
    const line = await draft.facts.lines.of({ entity, slot: one, chain: "" });
    for (const { state: deniedState } of line.filter((fact) => isOfValue(fact.state)))
      await endAt(application, deniedState.validFrom);
  }
};

/**
 * Whether two facts are on one line, so that the line determines the effect of the later fact on
 * the earlier one.
 */
const isOneLine = (draft: Draft, a: FactState, b: FactState | null): boolean => {
  if (b === null || a.slot !== b.slot) return false;
  if (a.slot === null) return a.chain === b.chain;
  const isTakenOver = b.takesOver && a.label === b.label;
  return !draft.facts.lines.hasMany(a.slot) || isTakenOver || sameValue(a.value, b.value);
};

/**
 * The claim of a new fact. Without a slot it joins the chain of the fact that it replaces or
 * repeats, or its slot, but without a value not a slot with several.
 */
const newFact = (application: Application): NewFact => {
  const {
    draft,
    incomingFact: { extractedFact },
    judgement: { target },
  } = application;
  const isOneOfMany = draft.facts.lines.hasMany(target?.state.slot ?? null);
  const mayJoin = extractedFact.slot === null && !(isOneOfMany && extractedFact.value === null);
  const joinedFact = mayJoin ? target : null;
  return {
    ...claimedState(application),
    ...(joinedFact && { slot: joinedFact.state.slot, chain: joinedFact.state.chain }),
  };
};
