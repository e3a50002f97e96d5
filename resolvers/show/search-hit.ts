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

const LOAD: Readonly<
  Record<MemoryKind, (id: string, reading: Reading) => ShownNode | null | Promise<ShownNode | null>>
> = {
  FACT: loadFact,
  ENTITY: loadEntity,
  EVENT: loadEvent,
  SUMMARY: loadDerived,
};

/** A found memory by its kind and local id; null if it is not there at the view. */
const loadMemory = async (
  kind: MemoryKind,
  id: string,
  reading: Reading,
): Promise<ShownNode | null> => LOAD[kind](id, reading);

/** A hit with its node; null if the node cannot be read any more. */
const showHit = async (
  { kind, subject, version, ...how }: Hit,
  reading: Reading,
): Promise<SearchHit | null> => {
  const node = version ? showFact(version, reading) : await loadMemory(kind, subject, reading);
  return (
    node && {
      node,
      kind,
      score: how.score,
      vectorRank: how.vectorRank,
      fullTextRank: how.fullTextRank,
      contextRank: how.contextRank,
      lexical: how.lexical,
      relevance: how.relevance,
      outdatedBy: how.outdatedBy.map((fact) => showFact(fact, reading)),
    }
  );
};

/** Search hits, without those that are not there at the view. */
export const showHits = async (hits: readonly Hit[], reading: Reading): Promise<SearchHit[]> =>
  (await Promise.all(hits.map((hit) => showHit(hit, reading)))).filter((hit) => hit !== null);

/** The evidence of a statement of a recalled block. */
export const showCitation = (citation: Citation, reading: Reading): ShownNode => {
  if (citation.kind === "FACT") return showFact(citation.version, reading);
  return citation.kind === "EVENT"
    ? showEvent(citation.event, reading)
    : showEntity(citation.entity, reading);
};
