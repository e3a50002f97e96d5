import type { Event } from "../../../memory/event.ts";
import type { FactVersion } from "../../../memory/fact.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { RelationshipVersion } from "../../../memory/relationship.ts";
import type {
  BoundaryQuery,
  DuringQuery,
  EventQuery,
  Extent,
  GraphTime,
  InstantCount,
  SpaceOverview,
} from "../../port/overview.ts";
import type { Page } from "../../port.ts";
import { EVENT, eventOf, type EventDocument } from "../documents/event-document.ts";
import { FACT, factVersion } from "../documents/fact-document.ts";
import { RELATIONSHIP, relationshipVersion } from "../documents/relationship-document.ts";
import type { Partition } from "../partition/partition.ts";
import {
  holdsAll,
  IS_BELIEVED,
  IS_RECORDED,
  IS_TRUE,
  oneOf,
  ofType,
  withFilters,
  OLDEST_FIRST,
  LATEST_RECORDED_FIRST,
  type Query,
} from "../partition/query.ts";
import { pageOf, positionOf, readPage } from "./pages.ts";
import { BEGINNING, compareText, OPEN, type Instant } from "../../../memory/time.ts";

/** No reader sees a version with an empty interval. */
const IS_NOT_EMPTY = "c.validFrom < c.validTo";

const inGraph = (type: string, { knownAt, validAt }: GraphTime): Query =>
  validAt === null
    ? { where: [ofType(type), IS_RECORDED, IS_NOT_EMPTY], parameters: { knownAt } }
    : { where: [ofType(type), IS_BELIEVED, IS_TRUE], parameters: { knownAt, validAt } };

const byPosition = (
  a: { readonly since: string; readonly recordedAt: Instant },
  b: { readonly since: string; readonly recordedAt: Instant },
): number => compareText(a.since, b.since) || compareText(a.recordedAt, b.recordedAt);

export const graphRelationships = async (
  partition: Partition,
  { at, types, limit }: Parameters<SpaceOverview["graphRelationships"]>[0],
): Promise<RelationshipVersion[]> => {
  const rows = await partition.query(RELATIONSHIP, {
    ...withFilters(inGraph("relationship", at), [
      [oneOf("relationshipType", "types"), "types", types && [...types]],
    ]),
    orderBy: OLDEST_FIRST,
    top: limit,
  });
  return rows.toSorted(byPosition).map((row) => relationshipVersion(row, at.knownAt));
};

export const factOwners = async (
  partition: Partition,
  { at, limit }: Parameters<SpaceOverview["factOwners"]>[0],
): Promise<EntityId[]> =>
  (await partition.queryDistinct(FACT.only("entity"), inGraph("fact", at)))
    .map(({ entity }) => entity)
    .toSorted(compareText)
    .slice(0, limit);

/** Facts that show nothing are left out. */
export const factsDuring = (
  partition: Partition,
  { during, entities, slot, minConfidence, tier, tags, knownAt, page }: DuringQuery,
): Promise<Page<FactVersion>> => {
  const all = withFilters(
    { where: [ofType("fact"), IS_BELIEVED, IS_NOT_EMPTY], parameters: { knownAt } },
    [
      ["c.validTo > @from", "from", during.from],
      ["c.validFrom < @to", "to", during.to],
      [oneOf("entity", "entities"), "entities", entities && [...new Set(entities)]],
      ["c.slot = @slot", "slot", slot],
      ["c.confidence >= @minConfidence", "minConfidence", minConfidence],
      ["c.tier = @tier", "tier", tier],
      ...holdsAll("body.tags", "tag", tags),
    ],
  );
  return readPage(partition, FACT, "facts", "OLDEST_FIRST", all, page, (row) =>
    factVersion(row, knownAt),
  );
};

/** One query for each request. */
export const factsMentioning = (
  partition: Partition,
  queries: Parameters<SpaceOverview["factsMentioning"]>[0],
): Promise<Page<FactVersion>[]> =>
  Promise.all(
    queries.map(({ entities, at: { knownAt, validAt }, page }) => {
      const mentions = [...new Set(entities)].map((_, i) => [`m${i}`, entities[i] ?? ""] as const);
      const all: Query = {
        where: [
          ofType("fact"),
          IS_BELIEVED,
          IS_TRUE,
          `NOT ${oneOf("entity", "entities")}`,
          `(${mentions.map(([name]) => `ARRAY_CONTAINS(c.body.mentions, @${name})`).join(" OR ")})`,
        ],
        parameters: {
          knownAt,
          validAt,
          entities: [...entities],
          ...Object.fromEntries(mentions),
        },
      };
      return readPage(partition, FACT, "facts", "OLDEST_FIRST", all, page, (row) =>
        factVersion(row, knownAt),
      );
    }),
  );

/** One query for each request. Versions that show nothing are left out. */
export const factVersionsAbout = (
  partition: Partition,
  requests: Parameters<SpaceOverview["factVersionsAbout"]>[0],
): Promise<FactVersion[][]> =>
  Promise.all(
    requests.map(async ({ entities, slot, knownAt }) => {
      const rows = await partition.query(
        FACT,
        withFilters(
          {
            where: [ofType("fact"), IS_RECORDED, IS_NOT_EMPTY, oneOf("entity", "entities")],
            parameters: { knownAt, entities: [...new Set(entities)] },
          },
          [["c.slot = @slot", "slot", slot]],
        ),
      );
      return rows.toSorted(byPosition).map((row) => factVersion(row, knownAt));
    }),
  );

const positionOfEvent = ({ recordedAt, event }: EventDocument): string => `${recordedAt} ${event}`;
const recordTimeOf = (position: string): string => position.slice(0, position.indexOf(" "));

const IS_SEARCHABLE = "(NOT IS_DEFINED(c.hiddenAt) OR c.hiddenAt > @knownAt)";

/** The events of a query from the record time of a position on: ids order those of one instant. */
const eventsWhere = (
  { statuses, session, speaker, tags, searchable, from, to, knownAt }: EventQuery,
  after: string | null,
): Query => ({
  ...withFilters(
    {
      where: [ofType("event"), IS_RECORDED, ...(searchable ? [IS_SEARCHABLE] : [])],
      parameters: { knownAt },
    },
    [
      ["c.recordedAt >= @from", "from", from],
      ["c.recordedAt < @to", "to", to],
      ["c.recordedAt <= @last", "last", after === null ? undefined : recordTimeOf(after)],
      [
        '(((IS_NULL(c.settledAt) OR c.settledAt <= @knownAt) AND ARRAY_CONTAINS(@statuses, c.status)) OR (c.settledAt > @knownAt AND ARRAY_CONTAINS(@statuses, "PENDING")))',
        "statuses",
        statuses && [...statuses],
      ],
      ["c.session = @session", "session", session],
      ["c.body.speaker = @speaker", "speaker", speaker],
      ...holdsAll("body.tags", "tag", tags),
    ],
  ),
  orderBy: LATEST_RECORDED_FIRST,
});

/**
 * A page of the events that match a query, most recently recorded first. Reads on until the events
 * of one instant are complete, because only their ids order them.
 */
export const eventLog = async (partition: Partition, query: EventQuery): Promise<Page<Event>> => {
  const after = positionOf("events", query.page.after);
  const most = query.page.first + 1;
  const rows: EventDocument[] = [];
  for await (const page of partition.pages(EVENT, eventsWhere(query, after), most)) {
    rows.push(...page.filter((row) => after === null || positionOfEvent(row) < after));
    const last = rows[most - 1];
    if (last !== undefined && rows.at(-1)?.recordedAt !== last.recordedAt) break;
  }
  const newestFirst = rows.toSorted((a, b) => compareText(positionOfEvent(b), positionOfEvent(a)));
  return pageOf(
    "events",
    newestFirst.slice(0, most),
    query.page,
    (row) => eventOf(row, query.knownAt),
    positionOfEvent,
    () => partition.count(eventsWhere(query, null)),
  );
};

const BOUNDS = { boundStart: BEGINNING, boundEnd: OPEN } as const;

/**
 * Reads the outermost documents instead of an aggregate, because each comes from the index of one
 * property.
 */
export const extent = async (partition: Partition, knownAt: Instant): Promise<Extent> => {
  const TIMES = FACT.only("validFrom", "validTo", "recordedAt", "expiredAt");
  const outermost = async (orderBy: string, conditions: readonly string[]) => {
    const [row] = await partition.query(TIMES, {
      where: [ofType("fact"), IS_NOT_EMPTY, ...conditions],
      parameters: { knownAt, ...BOUNDS },
      orderBy,
      top: 1,
    });
    return row;
  };
  const [start, end, lastStart, lastEnd, first, lastRecorded, lastExpired] = await Promise.all([
    outermost("c.validFrom", [IS_BELIEVED, "c.validFrom > @boundStart"]),
    outermost("c.validTo", [IS_BELIEVED, "c.validTo < @boundEnd"]),
    outermost("c.validFrom DESC", [IS_BELIEVED, "c.validFrom > @boundStart"]),
    outermost("c.validTo DESC", [IS_BELIEVED, "c.validTo < @boundEnd"]),
    outermost("c.recordedAt", [IS_RECORDED]),
    outermost(LATEST_RECORDED_FIRST, [IS_RECORDED]),
    outermost("c.expiredAt DESC", [IS_RECORDED, "c.expiredAt <= @knownAt"]),
  ]);
  const instants = (...times: readonly (Instant | undefined)[]): Instant[] =>
    times.filter((time) => time !== undefined).toSorted(compareText);
  return {
    validFrom: instants(start?.validFrom, end?.validTo)[0] ?? null,
    validTo: instants(lastStart?.validFrom, lastEnd?.validTo).at(-1) ?? null,
    recordedFrom: first?.recordedAt ?? null,
    recordedTo: instants(lastRecorded?.recordedAt, lastExpired?.expiredAt).at(-1) ?? null,
  };
};
const countsOf = (times: readonly Instant[]): InstantCount[] => {
  const counts = new Map<Instant, number>();
  for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1);
  return [...counts]
    .map(([at, count]) => ({ at, count }))
    .toSorted((a, b) => compareText(a.at, b.at));
};

const AXES = {
  VALID: { start: "validFrom", end: "validTo", isKnown: IS_BELIEVED },
  RECORD: { start: "recordedAt", end: "expiredAt", isKnown: IS_RECORDED },
} as const;

/**
 * Reads the four times of the facts with a start or an end in the interval, and counts them here.
 */
export const factBoundaries = async (
  partition: Partition,
  { axis, from, to, entities, knownAt }: BoundaryQuery,
): Promise<{ readonly starts: InstantCount[]; readonly ends: InstantCount[] }> => {
  const { start, end, isKnown } = AXES[axis];
  const within = (property: string): string => `(c.${property} >= @from AND c.${property} < @to)`;
  const rows = await partition.query(
    FACT.only("validFrom", "validTo", "recordedAt", "expiredAt"),
    withFilters(
      {
        where: [ofType("fact"), isKnown, IS_NOT_EMPTY, `(${within(start)} OR ${within(end)})`],
        parameters: { knownAt, from, to },
      },
      [[oneOf("entity", "entities"), "entities", entities && [...new Set(entities)]]],
    ),
  );
  const isWithin = (time: Instant): boolean => from <= time && time < to;
  const isKnownEnd = (time: Instant): boolean => axis === "VALID" || time <= knownAt;
  return {
    starts: countsOf(
      rows.map((row) => row[start]).filter((time) => isWithin(time) && time !== BEGINNING),
    ),
    ends: countsOf(
      rows
        .map((row) => row[end])
        .filter((time) => isWithin(time) && time !== OPEN && isKnownEnd(time)),
    ),
  };
};
