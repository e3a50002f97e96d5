import type { ExtractedFact, Extraction, ExtractionInput } from "../../port.ts";
import {
  readEmotion,
  readEntity,
  readFact,
  readLabel,
  readProfile,
  readRelation,
  readWords,
} from "./read-items.ts";
import {
  asList,
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonReading,
  type ReadAnswer,
} from "./read-json.ts";

/** The fields of an extraction, with the names that models without a schema use for them. */
const FIELD_OF_NAME: Readonly<Record<string, keyof Extraction>> = {
  entities: "entities",
  facts: "facts",
  relations: "relations",
  relationships: "relations",
  profiles: "profiles",
  updated_profiles: "profiles",
  self_name: "selfName",
  user_name: "selfName",
  emotion: "emotion",
};
const SINGLE_FIELDS: ReadonlySet<string> = new Set<keyof Extraction>(["selfName", "emotion"]);

/** The content of an answer, by field of the extraction. */
type Fields = Readonly<Partial<Record<keyof Extraction, unknown>>>;

const isFieldName = (name: string): boolean => Object.hasOwn(FIELD_OF_NAME, name);
const fieldsOf = (object: JsonObject): Fields =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, content]) => {
      const field = isFieldName(name) ? FIELD_OF_NAME[name] : undefined;
      return field !== undefined && content != null ? [[field, content]] : [];
    }),
  );

/** Sorts the items of a bare list, which some models return instead of the object. */
const fieldsOfItems = (items: readonly unknown[]): Fields => {
  const isFact = (item: unknown): boolean => readFact(item) !== undefined;
  return {
    facts: items.filter(isFact),
    relations: items.filter((item) => !isFact(item) && readRelation(item) !== undefined),
    entities: items.filter(
      (item) => typeof item !== "string" && !isFact(item) && readEntity(item) !== undefined,
    ),
  };
};

/**
 * The fields in a value. If it has none of them, those in the one object or text that it wraps.
 * Null if it is anything else.
 */
const fieldsIn = (value: unknown, isWrapped = false): Fields | null => {
  if (Array.isArray(value)) return fieldsInList(value, isWrapped);
  if (!isJsonObject(value)) return null;
  const names = Object.keys(value);
  if (names.length === 0 || names.some(isFieldName)) return fieldsOf(value);
  if (isWrapped) return null;
  const contents = Object.values(value).flatMap((content) =>
    typeof content === "string" ? readJson(content, false).values : [content],
  );
  return mergeFields(contents.map((content) => fieldsIn(content, true)));
};

const fieldsInList = (items: readonly unknown[], isWrapped: boolean): Fields | null => {
  const parts = items.map((item) => (isJsonObject(item) ? fieldsOf(item) : {}));
  if (parts.some((part) => Object.keys(part).length > 0)) return mergeFields(parts);
  const fields = fieldsOfItems(items);
  const hasItems = Object.values(fields).some((content) => asList(content).length > 0);
  return !isWrapped && hasItems ? fields : null;
};

/** Joins the parts of an answer. */
const mergeFields = (parts: readonly (Fields | null)[]): Fields | null => {
  const readable = parts.filter((part) => part !== null);
  if (readable.length === 0) return null;
  const mergedFields = new Map<string, unknown>();
  for (const [name, content] of readable.flatMap((part) => Object.entries(part)))
    if (!SINGLE_FIELDS.has(name))
      mergedFields.set(name, [...asList(mergedFields.get(name)), ...asList(content)]);
    else if (mergedFields.get(name) == null) mergedFields.set(name, content);
  return Object.fromEntries(mergedFields);
};

/** A fact that is only a sentence is about the entity whose name it begins with. */
const factOfSentence = (sentence: string, names: readonly string[]): ExtractedFact | undefined => {
  const [subject] = names
    .filter((name) => sentence.toLowerCase().startsWith(name.toLowerCase()))
    .toSorted((a, b) => b.length - a.length);
  return subject === undefined ? undefined : readFact({ subject, text: sentence });
};

const readAll = <T>(
  content: unknown,
  read: (item: unknown) => T | undefined,
): { readonly items: readonly T[]; readonly unreadable: number } => {
  const contents = asList(content);
  const items = contents.map(read).filter((item) => item !== undefined);
  return { items, unreadable: contents.length - items.length };
};

/** The worth of an item: a fact says more than a relation, and a relation more than a name. */
const worthOf = ({ facts, relations, entities, emotion }: Extraction): number =>
  4 * facts.length + 2 * relations.length + entities.length + (emotion === null ? 0 : 1);

type Reader = Pick<ExtractionInput, "speaker" | "timeZone">;

/** The extraction in the values of an answer, for `readExtraction`. */
const extractionIn = (
  { values, whole }: JsonReading,
  { speaker, timeZone }: Reader,
): ReadAnswer<Extraction> | null => {
  const fields = mergeFields(values.map((value) => fieldsIn(value)));
  if (fields === null) return null;
  const entities = readAll(fields.entities, readEntity).items;
  const names = [speaker, ...entities.map(({ name }) => name)];
  const facts = readAll(fields.facts, (item) =>
    typeof item === "string" ? factOfSentence(item, names) : readFact(item, timeZone),
  );
  const value: Extraction = {
    entities,
    facts: facts.items,
    relations: readAll(fields.relations, readRelation).items,
    profiles: readAll(fields.profiles, readProfile).items,
    selfName: readWords(fields.selfName),
    emotion: readEmotion(fields.emotion),
  };
  const isReadable = facts.items.length > 0 || facts.unreadable === 0;
  return { value, complete: whole && isReadable, worth: worthOf(value) };
};

/**
 * Reads an extraction item by item, so that a malformed one does not affect the others. Null if the
 * answer is something else altogether. An answer with facts of which none can be read is
 * incomplete.
 */
export const readExtraction = (
  answer: string,
  truncated: boolean,
  input: Reader,
): ReadAnswer<Extraction> | null => extractionIn(readJson(answer, truncated), input);

/** The items of an answer that name their turn. */
const turnItems = (values: readonly unknown[]): readonly JsonObject[] =>
  values
    .flatMap((value) => (isJsonObject(value) && "turns" in value ? asList(value["turns"]) : value))
    .flat()
    .filter((item): item is JsonObject => isJsonObject(item) && "turn" in item);

/**
 * Reads the extractions of several turns, by their labels; null for an omitted turn. Of a truncated
 * answer, the complete turns are read.
 */
export const readTurns = (
  answer: string,
  truncated: boolean,
  inputs: ReadonlyMap<string, Reader>,
): ReadAnswer<readonly (Extraction | null)[]> | null => {
  const { values, whole } = readJson(answer, truncated);
  const items = turnItems(values);
  if (items.length === 0 && !values.some((value) => isJsonObject(value) && "turns" in value))
    return null;
  const readings = new Map<string | null, ReadAnswer<Extraction>>();
  for (const item of items) {
    const turn = readLabel(item["turn"]);
    const input = turn === null ? undefined : inputs.get(turn);
    const reading = input && extractionIn({ values: [item], whole: true }, input);
    if (reading?.complete && !readings.has(turn)) readings.set(turn, reading);
  }
  const ofTurns = [...inputs.keys()].map((turn) => readings.get(turn) ?? null);
  return {
    value: ofTurns.map((reading) => reading?.value ?? null),
    complete: whole,
    worth: ofTurns.reduce((sum, reading) => sum + (reading === null ? 0 : 1 + reading.worth), 0),
  };
};
