import { sameValue } from "../../language/value.ts";
import { members, namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { FactState } from "../../memory/fact.ts";
import type { ExtractedFact } from "../../models/port.ts";
import { OPEN } from "../../memory/time.ts";
import { isBelieved, type BelievedFact } from "../draft/draft-fact.ts";
import { claimedState, type Application } from "./application.ts";

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
      ...(application.incomingFact.isEnding && {
        validFrom: application.incomingFact.endsKnownAt,
      }),
      claimedTo: OPEN,
      hasText: false,
    },
    application.decision,
  );
};

/** Rule 13: ends the possessions of others that die: a pet or a partner, but not a mother. */
export const endWithTheDead = async (application: Application): Promise<void> => {
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

/** Facts of others that they share a value of a slot with somebody: a home, an employer. */
const factsOfSharing = async (
  application: Application,
  slot: string,
): Promise<readonly BelievedFact[]> => {
  const { draft, incomingFact } = application;
  const { entities, vocabulary } = draft;
  const sharedSlots = vocabulary.sharedWithin(slot);
  if (sharedSlots.length === 0) return [];
  const mover = entities.root(incomingFact.subject);
  if ((await entities.self())?.entity === mover.entity) return [];
  return (await factsOfOthersAbout(application, mover)).filter(
    ({ state }) =>
      state.slot !== null &&
      sharedSlots.includes(state.slot) &&
      entities.root(state.entity) !== mover &&
      namesOf(mover).some((name) => sameValue(name, state.value)),
  );
};

/** Whether somebody has a value of a slot, as far as known. */
const hasValue = async (
  { draft }: Application,
  { entity }: FactState,
  slot: string,
  value: string | null,
): Promise<boolean> => {
  const line = await draft.facts.lines.of({ entity, slot, chain: "" });
  return line.some((fact) => isBelieved(fact) && sameValue(fact.state.value, value));
};

/** Whether something begins to be so by a fact, rather than is so. */
const begins = ({ action, validFrom, still }: ExtractedFact): boolean =>
  action === "UPDATE" || (validFrom !== null && !still);

/**
 * Rule 18: "Ravi moved to Edinburgh" ends a home that he shared with others: a value that two
 * entities share ends for both when one of them gets another. It does not end if the other got the
 * same new value. The user shares a home by facts about the user, which end with it.
 */
export const endOfThoseWhoPart = async (application: Application): Promise<void> => {
  const { extractedFact } = application.incomingFact;
  const { slot, value } = extractedFact;
  if (slot === null || !begins(extractedFact)) return;
  for (const { state } of await factsOfSharing(application, slot))
    if (!(await hasValue(application, state, slot, value))) await endOfOther(application, state);
};

/** Rule 18: "Ravi has left Acme" ends that somebody else who is at Acme shares it with him. */
export const endOfThoseWhoLeave = async (application: Application): Promise<void> => {
  const { slot, value, polarity } = application.incomingFact.extractedFact;
  if (slot === null || value === null || polarity !== "ENDED") return;
  for (const { state } of await factsOfSharing(application, slot))
    if (await hasValue(application, state, slot, value)) await endOfOther(application, state);
};

/**
 * Rule 22: "Ida is dating Max" ends that Tom is with Ida, and that somebody else is with Max: a
 * value of a slot that is exclusive belongs to one subject alone, in both directions.
 */
export const endOfOtherBonds = async (application: Application): Promise<void> => {
  const { draft, incomingFact, resolvedEntities } = application;
  const { extractedFact } = incomingFact;
  const { slot, value, polarity, validTo } = extractedFact;
  const isBond = value !== null && polarity === "HOLDS" && validTo === null;
  // "Tom and his wife Anna" may be about another Anna than mine.
  if (slot === null || !isBond || !begins(extractedFact) || !draft.vocabulary.isExclusive(slot))
    return;
  const other = resolvedEntities.get(value);
  const pair = [incomingFact.subject, ...(other === undefined ? [] : [other])].map((id) =>
    draft.entities.root(id),
  );
  const inPair = new Set(pair.map(({ entity }) => entity));
  for (const one of pair)
    for (const { state } of await factsOfOthersAbout(application, one))
      if (
        state.slot === slot &&
        !inPair.has(draft.entities.root(state.entity).entity) &&
        namesOf(one).some((name) => sameValue(name, state.value))
      )
        await endOfOther(application, state);
};

/** Rule 22: "Paul has left Nina" ends that Nina is with Paul, of whichever of them it was said. */
export const endOfSameBond = async (application: Application): Promise<void> => {
  const { draft, incomingFact, resolvedEntities } = application;
  const { slot, value, polarity } = incomingFact.extractedFact;
  const other = value === null ? undefined : resolvedEntities.get(value);
  const isBond = slot !== null && draft.vocabulary.isExclusive(slot) && polarity === "ENDED";
  if (other === undefined || !isBond) return;
  const subject = draft.entities.root(incomingFact.subject);
  const partner = draft.entities.root(other);
  for (const { state } of await factsOfOthersAbout(application, subject))
    if (
      state.slot === slot &&
      draft.entities.root(state.entity) === partner &&
      namesOf(subject).some((name) => sameValue(name, state.value))
    )
      await endOfOther(application, state);
};
