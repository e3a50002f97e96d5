import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LineCounter, parseDocument, type Document } from "yaml";
import { z } from "zod";
import { readShippedTable } from "../language/shipped-table.ts";
import type { SlotDefinition } from "./slot.ts";
import { ENTITY_TYPES, VALUE_TYPES } from "./value-type.ts";
import { Vocabulary } from "./vocabulary.ts";

/** The vocabulary that ships with the service: a table beside this file. */
const SHIPPED_VOCABULARY = join(import.meta.dirname, "slots");

/** A vocabulary file that cannot be used. The message names the file, the line and the problem. */
export class InvalidVocabulary extends Error {
  override readonly name = "InvalidVocabulary";

  constructor(path: string, line: number | null, problem: string, options?: ErrorOptions) {
    super(`The vocabulary ${path}${line === null ? "" : `, line ${line},`} ${problem}`, options);
  }
}

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u;
const snakeCaseName = z.string().regex(SNAKE_CASE, "must be a name in snake_case");
const phrases = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(80)
      .regex(/^[^\p{Lu}]*$/u, "must be in lower case"),
  )
  .max(200)
  .optional();

const entrySchema = z.strictObject({
  slot: snakeCaseName,
  about: z.string().min(1).max(300).optional(),
  cardinality: z.enum(["ONE", "MANY"]).optional(),
  value: z.enum(VALUE_TYPES).optional(),
  of: z.array(z.enum(ENTITY_TYPES)).min(1).optional(),
  names: phrases,
  names_pt: phrases,
  relationship: z
    .strictObject({
      type: snakeCaseName,
      also: z.array(snakeCaseName).optional(),
      inverse: snakeCaseName.optional(),
      symmetric: z.boolean().optional(),
    })
    .optional(),
  within: snakeCaseName.optional(),
  kind_of: snakeCaseName.optional(),
  ends_everything: z.boolean().optional(),
  lasting: z.boolean().optional(),
  starts: phrases,
  starts_pt: phrases,
  holds: phrases,
  holds_pt: phrases,
  ends: phrases,
  ends_pt: phrases,
  questions: phrases,
  questions_pt: phrases,
  schema: z.string().min(1).optional(),
  wikidata: z
    .string()
    .regex(/^P\d+$/u, "must be a property such as P551")
    .optional(),
});
const fileSchema = z.array(entrySchema);

/** A slot as a file states it: what is left out is not stated. */
type Entry = z.infer<typeof entrySchema>;

/** The entries of one file, and the line of each. */
interface VocabularyFile {
  readonly path: string;
  readonly entries: readonly { readonly entry: Entry; readonly line: number | null }[];
}

/** The line of the node at a path, or of the nearest node above it. */
const lineAt = (document: Document, lines: LineCounter, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range))
      return lines.linePos(Number(node.range[0])).line;
  }
  return 1;
};

const readVocabularyFile = (path: string): VocabularyFile => {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new InvalidVocabulary(path, null, "cannot be read.", { cause });
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined)
    throw new InvalidVocabulary(
      path,
      lines.linePos(error.pos[0]).line,
      `is no YAML: ${error.message.split("\n")[0] ?? ""}`,
    );
  const parsed = fileSchema.safeParse(document.toJS());
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.filter((part) => typeof part === "string").join(".") ?? "";
    throw new InvalidVocabulary(
      path,
      lineAt(document, lines, issue?.path ?? []),
      `is wrong${field === "" ? "" : ` in ${field}`}: ${issue?.message ?? "it must be a list of slots"}.`,
    );
  }
  return {
    path,
    entries: parsed.data.map((entry, i) => ({ entry, line: lineAt(document, lines, [i]) })),
  };
};

/** Read without its lines, which only an operator's own file needs. */
const readShippedVocabulary = (): VocabularyFile => ({
  path: SHIPPED_VOCABULARY,
  entries: fileSchema
    .parse(readShippedTable(SHIPPED_VOCABULARY))
    .map((entry) => ({ entry, line: null })),
});

const unionOf = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined): T[] => [
  ...new Set([...(a ?? []), ...(b ?? [])]),
];

/** An entry extended by another of the same slot: lists grow, the rest is replaced. */
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

const definitionOf = (entry: Entry): SlotDefinition => ({
  slot: entry.slot,
  about: entry.about ?? "",
  cardinality: entry.cardinality ?? "ONE",
  value: entry.value ?? "text",
  of: entry.of ?? null,
  names: { en: entry.names ?? [], pt: entry.names_pt ?? [] },
  relationship: relationshipOf(entry),
  within: entry.within ?? null,
  kindOf: entry.kind_of ?? null,
  endsEverything: entry.ends_everything ?? false,
  lasting: entry.lasting ?? false,
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

/** The slot that each name leads to. Where two slots have a name, the one stated first. */
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

/**
 * What is wrong with a slot beside the others, or null. `names` are those that one file gives it.
 */
const problemOf = (
  slot: Entry,
  names: readonly string[],
  slots: ReadonlyMap<string, Entry>,
  byName: ReadonlyMap<string, Entry>,
): string | null => {
  if (slot.about === undefined || slot.cardinality === undefined || slot.value === undefined)
    return `lacks about, cardinality or value of the slot ${slot.slot}.`;
  if (slot.within !== undefined && !slots.has(slot.within))
    return `has a slot ${slot.slot} within ${slot.within}, which is no slot.`;
  const kind = slot.kind_of === undefined ? undefined : slots.get(slot.kind_of);
  if (slot.kind_of !== undefined && (kind === undefined || kind.kind_of !== undefined))
    return `has a slot ${slot.slot} that is a kind of ${slot.kind_of}, which is no slot or itself a kind of another.`;
  if (restsOnItself(slot, slots)) return `has a slot ${slot.slot} that rests on itself.`;
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

/**
 * Reads the vocabulary that ships with the service and, where one is given, a file of the
 * operator's own that extends it: an entry of a known slot adds its names and verbs and replaces
 * what else it states; another entry is a new slot. Throws an InvalidVocabulary that names the
 * file, the line and the problem.
 */
export const loadVocabulary = (ownFile?: string): Vocabulary => {
  const own = ownFile === undefined ? [] : [readVocabularyFile(ownFile)];
  const files = [readShippedVocabulary(), ...own];
  const slots = new Map<string, Entry>();
  for (const { path, entries } of files) {
    const inFile = new Set<string>();
    for (const { entry, line } of entries) {
      if (inFile.has(entry.slot))
        throw new InvalidVocabulary(path, line, `has the slot ${entry.slot} twice.`);
      inFile.add(entry.slot);
      const known = slots.get(entry.slot);
      slots.set(entry.slot, known === undefined ? entry : extendEntry(known, entry));
    }
  }
  // The own file first: what it breaks in the shipped one is its mistake.
  for (const file of files.toReversed()) checkTogether(slots, file);
  return new Vocabulary([...slots.values()].map(definitionOf));
};

let shipped: Vocabulary | undefined;

/** The vocabulary that ships with the service, read once. */
export const shippedVocabulary = (): Vocabulary => (shipped ??= loadVocabulary());
