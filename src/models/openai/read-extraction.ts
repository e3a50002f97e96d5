import type { ExtractedFact, Extraction } from "../port.ts";
import {
  readEmotion,
  readEntity,
  readFact,
  readProfile,
  readRelation,
  readWords,
} from "./read-items.ts";
import { readJson } from "./read-json.ts";

/** What could be read of an answer. */
export interface Reading<T> {
  readonly value: T;
  /** Whether it is all that the model meant to say. */
  readonly complete: boolean;
  /** How much of use it holds: of several incomplete answers the richest is kept. */
  readonly worth: number;
}

/** The fields of an answer, under the names that models use that were not held to a schema. */
const FIELDS: Readonly<Record<string, string>> = {
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

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isField = (name: string): boolean => Object.hasOwn(FIELDS, name);
const fieldsOf = (value: Fields): Fields =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, content]) =>
      isField(name) && content != null ? [[FIELDS[name], content]] : [],
    ),
  );

/** What a model answers in place of the object asked for: a list of items of one kind. */
const listed = (items: readonly unknown[]): Fields => ({
  facts: items.filter((item) => readFact(item) !== undefined),
  relations: items.filter(
    (item) => readRelation(item) !== undefined && readFact(item) === undefined,
  ),
  entities: items.filter(
    (item) =>
      readEntity(item) !== undefined && readFact(item) === undefined && typeof item !== "string",
  ),
});

/** The fields of an answer or, where it has none of them, of the one object or text that it is wrapped in; null where it is something else. */
const understood = (value: unknown, wrapped = false): Fields | null => {
  if (Array.isArray(value)) return understoodList(value, wrapped);
  if (!isObject(value)) return null;
  const names = Object.keys(value);
  if (names.length === 0 || names.some(isField)) return fieldsOf(value);
  if (wrapped) return null;
  const inner = Object.values(value).flatMap((content) =>
    typeof content === "string" ? readJson(content, false).values : [content],
  );
  return merged(inner.map((content) => understood(content, true)));
};

const understoodList = (items: readonly unknown[], wrapped: boolean): Fields | null => {
  const parts = items.map((item) => (isObject(item) ? fieldsOf(item) : {}));
  if (parts.some((part) => Object.keys(part).length > 0)) return merged(parts);
  const fields = listed(items);
  return !wrapped && Object.values(fields).some((kind) => asList(kind).length > 0) ? fields : null;
};

const asList = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : content == null ? [] : [content];

/** An answer in several parts counts as one. */
const merged = (parts: readonly (Fields | null)[]): Fields | null => {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  const names = new Set(known.flatMap((part) => Object.keys(part)));
  const single: ReadonlySet<string> = new Set(["selfName", "emotion"]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      single.has(name)
        ? known.map((part) => part[name]).find((content) => content != null)
        : known.flatMap((part) => asList(part[name])),
    ]),
  );
};

/** A fact that is no more than a sentence is about the one whose name it begins with. */
const factOfSentence = (sentence: string, names: readonly string[]): ExtractedFact | undefined => {
  const subject = names
    .filter((name) => sentence.toLowerCase().startsWith(name.toLowerCase()))
    .toSorted((a, b) => b.length - a.length)[0];
  return subject === undefined ? undefined : readFact({ subject, text: sentence });
};

const readAll = <T>(
  content: unknown,
  read: (item: unknown) => T | undefined,
): { readonly kept: readonly T[]; readonly lost: number } => {
  const items = asList(content);
  const kept = items.map(read).filter((item) => item !== undefined);
  return { kept, lost: items.length - kept.length };
};

/**
 * Reads an extraction item by item: one that is malformed costs no other. Null where the answer is something else altogether.
 * An answer that holds facts of which none can be read is incomplete.
 */
export const readExtraction = (
  answer: string,
  truncated: boolean,
  speaker: string,
): Reading<Extraction> | null => {
  const { values, whole } = readJson(answer, truncated);
  const fields = merged(values.map((value) => understood(value)));
  if (fields === null) return null;
  const entities = readAll(fields["entities"], readEntity);
  const names = [speaker, ...entities.kept.map(({ name }) => name)];
  const facts = readAll(fields["facts"], (item) =>
    typeof item === "string" ? factOfSentence(item, names) : readFact(item),
  );
  const relations = readAll(fields["relations"], readRelation);
  const profiles = readAll(fields["profiles"], readProfile);
  const value: Extraction = {
    entities: entities.kept,
    facts: facts.kept,
    relations: relations.kept,
    profiles: profiles.kept,
    selfName: readWords(fields["selfName"]),
    emotion: readEmotion(fields["emotion"]),
  };
  const worth =
    4 * value.facts.length +
    2 * value.relations.length +
    value.entities.length +
    (value.emotion === null ? 0 : 1);
  return { value, complete: whole && !(facts.kept.length === 0 && facts.lost > 0), worth };
};
