import type { TextId } from "../../../memory/ids.ts";
import { OPEN, type Instant } from "../../../memory/time.ts";
import type { VectorCounts } from "../../port.ts";
import { ownText, textDocumentId, type TextDocument } from "../documents/text-document.ts";
import type { Partition } from "../partition.ts";
import { ofType, RECORDED, type Query } from "../query.ts";

const OWN = "(IS_DEFINED(c.embedder) AND c.embedder = @embedder)";

/** Texts that stand at the head. */
const standing = (
  knownAt: Instant,
  more: readonly string[],
  parameters: Query["parameters"] = {},
): Query => ({
  where: [ofType("text"), RECORDED, "c.expiredAt = @open", ...more],
  parameters: { ...parameters, knownAt, open: OPEN },
});

/** Texts of one page of the query. */
const PAGE_SIZE = 500;
type Row = Pick<TextDocument, "id" | "tenant" | "user" | "textId" | "text" | "own" | "recordedAt">;
const isAfter = (a: Pick<Row, "recordedAt" | "id">, b: Pick<Row, "recordedAt" | "id">): boolean =>
  a.recordedAt > b.recordedAt || (a.recordedAt === b.recordedAt && a.id > b.id);

/** In the order of recording; those of one commit, which no index orders, by their ids, so that they are read together. */
export const textsWithoutVector = async (
  partition: Partition,
  embedder: string,
  { limit, after }: { readonly limit: number; readonly after?: TextId | undefined },
  knownAt: Instant,
): Promise<{ readonly id: TextId; readonly text: string }[]> => {
  const last =
    after === undefined ? null : await partition.read<TextDocument>(textDocumentId(after));
  const { where, parameters } = standing(
    knownAt,
    [`NOT ${OWN}`, ...(last ? ["c.recordedAt >= @since"] : [])],
    { embedder, ...(last && { since: last.recordedAt }) },
  );
  const found: Row[] = [];
  for await (const page of partition.pages<Row>(
    {
      fields: ["textId", "text", "own", "recordedAt"],
      where,
      parameters,
      orderBy: "c.recordedAt ASC",
    },
    PAGE_SIZE,
  )) {
    found.push(...page.filter((row) => last === null || isAfter(row, last)));
    const nth = found[limit - 1];
    if (nth && found.at(-1)!.recordedAt > nth.recordedAt) break;
  }
  return found
    .toSorted((a, b) => (isAfter(a, b) ? 1 : -1))
    .slice(0, limit)
    .map((row) => ({ id: row.textId, text: ownText(row) }));
};

export const embedders = async (partition: Partition): Promise<readonly string[]> => {
  const rows = await partition.query<TextDocument>({
    fields: ["embedder"],
    where: [ofType("text"), "IS_DEFINED(c.embedder)"],
    distinct: true,
  });
  return rows.flatMap(({ embedder }) => embedder ?? []);
};

/** A text has one vector here, that of the embedder which was the last to give it one. */
export const vectorCounts = async (
  partition: Partition,
  embedder: string,
  knownAt: Instant,
): Promise<VectorCounts> => {
  const others = standing(knownAt, ["IS_DEFINED(c.embedder)", "c.embedder != @embedder"], {
    embedder,
  });
  const [texts, embedded, rows] = await Promise.all([
    partition.count(standing(knownAt, [])),
    partition.count(standing(knownAt, [OWN], { embedder })),
    partition.query<TextDocument>({ ...others, fields: ["embedder"], distinct: true }),
  ]);
  const ids = rows.flatMap(({ embedder: id }) => id ?? []);
  const foreign = await Promise.all(
    ids.map(async (id) => ({
      embedder: id,
      vectors: await partition.count(standing(knownAt, [OWN], { embedder: id })),
    })),
  );
  return { texts, embedded, foreign };
};
