import type { TextId } from "../../../memory/ids.ts";
import type { VectorCounts } from "../../port.ts";
import { END } from "../database/instants.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { PER_PLACE } from "../search/text-number.ts";
import { numberOfText } from "../search/texts.ts";
import { numberOfEmbedder, type StoreEmbedder } from "./vector-blocks.ts";

/** Searchable texts: they have not expired, and their numbers contain a word count. */
const SEARCHABLE = `t.expired = ${END} AND t.num % ${PER_PLACE} > 0`;
const EMBEDDED = `EXISTS (SELECT 1 FROM vector v WHERE v.text = t.num AND v.embedder = ?1)`;
const WITHOUT = `
SELECT t.id, t.content
FROM text t
WHERE t.num > ?2 AND ${SEARCHABLE} AND NOT ${EMBEDDED}
ORDER BY t.num
LIMIT ?3`;
const COUNTS = `SELECT count(*), coalesce(sum(${EMBEDDED}), 0) FROM text t WHERE ${SEARCHABLE}`;
const FOREIGN = `
SELECT e.id, count(*)
FROM vector v
CROSS JOIN embedder e ON e.num = v.embedder
WHERE v.embedder <> ?1
GROUP BY e.num
ORDER BY e.num`;

/** No embedder has this number. */
const NO_EMBEDDER = 0;

/** Ordered by kind, then by record time. */
export const textsWithoutVector = (
  file: SpaceFile,
  embedder: StoreEmbedder,
  { limit, after }: { readonly limit: number; readonly after?: TextId | undefined },
): { readonly id: TextId; readonly text: string }[] => {
  const from = after === undefined ? 0 : (numberOfText(file, after) ?? 0);
  return file
    .all<readonly [TextId, string]>(
      WITHOUT,
      numberOfEmbedder(file, embedder) ?? NO_EMBEDDER,
      from,
      limit,
    )
    .map(([id, text]) => ({ id, text }));
};

export const embedders = (file: SpaceFile): readonly string[] =>
  file.all<readonly [string]>(`SELECT id FROM embedder ORDER BY num`).map(([id]) => id);

export const vectorCounts = (file: SpaceFile, embedder: StoreEmbedder): VectorCounts => {
  const number = numberOfEmbedder(file, embedder) ?? NO_EMBEDDER;
  const [texts, embeddedCount] = file.only<readonly [number, number]>(COUNTS, number);
  return {
    texts,
    embeddedTexts: embeddedCount,
    foreign: file
      .all<readonly [string, number]>(FOREIGN, number)
      .map(([id, vectors]) => ({ embedder: id, vectors })),
  };
};
