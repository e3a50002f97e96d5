import type { ErasedKind, Erasure } from "../../port/erasure.ts";
import { decisionDocumentId } from "../documents/decision-document.ts";
import { ENTITY } from "../documents/entity-document.ts";
import { eventDocumentId } from "../documents/event-document.ts";
import { FACT } from "../documents/fact-document.ts";
import type { HeadDocument } from "../documents/head-document.ts";
import { MEMORY } from "../documents/memory-document.ts";
import { PLAN } from "../documents/plan-document.ts";
import { referenceDocumentId } from "../documents/reference-document.ts";
import { RELATIONSHIP } from "../documents/relationship-document.ts";
import { OWNED, type Projection } from "../documents/shape.ts";
import { idsOfParts, TEXT, textDocumentId } from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { oneOf, ofType } from "../partition/query.ts";
import { compareText } from "../../../memory/time.ts";
import { erasing, type ErasingOperation } from "./erasing-operations.ts";

/** Counted for each version, and with the last version for the whole item. */
interface VersionKinds {
  readonly ofVersion: readonly ErasedKind[];
  readonly ofWhole: readonly ErasedKind[];
}

const VERSIONED = {
  memory: { ofVersion: ["MEMORY_VERSION"], ofWhole: [] },
  relationship: { ofVersion: [], ofWhole: ["RELATIONSHIP"] },
  fact: { ofVersion: ["FACT_VERSION"], ofWhole: ["FACT"] },
  entity: { ofVersion: ["ENTITY_VERSION"], ofWhole: ["ENTITY"] },
} as const satisfies Readonly<Record<string, VersionKinds>>;
type VersionedType = keyof typeof VERSIONED;

/** Erases all versions of the items with these ids, one id after the other. */
const versionRemovals = async <K extends VersionedType>(
  graph: Partition,
  type: K,
  shape: Projection<{ readonly [P in K]: string }>,
  ids: readonly string[],
): Promise<ErasingOperation[]> => {
  const { ofVersion, ofWhole }: VersionKinds = VERSIONED[type];
  const rows = await graph.queryAmong(shape, ids, (group) => ({
    where: [ofType(type), oneOf(type, "ids")],
    parameters: { ids: group },
  }));
  const sortedRows = rows.toSorted((a, b) => compareText(a[type], b[type]));
  return sortedRows.map((row, i) => {
    const isLastVersion = sortedRows[i + 1]?.[type] !== row[type];
    return erasing(row.id, ...ofVersion, ...(isLastVersion ? ofWhole : []));
  });
};

/** Erases those of the documents that exist. */
const storedRemovals = async (
  graph: Partition,
  ids: readonly string[],
  kind: ErasedKind,
): Promise<ErasingOperation[]> =>
  [...(await graph.readMany(OWNED, ids)).keys()].map((id) => erasing(id, kind));

/** Erases search texts with all their parts. The parts of one text count as one removal. */
const textRemovals = async (graph: Partition, { texts }: Erasure): Promise<ErasingOperation[]> => {
  const storedTexts = await graph.readMany(
    TEXT.only("textId", "embedder", "lastPart"),
    texts.map((text) => textDocumentId(text)),
  );
  return [...storedTexts.values()].flatMap(({ id, textId, embedder, lastPart }) => [
    ...idsOfParts({ textId, lastPart })
      .filter((part) => part !== id)
      .map((part) => erasing(part)),
    erasing(id, "SEARCH_TEXT", ...(embedder === undefined ? [] : ["VECTOR" as const])),
  ]);
};

/**
 * Erases parts of large commits that were never decided, because they may contain anything. Once
 * the head has moved, they cannot be decided any more.
 */
const leftoverRemovals = async (
  graph: Partition,
  head: HeadDocument,
): Promise<ErasingOperation[]> => {
  const plans = await graph.query(PLAN.only("commit"), { where: [ofType("plan")] });
  return plans.filter(({ commit }) => commit !== head.plan?.commit).map(({ id }) => erasing(id));
};

/**
 * The order of erasure in the graph. Records that lead to others go last, so that an interrupted
 * erasure finds these again.
 */
export const removals = async (
  graph: Partition,
  head: HeadDocument,
  erasure: Erasure,
): Promise<ErasingOperation[]> => {
  const operations = await Promise.all([
    leftoverRemovals(graph, head),
    textRemovals(graph, erasure),
    versionRemovals(graph, "memory", MEMORY.only("memory"), erasure.memories),
    storedRemovals(graph, erasure.references.map(referenceDocumentId), "REFERENCE"),
    versionRemovals(
      graph,
      "relationship",
      RELATIONSHIP.only("relationship"),
      erasure.relationships,
    ),
    storedRemovals(graph, erasure.decisions.map(decisionDocumentId), "DECISION"),
    storedRemovals(graph, erasure.events.map(eventDocumentId), "EVENT"),
    versionRemovals(graph, "fact", FACT.only("fact"), erasure.facts),
    versionRemovals(graph, "entity", ENTITY.only("entity"), erasure.entities),
  ]);
  return operations.flat();
};
