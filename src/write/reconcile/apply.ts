import { contentHash } from "../../memory/content-hash.ts";
import { members, namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { FactState, FactTier } from "../../memory/fact.ts";
import type { DecisionId } from "../../memory/ids.ts";
import { IMPORTANCE } from "../../memory/importance.ts";
import { BEGINNING, OPEN, type Instant } from "../../memory/time.ts";
import type { Draft } from "../draft/draft.ts";
import { isBelieved, type BelievedFact, type NewFact } from "../draft/draft-fact.ts";
import { mentionsIn } from "../draft/mentions.ts";
import { mayTouch } from "../permissions.ts";
import type { ResolvedEntities } from "../stages/resolve.ts";
import type { Work } from "../work.ts";
import type { IncomingFact } from "./incoming-fact.ts";
import type { Judgement } from "./judgement.ts";
import { outcomeOfAdding, type AppliedFact } from "./applied-fact.ts";
import { isShortValueOf, sameValue } from "../../language/value.ts";
import { takesOver } from "./slot.ts";
import { promoteConfirmed } from "./tier.ts";

/** A judgement to apply in a draft. */
export interface Application {
  readonly work: Work;
  readonly draft: Draft;
  readonly resolvedEntities: ResolvedEntities;
  readonly incomingFact: IncomingFact;
  readonly judgement: Judgement;
  readonly tier: FactTier;
  readonly decision: DecisionId;
}

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
      value: incomingFact.extractedFact.value ?? target.state.value,
      tier: target.state.tier,
      hasText: false,
    },
    decision,
  );
  draft.decisions.concerns(decision, target.fact);
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
  if (target) draft.decisions.concerns(decision, target.fact);
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
    !isOneLine(draft, target.state, addedFact.state)
  ) {
    const closing = { reason: "UPDATE", by: addedFact.fact } as const;
    await draft.facts.end(target, incomingFact.endsKnownAt, closing, decision);
    draft.decisions.concerns(decision, addedFact.fact);
  }
  await endWithTheDead(application);
  await endAsOfTheDead(application);
  await endOfThoseWhoPart(application);
  await endAsCalledForShort(application);
  return outcomeOfAdding(draft, addedFact, judgement, decision);
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
 * Maximum number of facts about others that mention an entity and are searched for values to end.
 */
const MOST_MENTIONS = 100;

/** Believed facts that mention an entity, as of the start of the new fact. */
const factsOfOthersAbout = async (
  { draft, incomingFact }: Application,
  mentionedEntity: EntityVersion,
): Promise<readonly BelievedFact[]> => {
  const [page] = await draft.space.factsMentioning([
    {
      entities: members(mentionedEntity),
      at: draft.validAt(incomingFact.validFrom),
      page: { first: MOST_MENTIONS },
    },
  ]);
  const facts = await draft.facts.adopt(page?.items.map(({ item }) => item) ?? []);
  return facts.filter(isBelieved);
};

/** Ends a value of another entity because of a new fact. */
const endOfOther = async (application: Application, state: FactState): Promise<void> => {
  const { entity, slot, chain, value } = state;
  await application.draft.facts.add(
    {
      ...claimedState(application),
      entity,
      slot,
      chain,
      value,
      label: null,
      takesOver: false,
      polarity: "ENDED",
      claimedTo: OPEN,
      hasText: false,
    },
    application.decision,
  );
};

/** Ends the possessions of others that die: a pet or a partner, but not a mother. */
const endWithTheDead = async (application: Application): Promise<void> => {
  const { draft, incomingFact } = application;
  const { vocabulary, entities } = draft;
  const { slot } = incomingFact.extractedFact;
  if (slot === null || !vocabulary.endsEverything(slot)) return;
  const dead = entities.root(incomingFact.subject);
  for (const { state } of await factsOfOthersAbout(application, dead))
    if (
      state.slot !== null &&
      !vocabulary.isLasting(state.slot) &&
      entities.root(state.entity) !== dead &&
      namesOf(dead).some((name) => sameValue(name, state.value))
    )
      await endOfOther(application, state);
};

/**
 * "Ravi moved to Edinburgh" ends a home that he shared with others: a value that two entities share
 * ends for both when one of them gets another. It does not end if the other got the same new value.
 * The user shares a home by facts about the user, which end with it.
 */
const endOfThoseWhoPart = async (application: Application): Promise<void> => {
  const { draft, incomingFact } = application;
  const { slot, value, action, validFrom, still } = incomingFact.extractedFact;
  const begins = action === "UPDATE" || (validFrom !== null && !still);
  const sharedSlots = slot === null || !begins ? [] : draft.vocabulary.sharedWithin(slot);
  if (slot === null || sharedSlots.length === 0) return;
  const { entities } = draft;
  const mover = entities.root(incomingFact.subject);
  if ((await entities.self())?.entity === mover.entity) return;
  for (const { state } of await factsOfOthersAbout(application, mover)) {
    const isShared =
      state.slot !== null &&
      sharedSlots.includes(state.slot) &&
      entities.root(state.entity) !== mover &&
      namesOf(mover).some((name) => sameValue(name, state.value));
    if (!isShared) continue;
    const homes = await draft.facts.lines.of({ entity: state.entity, slot, chain: "" });
    if (homes.some((home) => isBelieved(home) && sameValue(home.state.value, value))) continue;
    await endOfOther(application, state);
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
 * repeats.
 */
const newFact = (application: Application): NewFact => {
  const {
    incomingFact: { extractedFact },
    judgement,
  } = application;
  const joinedFact = extractedFact.slot === null ? judgement.target : null;
  return {
    ...claimedState(application),
    ...(joinedFact && { slot: joinedFact.state.slot, chain: joinedFact.state.chain }),
  };
};

/** The statement and the claim of a message. */
const claimedState = ({
  work,
  draft,
  resolvedEntities,
  incomingFact,
  tier,
}: Application): NewFact => {
  const { extractedFact, subject, sourceContext, validFrom } = incomingFact;
  const { event } = work;
  const category = extractedFact.category ?? draft.vocabulary.categoryOf(extractedFact.slot);
  return {
    entity: draft.entities.root(subject).entity,
    text: extractedFact.text,
    slot: extractedFact.slot,
    value: extractedFact.value,
    confidence: extractedFact.confidence,
    importanceCategory: category,
    importance: IMPORTANCE[category],
    sourceContext,
    tier,
    validFrom,
    validFromKnown: extractedFact.validFrom !== null,
    position: draft.facts.addedFacts.length,
    label: extractedFact.label,
    takesOver: takesOver(draft, extractedFact),
    still: extractedFact.still,
    fromPrecision: extractedFact.fromPrecision ?? "INSTANT",
    toPrecision: extractedFact.toPrecision ?? "INSTANT",
    claimedTo: extractedFact.validTo ?? OPEN,
    claimedEnd: null,
    occurredAt: event.occurredAt,
    mentions: mentionsIn(extractedFact.text, subject, resolvedEntities, draft),
    hash: contentHash(extractedFact.text),
    textId: draft.facts.newText(),
    speaker: event.speaker,
    event: event.id,
    session: event.session,
    tags: event.tags,
  };
};
