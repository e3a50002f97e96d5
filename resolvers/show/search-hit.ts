import type { SearchHit } from "../../schema/search.ts";
import type { MemoryKind } from "../../src/memory/search-text.ts";
import type { SearchHit as Hit } from "../../src/read/search/search.ts";
import type { Reading } from "../reading.ts";
import { loadMemory as loadDerived } from "./derived-memory.ts";
import type { Citation } from "../../src/read/recall/block.ts";
import { loadEntity, showEntity } from "./entity.ts";
import { loadEvent, showEvent } from "./event.ts";
import { loadFact, showFact } from "./fact.ts";
import type { ShownNode } from "./node.ts";

type Node = ShownNode | null | Promise<ShownNode | null>;

const LOAD: Readonly<Record<MemoryKind, (id: string, reading: Reading) => Node>> = {
  FACT: loadFact,
  ENTITY: loadEntity,
  EVENT: loadEvent,
  SUMMARY: loadDerived,
};

const showHit = (node: ShownNode, { kind, ...how }: Hit, reading: Reading): SearchHit => ({
  node,
  kind,
  score: how.score,
  vectorRank: how.vectorRank,
  fullTextRank: how.fullTextRank,
  contextRank: how.contextRank,
  lexical: how.lexical,
  relevance: how.relevance,
  outdatedBy: how.outdatedBy.map((fact) => showFact(fact, reading)),
});

/**
 * Search hits, without those that are not there at the view. Only nodes that have to be read are
 * waited for, because thirty hits would otherwise take hundreds of promises.
 */
export const showHits = async (hits: readonly Hit[], reading: Reading): Promise<SearchHit[]> => {
  const entities = hits.flatMap(({ kind, subject }) => (kind === "ENTITY" ? [subject] : []));
  const entitiesRead = reading.loaders.readEntities(entities, reading.view.at.knownAt);
  const nodes = hits.map(({ kind, subject, version }) =>
    version ? showFact(version, reading) : LOAD[kind](subject, reading),
  );
  const [, ...readNodes] = await Promise.all([
    entitiesRead,
    ...nodes.filter((node) => node instanceof Promise),
  ]);
  const nextNodes = readNodes.values();
  return hits.flatMap((hit, i) => {
    const node = nodes[i] instanceof Promise ? nextNodes.next().value : nodes[i];
    return node ? [showHit(node, hit, reading)] : [];
  });
};

/** The evidence of a statement of a recalled block. */
export const showCitation = (citation: Citation, reading: Reading): ShownNode => {
  if (citation.kind === "FACT") return showFact(citation.version, reading);
  return citation.kind === "EVENT"
    ? showEvent(citation.event, reading)
    : showEntity(citation.entity, reading);
};
