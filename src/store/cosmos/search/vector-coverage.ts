import type { VectorCounts } from "../../port.ts";
import {
  IS_FIRST_PART,
  ownText,
  TEXT,
  textDocumentId,
  type TextDocument,
} from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { IS_RECORDED, ofType, type Query } from "../partition/query.ts";
import type { TextId } from "../../../memory/ids.ts";
import { compareText, OPEN, type Instant } from "../../../memory/time.ts";

const HAS_VECTOR = "IS_DEFINED(c.embedder)";
const HAS_OWN_VECTOR = `(${HAS_VECTOR} AND c.embedder = @embedder)`;

/** Texts that are searchable at the head. */
const currentTexts = (
  knownAt: Instant,
  conditions: readonly string[] = [],
  parameters: Query["parameters"] = {},
): Query => ({
  where: [ofType("text"), IS_FIRST_PART, IS_RECORDED, "c.expiredAt = @open", ...conditions],
  parameters: { ...parameters, knownAt, open: OPEN },
});

const PAGE_SIZE = 500;

type TextPosition = Pick<TextDocument, "id" | "recordedAt">;
/**
 * Ordered by record time. The texts of one commit are ordered by id, because no index orders them
 * further.
 */
const byPosition = (a: TextPosition, b: TextPosition): number =>
  compareText(a.recordedAt, b.recordedAt) || compareText(a.id, b.id);

/**
 * Reads texts in the order of recording. All texts of the last commit are read before the limit
 * applies, so that ids decide which of them come first.
 */
export const textsWithoutVector = async (
  partition: Partition,
  embedder: string,
  { limit, after }: { readonly limit: number; readonly after?: TextId | undefined },
  knownAt: Instant,
): Promise<{ readonly id: TextId; readonly text: string }[]> => {
  const last = after === undefined ? null : await partition.read(TEXT, textDocumentId(after));
  const query = currentTexts(
    knownAt,
    [`NOT ${HAS_OWN_VECTOR}`, ...(last ? ["c.recordedAt >= @since"] : [])],
    { embedder, ...(last && { since: last.recordedAt }) },
  );
  const pages = partition.pages(
    TEXT.only("textId", "text", "own", "recordedAt"),
    { ...query, orderBy: "c.recordedAt ASC" },
    PAGE_SIZE,
  );
  const rows = [];
  for await (const page of pages) {
    rows.push(...page.filter((row) => last === null || byPosition(row, last) > 0));
    const [nth, newest] = [rows[limit - 1], rows.at(-1)];
    if (nth && newest && newest.recordedAt > nth.recordedAt) break;
  }
  return rows
    .toSorted(byPosition)
    .slice(0, limit)
    .map((row) => ({ id: row.textId, text: ownText(row) }));
};

/** Ids of the embedders that made the vectors of the texts that meet a condition. */
const distinctEmbedders = async (partition: Partition, query: Query): Promise<string[]> => {
  const rows = await partition.queryDistinct(TEXT.only("embedder"), query);
  return rows.flatMap(({ embedder }) => embedder ?? []);
};

export const embedders = (partition: Partition): Promise<readonly string[]> =>
  distinctEmbedders(partition, { where: [ofType("text"), HAS_VECTOR] });

/** A text has one vector here: that of the last embedder. */
export const vectorCounts = async (
  partition: Partition,
  embedder: string,
  knownAt: Instant,
): Promise<VectorCounts> => {
  const countOf = (id: string): Promise<number> =>
    partition.count(currentTexts(knownAt, [HAS_OWN_VECTOR], { embedder: id }));
  const [texts, embeddedCount, foreignIds] = await Promise.all([
    partition.count(currentTexts(knownAt)),
    countOf(embedder),
    distinctEmbedders(
      partition,
      currentTexts(knownAt, [HAS_VECTOR, "c.embedder != @embedder"], { embedder }),
    ),
  ]);
  const foreign = await Promise.all(
    foreignIds.map(async (id) => ({ embedder: id, vectors: await countOf(id) })),
  );
  return { texts, embeddedTexts: embeddedCount, foreign };
};
