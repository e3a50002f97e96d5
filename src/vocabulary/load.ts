import { join } from "node:path";
import { readShippedTable } from "../language/shipped-table.ts";
import { InvalidVocabulary } from "./invalid-vocabulary.ts";
import type { SlotDefinition } from "./slot.ts";
import { Vocabulary } from "./vocabulary.ts";
import type { Entry, VocabularyFile } from "./vocabulary-file.ts";

/** The vocabulary that ships with the service: a table beside this file. */
const SHIPPED_VOCABULARY = join(import.meta.dirname, "slots");

/**
 * Read without line numbers, which only the file of an operator needs, and unchecked, because a
 * test checks it.
 */
const readShippedVocabulary = (): VocabularyFile => ({
  path: SHIPPED_VOCABULARY,
  entries: (readShippedTable(SHIPPED_VOCABULARY) as readonly Entry[]).map((entry) => ({
    entry,
    line: null,
  })),
});

const unionOf = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined): T[] => [
  ...new Set([...(a ?? []), ...(b ?? [])]),
];

/** An entry extended by another one for the same slot: lists grow, other fields are replaced. */
const extendEntry = (entry: Entry, by: Entry): Entry => ({
  ...entry,
  ...by,
  names: unionOf(entry.names, by.names),
  names_pt: unionOf(entry.names_pt, by.names_pt),
  starts: unionOf(entry.starts, by.starts),
  starts_pt: unionOf(entry.starts_pt, by.starts_pt),
  holds: unionOf(entry.holds, by.holds),
  holds_pt: unionOf(entry.holds_pt, by.holds_pt),
  ends: unionOf(entry.ends, by.ends),
  ends_pt: unionOf(entry.ends_pt, by.ends_pt),
  questions: unionOf(entry.questions, by.questions),
  questions_pt: unionOf(entry.questions_pt, by.questions_pt),
});

const relationshipOf = ({ relationship }: Entry): SlotDefinition["relationship"] =>
  relationship === undefined
    ? null
    : {
        type: relationship.type,
        also: relationship.also ?? [],
        inverse: relationship.inverse ?? null,
        symmetric: relationship.symmetric ?? false,
      };

type Phrases = readonly string[] | undefined;
type Verbs = SlotDefinition["verbs"]["en"];

const verbsOf = (starts: Phrases, holds: Phrases, ends: Phrases): Verbs => ({
  starts: starts ?? [],
  holds: holds ?? [],
  ends: ends ?? [],
});

/** The other slots to which an entry refers. */
const otherSlotsOf = (
  entry: Entry,
): Pick<SlotDefinition, "within" | "household" | "kindOf" | "counts" | "stageOf"> => ({
  within: entry.within ?? null,
  household: entry.household ?? null,
  kindOf: entry.kind_of ?? null,
  counts: entry.counts ?? null,
  stageOf: entry.stage_of ?? null,
});

const flagsOf = (
  entry: Entry,
): Pick<
  SlotDefinition,
  "endsEverything" | "endsOthers" | "lasting" | "exclusive" | "constant"
> => ({
  endsEverything: entry.ends_everything ?? false,
  endsOthers: entry.ends_others ?? false,
  lasting: entry.lasting ?? false,
  exclusive: entry.exclusive ?? false,
  constant: entry.constant ?? false,
});

const definitionOf = (entry: Entry): SlotDefinition => ({
  broader: new Map(Object.entries(entry.broader ?? {})),
  slot: entry.slot,
  about: entry.about ?? "",
  cardinality: entry.cardinality ?? "ONE",
  value: entry.value ?? "text",
  of: entry.of ?? null,
  names: { en: entry.names ?? [], pt: entry.names_pt ?? [] },
  relationship: relationshipOf(entry),
  ...otherSlotsOf(entry),
  ...flagsOf(entry),
  stages: (entry.stages ?? []).map(({ stage, names = [] }) => ({ stage, names })),
  verbs: {
    en: verbsOf(entry.starts, entry.holds, entry.ends),
    pt: verbsOf(entry.starts_pt, entry.holds_pt, entry.ends_pt),
  },
  questions: { en: entry.questions ?? [], pt: entry.questions_pt ?? [] },
  schema: entry.schema ?? null,
  wikidata: entry.wikidata ?? null,
});

/** Whether one entity may have both slots. */
const mayMeet = (a: Entry, b: Entry): boolean =>
  a.of === undefined || b.of === undefined || a.of.some((type) => b.of?.includes(type));

/** The slot of each name. If two slots share a name, the first one counts. */
const slotsByName = (slots: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> => {
  const byName = new Map<string, Entry>();
  for (const entry of slots.values())
    for (const name of [entry.slot.replaceAll("_", " "), ...(entry.names ?? [])])
      if (!byName.has(name)) byName.set(name, entry);
  return byName;
};

/** Whether a slot is within itself, directly or through others. */
const restsOnItself = (slot: Entry, slots: ReadonlyMap<string, Entry>): boolean => {
  const bases = new Set<string>();
  for (let base = slot.within; base !== undefined && !bases.has(base);) {
    bases.add(base);
    base = slots.get(base)?.within;
  }
  return bases.has(slot.slot);
};

/** The error in the slots to which a slot refers; null if there is none. */
const referenceProblemOf = (slot: Entry, slots: ReadonlyMap<string, Entry>): string | null => {
  const { within, household, stage_of: stageOf, kind_of: kindOf, counts } = slot;
  if (within !== undefined && !slots.has(within))
    return `has a slot ${slot.slot} within ${within}, which is not a slot.`;
  if (household !== undefined && !slots.has(household))
    return `has a slot ${slot.slot} of a household by ${household}, which is not a slot.`;
  if (stageOf !== undefined && slots.get(stageOf)?.stages === undefined)
    return `has a slot ${slot.slot} that names stages of ${stageOf}, which is not a slot with stages.`;
  const kind = kindOf === undefined ? undefined : slots.get(kindOf);
  if (kindOf !== undefined && (kind === undefined || kind.kind_of !== undefined))
    return `has a slot ${slot.slot} that is a kind of ${kindOf}, which is not a slot, or is itself a kind of another one.`;
  if (counts !== undefined && !slots.has(counts))
    return `has a slot ${slot.slot} that counts ${counts}, which is not a slot.`;
  return restsOnItself(slot, slots) ? `has a slot ${slot.slot} that depends on itself.` : null;
};

/**
 * The error in a slot in relation to the others; null if there is none. `names` are the names that
 * one file gives it.
 */
const problemOf = (
  slot: Entry,
  names: readonly string[],
  slots: ReadonlyMap<string, Entry>,
  byName: ReadonlyMap<string, Entry>,
): string | null => {
  if (slot.about === undefined || slot.cardinality === undefined || slot.value === undefined)
    return `lacks about, cardinality or value of the slot ${slot.slot}.`;
  const problem = referenceProblemOf(slot, slots);
  if (problem !== null) return problem;
  for (const name of names) {
    const other = byName.get(name);
    if (other !== undefined && other.slot !== slot.slot && mayMeet(other, slot))
      return `names both ${other.slot} and ${slot.slot} "${name}".`;
  }
  return null;
};

/** Throws for the first entry that does not fit the others. */
const checkTogether = (
  slots: ReadonlyMap<string, Entry>,
  { path, entries }: VocabularyFile,
): void => {
  const byName = slotsByName(slots);
  for (const { entry, line } of entries) {
    const slot = slots.get(entry.slot) ?? entry;
    const problem = problemOf(slot, entry.names ?? [], slots, byName);
    if (problem !== null) throw new InvalidVocabulary(path, line, problem);
  }
};

/** The slots of several files, each of which extends the previous ones. */
const vocabularyOf = (files: readonly VocabularyFile[]): Vocabulary => {
  const slots = new Map<string, Entry>();
  for (const { path, entries } of files) {
    const inFile = new Set<string>();
    for (const { entry, line } of entries) {
      if (inFile.has(entry.slot))
        throw new InvalidVocabulary(path, line, `has the slot ${entry.slot} twice.`);
      inFile.add(entry.slot);
      const knownEntry = slots.get(entry.slot);
      slots.set(entry.slot, knownEntry === undefined ? entry : extendEntry(knownEntry, entry));
    }
  }
  // The file of the operator comes first, so that a conflict with the built-in one is reported as
  // its error.
  for (const file of files.toReversed()) checkTogether(slots, file);
  return new Vocabulary([...slots.values()].map(definitionOf));
};

let vocabularyCache: Vocabulary | undefined;

/** The vocabulary that ships with the service, read once. */
export const shippedVocabulary = (): Vocabulary =>
  (vocabularyCache ??= vocabularyOf([readShippedVocabulary()]));

/**
 * Reads the built-in vocabulary and, if given, a file of the operator that extends it: an entry for
 * a known slot adds its names and verbs and replaces its other fields; any other entry is a new
 * slot. Rejects with an InvalidVocabulary that names the file, the line and the problem.
 */
export const loadVocabulary = async (ownFile: string | undefined): Promise<Vocabulary> => {
  if (ownFile === undefined) return shippedVocabulary();
  const { readVocabularyFile } = await import("./vocabulary-file.ts");
  return vocabularyOf([readShippedVocabulary(), readVocabularyFile(ownFile)]);
};
