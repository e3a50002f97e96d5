import { CHARGES, type Answer } from "./answer.ts";
import type { ContainerState } from "../storage/account.ts";
import { RANGES } from "../storage/effective-key.ts";
import { pageOf } from "./pages.ts";
import { badRequest } from "./failure.ts";
import type { ReceivedRequest } from "./faults.ts";
import { sameValue, type Json } from "../storage/json.ts";

const DEFAULT_PAGE = 100;

/** The latest versions of changed items in the order of the changes, without deletions. */
export const answerChangeFeed = (
  { items, rid }: ContainerState,
  { headers }: ReceivedRequest,
): Answer => {
  if (headers["a-im"] !== "Incremental Feed")
    throw badRequest("The double knows the change feed of latest versions only.");
  if (headers["if-modified-since"] !== undefined)
    throw badRequest("The double does not start a change feed at a time.");
  const range = RANGES.find(({ id }) => id === headers["x-ms-documentdb-partitionkeyrangeid"]);
  const key = headers["x-ms-documentdb-partitionkey"];
  const [min, max] = [headers["x-ms-start-epk"] ?? "", headers["x-ms-end-epk"] ?? "FF"];
  const since = headers["if-none-match"];
  const after = since === "*" ? items.lsn : Number((since ?? '"0"').replaceAll('"', ""));
  const changed = items
    .alive(range)
    .filter(
      ({ lsn, effective, key: own }) =>
        lsn > after &&
        min <= effective &&
        effective < max &&
        (key === undefined || sameValue(own, JSON.parse(key) as Json)),
    )
    .toSorted((a, b) => a.lsn - b.lsn)
    .map(({ document, lsn }) => ({ ...document, _lsn: lsn }));
  const page = pageOf(changed, 0, Number(headers["x-ms-max-item-count"] ?? DEFAULT_PAGE));
  const last = page.at(-1);
  const etag = `"${last ? last._lsn : after}"`;
  if (!last) return { status: 304, charge: CHARGES.feed, headers: { etag } };
  return {
    status: 200,
    charge: CHARGES.feed + page.length * CHARGES.perRow,
    headers: { etag },
    body: {
      _rid: rid,
      Documents: page,
      _count: page.length,
    },
  };
};
