// The choices of an operator for the containers. This file does not load the SDK, which takes half
// a second.

export const CONTAINERS = ["graph", "turns", "summaries", "counters", "leases"] as const;
export type ContainerName = (typeof CONTAINERS)[number];

/**
 * Kinds of vector index. `quantizedFlat` serves up to some 50,000 vectors per partition key,
 * `diskANN` more; below 1,000 both scan.
 */
const VECTOR_INDEXES = ["flat", "quantizedFlat", "diskANN"] as const;
export type VectorIndexName = (typeof VECTOR_INDEXES)[number];

/** Settings of the vector index that cannot be changed once the container exists. */
export interface VectorIndexSettings {
  readonly kind?: VectorIndexName | undefined;
  /**
   * Bytes of a compressed vector, for quantizedFlat and diskANN: 4 to 512. Default: that of Cosmos
   * DB.
   */
  readonly quantizationBytes?: number | undefined;
  /** Candidates that are compared while diskANN is built: 25 to 500. Default: that of Cosmos DB. */
  readonly searchListSize?: number | undefined;
}

/**
 * Throughput of a container: a fixed number of request units per second, or autoscale from a tenth
 * of the number up to it.
 */
export interface Throughput {
  readonly mode: "MANUAL" | "AUTOSCALE";
  readonly ru: number;
}

/** Throughput by container. `all` applies to the containers that are not named. */
export type ThroughputSettings = Readonly<Partial<Record<ContainerName | "all", Throughput>>>;

/** The service accepts multiples of the step, from the minimum on. */
const THROUGHPUT_RULES = {
  MANUAL: { least: 400, step: 100 },
  AUTOSCALE: { least: 1000, step: 1000 },
} as const;

export const describeThroughput = ({ mode, ru }: Throughput): string =>
  mode === "MANUAL" ? `${ru} RU/s` : `autoscale up to ${ru} RU/s`;

const THROUGHPUT = /^(?:(?<name>[a-z]+)=)?(?<mode>manual|autoscale):(?<ru>\d{3,7})$/u;

const isPlace = (name: string): name is ContainerName | "all" =>
  name === "all" || CONTAINERS.some((container) => container === name);

/**
 * Reads `autoscale:4000` or `graph=manual:400`. Returns a sentence with the reason if it is
 * invalid.
 */
export const parseThroughput = (value: string): ThroughputSettings | string => {
  const { name = "all", mode: word, ru: digits } = THROUGHPUT.exec(value)?.groups ?? {};
  if (word === undefined)
    return "It takes manual:<RU/s> or autoscale:<RU/s>, for one container as in graph=autoscale:4000.";
  if (!isPlace(name)) return `The containers are ${CONTAINERS.join(", ")}.`;
  const mode = word === "manual" ? "MANUAL" : "AUTOSCALE";
  const ru = Number(digits);
  const { least, step } = THROUGHPUT_RULES[mode];
  if (ru < least || ru % step !== 0)
    return `Throughput that is ${word} takes a multiple of ${step}, at least ${least}.`;
  return { [name]: { mode, ru } };
};
