import type { EntityId } from "../../../memory/ids.ts";
import type { TimePoint } from "../../../memory/time.ts";
import type { Page, PageRequest } from "../../port.ts";
import type { ListName } from "../../port/lists.ts";
import type { OwnedDocument } from "../documents/envelope.ts";
import type { Shape } from "../documents/shape.ts";
import type { Partition } from "../partition/partition.ts";
import type { Query } from "../partition/query.ts";
import { groupBy, type NonEmpty } from "../../../collections/group-by.ts";
import { pageOf, positionOf } from "./pages.ts";

/** An item with its position in its list. */
export interface NumberedItem<T> {
  readonly index: number;
  readonly item: T;
}

/** Runs queries with equal keys together. Returns the results in the order of the queries. */
export const runInGroups = async <Q, R>(
  queries: readonly Q[],
  keyOf: (query: NumberedItem<Q>) => string,
  run: (group: NonEmpty<NumberedItem<Q>>) => Promise<readonly NumberedItem<R>[]>,
): Promise<R[]> => {
  const numberedQueries = queries.map((item, index) => ({ index, item }));
  const results = await Promise.all([...groupBy(numberedQueries, keyOf).values()].map(run));
  return results
    .flat()
    .toSorted((a, b) => a.index - b.index)
    .map(({ item }) => item);
};

/** One of several lists that are read together. */
export interface ListRequest<D> {
  /** Whether a row of the common query belongs to the list. */
  readonly has: (row: D) => boolean;
  /** The query of this list alone. */
  readonly query: Query;
  readonly most: number;
}

interface List<D, L> {
  readonly request: L;
  readonly rows: (OwnedDocument & D)[];
}

/**
 * Maximum number of pages of the common query. Lists that are incomplete after these are read one
 * by one.
 */
const COMMON_PAGES = 3;

/**
 * Reads several lists of the same order by one common query, so that the loaders of one level of a
 * GraphQL query take one request. If one list is so long that the others would wait for it,
 * incomplete lists are read by separate queries.
 */
export const readLists = async <D extends object, L extends ListRequest<D>>(
  partition: Partition,
  shape: Shape<D>,
  common: Query,
  requests: readonly L[],
): Promise<List<D, L>[]> => {
  const readAlone = async (request: L): Promise<List<D, L>> => ({
    request,
    rows: await partition.query(shape, { ...request.query, top: request.most }),
  });
  const [only, ...others] = requests;
  if (!only) return [];
  if (others.length === 0) return [await readAlone(only)];
  const lists = requests.map((request): List<D, L> => ({ request, rows: [] }));
  const isFull = ({ request, rows }: List<D, L>): boolean => rows.length >= request.most;
  const totalRows = requests.reduce((sum, { most }) => sum + most, 0);
  let pages = 0;
  let isExhausted = true;
  for await (const page of partition.pages(shape, common, totalRows)) {
    for (const { request, rows } of lists)
      rows.push(...page.filter(request.has).slice(0, request.most - rows.length));
    isExhausted = false;
    if (lists.every(isFull) || ++pages >= COMMON_PAGES) break;
    isExhausted = true;
  }
  return isExhausted
    ? lists
    : Promise.all(lists.map((list) => (isFull(list) ? list : readAlone(list.request))));
};

/** A query for a page of the list of some entities. */
interface PagedListQuery {
  readonly entities?: readonly EntityId[] | undefined;
  readonly at: TimePoint;
  readonly page: PageRequest;
}

/** A kind of list, ordered by `since`. */
interface PagedList<D extends object, Q, V> {
  readonly name: ListName;
  readonly shape: Shape<D>;
  /** The query of a list: of these entities, after a position. */
  readonly queryOf: (
    query: Q,
    entities: readonly EntityId[] | undefined,
    after: string | null,
  ) => Query;
  /** Whether a row is about one of the entities of its query. */
  readonly isAbout: (row: D, entities: ReadonlySet<EntityId>, query: Q) => boolean;
  readonly versionOf: (row: D & OwnedDocument, knownAt: TimePoint["knownAt"]) => V;
}

/** Reads pages together whose queries differ only in their entities and cursors. */
export const readPagedLists = async <
  D extends { readonly since: string },
  Q extends PagedListQuery,
  V,
>(
  partition: Partition,
  group: NonEmpty<NumberedItem<Q>>,
  { name, shape, queryOf, isAbout, versionOf }: PagedList<D, Q, V>,
): Promise<NumberedItem<Page<V>>[]> => {
  const allEntities = group.flatMap(({ item }) => item.entities ?? []);
  const lists = await readLists(
    partition,
    shape,
    queryOf(group[0].item, allEntities, null),
    group.map(({ index, item }) => {
      const entities = new Set(item.entities);
      const after = positionOf(name, item.page.after);
      return {
        index,
        item,
        query: queryOf(item, item.entities, after),
        most: item.page.first + 1,
        has: (row: D) => isAbout(row, entities, item) && (after === null || row.since > after),
      };
    }),
  );
  return lists.map(({ request: { index, item }, rows }) => ({
    index,
    item: pageOf(
      name,
      rows,
      item.page,
      (row) => versionOf(row, item.at.knownAt),
      ({ since }) => since,
      () => partition.count(queryOf(item, item.entities, null)),
    ),
  }));
};
