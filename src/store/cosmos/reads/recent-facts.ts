import type { FactVersion } from "../../../memory/fact.ts";
import type { Page, RecentFactQuery } from "../../port.ts";
import { factVersion, type FactDocument } from "../documents/fact-document.ts";
import { pageOf, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { BELIEVED, ofType, TRUE_THEN, type Query } from "../query.ts";

/** `c.since` begins with the instant at which a fact was first recorded. */
const visible = ({ at, session, from, to }: RecentFactQuery, before: string | null): Query => ({
  where: [
    ofType("fact"),
    BELIEVED,
    TRUE_THEN,
    ...(session === undefined ? [] : ["c.body.session = @session"]),
    ...(from === undefined ? [] : ["c.since >= @from"]),
    ...(to === undefined ? [] : ["c.since < @to"]),
    ...(before === null ? [] : ["c.since < @before"]),
  ],
  parameters: {
    knownAt: at.knownAt,
    validAt: at.validAt,
    ...(session === undefined ? {} : { session }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(before === null ? {} : { before }),
  },
  orderBy: "c.since DESC",
});

export const recentFacts = async (
  partition: Partition,
  query: RecentFactQuery,
): Promise<Page<FactVersion>> => {
  const { page, at } = query;
  const rows = await partition.query<FactDocument>({
    ...visible(query, placeOf("recent", page.after)),
    top: page.first + 1,
  });
  return pageOf(
    "recent",
    rows,
    page,
    (row) => factVersion(row, at.knownAt),
    ({ since }) => since,
    () => partition.count(visible(query, null)),
  );
};
