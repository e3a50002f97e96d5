import { foldName } from "../../../language/names.ts";
import { namesOf, type EntityVersion } from "../../../memory/entity.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { ExtractedFact } from "../../../models/port.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Draft } from "../../draft/draft.ts";
import { namedByValue } from "../../draft/mentions.ts";
import { mergeInDraft } from "../../draft/merges.ts";
import { endableInSlot } from "../../reconcile/slot.ts";
import { UNNAMED } from "../../speaker.ts";
import type { Work } from "../../work.ts";
import type { ResolvedEntity } from "./similar-names.ts";

/**
 * The entities in a slot of somebody at the time of the message. In a slot with several values,
 * those of the label; if there are none, those of a broader or narrower one.
 */
const holdersOf = async (
  { event: { occurredAt }, services: { vocabulary } }: Work,
  draft: Draft,
  owner: EntityVersion,
  slot: string,
  label: string | null,
): Promise<readonly EntityVersion[]> => {
  const query = { entity: owner.entity, slot, validFrom: occurredAt, occurredAt };
  const known = await endableInSlot(draft, query);
  const ofLabel = known.filter(({ fact: { state } }) => label === null || state.label === label);
  const holders =
    label === null || ofLabel.length > 0
      ? ofLabel
      : known.filter(({ fact: { state } }) =>
          vocabulary.mayBeCalled(slot, state.label ?? "", label),
        );
  await draft.entities.load(holders.flatMap(({ fact: { state } }) => state.mentions));
  return [...new Set(holders.flatMap(({ fact: { state } }) => namedByValue(state, draft)))];
};

const PORTUGUESE_RELATIVE =
  /^(?<label>\p{Ll}[\p{L}-]*(?: de estimação)?) d[eoa] (?<owner>\p{L}.*)$/u;
/** The owner and the term of a relative without a name: "Ana's brother", "irmão de Ana". */
const partsOfRelative = (name: string): { readonly owner: string; readonly label: string } => {
  const { owner, label } = PORTUGUESE_RELATIVE.exec(name)?.groups ?? {};
  if (owner !== undefined && label !== undefined) return { owner, label };
  const end = Math.max(name.lastIndexOf("'s "), name.lastIndexOf("’s "));
  return { owner: name.slice(0, Math.max(end, 0)), label: name.slice(end + 3) };
};

/** Types of values and entities that are somebody. */
const SOMEBODY = /^(?:person|animal|pet)$/u;
/** Whether the values of a slot are people or animals. */
const isOfSomebody = (vocabulary: Vocabulary, slot: string): boolean =>
  SOMEBODY.test(vocabulary.definition(slot)?.value ?? "");

/** The words before a term that only describe: "big" of "big brother", "great-" of "great-aunt". */
const DESCRIBING = /^.+[ -](?=[^ -]+$)/u;

/**
 * The slots in which a relative with a label may be known: that of the label, or else the slot of
 * its own that it has outside the vocabulary (`therapist`), and that of the term behind describing
 * words (`sibling` for "big brother").
 */
const slotsOfLabel = (vocabulary: Vocabulary, label: string): readonly string[] => {
  const slot = vocabulary.canonicalSlot(label, "person");
  if (vocabulary.definition(slot) !== null) return isOfSomebody(vocabulary, slot) ? [slot] : [];
  const slotOfTerm = vocabulary.canonicalSlot(label.replace(DESCRIBING, ""), "person");
  return isOfSomebody(vocabulary, slotOfTerm) ? [slot, slotOfTerm] : [slot];
};

/**
 * The relative or pet of somebody (`user's brother`, `user's dog`) at the time of the message; null
 * if there are several, or none is known.
 */
export const findRelative = async (
  work: Work,
  draft: Draft,
  name: string,
  ownerOf: (name: string) => Promise<EntityVersion | null>,
): Promise<ResolvedEntity | null> => {
  const { vocabulary } = work.services;
  const { owner, label } = partsOfRelative(name);
  const slots = owner === "" ? [] : slotsOfLabel(vocabulary, label);
  const foundOwner = slots.length > 0 ? await ownerOf(owner) : null;
  if (foundOwner === null) return null;
  for (const slot of slots) {
    const narrower = vocabulary.narrowerLabel(label, slot);
    const holders = await holdersOf(work, draft, foundOwner, slot, narrower);
    const [entity, ...others] = holders.filter(({ type }) => SOMEBODY.test(type));
    if (entity) return others.length === 0 ? { entity, by: "RELATIVE" } : null;
  }
  return null;
};

/**
 * Whether a name in a slot may be that of the relative who was known without one: always in a slot
 * with one value, and else only of family and pets. A friend with a name may be any friend.
 */
const mayNameUnnamed = (vocabulary: Vocabulary, slot: string): boolean => {
  const definition = vocabulary.definition(slot);
  return (
    definition !== null &&
    isOfSomebody(vocabulary, slot) &&
    (definition.cardinality === "ONE" || definition.lasting || definition.value === "animal")
  );
};

/**
 * The words for the relative of a fact: `sister`, or all words for the slot ("boss", "manager") or
 * for the stage that the fact names ("wife", "husband").
 */
const wordsFor = (
  vocabulary: Vocabulary,
  slot: string,
  label: string | null,
): readonly string[] => {
  const definition = vocabulary.definition(slot);
  if (definition === null || definition.cardinality === "MANY") return [label ?? slot];
  const { names, stages } = definition;
  const words = [slot, ...names.en, ...names.pt, ...stages.flatMap((stage) => stage.names)];
  return label === null
    ? words
    : words.filter((word) => vocabulary.stageNamed(slot, [word]) === label);
};

/** The entity that is known only as a relative of somebody (`user's wife`); null if there is none. */
const unnamedRelative = async (
  draft: Draft,
  owner: EntityVersion,
  words: readonly string[],
): Promise<EntityVersion | null> => {
  const ownerNames = [...namesOf(owner), ...(owner.self === null ? [] : [UNNAMED])];
  const names = new Set(
    ownerNames.flatMap((name) =>
      words
        .map((word) => word.replaceAll("_", " "))
        .flatMap((word) => [foldName(`${name}'s ${word}`), foldName(`${word} de ${name}`)]),
    ),
  );
  const known = await draft.entities.allByNames([...names]);
  return known.find(({ name }) => names.has(foldName(name))) ?? null;
};

/** Gives an unnamed relative the name and the aliases of an entity that this draft has created. */
const rename = (draft: Draft, unnamed: EntityVersion, { entity, name }: EntityVersion): void => {
  const { aliases } = draft.entities.get(entity);
  draft.entities.drop(entity);
  draft.entities.change(unnamed.entity, { name, aliases: [...unnamed.aliases, ...aliases] });
};

/** A name for a relative in a message: `Ida` for the `sister` of `user`. */
interface Naming extends Pick<ExtractedFact, "subject" | "text" | "label"> {
  readonly slot: string;
  readonly name: string;
}

/**
 * The names for relatives that a message gives. Of several sisters, it is unknown which one was
 * meant before, and a child that is born was not known.
 */
const namingsIn = (facts: readonly ExtractedFact[], vocabulary: Vocabulary): readonly Naming[] => {
  const definitions = facts.map(({ slot }) => (slot === null ? null : vocabulary.definition(slot)));
  const countedSlots = new Set(definitions.map((definition) => definition?.counts));
  const namings = facts.flatMap(({ slot: given, value, polarity, action, ...fact }) => {
    if (given === null || value === null || polarity !== "HOLDS" || action !== "NEW") return [];
    const slot = vocabulary.canonicalSlot(given, "person");
    return mayNameUnnamed(vocabulary, slot) && !countedSlots.has(slot)
      ? [{ ...fact, slot, name: value }]
      : [];
  });
  const isAlone = ({ subject, slot, label }: Naming): boolean =>
    namings.filter((one) => one.subject === subject && one.slot === slot && one.label === label)
      .length === 1;
  return namings.filter(isAlone);
};

/** Whether all that was true of somebody has ended, with their death. */
const isGone = async (
  { event: { occurredAt }, services: { vocabulary } }: Work,
  draft: Draft,
  { entity }: EntityVersion,
): Promise<boolean> => {
  for (const slot of vocabulary.endings) {
    const query = { entity, slot, validFrom: occurredAt, occurredAt };
    if ((await endableInSlot(draft, query)).length > 0) return true;
  }
  return false;
};

/**
 * Gives relatives their names who were known without: after "My wife works at Bosch" and "My wife
 * Ida has left Bosch", both facts are about Ida. An entity that already has the name absorbs the
 * unnamed one. Nothing changes if the person has another relative of the kind, with a name.
 */
export const nameRelatives = async (
  work: Work,
  draft: Draft,
  facts: readonly ExtractedFact[],
  resolvedEntities: Map<string, EntityId>,
): Promise<void> => {
  const { event, services } = work;
  const { entities } = draft;
  for (const { subject, slot, label, name, text } of namingsIn(facts, services.vocabulary)) {
    const [ownerId, namedId] = [resolvedEntities.get(subject), resolvedEntities.get(name)];
    if (ownerId === undefined || namedId === undefined) continue;
    const [owner, named] = [entities.root(ownerId), entities.root(namedId)];
    const words = wordsFor(services.vocabulary, slot, label);
    const unnamed = await unnamedRelative(draft, owner, words);
    if (unnamed === null || unnamed.entity === named.entity) continue;
    const narrower = services.vocabulary.hasMany(slot) ? label : null;
    const holders = await holdersOf(work, draft, owner, slot, narrower);
    if (holders.some(({ entity }) => entity !== named.entity)) continue;
    if (await isGone(work, draft, unnamed)) continue;
    if (entities.ifStored(named.entity).length === 0) {
      rename(draft, unnamed, named);
      for (const [one, id] of resolvedEntities)
        if (id === named.entity) resolvedEntities.set(one, unnamed.entity);
      continue;
    }
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "RULE",
      reason: `The message says that ${unnamed.name} is ${named.name}, who was already known.`,
      factText: text,
      occurredAt: event.occurredAt,
      event: event.id,
    });
    await mergeInDraft(draft, unnamed, named, decision);
  }
};
