import type { Container, FeedOptions, SqlQuerySpec } from "@azure/cosmos";
import { OPEN, plusMillis, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import {
  answerBefore,
  lastingAnswer,
  Refuted,
  rehearsalEnd,
  withoutPresuming,
} from "../../presumed-reads.ts";
import type { Connection } from "../connection/connection.ts";
import { asRanking, isPlaceholder } from "../connection/empty-ranking-pages.ts";
import { PartitionsMoved } from "../connection/partition-ranges.ts";
import { currentCall } from "../connection/port-call.ts";
import {
  notFoundError,
  partitionFull,
  TOO_LARGE,
  writeTooLarge,
} from "../connection/port-errors.ts";
import { TRANSIENT_STATUSES, UNCERTAIN_STATUSES } from "../connection/retry.ts";
import { checkSchema, type OwnedDocument, type Owner } from "../documents/envelope.ts";
import { HEAD, HEAD_ID, type HeadDocument } from "../documents/head-document.ts";
import {
  isObject,
  isText,
  type Projection,
  type Shape,
  type StoredDocument,
} from "../documents/shape.ts";
import type { ContainerName } from "../provisioning/choices.ts";
import { sdkOperations, type BatchOperation } from "./batches.ts";
import type { KeptDocuments } from "./kept-documents.ts";
import {
  countSpec,
  distinctSpec,
  isLedByHead,
  oneOf,
  rowsSpec,
  type Query,
  type Scope,
} from "./query.ts";

/** Maximum number of rows per page. The service's own limit is 4 MB. */
const PAGE_SIZE = 1000;
/**
 * Maximum number of values per query, and of their characters. The service accepts queries of 512
 * KB.
 */
const MOST_VALUES = 500;
const MOST_CHARACTERS = 100_000;
/** Status of an operation that was not tried because another one of its batch failed. */
const FAILED_DEPENDENCY = 424;
/** Status of an operation within a batch: the partition is full. */
const FORBIDDEN = 403;

/** Splits distinct values into groups that fit into one query. */
const groupsForQueries = (values: readonly string[]): string[][] => {
  const groups: string[][] = [];
  let room = 0;
  for (const value of new Set(values)) {
    const group = groups.at(-1);
    if (group && group.length < MOST_VALUES && value.length <= room) group.push(value);
    else {
      groups.push([value]);
      room = MOST_CHARACTERS;
    }
    room -= value.length;
  }
  return groups;
};

/** A property that a query computes by its path: `c.body.tags AS tags`. */
const COMPUTED_PATH = /^c\.(?<path>[\w.]+) AS (?<name>\w+)$/u;

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (within, name) => (isObject(within) ? Reflect.get(within, name) : undefined),
    value,
  );

/**
 * A document with the values that a query of these fields computes; null if only Cosmos DB can
 * compute them.
 */
const withComputed = (
  document: OwnedDocument,
  fields: readonly string[] | null,
): OwnedDocument | null => {
  const computedFields = fields?.filter((field) => field.includes(" ")) ?? [];
  const paths = computedFields.map((field) => COMPUTED_PATH.exec(field)?.groups);
  if (paths.includes(undefined)) return null;
  const values = paths.map((groups) => [
    groups?.["name"] ?? "",
    valueAt(document, groups?.["path"]?.split(".") ?? []),
  ]);
  return Object.assign({ ...document }, Object.fromEntries(values));
};

/** The rows of a query, and the head at the same state. */
interface PageWithHead {
  readonly head: StoredDocument<HeadDocument> | null;
  readonly rows: readonly unknown[];
}

/** Later than every record time, and earlier than the end of a current belief. */
const END_OF_RECORD = plusMillis(OPEN, -1);

const isPageWithHead = (answer: unknown): answer is PageWithHead =>
  isObject(answer) && "head" in answer && "rows" in answer;

/**
 * Whether one page can contain the head besides all rows of a query: whole documents without an
 * order, or the first ones in an order in which the head comes first.
 */
const canCarryHead = ({ fields }: Shape<object>, query: Query): boolean =>
  query.orderBy === undefined
    ? fields === null && query.top === undefined && isText(query.parameters?.["knownAt"])
    : isLedByHead(query) && query.top !== undefined && query.top < PAGE_SIZE;

export type BatchOutcome =
  /** The ETag written by each operation; null if Cosmos DB returns none. */
  | { readonly done: true; readonly etags: readonly (string | null)[] }
  /** Nothing was written; `at` is the failed operation. */
  | { readonly done: false; readonly at: number; readonly status: number }
  /** No response: either all of it was written, or nothing. */
  | { readonly done: false; readonly at: null; readonly status: null };

/**
 * The documents of one space (or session) in one container, and the only access to them. Every
 * returned row is checked: one of another space or session is logged as an error and withheld.
 */
export class Partition {
  readonly #connection: Connection;
  readonly #container: Container;
  readonly #scope: Scope;
  readonly #key: readonly string[] | null;
  readonly #keptDocuments: KeptDocuments | undefined;

  /**
   * `session` is the last part of the key, if the container has one; null for queries over all
   * sessions of a space. `keptDocuments` caches the documents that were read.
   */
  constructor(
    connection: Connection,
    name: ContainerName,
    space: SpaceId,
    {
      session,
      keptDocuments,
    }: { readonly session?: string | null; readonly keptDocuments?: KeptDocuments } = {},
  ) {
    this.#keptDocuments = keptDocuments;
    this.#connection = connection;
    this.#container = connection.container(name);
    this.#scope = { tenant: space.tenant, user: space.user, session: session ?? undefined };
    this.#key =
      session === null
        ? null
        : [space.tenant, space.user, ...(session === undefined ? [] : [session])];
  }

  /** The document of an id; null if there is none. */
  async read<T extends object>(shape: Shape<T>, id: string): Promise<(OwnedDocument & T) | null> {
    return this.#keeping(shape, async () => {
      const { resource, statusCode, substatus } = await this.#container
        .item(id, this.#fullKey())
        .read();
      const error = notFoundError(statusCode, substatus);
      if (error) throw error;
      return resource === undefined ? [] : this.#checkedRows(shape, [resource]);
    }).then(([document = null]) => document);
  }

  /** Those of the documents that exist. Takes a point read for one, and a query for several. */
  async readMany<T extends object>(
    shape: Shape<T>,
    ids: readonly string[],
  ): Promise<Map<string, OwnedDocument & T>> {
    const [id, ...others] = new Set(ids);
    if (id === undefined) return new Map();
    if (others.length === 0) {
      const document = await this.read(shape, id);
      return new Map(document ? [[document.id, document]] : []);
    }
    const documents = await this.queryAmong(shape, ids, (group) => ({
      where: [oneOf("id", "ids")],
      parameters: { ids: group },
    }));
    return new Map(documents.map((document) => [document.id, document]));
  }

  /**
   * Those of the documents that exist, for a reader at `knownAt`. Cached documents take no request.
   */
  async readManyAsOf<T extends object>(
    shape: Shape<T>,
    ids: readonly string[],
    knownAt: Instant,
  ): Promise<Map<string, OwnedDocument & T>> {
    const keptDocuments = this.keptDocuments(shape, ids, knownAt);
    const others = await this.readMany(
      shape,
      ids.filter((id) => !keptDocuments.has(id)),
    );
    return new Map([...keptDocuments, ...others]);
  }

  /** The cached documents among these ids, for a reader at `knownAt`. */
  keptDocuments<T extends object>(
    shape: Shape<T>,
    ids: readonly string[],
    knownAt: Instant,
  ): Map<string, OwnedDocument & T> {
    const documents = ids.flatMap((id) => {
      const document = this.#keptDocuments?.document(id, knownAt) ?? null;
      return document === null ? [] : (withComputed(document, shape.fields) ?? []);
    });
    return new Map(this.#fitting(shape, documents).map((document) => [document.id, document]));
  }

  /**
   * The cached open version of an entity or a fact if it is the newest one known at `knownAt`; else
   * null.
   */
  keptVersion<T extends object>(
    shape: Shape<T>,
    type: "entity" | "fact",
    owner: string,
    knownAt: Instant,
  ): (OwnedDocument & T) | null {
    const version = this.#keptDocuments?.openVersion(type, owner, knownAt) ?? null;
    return version === null ? null : (this.#fitting(shape, [version])[0] ?? null);
  }

  #fitting<T extends object>(
    shape: Shape<T>,
    documents: readonly OwnedDocument[],
  ): (OwnedDocument & T)[] {
    return documents.filter((document): document is OwnedDocument & T => shape.fits(document));
  }

  /** Caches the documents that a read returns. */
  async #keeping<T extends object>(
    shape: Shape<T>,
    read: () => Promise<(OwnedDocument & T)[]>,
  ): Promise<(OwnedDocument & T)[]> {
    const moment = this.#keptDocuments?.moment ?? 0;
    const documents = await read();
    if (shape.isKept) this.#keptDocuments?.keep(documents, moment);
    return documents;
  }

  async query<T extends object>(shape: Shape<T>, query: Query): Promise<(OwnedDocument & T)[]> {
    const rehearsedRows = await this.#rehearsedRows(shape, query);
    if (rehearsedRows !== null) return rehearsedRows;
    const spec = rowsSpec(this.#scope, shape.fields, query);
    const isOrdered = query.orderBy !== undefined;
    // An order over several sessions needs a plan, so the query is not tried without one.
    return this.#keeping(shape, async () =>
      this.#checkedRows(
        shape,
        this.#key === null && isOrdered
          ? await this.#fetchAll(spec, this.#feedOptions(true))
          : await this.#rowsWithoutPlan(spec),
      ),
    );
  }

  /**
   * The rows of a query that was rehearsed (`rehearsalEnd`) while the head was read; null if it was
   * not, or if another head was read. A page of a query sees one state of the logical partition
   * ("snapshot isolation", Database transactions in the documentation of Cosmos DB). If the page
   * contains the head, a reader at that head sees exactly these rows, from any replica. A commit
   * that is being written is noted on the head.
   */
  async #rehearsedRows<T extends object>(
    shape: Shape<T>,
    query: Query,
  ): Promise<(OwnedDocument & T)[] | null> {
    if (!this.#keptDocuments || !canCarryHead(shape, query)) return null;
    const { knownAt, ...parameters } = query.parameters ?? {};
    const { where, orderBy, top } = query;
    const nameOf = (): string =>
      `rows ${JSON.stringify([this.#scope, where, orderBy, top, parameters])}`;
    const end = rehearsalEnd();
    if (end !== null) {
      const page = lastingAnswer(nameOf(), isPageWithHead, () =>
        withoutPresuming(() => this.#pageWithHead(query)),
      );
      await Promise.allSettled([page, end]);
      throw new Refuted();
    }
    const page = await answerBefore(nameOf, isPageWithHead);
    const head = page?.head;
    if (!page || !head || head.plan || !this.#keptDocuments.isAt(head._etag)) return null;
    if (knownAt !== undefined && knownAt !== head.recordedAt) return null;
    const { moment } = this.#keptDocuments;
    const documents = this.#checkedRows(shape, page.rows);
    if (shape.isKept) this.#keptDocuments.keep(documents, moment);
    return documents;
  }

  /**
   * The first page of a query in its newest state, with the head beside its rows; without the head
   * if there are further pages.
   */
  async #pageWithHead(query: Query): Promise<PageWithHead> {
    const { where, parameters, top } = query;
    const spec = rowsSpec(this.#scope, null, {
      ...query,
      where: [`(c.id = "${HEAD_ID}" OR (${where.join(" AND ")}))`],
      parameters: {
        ...parameters,
        ...(parameters?.["knownAt"] !== undefined && { knownAt: END_OF_RECORD }),
      },
      top: top === undefined ? undefined : top + 1,
    });
    const { resources, hasMoreResults } = await this.#connection.withoutPlan(
      spec.query,
      (usesPlan) =>
        this.#container.items
          .query<unknown>(spec, { ...this.#feedOptions(usesPlan), maxItemCount: PAGE_SIZE })
          .fetchNext(),
    );
    const head = resources.find(
      (row): row is StoredDocument<HeadDocument> => HEAD.fits(row) && row.id === HEAD_ID,
    );
    return {
      head: hasMoreResults ? null : (head ?? null),
      rows: resources.filter((row) => row !== head),
    };
  }

  /** The distinct values of the properties. */
  async queryDistinct<T extends object>(shape: Projection<T>, query: Query): Promise<T[]> {
    const rows = await this.#rowsWithoutPlan(distinctSpec(this.#scope, shape.fields, query));
    return this.#checkedRows(shape, rows);
  }

  /**
   * The results of a query for any of many values, in as many queries as needed. A document may
   * occur more than once.
   */
  async queryAmong<T extends object>(
    shape: Shape<T>,
    values: readonly string[],
    queryOf: (group: readonly string[]) => Query,
  ): Promise<(OwnedDocument & T)[]> {
    const groups = groupsForQueries(values);
    return (await Promise.all(groups.map((group) => this.query(shape, queryOf(group))))).flat();
  }

  /** Reads the query page by page, for a reader who may stop early. */
  async *pages<T extends object>(
    shape: Shape<T>,
    query: Query,
    size: number,
  ): AsyncGenerator<(OwnedDocument & T)[]> {
    const spec = rowsSpec(this.#scope, shape.fields, query);
    const moment = this.#keptDocuments?.moment ?? 0;
    const checkRows = (rows: readonly unknown[]): (OwnedDocument & T)[] => {
      const documents = this.#checkedRows(shape, rows);
      if (shape.isKept) this.#keptDocuments?.keep(documents, moment);
      return documents;
    };
    const { iterator, first } = await this.#connection.withoutPlan(spec.query, async (usesPlan) => {
      const iterator = this.#container.items.query<unknown>(spec, {
        ...this.#feedOptions(usesPlan),
        maxItemCount: Math.min(size, PAGE_SIZE),
      });
      return { iterator, first: await iterator.fetchNext() };
    });
    yield checkRows(first.resources ?? []);
    while (iterator.hasMoreResults()) yield checkRows((await iterator.fetchNext()).resources ?? []);
  }

  /**
   * A query that ranks by a number of `scores`. It is planned from the start, because the service
   * is reported not to rank with the partition key alone (azure-cosmos-dotnet-v3 #5332,
   * azure-sdk-for-python #42241). Over a container without documents the SDK throws: no hits.
   */
  async rank<T extends object>(
    shape: Shape<T>,
    query: Query,
    scores = 1,
  ): Promise<(OwnedDocument & T)[]> {
    const spec = rowsSpec(this.#scope, shape.fields, query);
    try {
      const rows = await asRanking(scores, () => this.#fetchAll(spec, { forceQueryPlan: true }));
      return this.#checkedRows(
        shape,
        rows.filter((row) => !isPlaceholder(row)),
      );
    } catch (error) {
      if (error instanceof Error && error.message === "GlobalStats validation failed") return [];
      throw error;
    }
  }

  /**
   * A query that orders by the distance of vectors, within the partition and without a plan if the
   * gateway supports it.
   */
  async nearest<T extends object>(shape: Shape<T>, query: Query): Promise<(OwnedDocument & T)[]> {
    const spec = rowsSpec(this.#scope, shape.fields, query);
    const rows = await asRanking(1, () => this.#rowsWithoutPlan(spec));
    return this.#checkedRows(
      shape,
      rows.filter((row) => !isPlaceholder(row)),
    );
  }

  async count(query: Query): Promise<number> {
    const [count] = await this.#rowsWithoutPlan(countSpec(this.#scope, query));
    return typeof count === "number" ? count : 0;
  }

  /** Runs all operations or none. Transient refusals are retried until the deadline of the call. */
  async batch(operations: readonly BatchOperation[]): Promise<BatchOutcome> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attemptBatch(operations);
      if (outcome.done === false && outcome.status === FORBIDDEN) throw partitionFull();
      if (outcome.done === false && outcome.status === TOO_LARGE) throw writeTooLarge();
      if (outcome.done || outcome.status === null || !TRANSIENT_STATUSES.has(outcome.status))
        return outcome;
      await this.#connection.pause(
        attempt,
        `Cosmos DB still answers ${outcome.status} after all retries. Try again, or raise the throughput (\`palimpsest provision --throughput\`).`,
      );
    }
  }

  /** A failed batch does not throw: it returns code 207 and a status for each operation. */
  async #attemptBatch(operations: readonly BatchOperation[]): Promise<BatchOutcome> {
    try {
      const { result } = await this.#container.items.batch(
        sdkOperations(operations),
        this.#fullKey(),
        { contentResponseOnWriteEnabled: false },
      );
      const statuses = (result ?? []).map(({ statusCode }) => statusCode);
      if (statuses.length === operations.length && statuses.every((status) => status < 400))
        return { done: true, etags: (result ?? []).map(({ eTag }) => eTag ?? null) };
      const at = statuses.findIndex((status) => status >= 400 && status !== FAILED_DEPENDENCY);
      const status = statuses[at];
      if (status === undefined || UNCERTAIN_STATUSES.has(status))
        return { done: false, at: null, status: null };
      return { done: false, at: Math.max(0, at), status };
    } catch (error) {
      // The SDK wraps the cause into an error that keeps only its message, so the call stores the
      // cause.
      const call = currentCall();
      if (!call?.lostResponse?.isUncertain) throw error;
      call.lostResponse = null;
      return { done: false, at: null, status: null };
    }
  }

  #fullKey(): string[] {
    if (!this.#key) throw new Error("This operation needs the partition of one session.");
    return [...this.#key];
  }

  #feedOptions(usesPlan: boolean): FeedOptions {
    return { ...(this.#key && { partitionKey: [...this.#key] }), forceQueryPlan: usesPlan };
  }

  #rowsWithoutPlan(spec: SqlQuerySpec): Promise<unknown[]> {
    return this.#connection.withoutPlan(spec.query, (usesPlan) =>
      this.#fetchAll(spec, this.#feedOptions(usesPlan)),
    );
  }

  /** All rows of a query. Starts again if partitions have moved meanwhile. */
  async #fetchAll(spec: SqlQuerySpec, options: FeedOptions): Promise<unknown[]> {
    for (let attempt = 0; ; attempt++) {
      try {
        const iterator = this.#container.items.query<unknown>(spec, {
          ...options,
          maxItemCount: PAGE_SIZE,
        });
        return (await iterator.fetchAll()).resources;
      } catch (error) {
        if (!(error instanceof PartitionsMoved)) throw error;
        await this.#connection.pause(attempt, error.message);
      }
    }
  }

  /**
   * The rows that belong to this partition. Throws for one of a newer format or without its
   * properties. A row of another space is withheld and logged.
   */
  #checkedRows<T extends object>(shape: Shape<T>, rows: readonly unknown[]): (OwnedDocument & T)[] {
    const checkedRows: (OwnedDocument & T)[] = [];
    for (const row of rows) {
      if (this.#owns(row)) {
        checkSchema(row);
        shape.assertFits(row);
        checkedRows.push(row);
      } else
        this.#connection.log.error(
          { operation: currentCall()?.operation, id: isObject(row) && Reflect.get(row, "id") },
          "A query returned a document of another space or session. It is withheld.",
        );
    }
    return checkedRows;
  }

  /**
   * Whether a row belongs to this partition. Only rows of distinct values have no id, and their
   * callers do not need it.
   */
  #owns(row: unknown): row is OwnedDocument {
    if (!isObject<Owner & { readonly session?: unknown }>(row)) return false;
    const { tenant, user, session = row.session } = this.#scope;
    return row.tenant === tenant && row.user === user && row.session === session;
  }
}
