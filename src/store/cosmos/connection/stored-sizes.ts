import type { StoreSizes } from "../../port.ts";
import { isList, isNumber, isObject } from "../documents/shape.ts";
import type { Connection } from "./connection.ts";

/** Milliseconds for which sizes are cached: Cosmos DB samples them itself. */
const FRESH_MILLIS = 15 * 60_000;
const BYTES_IN_KB = 1_024;
/** The service estimates sizes from samples, without reading documents. */
export const STATISTICS = { "x-ms-documentdb-populatepartitionstatistics": "true" };

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list: unknown = isObject<object>(value) ? Reflect.get(value, name) : undefined;
  return isList(list) ? list : [];
};
const bytesOf = (value: unknown): number => {
  const size: unknown = isObject<object>(value) ? Reflect.get(value, "sizeInKB") : undefined;
  return isNumber(size) ? size * BYTES_IN_KB : 0;
};

/**
 * The statistics of a container: the size of each physical partition, and the sizes of its largest
 * logical partitions.
 */
const sizesIn = (container: unknown): StoreSizes => {
  const ranges = listIn(container, "statistics");
  const spaces = ranges.flatMap((range) => listIn(range, "partitionKeys"));
  return {
    storeBytes: ranges.reduce<number>((sum, range) => sum + bytesOf(range), 0),
    largestSpaceBytes: Math.max(0, ...spaces.map(bytesOf)),
  };
};

/**
 * The size of the container `graph`. A call is free: it returns the last value, 0 at first, and if
 * that is older than 15 minutes starts a new read, by one request for the container itself.
 */
export class StoredSizes {
  readonly #connection: Connection;
  #sizes: StoreSizes = { storeBytes: 0, largestSpaceBytes: 0 };
  #readAt = -Infinity;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get(): StoreSizes {
    const now = this.#connection.now();
    if (now - this.#readAt >= FRESH_MILLIS) {
      this.#readAt = now;
      void this.#read();
    }
    return this.#sizes;
  }

  async #read(): Promise<void> {
    try {
      const { resource } = await this.#connection.call("sizes", () =>
        this.#connection.container("graph").read({ initialHeaders: STATISTICS }),
      );
      this.#sizes = sizesIn(resource);
    } catch (error) {
      this.#connection.log.warn({ error }, "The sizes of spaces could not be read.");
    }
  }
}
