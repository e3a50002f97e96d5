import {
  BaseStore,
  type GetOperation,
  InvalidNamespaceError,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
  validateNamespace,
} from "@langchain/langgraph-checkpoint";
import type { At, Fact, Memory, MemoryView } from "@palimpsest/client";
import { matchesFilter } from "./filter.ts";

export interface PalimpsestStoreOptions {
  readonly memory: Memory;
  /** Time point for reading the store; it is then read-only. Default: now. */
  readonly at?: At | undefined;
}

/** The slot of facts for items, and the type of their entities. */
const SLOT = "langgraph_item";
/** The content of the text of such a fact, as JSON. */
interface StoredItem {
  readonly namespace: string[];
  readonly key: string;
  readonly value: Record<string, unknown>;
  /** Null for an item of an import without it. */
  readonly createdAt: string | null;
  /** False for an item that a query does not find. */
  readonly isIndexed: boolean;
}
interface FoundItem extends StoredItem {
  readonly createdAt: string;
  readonly fact: string;
  readonly updatedAt: string;
}

/** Maximum number of facts of a page, and of hits of a search. */
const PAGE = 100;
const DEFAULT_LIMIT = 10;

const hashOf = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** The key of the entity of an item: encodes any namespace and key exactly. */
const entityKeyOf = async (namespace: readonly string[], key: string): Promise<string> =>
  `${SLOT}:${await hashOf(JSON.stringify([namespace, key]))}`;

const isStored = (value: unknown): value is StoredItem =>
  typeof value === "object" && value !== null && "namespace" in value && "createdAt" in value;

/** The item of a fact; undefined for any other fact. */
const itemIn = (fact: Pick<Fact, "id" | "slot" | "text" | "recordedAt">): FoundItem | undefined => {
  if (fact.slot !== SLOT) return undefined;
  try {
    const storedItem: unknown = JSON.parse(fact.text);
    if (!isStored(storedItem)) return undefined;
    const updatedAt = fact.recordedAt;
    return {
      ...storedItem,
      createdAt: storedItem.createdAt ?? updatedAt,
      fact: fact.id,
      updatedAt,
    };
  } catch {
    return undefined;
  }
};

const itemOf = ({ namespace, key, value, createdAt, updatedAt }: FoundItem): Item => ({
  namespace,
  key,
  value,
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});

const beginsWith = (namespace: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((label, index) => namespace[index] === label);

const matches = ({ matchType, path }: MatchCondition, namespace: readonly string[]): boolean => {
  const from = matchType === "prefix" ? 0 : namespace.length - path.length;
  if (path.length > namespace.length) return false;
  return path.every((label, index) => label === "*" || namespace[from + index] === label);
};

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * A store of LangGraph in a memory: each item is a fact, so that putting and deleting leave a past behind, which `at` reads.
 *
 * @example
 * const store = new PalimpsestStore({ memory });
 * await store.put(["users", "ana"], "prefs", { theme: "dark" });
 * await store.at({ knownAt: "2026-03-31" }).get(["users", "ana"], "prefs");
 */
export class PalimpsestStore extends BaseStore {
  readonly #memory: Memory;
  readonly #view: MemoryView;
  readonly #isPast: boolean;

  constructor({ memory, at }: PalimpsestStoreOptions) {
    super();
    this.#memory = memory;
    this.#view = at ? memory.at(at) : memory;
    this.#isPast = at !== undefined;
  }

  /** The store at a time point, read-only. */
  at(at: At): PalimpsestStore {
    return new PalimpsestStore({ memory: this.#memory, at });
  }

  /** Reads see the store before the batch; of several puts of one item, the last counts. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    let all: Promise<readonly FoundItem[]> | undefined;
    const everything = (): Promise<readonly FoundItem[]> => (all ??= this.#all());
    const results = await Promise.all(
      operations.map((operation) => {
        if ("namespacePrefix" in operation) return this.#search(operation, everything);
        if ("value" in operation) return undefined;
        if ("key" in operation) return this.#get(operation);
        return this.#listNamespaces(operation, everything);
      }),
    );
    const puts = operations.filter((operation) => "value" in operation);
    const last = new Map(puts.map((put) => [JSON.stringify([put.namespace, put.key]), put]));
    for (const put of last.values()) await this.#put(put);
    return results as OperationResults<Op>;
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const item = await this.#find(namespace, key);
    return item ? itemOf(item) : null;
  }

  async #find(namespace: readonly string[], key: string): Promise<FoundItem | undefined> {
    const entity = await entityKeyOf(namespace, key);
    const { nodes } = await this.#view.facts({ entity, slot: SLOT, first: 1 });
    return nodes[0] && itemIn(nodes[0]);
  }

  async #all(): Promise<readonly FoundItem[]> {
    const items: FoundItem[] = [];
    for await (const fact of this.#view.allFacts({ slot: SLOT, first: PAGE })) {
      const item = itemIn(fact);
      if (item) items.push(item);
    }
    return items;
  }

  /** Items that match the query, best first, then the others in the order of their puts. */
  async #rankedItems(
    query: string,
    items: readonly FoundItem[],
  ): Promise<readonly { readonly item: FoundItem; readonly score?: number }[]> {
    const { hits } = await this.#view.search(query, { kinds: ["FACT"], first: PAGE });
    const scores = new Map(hits.map(({ node, score }) => [node.id, score]));
    const scoredItems = items.flatMap((item) => {
      const score = item.isIndexed ? scores.get(item.fact) : undefined;
      return score === undefined ? [] : [{ item, score }];
    });
    const rest = items.filter(({ fact, isIndexed }) => !isIndexed || !scores.has(fact));
    return [
      ...scoredItems.toSorted((a, b) => b.score - a.score),
      ...rest.map((item) => ({ item })),
    ];
  }

  /**
   * Items below a namespace that match the filter: best first for a query, otherwise in the order
   * of their puts.
   */
  async #search(
    { namespacePrefix, filter, query, limit = DEFAULT_LIMIT, offset = 0 }: SearchOperation,
    everything: () => Promise<readonly FoundItem[]>,
  ): Promise<SearchItem[]> {
    validateNamespace(namespacePrefix, { allowEmpty: true, allowReservedRoot: true });
    const items = (await everything()).filter(
      ({ namespace, value }) =>
        beginsWith(namespace, namespacePrefix) && matchesFilter(value, filter ?? {}),
    );
    const rankedItems = query
      ? await this.#rankedItems(query, items)
      : items.map((item) => ({ item }));
    return rankedItems
      .slice(offset, offset + limit)
      .map(({ item, ...score }) => ({ ...itemOf(item), ...score }));
  }

  /**
   * Distinct namespaces that match all conditions, cut to the maximum depth, in alphabetical order.
   */
  async #listNamespaces(
    {
      matchConditions = [],
      maxDepth,
      limit = Number.POSITIVE_INFINITY,
      offset = 0,
    }: ListNamespacesOperation,
    everything: () => Promise<readonly FoundItem[]>,
  ): Promise<string[][]> {
    const namespaces = (await everything())
      .map(({ namespace }) => namespace)
      .filter((namespace) => matchConditions.every((condition) => matches(condition, namespace)))
      .map((namespace) => JSON.stringify(namespace.slice(0, maxDepth)));
    return [...new Set(namespaces)]
      .toSorted(byText)
      .slice(offset, offset + limit)
      .map((text): string[] => JSON.parse(text));
  }

  /**
   * Stores an item as a fact whose value is the hash of the item, so that every change is a change
   * of that value. A null value ends the fact.
   */
  async #put({ namespace, key, value, index }: PutOperation): Promise<void> {
    if (this.#isPast)
      throw new TypeError("This store is read at a past time point; the past cannot be written.");
    validateNamespace(namespace, { allowReservedRoot: true });
    if (namespace.length === 0)
      throw new InvalidNamespaceError("A namespace must have at least one label.");
    const before = await this.#find(namespace, key);
    if (value === null) {
      if (before) await this.#memory.end(before.fact, { reason: "deleted from the store" });
      return;
    }
    if (typeof value !== "object") throw new TypeError("The value of an item must be an object.");
    const storedItem: StoredItem = {
      namespace,
      key,
      value,
      createdAt: before?.createdAt ?? new Date().toISOString(),
      isIndexed: index !== false,
    };
    const text = JSON.stringify(storedItem);
    await this.#memory.assert({
      entity: { key: await entityKeyOf(namespace, key) },
      text,
      slot: SLOT,
      value: await hashOf(text),
      importanceCategory: "ROUTINE_ACTIVITY",
    });
  }
}
