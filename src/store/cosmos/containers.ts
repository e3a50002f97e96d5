import {
  PartitionKeyDefinitionVersion,
  PartitionKeyKind,
  VectorEmbeddingDataType,
  VectorEmbeddingDistanceFunction,
  VectorIndexType,
  type ContainerDefinition,
  type IndexingPolicy,
  type PartitionKeyDefinition,
} from "@azure/cosmos";

export const CONTAINERS = ["graph", "turns", "summaries", "counters", "leases"] as const;
export type ContainerName = (typeof CONTAINERS)[number];

export type Definition = ContainerDefinition & { readonly id: ContainerName };

/** How vectors are indexed: `quantizedFlat` serves up to some 50,000 vectors of one key, `diskANN` more; below 1,000 both scan. */
export const VECTOR_INDEXES = ["flat", "quantizedFlat", "diskANN"] as const;
export type VectorIndexName = (typeof VECTOR_INDEXES)[number];
const INDEXES: Readonly<Record<VectorIndexName, VectorIndexType>> = {
  flat: VectorIndexType.Flat,
  quantizedFlat: VectorIndexType.QuantizedFlat,
  diskANN: VectorIndexType.DiskANN,
};

const keyOf = (...paths: string[]): PartitionKeyDefinition => ({
  paths,
  kind: paths.length > 1 ? PartitionKeyKind.MultiHash : PartitionKeyKind.Hash,
  version: PartitionKeyDefinitionVersion.V2,
});

/** On, and nothing dies that does not say when. Without it the `ttl` of a document would not be heeded. */
const NO_DEFAULT_TTL = -1;
/** Full text in another language is a preview of the service. */
const LANGUAGE = "en-US";

/** What queries filter and order by (`documents/`). Nothing else is indexed: every indexed path costs at every write. */
const GRAPH_PATHS = [
  "/tenant/?",
  "/user/?",
  "/type/?",
  "/recordedAt/?",
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
  "/memory/?",
  "/memoryKind/?",
  "/session/?",
  "/referenceKind/?",
  "/textKind/?",
  "/own/?",
  "/subject/?",
  "/embedder/?",
  "/vectorAt/?",
  "/spans/[]/recordedAt/?",
  "/spans/[]/expiredAt/?",
  "/spans/[]/validFrom/?",
  "/spans/[]/validTo/?",
  "/spans/[]/confidence/?",
  "/spans/[]/session/?",
  "/spans/[]/tier/?",
];
const TURNS_PATHS = [
  "/tenant/?",
  "/user/?",
  "/session/?",
  "/type/?",
  "/turn/?",
  "/seq/?",
  "/since/?",
  "/role/?",
  "/expiresAt/?",
];
const NOTES_PATHS = ["/tenant/?", "/user/?", "/type/?", "/path/?", "/expiresAt/?"];

const indexing = (paths: readonly string[]): IndexingPolicy => ({
  indexingMode: "consistent",
  automatic: true,
  includedPaths: paths.map((path) => ({ path })),
  excludedPaths: [{ path: "/*" }],
});

/**
 * The containers (DESIGN.md §7). The vector policy is made once and for all: the service lets nobody change it, so that another embedder
 * with other dimensions needs another database.
 */
export const definitions = (
  dimensions: number,
  index: VectorIndexName = "quantizedFlat",
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
      vectorIndexes: [{ path: "/vector", type: INDEXES[index] }],
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
