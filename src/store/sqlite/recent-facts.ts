import type { FactVersion } from "../../memory/fact.ts";
import type { RecentFactQuery } from "../port.ts";
import { FACT_COLUMNS, factVersionOf, JOIN_ENTITY_AND_TEXT, type FactRow } from "./fact-rows.ts";
import { toMillis } from "./instants.ts";
import { cursorOf, pageOf, placeOf, type ReadPage } from "./pages.ts";
import type { SpaceFile } from "./space-file.ts";

/** The version of each fact that was known, where it is visible. From the newest fact down, so that a page ends the walk. */
const VISIBLE = `
fact f CROSS JOIN fact_version v ON v.fact = f.num AND v.recorded = (SELECT max(x.recorded) FROM fact_version x WHERE x.fact = f.num AND x.recorded <= ?1)
${JOIN_ENTITY_AND_TEXT}
WHERE f.num < ?3 AND f.first_recorded >= ?4 AND f.first_recorded < ?5 AND v.expired > ?1 AND v.valid_from <= ?2 AND ?2 < v.valid_to AND (?6 IS NULL OR v.session = ?6)`;

const PAGE = `SELECT 0, ${FACT_COLUMNS} FROM ${VISIBLE} ORDER BY f.num DESC LIMIT ?7`;
const COUNT = `SELECT count(*) FROM ${VISIBLE}`;

const parametersOf = (
  { at, from, to, session }: RecentFactQuery,
  before: number,
): (number | string | null)[] => [
  toMillis(at.knownAt),
  toMillis(at.validAt),
  before,
  from === undefined ? Number.MIN_SAFE_INTEGER : toMillis(from),
  to === undefined ? Number.MAX_SAFE_INTEGER : toMillis(to),
  session ?? null,
];

export const recentFacts = (file: SpaceFile, query: RecentFactQuery): ReadPage<FactVersion> => {
  const { page, at } = query;
  const [before] = placeOf("recent", 1, page.after) ?? [Number.MAX_SAFE_INTEGER];
  const knownAt = toMillis(at.knownAt);
  const rows = file.all<FactRow>(PAGE, ...parametersOf(query, before!), page.first + 1);
  return pageOf(
    rows.map((row) => ({ item: factVersionOf(row, knownAt), cursor: cursorOf("recent", row[1]) })),
    page,
    (file) =>
      file.first<readonly [number]>(COUNT, ...parametersOf(query, Number.MAX_SAFE_INTEGER))?.[0] ??
      0,
  );
};
