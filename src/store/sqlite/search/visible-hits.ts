import type { FactVersion } from "../../../memory/fact.ts";
import type { MemoryKind } from "../../../memory/search-text.ts";
import type { TextHit, TextQuery } from "../../port.ts";
import { factsAt } from "../tables/facts.ts";
import { toInstant, toMillis } from "../database/instants.ts";
import { hasTags, tagsColumn } from "../tables/tags-column.ts";
import type { VersionKey } from "../database/version-cache.ts";
import { asList } from "../database/requests.ts";
import { bestFirst, firstOf, type Scores } from "./scores.ts";
import type { Value } from "../database/database.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { kindOf } from "./text-number.ts";

/**
 * Number of texts of a ranking that are checked at once: SPARE more than are missing, and in each
 * further look twice as many per missing one, up to LONGEST_LOOK.
 */
const SPARE = 8;
const LONGEST_LOOK = 4_096;

type TextRow = readonly [num: number, id: string, subject: string, content: string];
type EventRow = readonly [...TextRow, occurred: number];

/**
 * Visible versions with these texts. ?1 texts, ?2 knownAt, ?3 validAt, ?4 confidence, ?5 session,
 * ?6 tier, ?7 tags.
 */
const FACTS = `
SELECT v.text, v.fact, v.recorded
FROM json_each(?1) r
CROSS JOIN fact_version v INDEXED BY fact_text ON v.text = r.value
  AND v.recorded <= ?2
  AND ?2 < v.expired
  AND v.valid_from <= ?3
  AND ?3 < v.valid_to
WHERE v.confidence >= ?4 AND (?5 IS NULL OR v.session = ?5) AND (?6 IS NULL OR v.tier = ?6) AND ${hasTags("v.tags", "?7")}`;

const TEXT = `
SELECT t.num, t.id, t.subject, t.content
FROM json_each(?1) r
CROSS JOIN text t ON t.num = r.value`;
/**
 * Texts of entities and memories, each of which replaces the previous one. They belong to no
 * session and have no tags, so a search for either (?3) finds none.
 */
const REPLACED = `${TEXT} WHERE t.recorded <= ?2 AND ?2 < t.expired AND ?3 IS NULL`;
/** ?4 validAt: a memory derived from events is valid from some instant on. */
const DERIVED = `${REPLACED} AND NOT EXISTS (
  SELECT 1 FROM memory m CROSS JOIN memory_version v ON v.memory = m.num AND v.recorded <= ?2 AND ?2 < v.expired WHERE m.id = t.subject AND v.valid_from > ?4)`;
const EVENTS = `
SELECT t.num, t.id, t.subject, t.content, v.occurred
FROM json_each(?1) r
CROSS JOIN text t ON t.num = r.value
CROSS JOIN event v ON v.id = t.subject WHERE v.recorded <= ?2 AND ?2 < t.expired AND v.occurred <= ?3 AND (?4 IS NULL OR v.session = ?4)
  AND (?5 IS NULL OR (v.session IS NULL) = (?5 = 'LONG_TERM')) AND ${hasTags("v.tags", "?6")}`;

type Hit = Omit<TextHit, "score" | "termScores">;

/** The visible texts of one kind, by number. */
const visible = (
  file: SpaceFile,
  kind: MemoryKind,
  texts: readonly number[],
  { at, session: only, minConfidence = 0, tier, tags: wantedTags }: TextQuery,
): (readonly [number, Hit])[] => {
  const knownAt = toMillis(at.knownAt);
  const validAt = toMillis(at.validAt);
  const session = only ?? null;
  const tags = tagsColumn(wantedTags);
  const hit = (
    [num, id, subject, text]: TextRow,
    version: FactVersion | null,
  ): readonly [number, Hit] => [num, { text: { id, kind, subject, text }, version }];
  const hits = (sql: string, ...values: readonly Value[]) =>
    file.all<TextRow>(sql, asList(texts), ...values).map((row) => hit(row, null));
  if (kind === "EVENT")
    return file
      .all<EventRow>(EVENTS, asList(texts), knownAt, validAt, session, tier ?? null, tags)
      .map(([num, id, subject, text, occurred]) => [
        num,
        { text: { id, kind, subject, text }, version: null, occurredAt: toInstant(occurred) },
      ]);
  if (kind === "ENTITY") return hits(REPLACED, knownAt, session ?? tags);
  if (kind === "SUMMARY") return hits(DERIVED, knownAt, session ?? tags, validAt);
  const rows = file.all<readonly [text: number, ...VersionKey]>(
    FACTS,
    asList(texts),
    knownAt,
    validAt,
    minConfidence,
    session,
    tier ?? null,
    tags,
  );
  const versions = factsAt(
    file,
    rows.map(([, ...place]) => place),
  );
  return versions.flatMap((version, i) => {
    const [number] = rows[i] ?? [];
    return number === undefined
      ? []
      : [hit([number, version.textId, version.fact, version.text], version)];
  });
};

/**
 * The best texts of a ranking that are visible at the query's time point, best first. Equal scores
 * are ordered by kind (`KINDS`), then by record time, the latest first. Reads the ranking
 * from the top until enough texts are visible.
 */
export const visibleHits = (
  file: SpaceFile,
  scores: Scores,
  query: TextQuery,
  {
    keep = () => true,
    termScoresOf = () => undefined,
  }: {
    readonly keep?: (hit: Hit) => boolean;
    readonly termScoresOf?: (text: number) => readonly number[] | undefined;
  } = {},
): TextHit[] => {
  const results: TextHit[] = [];
  const ranking = bestFirst(scores);
  for (let factor = 1; results.length < query.limit; factor *= 2) {
    const look = factor * (query.limit - results.length + SPARE);
    const texts = firstOf(ranking, Math.min(look, LONGEST_LOOK));
    if (texts.size === 0) return results;
    const hits = new Map<number, Hit>();
    const numbers = [...texts.keys()];
    for (const kind of query.kinds) {
      const ofKind = numbers.filter((text) => kindOf(text) === kind);
      if (ofKind.length > 0)
        for (const [number, hit] of visible(file, kind, ofKind, query)) hits.set(number, hit);
    }
    for (const [text, score] of texts) {
      const hit = hits.get(text);
      if (hit && keep(hit))
        results.push({
          text: hit.text,
          version: hit.version,
          occurredAt: hit.occurredAt,
          score,
          termScores: termScoresOf(text),
        });
    }
  }
  return results.slice(0, query.limit);
};
