import { LRUCache } from "lru-cache";

/**
 * A cache of the entries that were used last, whose memory grows with what it holds: an `LRUCache`
 * with `max` allocates the space of all its entries at once, which takes milliseconds and
 * megabytes.
 */
export const growingCache = <Key extends {}, Value extends {}>(
  most: number,
): LRUCache<Key, Value> => new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1 });
