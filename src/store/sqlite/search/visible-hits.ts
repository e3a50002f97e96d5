import type { MemoryKind } from "../../../memory/search-text.ts";
import type { TextHit, TextQuery } from "../../port.ts";
import { trueAt } from "../../../memory/time.ts";
import { factsAt } from "../tables/facts.ts";
import { toInstant, toMillis } from "../database/instants.ts";
import { hasTags, tagsColumn } from "../tables/tags-column.ts";
import type { VersionKey } from "../database/version-cache.ts";
import { asList } from "../database/requests.ts";
import { bestFirst, firstOf, type Scores } from "./scores.ts";
import { currentAnswers } from "../database/current-answers.ts";
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
 * Versions with these texts that are believed at the query's record time, whenever they are true.
 * ?1 texts, ?2 knownAt, ?3 session, ?4 tier, ?5 tags.
 */
const FACTS = `
SELECT v.text, v.fact, v.recorded
FROM json_each(?1) r
CROSS JOIN fact_version v INDEXED BY fact_text ON v.text = r.value
  AND v.recorded <= ?2
  AND ?2 < v.expired
WHERE (?3 IS NULL OR v.session = ?3) AND (?4 IS NULL OR v.tier = ?4) AND ${hasTags("v.tags", "?5")}`;

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
/** Events, whenever they occur. */
const EVENTS = `
SELECT t.num, t.id, t.subject, t.content, v.occurred
FROM json_each(?1) r
CROSS JOIN text t ON t.num = r.value
CROSS JOIN event v ON v.id = t.subject WHERE t.recorded <= ?2 AND ?2 < t.expired AND (?3 IS NULL OR v.session = ?3)
  AND (?4 IS NULL OR (v.session IS NULL) = (?4 = 'LONG_TERM')) AND ${hasTags("v.tags", "?5")}`;

type Hit = Omit<TextHit, "score" | "termScores">;
type NumberedHit = readonly [text: number, hit: Hit];

const factHits = (
  file: SpaceFile,
  texts: readonly number[],
  { at, session, tier, tags }: TextQuery,
): NumberedHit[] => {
  const rows = file.all<readonly [text: number, ...VersionKey]>(
    FACTS,
    asList(texts),
    toMillis(at.knownAt),
    session ?? null,
    tier ?? null,
    tagsColumn(tags),
  );
  const versions = factsAt(
    file,
    rows.map(([, ...place]) => place),
  );
  return versions.flatMap((version, i): NumberedHit[] => {
    const [number] = rows[i] ?? [];
    const { textId: id, fact: subject, text } = version;
    return number === undefined
      ? []
      : [[number, { text: { id, kind: "FACT", subject, text }, version }]];
  });
};

/**
 * The texts of one kind that the query's filters and its record time admit. Facts and events are
 * returned whenever they are true (`isTrue`).
 */
const believedHits = (
  file: SpaceFile,
  kind: MemoryKind,
  texts: readonly number[],
  query: TextQuery,
): NumberedHit[] => {
  if (kind === "FACT") return factHits(file, texts, query);
  const { at } = query;
  const session = query.session ?? null;
  const tags = tagsColumn(query.tags);
  const knownAt = toMillis(at.knownAt);
  const hit = ([num, id, subject, text]: TextRow): NumberedHit => [
    num,
    { text: { id, kind, subject, text }, version: null },
  ];
  if (kind === "ENTITY")
    return file.all<TextRow>(REPLACED, asList(texts), knownAt, session ?? tags).map(hit);
  if (kind === "SUMMARY")
    return file
      .all<TextRow>(DERIVED, asList(texts), knownAt, session ?? tags, toMillis(at.validAt))
      .map(hit);
  return file
    .all<EventRow>(EVENTS, asList(texts), knownAt, session, query.tier ?? null, tags)
    .map(([num, id, subject, text, occurred]) => [
      num,
      { text: { id, kind, subject, text }, version: null, occurredAt: toInstant(occurred) },
    ]);
};

/** More than of other answers, because a fact and the event that states it have a text each. */
const CACHED_TEXTS = 4_096;
const currentHits = currentAnswers<number, readonly Hit[]>(CACHED_TEXTS);

/** What a query without filters finds is cached as of the head; memories depend on valid time. */
const isCached = (kind: MemoryKind, { session, tier, tags }: TextQuery): boolean =>
  kind !== "SUMMARY" && session === undefined && tier === undefined && tags === undefined;

const isTrue = (
  { version, occurredAt }: Hit,
  { at: { validAt }, minConfidence = 0 }: TextQuery,
): boolean =>
  version === null
    ? occurredAt === undefined || occurredAt <= validAt
    : version.confidence >= minConfidence && trueAt(version, validAt);

/** The visible texts of one kind, by number. */
const visible = (
  file: SpaceFile,
  kind: MemoryKind,
  texts: readonly number[],
  query: TextQuery,
): NumberedHit[] => {
  const read = (numbers: readonly number[]) => believedHits(file, kind, numbers, query);
  if (!isCached(kind, query)) return read(texts).filter(([, hit]) => isTrue(hit, query));
  const hits = currentHits(file, toMillis(query.at.knownAt), texts, (missingTexts) => {
    const byText = new Map(missingTexts.map((text) => [text, [] as Hit[]]));
    for (const [text, hit] of read(missingTexts)) byText.get(text)?.push(hit);
    return [...byText.values()];
  });
  const visibleTexts: NumberedHit[] = [];
  for (const [i, text] of texts.entries())
    for (const hit of hits[i] ?? []) if (isTrue(hit, query)) visibleTexts.push([text, hit]);
  return visibleTexts;
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
