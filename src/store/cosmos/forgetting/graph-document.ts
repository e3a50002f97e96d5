import type { ErasedKind } from "../../erasure.ts";
import type { Envelope } from "../documents/envelope.ts";

/** What of a document of the graph tells as what it is counted. */
export interface GraphDocument extends Envelope {
  readonly n?: number;
  readonly embedder?: string;
  /** Of a commit, how many there are. */
  readonly changes?: number;
}

/** A thing with versions is counted by its first one. */
export const kindsOf = ({
  type,
  n,
  embedder,
  changes = 0,
}: GraphDocument): readonly ErasedKind[] => {
  const isFirst = n === 1;
  switch (type) {
    case "fact":
      return isFirst ? ["FACT", "FACT_VERSION"] : ["FACT_VERSION"];
    case "entity":
      return isFirst ? ["ENTITY", "ENTITY_VERSION"] : ["ENTITY_VERSION"];
    case "relationship":
      return isFirst ? ["RELATIONSHIP"] : [];
    case "text":
      return embedder === undefined ? ["SEARCH_TEXT"] : ["SEARCH_TEXT", "VECTOR"];
    case "commit":
      return Array.from({ length: changes }, () => "CHANGE");
    case "event":
      return ["EVENT"];
    case "decision":
      return ["DECISION"];
    case "memory":
      return ["MEMORY_VERSION"];
    case "reference":
      return ["REFERENCE"];
    default:
      return [];
  }
};
