import type { Instant } from "../../../memory/time.ts";
import type { Shape } from "../documents/shape.ts";
import type { Partition } from "../partition/partition.ts";
import { IS_RECORDED, ofType, oneOf } from "../partition/query.ts";
import { latestRecordTime, rowsByRequest, sortByRecordTime, type AsOf } from "./rows.ts";

/**
 * A kind of record with versions: the type of their documents, and the property in which each
 * document names its record.
 */
type VersionedKind = "entity" | "fact" | "relationship" | "memory";

type OfRecord<K extends VersionedKind> = { readonly [Name in K]: string };

/** The versions that one request may see, the one recorded first in front. */
interface RequestedVersions<R, D> {
  readonly request: R;
  readonly rows: readonly D[];
}

/**
 * The versions of the requested records that meet a condition on `@knownAt`, the latest record time
 * of the requests: those recorded up to that of each request, if no other condition is given.
 */
export const versionsByRequest = async <
  K extends VersionedKind,
  R extends AsOf & OfRecord<K>,
  D extends OfRecord<K> & { readonly recordedAt: Instant },
>(
  partition: Partition,
  kind: K,
  shape: Shape<D>,
  requests: readonly R[],
  condition = IS_RECORDED,
): Promise<RequestedVersions<R, D>[]> => {
  const rows = await partition.queryAmong(
    shape,
    requests.map((request) => request[kind]),
    (ids) => ({
      where: [ofType(kind), oneOf(kind, "ids"), condition],
      parameters: { ids, knownAt: latestRecordTime(requests) },
    }),
  );
  return rowsByRequest(
    requests,
    (request) => request[kind],
    sortByRecordTime(rows),
    (row) => row[kind],
  );
};
