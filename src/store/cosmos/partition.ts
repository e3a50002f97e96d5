import type { Container, FeedOptions, OperationInput, SqlQuerySpec } from "@azure/cosmos";
import type { SpaceId } from "../port.ts";
import type { Connection } from "./connection.ts";
import type { ContainerName } from "./containers.ts";
import { checkSchema, type Owned } from "./documents/envelope.ts";
import { asRanking, isNothing } from "./empty-pages.ts";
import { lostOwner } from "./failures.ts";
import { PartitionsMoved } from "./known-ranges.ts";
import { PASSING } from "./patience.ts";
import { countSpec, oneOf, querySpec, type Owner, type Query } from "./query.ts";
import { currentCall } from "./call.ts";

/** So many rows a page at most: the service's own limit is 4 MB. */
const PAGE_SIZE = 1000;
/** So many values in one query, and so many characters of them: the service takes 512 KB of query. */
const MOST_VALUES = 500;
const MOST_CHARACTERS = 100_000;

/** Values as many at a time as one query takes. */
const partsOf = (values: readonly string[]): string[][] => {
  const parts: string[][] = [];
  let room = 0;
  for (const value of new Set(values)) {
    const part = parts.at(-1);
    if (part && part.length < MOST_VALUES && value.length <= room) part.push(value);
    else {
      parts.push([value]);
      room = MOST_CHARACTERS;
    }
    room -= value.length;
  }
  return parts;
};

/** What became of a batch. */
export type BatchOutcome =
  | { readonly done: true }
  /** Nothing was written; `at` is the operation that was at fault. */
  | { readonly done: false; readonly at: number; readonly status: number }
  /** It may have been written, all of it, or not. */
  | { readonly done: false; readonly at: null; readonly status: null };

/**
 * The documents of one space (and session) in one container: the only way to them. Whatever comes back is looked at once more: a row
 * that belongs to another space or session is an error that is logged, and never given to anybody.
 */
export class Partition {
  readonly #connection: Connection;
  readonly #container: Container;
  readonly #owner: Owner;
  readonly #key: readonly string[] | null;

  /** `session`: the last part of the key, where the container has one; null for queries over all sessions of a space. */
  constructor(
    connection: Connection,
    name: ContainerName,
    space: SpaceId,
    session?: string | null,
  ) {
    this.#connection = connection;
    this.#container = connection.container(name);
    this.#owner = { tenant: space.tenant, user: space.user, session: session ?? undefined };
    this.#key =
      session === null
        ? null
        : [space.tenant, space.user, ...(session === undefined ? [] : [session])];
  }

  /** The document of an id; null where there is none. */
  async read<T extends Owned>(id: string): Promise<T | null> {
    const { resource, statusCode, substatus } = await this.#container
      .item(id, [...this.#fullKey()])
      .read<T>();
    const lost = lostOwner(statusCode, substatus);
    if (lost) throw lost;
    return resource === undefined ? null : (this.#own([resource])[0] ?? null);
  }

  /** The documents of these ids that there are. One is read by its id, several by one query. */
  async readMany<T extends Owned>(
    ids: readonly string[],
    fields?: readonly string[],
  ): Promise<Map<string, T>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    if (wanted.length === 1) {
      const found = await this.read<T>(wanted[0]!);
      return new Map(found ? [[found.id, found]] : []);
    }
    const found = await this.queryAmong<T>(wanted, (some) => ({
      fields,
      where: [oneOf("id", "ids")],
      parameters: { ids: some },
    }));
    return new Map(found.map((document) => [document.id, document]));
  }

  async query<T extends Owned>(query: Query): Promise<T[]> {
    const spec = querySpec(this.#owner, query);
    return this.#own(
      await this.#connection.withoutPlan(spec.query, (planned) =>
        this.#fetch<T>(spec, this.#scope(planned)),
      ),
    );
  }

  /** What is found by any of some values, however many there are. A document that several of them find may come more than once. */
  async queryAmong<T extends Owned>(
    values: readonly string[],
    queryOf: (some: readonly string[]) => Query,
  ): Promise<T[]> {
    return (await Promise.all(partsOf(values).map((some) => this.query<T>(queryOf(some))))).flat();
  }

  /** The query page by page, for a reader who may have enough before its end. */
  async *pages<T extends Owned>(query: Query, size: number): AsyncGenerator<T[]> {
    const spec = querySpec(this.#owner, query);
    const start = (planned: boolean) =>
      this.#container.items.query<T>(spec, {
        ...this.#scope(planned),
        maxItemCount: Math.min(size, PAGE_SIZE),
      });
    let iterator = start(false);
    const begin = (planned: boolean) => {
      iterator = start(planned);
      return iterator.fetchNext();
    };
    yield this.#own((await this.#connection.withoutPlan(spec.query, begin)).resources ?? []);
    while (iterator.hasMoreResults()) yield this.#own((await iterator.fetchNext()).resources ?? []);
  }

  /**
   * A query that ranks. It goes by the plan from the start, since with the partition key alone the service is reported not to rank
   * (dotnet #5332, python #42241). A container without documents makes the SDK throw: it has no hits. `scores`: by how many it ranks.
   */
  async rank<T extends Owned>(query: Query, scores = 1): Promise<T[]> {
    try {
      const rows = await asRanking(scores, () =>
        this.#fetch<T>(querySpec(this.#owner, query), { forceQueryPlan: true }),
      );
      return this.#own(rows.filter((row) => !isNothing(row)));
    } catch (error) {
      if (error instanceof Error && error.message === "GlobalStats validation failed") return [];
      throw error;
    }
  }

  async count(query: Query): Promise<number> {
    const spec = countSpec(this.#owner, query);
    const [count = 0] = await this.#connection.withoutPlan(spec.query, (planned) =>
      this.#fetch<number>(spec, this.#scope(planned)),
    );
    return count;
  }

  /** All of it or nothing. */
  async batch(operations: readonly OperationInput[]): Promise<BatchOutcome> {
    for (let tries = 0; ; tries++) {
      const outcome = await this.#tryBatch(operations);
      if (outcome.done || outcome.status === null || !PASSING.has(outcome.status)) return outcome;
      await this.#connection.pause(
        tries,
        `Cosmos DB answers ${outcome.status} beyond all patience. Try again, or raise COSMOS_AUTOSCALE_MAX_RU.`,
      );
    }
  }

  /** A batch that fails does not throw: it comes with code 207, and each operation tells its own. */
  async #tryBatch(operations: readonly OperationInput[]): Promise<BatchOutcome> {
    try {
      const { result } = await this.#container.items.batch([...operations], [...this.#fullKey()], {
        contentResponseOnWriteEnabled: false,
      });
      const statuses = (result ?? []).map(({ statusCode }) => statusCode);
      if (statuses.length === operations.length && statuses.every((status) => status < 400))
        return { done: true };
      const at = statuses.findIndex((status) => status >= 400 && status !== 424);
      return { done: false, at: Math.max(0, at), status: statuses[at] ?? 500 };
    } catch (error) {
      // The SDK wraps what went wrong into an error of its own that keeps the message only; the call remembers.
      const call = currentCall();
      if (!call?.lost?.uncertain) throw error;
      call.lost = null;
      return { done: false, at: null, status: null };
    }
  }

  #fullKey(): readonly string[] {
    if (!this.#key) throw new Error("A session must be named here.");
    return this.#key;
  }

  #scope(planned: boolean): FeedOptions {
    return { ...(this.#key && { partitionKey: [...this.#key] }), forceQueryPlan: planned };
  }

  async #fetch<T>(spec: SqlQuerySpec, scope: FeedOptions): Promise<T[]> {
    for (let tries = 0; ; tries++) {
      try {
        return (
          await this.#container.items
            .query<T>(spec, { ...scope, maxItemCount: PAGE_SIZE })
            .fetchAll()
        ).resources;
      } catch (error) {
        if (!(error instanceof PartitionsMoved)) throw error;
        await this.#connection.pause(tries, error.message);
      }
    }
  }

  #own<T extends Owned & { readonly session?: string | null | undefined }>(
    rows: readonly T[],
  ): T[] {
    return rows.filter((row) => {
      const { tenant, user, session = row.session } = this.#owner;
      const own = row.tenant === tenant && row.user === user && row.session === session;
      if (own) checkSchema(row);
      else
        this.#connection.log.error(
          { operation: currentCall()?.operation, id: row.id },
          "A document of another space or session came back: it is withheld.",
        );
      return own;
    });
  }
}
