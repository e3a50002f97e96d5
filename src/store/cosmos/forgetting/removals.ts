import type { ErasedKind, Erasure } from "../../erasure.ts";
import { decisionDocumentId } from "../documents/decision-document.ts";
import type { EntityDocument } from "../documents/entity-document.ts";
import type { Owned } from "../documents/envelope.ts";
import { eventDocumentId } from "../documents/event-document.ts";
import type { FactDocument } from "../documents/fact-document.ts";
import type { HeadDocument } from "../documents/head-document.ts";
import type { MemoryDocument } from "../documents/memory-document.ts";
import type { PlanDocument } from "../documents/plan-document.ts";
import { referenceDocumentId } from "../documents/reference-document.ts";
import type { RelationshipDocument } from "../documents/relationship-document.ts";
import { textDocumentId, type TextDocument } from "../documents/text-document.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType } from "../query.ts";
import { deleting, type AmendingOperation } from "./amendment.ts";

type Thing = "fact" | "entity" | "relationship" | "memory";

/** The documents of all versions of things, thing by thing, each with what is gone with it; the thing itself goes with the last one. */
const versions = async <D extends Owned>(
  graph: Partition,
  thing: Thing,
  ids: readonly string[],
  idOf: (document: D) => string,
  version: readonly ErasedKind[],
  whole: readonly ErasedKind[],
): Promise<AmendingOperation[]> => {
  const found = await graph.queryAmong<D>(ids, (some) => ({
    fields: [thing],
    where: [ofType(thing), oneOf(thing, "ids")],
    parameters: { ids: some },
  }));
  const inOrder = found.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : idOf(a) > idOf(b) ? 1 : 0));
  return inOrder.map((document, i) =>
    deleting(
      document.id,
      ...version,
      ...(i + 1 < inOrder.length && idOf(inOrder[i + 1]!) === idOf(document) ? [] : whole),
    ),
  );
};

/** Those of the documents that there are. */
const present = async (
  graph: Partition,
  ids: readonly string[],
  kind: ErasedKind,
): Promise<AmendingOperation[]> =>
  [...(await graph.readMany<Owned>(ids, [])).keys()].map((id) => deleting(id, kind));

const texts = async (graph: Partition, erasure: Erasure): Promise<AmendingOperation[]> =>
  [
    ...(
      await graph.readMany<TextDocument>(erasure.texts.map(textDocumentId), ["embedder"])
    ).values(),
  ].map(({ id, embedder }) =>
    deleting(id, "SEARCH_TEXT", ...(embedder === undefined ? [] : ["VECTOR" as const])),
  );

/** Parts of large commits that were never decided on, and cannot be once the head has moved: they may hold anything. */
const leftovers = async (graph: Partition, head: HeadDocument): Promise<AmendingOperation[]> =>
  (await graph.query<PlanDocument>({ fields: ["commit"], where: [ofType("plan")] }))
    .filter(({ commit }) => commit !== head.plan?.commit)
    .map(({ id }) => deleting(id));

/** What goes from the graph, in an order in which what leads to other things goes last. */
export const removals = async (
  graph: Partition,
  head: HeadDocument,
  erasure: Erasure,
): Promise<AmendingOperation[]> => {
  const parts = await Promise.all([
    leftovers(graph, head),
    texts(graph, erasure),
    versions<MemoryDocument>(
      graph,
      "memory",
      erasure.memories,
      ({ memory }) => memory,
      ["MEMORY_VERSION"],
      [],
    ),
    present(graph, erasure.references.map(referenceDocumentId), "REFERENCE"),
    versions<RelationshipDocument>(
      graph,
      "relationship",
      erasure.relationships,
      ({ relationship }) => relationship,
      [],
      ["RELATIONSHIP"],
    ),
    present(graph, erasure.decisions.map(decisionDocumentId), "DECISION"),
    present(graph, erasure.events.map(eventDocumentId), "EVENT"),
    versions<FactDocument>(
      graph,
      "fact",
      erasure.facts,
      ({ fact }) => fact,
      ["FACT_VERSION"],
      ["FACT"],
    ),
    versions<EntityDocument>(
      graph,
      "entity",
      erasure.entities,
      ({ entity }) => entity,
      ["ENTITY_VERSION"],
      ["ENTITY"],
    ),
  ]);
  return parts.flat();
};
