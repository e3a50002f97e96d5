import {
  PartitionKeyDefinitionVersion,
  PartitionKeyKind,
  VectorEmbeddingDataType,
  VectorEmbeddingDistanceFunction,
  VectorIndexType,
  type ContainerDefinition,
  type IndexingPolicy,
  type VectorIndex,
  type PartitionKeyDefinition,
} from "@azure/cosmos";
import type { ContainerName, VectorIndexName, VectorIndexSettings } from "./choices.ts";

export type Definition = ContainerDefinition & { readonly id: ContainerName };

const VECTOR_INDEX_TYPES: Readonly<Record<VectorIndexName, VectorIndexType>> = {
  flat: VectorIndexType.Flat,
  quantizedFlat: VectorIndexType.QuantizedFlat,
  diskANN: VectorIndexType.DiskANN,
};

/**
 * A diskANN index is sharded by the partition key, so that a search reads only the vectors of one
 * space.
 */
const vectorIndexOf = ({
  kind = "quantizedFlat",
  quantizationBytes,
  searchListSize,
}: VectorIndexSettings): VectorIndex => ({
  path: "/vector",
  type: VECTOR_INDEX_TYPES[kind],
  ...(kind === "flat" || quantizationBytes === undefined
    ? {}
    : { quantizationByteSize: quantizationBytes }),
  ...(kind === "diskANN" ? { vectorIndexShardKey: ["/tenant", "/user"] } : {}),
  ...(kind !== "diskANN" || searchListSize === undefined
    ? {}
    : { indexingSearchListSize: searchListSize }),
});

const keyOf = (...paths: string[]): PartitionKeyDefinition => ({
  paths,
  kind: paths.length > 1 ? PartitionKeyKind.MultiHash : PartitionKeyKind.Hash,
  version: PartitionKeyDefinitionVersion.V2,
});

/**
 * TTL is on, and documents without a `ttl` stay. With TTL off, the service would ignore the `ttl`
 * of documents.
 */
const NO_DEFAULT_TTL = -1;
/** Cosmos DB supports full text in other languages only as a preview. */
const LANGUAGE = "en-US";

/**
 * Properties by which queries filter and order. Nothing else is indexed, because every indexed path
 * adds to the cost of every write.
 */
const GRAPH_PATHS = [
  "/tenant/?",
  "/user/?",
  "/type/?",
  "/recordedAt/?",
  "/occurredAt/?",
  "/expiredAt/?",
  "/validFrom/?",
  "/validTo/?",
  "/since/?",
  "/entity/?",
  "/key/?",
  "/n/?",
  "/self/?",
  "/merged/?",
  "/entityType/?",
  "/names/[]/name/?",
  "/called/[]/?",
  "/nameCount/?",
  "/beginnings/[]/?",
  "/words/[]/?",
  "/fact/?",
  "/slot/?",
  "/hash/?",
  "/lines/[]/?",
  "/confidence/?",
  "/tier/?",
  "/importance/?",
  "/endedBy/?",
  "/closedBy/?",
  "/relationship/?",
  "/source/?",
  "/target/?",
  "/relationshipType/?",
  "/evidence/?",
  "/event/?",
  "/status/?",
  "/settledAt/?",
  "/idempotencyKey/?",
  "/action/?",
  "/candidates/[]/?",
  "/reverted/at/?",
  "/entities/[]/?",
  "/body/speaker/?",
  "/body/tags/[]/?",
  "/body/mentions/[]/?",
  "/memory/?",
  "/memoryKind/?",
  "/session/?",
  "/referenceKind/?",
  "/textKind/?",
  "/own/?",
  "/subject/?",
  "/embedder/?",
  "/vectorAt/?",
  "/spans/[]/session/?",
  "/part/?",
  "/believedUntil/?",
  "/bounds/validFrom/?",
  "/bounds/validTo/?",
  "/bounds/confidence/?",
  "/bounds/sessions/[]/?",
  "/bounds/tiers/[]/?",
  "/bounds/tags/[]/?",
];
const TURNS_PATHS = [
  "/tenant/?",
  "/user/?",
  "/session/?",
  "/type/?",
  "/turn/?",
  "/seq/?",
  "/turnCount/?",
  "/since/?",
  "/role/?",
  "/expiresAt/?",
  "/body/tags/[]/?",
];
const NOTES_PATHS = ["/tenant/?", "/user/?", "/type/?", "/path/?", "/expiresAt/?"];

const indexing = (paths: readonly string[]): IndexingPolicy => ({
  indexingMode: "consistent",
  automatic: true,
  includedPaths: paths.map((path) => ({ path })),
  excludedPaths: [{ path: "/*" }],
});

/**
 * The containers that the adapter needs. Cosmos DB never changes the vector policy of a container,
 * so an embedder with other dimensions needs another database.
 */
export const definitions = (
  dimensions: number,
  index: VectorIndexSettings = {},
): readonly Definition[] => [
  {
    id: "graph",
    partitionKey: keyOf("/tenant", "/user"),
    defaultTtl: NO_DEFAULT_TTL,
    vectorEmbeddingPolicy: {
      vectorEmbeddings: [
        {
          path: "/vector",
          dimensions,
          dataType: VectorEmbeddingDataType.Float32,
          distanceFunction: VectorEmbeddingDistanceFunction.Cosine,
        },
      ],
    },
    fullTextPolicy: {
      defaultLanguage: LANGUAGE,
      fullTextPaths: [{ path: "/text", language: LANGUAGE }],
    },
    indexingPolicy: {
      ...indexing(GRAPH_PATHS),
      excludedPaths: [{ path: "/*" }, { path: "/vector/*" }],
      compositeIndexes: [
        [
          { path: "/importance", order: "descending" },
          { path: "/since", order: "ascending" },
        ],
      ],
      vectorIndexes: [vectorIndexOf(index)],
      fullTextIndexes: [{ path: "/text" }],
    },
  },
  {
    id: "turns",
    partitionKey: keyOf("/tenant", "/user", "/session"),
    defaultTtl: NO_DEFAULT_TTL,
    indexingPolicy: indexing(TURNS_PATHS),
  },
  {
    id: "summaries",
    partitionKey: keyOf("/tenant", "/user", "/session"),
    defaultTtl: NO_DEFAULT_TTL,
    indexingPolicy: indexing([...NOTES_PATHS, "/session/?"]),
  },
  {
    id: "counters",
    partitionKey: keyOf("/tenant", "/user"),
    defaultTtl: NO_DEFAULT_TTL,
    indexingPolicy: indexing(NOTES_PATHS),
  },
  {
    id: "leases",
    partitionKey: keyOf("/consumer"),
    defaultTtl: NO_DEFAULT_TTL,
    indexingPolicy: indexing(["/consumer/?"]),
  },
];
