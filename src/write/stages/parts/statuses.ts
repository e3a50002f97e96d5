import { isShortValueOf, sameValue } from "../../../language/value.ts";
import type { FactState } from "../../../memory/fact.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { ExtractedEntity, ExtractedFact, Extraction } from "../../../models/port.ts";
import type { Draft } from "../../draft/draft.ts";
import { namedByValue } from "../../draft/mentions.ts";
import { endableInSlot } from "../../reconcile/slot.ts";
import type { Work } from "../../work.ts";
import type { ResolvedEntities } from "../resolve.ts";

/** A message, with the entities that its names mean. */
interface ResolvedMessage<E extends Extraction> {
  readonly extraction: E;
  readonly resolvedEntities: ResolvedEntities;
}

/** The value of a slot that a status is about, and the entity that it names, if any. */
interface KnownValue {
  readonly value: string;
  readonly entity: EntityId | null;
}

/** A status that names the stage of a value in another slot: "got married" of a spouse. */
interface Status {
  readonly slot: string;
  readonly stage: string;
}

/** The facts of a message that give somebody a value of a slot. */
const valuesBeside = (
  facts: readonly ExtractedFact[],
  subject: string,
  slot: string,
): readonly ExtractedFact[] =>
  facts.filter(
    (other) => other.subject === subject && other.slot === slot && other.polarity === "HOLDS",
  );

/** The stage that a fact names without the value; null if it is no such status. */
const statusOf = (
  { slot, value, polarity, text, subject }: ExtractedFact,
  { vocabulary }: Draft,
  facts: readonly ExtractedFact[],
): Status | null => {
  const ofSlot = slot === null ? null : (vocabulary.definition(slot)?.stageOf ?? null);
  if (ofSlot === null || value === null || polarity !== "HOLDS") return null;
  const stage = vocabulary.stageNamed(ofSlot, [value]);
  const rank = (label: string | null): number =>
    label === null ? Infinity : (vocabulary.stageRank(ofSlot, label) ?? Infinity);
  const isNamed = valuesBeside(facts, subject, ofSlot).some(
    ({ label }) => rank(label) >= rank(stage),
  );
  return stage === null || isNamed || text.includes(`${stage} to `)
    ? null
    : { slot: ofSlot, stage };
};

/**
 * A text with the value behind the word for the stage: "got married to Felix". Without the word, it
 * stands in brackets: "tied the knot (Felix)".
 */
const textWithValue = (text: string, stage: string, value: string): string => {
  const [before = "", ...behind] = text.split(` ${stage}`);
  return behind.length === 0
    ? `${text} (${value})`
    : `${before} ${stage} to ${value}${behind.join(` ${stage}`)}`;
};

/**
 * The only known value of the slot of a status when it was said, unless that has reached the stage
 * or a later one.
 */
const knownValueOf = async (
  { event: { occurredAt } }: Work,
  draft: Draft,
  { slot, stage }: Status,
  subject: EntityId,
): Promise<KnownValue | null> => {
  const query = { entity: subject, slot, validFrom: occurredAt, occurredAt };
  const [knownState, ...others] = (await endableInSlot(draft, query)).map(({ fact }) => fact.state);
  if (knownState === undefined || others.length > 0 || knownState.value === null) return null;
  const { lines } = draft.facts;
  const isReached =
    (lines.stageOf(knownState) ?? -1) >= (lines.stageOf({ slot, label: stage }) ?? Infinity);
  if (isReached) return null;
  await draft.entities.load(knownState.mentions);
  return { value: knownState.value, entity: namedByValue(knownState, draft)[0]?.entity ?? null };
};

/** The value that the same message gives to the slot of a status. */
const toldValueOf = (
  { subject }: ExtractedFact,
  { slot }: Status,
  facts: readonly ExtractedFact[],
  resolvedEntities: ResolvedEntities,
): KnownValue | null => {
  const value = valuesBeside(facts, subject, slot)[0]?.value ?? null;
  return value === null ? null : { value, entity: resolvedEntities.get(value) ?? null };
};

/** The slot and the value that end in the same message as a status: "Rob and I split up". */
const endedBeside = (
  { slot, subject, polarity }: ExtractedFact,
  { vocabulary }: Draft,
  facts: readonly ExtractedFact[],
): { readonly slot: string; readonly value: string } | null => {
  const ofSlot = slot === null ? null : (vocabulary.definition(slot)?.stageOf ?? null);
  if (ofSlot === null || polarity !== "HOLDS") return null;
  const value = facts.find(
    (other) => other.subject === subject && other.slot === ofSlot && other.polarity === "ENDED",
  )?.value;
  return value == null ? null : { slot: ofSlot, value };
};

/**
 * Whether a status follows the end of another bond than the known one: to have split up with Rob
 * says nothing of the husband Soren.
 */
const isOfOtherBond = async (
  { event: { occurredAt } }: Work,
  draft: Draft,
  endedValue: { readonly slot: string; readonly value: string },
  subject: EntityId,
  resolvedEntities: ResolvedEntities,
): Promise<boolean> => {
  const query = { entity: subject, slot: endedValue.slot, validFrom: occurredAt, occurredAt };
  const knownStates = (await endableInSlot(draft, query)).map(({ fact }) => fact.state);
  await draft.entities.load(knownStates.flatMap(({ mentions }) => mentions));
  const other = resolvedEntities.get(endedValue.value);
  const isMeant = (state: FactState): boolean =>
    sameValue(state.value, endedValue.value) ||
    isShortValueOf(endedValue.value, state.value) ||
    namedByValue(state, draft).some(
      (named) => other !== undefined && named === draft.entities.root(other),
    );
  return knownStates.length > 0 && !knownStates.some(isMeant);
};

/**
 * The message in which each status is about the known value: after "I'm engaged to Felix", "we got
 * married" means to Felix. A status without exactly one known value, or with a value in the same
 * message at the same stage, is unchanged. One that follows the end of another bond has no slot.
 */
export const withKnownValues = async <E extends Extraction>(
  work: Work,
  draft: Draft,
  { extraction, resolvedEntities }: ResolvedMessage<E>,
): Promise<ResolvedMessage<E>> => {
  const facts: ExtractedFact[] = [];
  const entities: ExtractedEntity[] = [];
  const idsByName = new Map(resolvedEntities);
  for (const fact of extraction.facts) {
    const status = statusOf(fact, draft, extraction.facts);
    const subject = resolvedEntities.get(fact.subject);
    // A stage is about the known value, whatever else has ended.
    const endedValue = status === null ? endedBeside(fact, draft, extraction.facts) : null;
    if (
      endedValue !== null &&
      subject !== undefined &&
      (await isOfOtherBond(work, draft, endedValue, subject, resolvedEntities))
    ) {
      facts.push({ ...fact, slot: null, value: null, label: null });
      continue;
    }
    const knownValue =
      status === null || subject === undefined
        ? null
        : (toldValueOf(fact, status, extraction.facts, resolvedEntities) ??
          (await knownValueOf(work, draft, status, subject)));
    facts.push(
      status === null || knownValue === null ? fact : aboutValue(fact, status, knownValue, draft),
    );
    if (knownValue?.entity == null) continue;
    idsByName.set(knownValue.value, knownValue.entity);
    entities.push({
      name: knownValue.value,
      type: draft.entities.root(knownValue.entity).type,
      aliases: [],
    });
  }
  return {
    extraction: { ...extraction, facts, entities: [...extraction.entities, ...entities] },
    resolvedEntities: idsByName,
  };
};

/** A status as a fact about the value: "got married to Felix". */
const aboutValue = (
  fact: ExtractedFact,
  { slot, stage }: Status,
  { value, entity }: KnownValue,
  { vocabulary }: Draft,
): ExtractedFact => {
  const type = vocabulary.definition(slot)?.relationship?.type;
  const statedRelations =
    type === undefined || entity === null ? [] : [{ source: fact.subject, type, target: value }];
  return {
    ...fact,
    text: textWithValue(fact.text, stage, value),
    slot,
    label: stage,
    value,
    relations: [...fact.relations, ...statedRelations],
  };
};
