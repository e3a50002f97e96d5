import type { FactVersion } from "../../memory/fact.ts";
import type { MemoryKind } from "../../memory/search-text.ts";
import type { TextHit, TextQuery } from "../port.ts";
import { factsAt } from "./facts-at.ts";
import { toMillis } from "./instants.ts";
import type { Place } from "./kept-versions.ts";
import { asList } from "./requests.ts";
import { bestFirst, firstOf, type Scores } from "./scores.ts";
import type { SpaceFile, Value } from "./space-file.ts";
import { kindOf } from "./text-number.ts";

/** How many texts of a ranking are looked at together: some more than are wanted, then each time twice as many up to this, since few are visible. */
const SPARE = 8;
const LONGEST_LOOK = 4_096;

type TextRow = readonly [num: number, id: string, subject: string, content: string];

/** A fact's text is found where a version with this very text is visible. ?1 texts, ?2 knownAt, ?3 validAt, ?4 confidence, ?5 session, ?6 tier. */
const FACTS = `
SELECT v.text, v.fact, v.recorded
FROM json_each(?1) r
CROSS JOIN fact_version v INDEXED BY fact_text ON v.text = r.value AND v.recorded <= ?2 AND ?2 < v.expired AND v.valid_from <= ?3 AND ?3 < v.valid_to
WHERE v.confidence >= ?4 AND (?5 IS NULL OR v.session = ?5) AND (?6 IS NULL OR v.tier = ?6)`;

const TEXT = `SELECT t.num, t.id, t.subject, t.content FROM json_each(?1) r CROSS JOIN text t ON t.num = r.value`;
/** Entities' texts and derived memories', of which one takes the place of another, are not searched by session. */
const REPLACED = `${TEXT} WHERE t.recorded <= ?2 AND ?2 < t.expired AND ?3 IS NULL`;
/** ?4 validAt: what was derived from events is true from some time on. */
const DERIVED = `${REPLACED} AND NOT EXISTS (
  SELECT 1 FROM memory m CROSS JOIN memory_version v ON v.memory = m.num AND v.recorded <= ?2 AND ?2 < v.expired WHERE m.id = t.subject AND v.valid_from > ?4)`;
const EVENTS = `${TEXT} CROSS JOIN event v ON v.id = t.subject WHERE v.recorded <= ?2 AND ?2 < t.expired AND v.occurred <= ?3 AND (?4 IS NULL OR v.session = ?4)
  AND (?5 IS NULL OR (v.session IS NULL) = (?5 = 'LONG_TERM'))`;

type Hit = Omit<TextHit, "score">;

/** The visible ones of some texts of one kind, by their numbers. */
const visible = (
  file: SpaceFile,
  kind: MemoryKind,
  texts: readonly number[],
  { at, session: only, minConfidence = 0, tier }: TextQuery,
): (readonly [number, Hit])[] => {
  const knownAt = toMillis(at.knownAt);
  const validAt = toMillis(at.validAt);
  const session = only ?? null;
  const hit = (
    [num, id, subject, text]: TextRow,
    version: FactVersion | null,
  ): readonly [number, Hit] => [num, { text: { id, kind, subject, text }, version }];
  const hits = (sql: string, ...values: readonly Value[]) =>
    file.all<TextRow>(sql, asList(texts), ...values).map((row) => hit(row, null));
  if (kind === "EVENT") return hits(EVENTS, knownAt, validAt, session, tier ?? null);
  if (kind === "ENTITY") return hits(REPLACED, knownAt, session);
  if (kind === "SUMMARY") return hits(DERIVED, knownAt, session, validAt);
  const found = file.all<readonly [text: number, ...Place]>(
    FACTS,
    asList(texts),
    knownAt,
    validAt,
    minConfidence,
    session,
    tier ?? null,
  );
  const versions = factsAt(
    file,
    found.map(([, ...place]) => place),
  );
  return found.map(([text], i) =>
    hit([text, versions[i]!.textId, versions[i]!.fact, versions[i]!.text], versions[i]!),
  );
};

/**
 * The best texts of a ranking that are visible at the query's time point, best first; of equal ones those of the kind that comes first
 * in `KINDS`, then those that were recorded last. Goes down the ranking until there are enough.
 */
export const visibleHits = (
  file: SpaceFile,
  scores: Scores,
  query: TextQuery,
  keep: (hit: Hit) => boolean = () => true,
): TextHit[] => {
  const found: TextHit[] = [];
  const ranking = bestFirst(scores);
  for (
    let look = query.limit + SPARE;
    found.length < query.limit;
    look = Math.min(2 * look, LONGEST_LOOK)
  ) {
    const texts = firstOf(ranking, look);
    if (texts.size === 0) return found;
    const hits = new Map<number, Hit>();
    const numbers = [...texts.keys()];
    for (const kind of query.kinds) {
      const ofKind = numbers.filter((text) => kindOf(text) === kind);
      if (ofKind.length > 0)
        for (const [number, hit] of visible(file, kind, ofKind, query)) hits.set(number, hit);
    }
    for (const [text, score] of texts) {
      const hit = hits.get(text);
      if (hit && keep(hit)) found.push({ text: hit.text, version: hit.version, score });
    }
  }
  return found.slice(0, query.limit);
};
