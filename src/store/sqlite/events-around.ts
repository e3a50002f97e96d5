import type { EventId } from "../../memory/ids.ts";
import type { TimePoint } from "../../memory/time.ts";
import type { NearEvent } from "../port.ts";
import { toMillis } from "./instants.ts";
import { asList } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";

type Row = readonly [
  request: number,
  isSelf: 0 | 1,
  id: string,
  session: string | null,
  speaker: string | null,
];

/** ?1 events, ?2 reach, ?3 knownAt, ?4 validAt. An event of no session has none beside it, and none is beside others whose text was taken out of search. */
const beside = (before: boolean): string => `
SELECT b.num FROM event b
WHERE b.session = v.session AND (b.recorded, b.id) ${before ? "<" : ">"} (v.recorded, v.id) AND b.recorded <= ?3 AND b.occurred <= ?4
  AND NOT EXISTS (SELECT 1 FROM text t WHERE t.id = b.id AND t.expired <= ?3)
ORDER BY b.recorded ${before ? "DESC" : "ASC"}, b.id ${before ? "DESC" : "ASC"} LIMIT ?2`;

const FROM = `FROM json_each(?1) r CROSS JOIN event v ON v.id = r.value AND v.recorded <= ?3 AND v.occurred <= ?4`;
/** In a session in which nobody is named, whenever it may be read, one event tells no more of another: it comes alone. */
const IS_NAMED = `EXISTS (SELECT 1 FROM event s WHERE s.session = v.session AND s.speaker IS NOT NULL)`;
const OWN = `SELECT r.key, 1, v.id, v.session, v.speaker, ?2 > 0 AND ${IS_NAMED} ${FROM}`;
const AROUND = `
SELECT key, is_self, id, session, speaker FROM (
  SELECT r.key, 1 AS is_self, v.id, v.session, v.speaker, v.recorded ${FROM}
  UNION ALL SELECT r.key, 0, n.id, n.session, n.speaker, n.recorded ${FROM} CROSS JOIN event n ON n.num IN (${beside(true)})
  UNION ALL SELECT r.key, 0, n.id, n.session, n.speaker, n.recorded ${FROM} CROSS JOIN event n ON n.num IN (${beside(false)})
) ORDER BY key, recorded, id`;

export const eventsAround = (
  file: SpaceFile,
  events: readonly EventId[],
  reach: number,
  { knownAt, validAt }: TimePoint,
): NearEvent[][] => {
  const values = [reach, toMillis(knownAt), toMillis(validAt)] as const;
  const rows = events.map((): Row[] => []);
  const add = (row: Row): unknown => rows[row[0]]!.push(row);
  const own = file.all<readonly [...Row, hasOthers: 0 | 1]>(OWN, asList(events), ...values);
  const alone = own.filter((row) => row[5] === 0);
  for (const [key, isSelf, id, session, speaker] of alone) add([key, isSelf, id, session, speaker]);
  const others = own.filter((row) => row[5] === 1).map(([key]) => key);
  if (others.length > 0)
    for (const [index, ...row] of file.all<Row>(
      AROUND,
      asList(others.map((key) => events[key]!)),
      ...values,
    ))
      add([others[index]!, ...row]);
  return rows.map((around) => {
    const self = around.findIndex(([, isSelf]) => isSelf === 1);
    return around.map(([, , event, session, speaker], index) => ({
      event,
      session,
      speaker,
      distance: index - self,
    }));
  });
};
