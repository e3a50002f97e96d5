import { randomUUID } from "node:crypto";
import { effectiveKey, rangeOf, type KeyDefinition, type KeyRange } from "./effective-key.ts";
import { badRequest, conflict, notFound, preconditionFailed, tooLarge } from "../wire/failure.ts";
import { sameValue, valueAt, type Document, type Json } from "./json.ts";
import { applyPatch, type PatchOperation } from "./patch.ts";
import { checkVectors } from "./policies.ts";
import { parseCondition } from "../sql/parser.ts";
import { rowsOf } from "../sql/evaluate.ts";

/** Limits of the service. */
const MOST_ITEM_BYTES = 2 * 1024 * 1024;
const MOST_ID_BYTES = 1023;
const MOST_KEY_BYTES = 2048;
/** Levels of objects and arrays, the item itself included. */
const MOST_LEVELS = 128;

const levelsOf = (value: Json): number =>
  typeof value === "object" && value !== null
    ? 1 + Object.values(value).reduce<number>((most, one) => Math.max(most, levelsOf(one)), 0)
    : 0;

const bytesOf = (key: readonly Json[]): number =>
  key.reduce<number>((sum, part) => sum + Buffer.byteLength(String(part)), 0);

export interface Stored {
  readonly document: Document;
  readonly etag: string;
  readonly key: readonly Json[];
  /** When it was written, in seconds. */
  readonly ts: number;
  /** The position of its last change in the change feed of its physical partition. */
  readonly lsn: number;
  readonly range: KeyRange;
  readonly effective: string;
}

/**
 * The effect of a write, so that a lagging replica can be read: the previous items, and its
 * position.
 */
interface Change {
  readonly lsn: number;
  readonly before: readonly {
    readonly partition: string;
    readonly id: string;
    readonly stored: Stored | undefined;
  }[];
}

/** Changes that replicas lag behind, at most. */
const MOST_CHANGES = 20;

export type Operation =
  | {
      readonly operationType: "Create" | "Upsert";
      readonly resourceBody: Document;
      readonly ifMatch?: string | undefined;
    }
  | {
      readonly operationType: "Replace";
      readonly id: string;
      readonly resourceBody: Document;
      readonly ifMatch?: string | undefined;
    }
  | {
      readonly operationType: "Read" | "Delete";
      readonly id: string;
      readonly ifMatch?: string | undefined;
    }
  | {
      readonly operationType: "Patch";
      readonly id: string;
      readonly resourceBody: {
        readonly operations: readonly PatchOperation[];
        readonly condition?: string | undefined;
      };
      readonly ifMatch?: string | undefined;
    };

/** Throws unless the item still has the expected ETag. A Create has no condition; an Upsert only if the item exists. */
const checkEtag = ({ operationType, ifMatch }: Operation, current: Stored | undefined): void => {
  if (ifMatch === undefined || operationType === "Create") return;
  if (current && current.etag !== ifMatch) throw preconditionFailed();
  if (!current && operationType !== "Upsert") throw notFound();
};

const meetsCondition = (document: Document, condition: string): boolean =>
  rowsOf(parseCondition(condition), null, [document], new Map()).length > 0;

/** The items of a container, by full partition key and id. */
export class Items {
  readonly #partitions = new Map<string, Map<string, Stored>>();
  readonly #container: Document;
  readonly #rid: string;
  readonly #now: () => number;
  /** Positions of full partition keys, which take long to hash. */
  readonly #effectiveKeys = new Map<string, string>();
  #lsn = 0;
  readonly #changes: Change[] = [];
  /** Items that the write under way has changed, as they were before. */
  #before: Change["before"][number][] = [];

  constructor(container: Document, rid: string, now: () => number) {
    this.#container = container;
    this.#rid = rid;
    this.#now = now;
  }

  get definition(): KeyDefinition {
    return this.#container["partitionKey"] as unknown as KeyDefinition;
  }

  get lsn(): number {
    return this.#lsn;
  }

  /** Unexpired items, of one physical partition if a range is given, in the order of their last writes. */
  alive(range?: KeyRange): Stored[] {
    const now = this.#now();
    const alive: Stored[] = [];
    for (const partition of this.#partitions.values())
      for (const stored of partition.values())
        if ((!range || stored.range === range) && this.#isAlive(stored, now)) alive.push(stored);
    return alive;
  }

  /** Unexpired items of a full partition key. */
  within(key: readonly Json[]): Stored[] {
    const now = this.#now();
    return [...this.#partition(key).values()].filter((stored) => this.#isAlive(stored, now));
  }

  /** Whether there is an unexpired item. */
  has(key: readonly Json[], id: string): boolean {
    const stored = this.#partition(key).get(id);
    return stored !== undefined && this.#isAlive(stored, this.#now());
  }

  /**
   * The results of a read on a lagging replica. It lacks the last writes, except those that a
   * client has seen, or some of them.
   */
  lagging<T>(seen: number, behind: number, read: () => T): T {
    const late = this.#changes.filter(({ lsn }) => lsn > seen).slice(-behind);
    const [first] = late;
    if (behind === 0 || !first) return read();
    const lsn = this.#lsn;
    const after = late.flatMap(({ before }) =>
      before.map(({ partition, id }) => ({
        partition,
        id,
        stored: this.#partitions.get(partition)?.get(id),
      })),
    );
    for (const { before } of late.toReversed()) this.#restore(before.toReversed());
    this.#lsn = this.#changes[this.#changes.indexOf(first) - 1]?.lsn ?? seen;
    try {
      return read();
    } finally {
      this.#restore(after);
      this.#lsn = lsn;
    }
  }

  #restore(items: Change["before"]): void {
    for (const { partition, id, stored } of items)
      if (stored) this.#partitions.get(partition)?.set(id, stored);
      else this.#partitions.get(partition)?.delete(id);
  }

  /** Ends a write: replicas may lag behind it from now on, as a whole. */
  #written(): void {
    if (this.#before.length > 0) this.#changes.push({ lsn: this.#lsn, before: this.#before });
    this.#before = [];
    if (this.#changes.length > MOST_CHANGES) this.#changes.shift();
  }

  /** Takes a snapshot. Returns a function that restores it. */
  snapshot(): () => void {
    const partitions = [...this.#partitions].map(([key, items]) => [key, new Map(items)] as const);
    const lsn = this.#lsn;
    return () => {
      this.#partitions.clear();
      for (const [key, items] of partitions) this.#partitions.set(key, new Map(items));
      this.#lsn = lsn;
      this.#changes.length = 0;
    };
  }

  /** Runs all operations on one full partition key, or none. `at`: the operation that failed. */
  atomically(
    key: readonly Json[],
    operations: readonly Operation[],
  ):
    | { readonly results: readonly { readonly operation: Operation; readonly stored: Stored }[] }
    | { readonly failure: unknown; readonly at: number } {
    const before = new Map(this.#partition(key));
    const lsn = this.#lsn;
    this.#before = [];
    const results: { readonly operation: Operation; readonly stored: Stored }[] = [];
    for (const [at, operation] of operations.entries()) {
      try {
        results.push({ operation, stored: this.#run(key, operation) });
      } catch (failure) {
        this.#partitions.set(JSON.stringify(key), before);
        this.#lsn = lsn;
        this.#before = [];
        return { failure, at };
      }
    }
    this.#written();
    return { results };
  }

  run(key: readonly Json[], operation: Operation): Stored {
    const stored = this.#run(key, operation);
    this.#written();
    return stored;
  }

  #run(key: readonly Json[], operation: Operation): Stored {
    const id = "id" in operation ? operation.id : String(operation.resourceBody["id"]);
    const stored = this.#partition(key).get(id);
    const current = stored && this.#isAlive(stored, this.#now()) ? stored : undefined;
    checkEtag(operation, current);
    if (!("id" in operation)) {
      if (operation.operationType === "Create" && current) throw conflict();
      return this.#put(key, operation.resourceBody, current);
    }
    if (!current) throw notFound();
    return this.#runOnExisting(key, operation, current);
  }

  #runOnExisting(
    key: readonly Json[],
    operation: Extract<Operation, { readonly id: string }>,
    current: Stored,
  ): Stored {
    switch (operation.operationType) {
      case "Replace":
        if (operation.resourceBody["id"] !== operation.id)
          throw badRequest("The id of an item cannot be changed.");
        return this.#put(key, operation.resourceBody, current);
      case "Read":
        return current;
      case "Delete":
        this.#before.push({
          partition: JSON.stringify(key),
          id: operation.id,
          stored: current,
        });
        this.#partition(key).delete(operation.id);
        this.#lsn++;
        return current;
      case "Patch": {
        const { operations, condition } = operation.resourceBody;
        if (condition !== undefined && !meetsCondition(current.document, condition))
          throw preconditionFailed(1110);
        return this.#put(key, applyPatch(current.document, operations), current);
      }
    }
  }

  #partition(key: readonly Json[]): Map<string, Stored> {
    const name = JSON.stringify(key);
    const partition = this.#partitions.get(name) ?? new Map<string, Stored>();
    this.#partitions.set(name, partition);
    return partition;
  }

  #effectiveKey(key: readonly Json[]): string {
    const name = JSON.stringify(key);
    const effective = this.#effectiveKeys.get(name) ?? effectiveKey(key, this.definition);
    this.#effectiveKeys.set(name, effective);
    return effective;
  }

  #isAlive({ document, ts }: Stored, now: number): boolean {
    const byDefault = this.#container["defaultTtl"];
    if (byDefault === undefined) return true;
    const ttl = document["ttl"] ?? byDefault;
    return ttl === -1 || now < (ts + Number(ttl)) * 1000;
  }

  #put(key: readonly Json[], body: Document, current: Stored | undefined): Stored {
    this.#check(key, body);
    const ts = Math.floor(this.#now() / 1000);
    const etag = `"${randomUUID()}"`;
    const effective = this.#effectiveKey(key);
    const lsn = ++this.#lsn;
    const rid =
      current?.document["_rid"] ?? `${this.#rid}${Buffer.from(`item${lsn}`).toString("base64url")}`;
    const document: Document = {
      ...body,
      _rid: rid,
      _self: `dbs/d/colls/c/docs/${lsn}/`,
      _etag: etag,
      _attachments: "attachments/",
      _ts: ts,
    };
    const stored: Stored = { document, etag, key, ts, lsn, range: rangeOf(effective), effective };
    const partition = this.#partition(key);
    const id = String(body["id"]);
    this.#before.push({ partition: JSON.stringify(key), id, stored: partition.get(id) });
    partition.delete(id);
    partition.set(id, stored);
    return stored;
  }

  #check(key: readonly Json[], body: Document): void {
    const id = body["id"];
    if (
      typeof id !== "string" ||
      id === "" ||
      Buffer.byteLength(id) > MOST_ID_BYTES ||
      /[/\\?#]/u.test(id)
    )
      throw badRequest("The id of an item is a string of 1 to 1,023 bytes without /, \\, ? and #.");
    if (bytesOf(key) > MOST_KEY_BYTES) throw badRequest("The partition key is too long.");
    if (levelsOf(body) > MOST_LEVELS) throw badRequest("The item is nested too deeply.");
    for (const [i, path] of this.definition.paths.entries()) {
      if (!sameValue(valueAt(body, path), key[i]))
        throw badRequest(
          "PartitionKey extracted from document doesn't match the one specified in the header",
        );
    }
    const ttl = body["ttl"];
    if (
      ttl !== undefined &&
      !(typeof ttl === "number" && Number.isInteger(ttl) && (ttl > 0 || ttl === -1))
    )
      throw badRequest("The ttl of an item is a positive integer or -1.");
    if (Buffer.byteLength(JSON.stringify(body)) > MOST_ITEM_BYTES) throw tooLarge();
    checkVectors(this.#container, body);
  }
}
