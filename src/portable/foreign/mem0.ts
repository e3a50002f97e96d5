/**
 * Reads mem0: the result of `get_all` ({"results": [{id, memory, created_at, updated_at, …}],
 * "relations": [{source, relationship, target}]}), a list of such memories, a backup of OpenMemory
 * (`memories.json`, or the rows of `memories.jsonl`: {id, content, state, created_at, …}), and what
 * `history` gives ({memory_id, old_memory, new_memory, event, created_at, updated_at}), which alone
 * tells what was believed before.
 */
import { z } from "zod";
import { contentHash } from "../../memory/content-hash.ts";
import type { EntityRef } from "../../write/requests.ts";
import { memoryOf, omit, type ForeignMemory, type ReadItem } from "./foreign-memory.ts";
import {
  excerptOf,
  foreignInstant,
  foreignList,
  foreignText,
  readJsonFile,
  type Json,
} from "./foreign-json.ts";

const lists = z.object({ results: foreignList, memories: foreignList, relations: foreignList });
const memory = z.object({
  id: foreignText,
  memory: foreignText,
  content: foreignText,
  text: foreignText,
  data: foreignText,
  state: foreignText,
  agent_id: foreignText,
  agentId: foreignText,
  user_id: foreignText,
  userId: foreignText,
  created_at: foreignInstant,
  createdAt: foreignInstant,
  updated_at: foreignInstant,
  updatedAt: foreignInstant,
  expiration_date: foreignInstant,
  expirationDate: foreignInstant,
});
type Mem0Memory = z.infer<typeof memory>;
const relation = z.object({
  source: foreignText,
  relationship: foreignText,
  relation: foreignText,
  target: foreignText,
  destination: foreignText,
});

const change = z.object({
  memory_id: z.string().min(1),
  new_memory: foreignText,
  created_at: foreignInstant,
  updated_at: foreignInstant,
});
type Mem0Change = z.infer<typeof change>;

/** A memory is about the user, unless an agent stores it about itself. */
const ownerOf = ({ agent_id, agentId, user_id, userId }: Mem0Memory): EntityRef => {
  const agent = agent_id ?? agentId;
  return agent !== null && (user_id ?? userId) === null
    ? { name: agent, type: "agent" }
    : { self: true };
};

const statementIn = ({ memory: statement, content, text, data }: Mem0Memory): string | null =>
  statement ?? content ?? text ?? data;

const saidAt = ({ updated_at, updatedAt, created_at, createdAt }: Mem0Memory) =>
  updated_at ?? updatedAt ?? created_at ?? createdAt;

/** A memory as a fact about its owner. Deleted memories and memories without text are omitted. */
const readMemory = (value: Json): ReadItem => {
  const { data } = memory.safeParse(value);
  const text = data === undefined ? null : statementIn(data);
  if (data === undefined || text === null)
    return omit(excerptOf(value), "The entry has no memory text.");
  if (data.state === "deleted") return omit(text, "It was deleted.");
  return {
    kind: "FACT",
    key: `mem0:${data.id ?? ""}:${contentHash(text)}`,
    entity: ownerOf(data),
    text,
    occurredAt: saidAt(data),
    validFrom: null,
    validTo: data.expiration_date ?? data.expirationDate,
  };
};

const changedAt = ({ updated_at, created_at }: Mem0Change) => updated_at ?? created_at;

/** Orders changes by time. A change without a time keeps its place in the file. */
const inOrder = (changes: readonly Mem0Change[]): readonly Mem0Change[] =>
  changes.every((row) => changedAt(row) !== null)
    ? changes.toSorted((a, b) => ((changedAt(a) ?? "") < (changedAt(b) ?? "") ? -1 : 1))
    : changes;

/**
 * The statements that a memory has contained, oldest first. Each ends when the next one replaces it
 * or the memory is deleted.
 */
const readHistory = (changes: readonly Mem0Change[]): ReadItem[] =>
  inOrder(changes).map((row, index, all): ReadItem => {
    const { memory_id, new_memory: text } = row;
    const next = all[index + 1];
    if (text === null) return null;
    const validTo = next === undefined ? null : changedAt(next);
    if (next !== undefined && validTo === null)
      return omit(text, "The file does not say when it was replaced or deleted.");
    return {
      kind: "FACT",
      key: `mem0:${memory_id}:${index}:${contentHash(text)}`,
      entity: { self: true },
      text,
      occurredAt: changedAt(row),
      validFrom: null,
      validTo,
    };
  });

/**
 * A relation of the graph as a fact about its source. Its sentence is made of the two names and the
 * type, and its time is unknown.
 */
const readRelation = (value: Json): ReadItem => {
  const { data } = relation.safeParse(value);
  if (data === undefined) return null;
  const { source } = data;
  const type = data.relationship ?? data.relation;
  const target = data.target ?? data.destination;
  if (source === null || type === null || target === null)
    return omit(excerptOf(value), "A relation needs a source, a relationship and a target.");
  return {
    kind: "FACT",
    key: `mem0:${contentHash(JSON.stringify([source, type, target]))}`,
    entity: { name: source },
    text: `${source} ${type.replaceAll("_", " ").toLowerCase()} ${target}`,
    relationship: { type, target: { name: target } },
    occurredAt: null,
    validFrom: null,
    validTo: null,
  };
};

const hasList = (document: Json): boolean =>
  typeof document === "object" &&
  document !== null &&
  !Array.isArray(document) &&
  [document["results"], document["memories"]].some(Array.isArray);

/** The memory in an export or a history of mem0: its memories, past statements and relations. */
export const readMem0 = (text: string): ForeignMemory => {
  const documents = readJsonFile(text);
  const items = documents.flatMap((document): Json[] => {
    const { data } = lists.safeParse(document);
    return data !== undefined && hasList(document)
      ? [...data.results, ...data.memories]
      : [document];
  });
  const relations = documents.flatMap(
    (document) => lists.safeParse(document).data?.relations ?? [],
  );
  const histories = new Map<string, Mem0Change[]>();
  const memories: ReadItem[] = [];
  for (const item of items) {
    const { data } = change.safeParse(item);
    if (data === undefined) {
      memories.push(readMemory(item));
      continue;
    }
    const history = histories.get(data.memory_id);
    if (history === undefined) histories.set(data.memory_id, [data]);
    else history.push(data);
  }
  return memoryOf([
    ...memories,
    ...[...histories.values()].flatMap(readHistory),
    ...relations.map(readRelation),
  ]);
};
