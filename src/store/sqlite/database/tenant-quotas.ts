import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { Problem } from "../../../memory/problem.ts";
import { SERVICE_TENANT } from "../../port.ts";
import { isThere } from "./data-folder.ts";
import type { SpaceLocation } from "./space-files.ts";

/** The storage limits of each tenant; null for no limit. */
export interface QuotaLimits {
  readonly maxSpaces: number | null;
  /** Bytes of all files. */
  readonly maxBytes: number | null;
}

/**
 * Milliseconds for which the files of a tenant are not counted again: as many times as counting
 * took, within these limits.
 */
const FRESH_PER_MILLI = 20;
const LEAST_FRESH_MILLIS = 1_000;
const MOST_FRESH_MILLIS = 10_000;
/** Milliseconds for which a user who was admitted, but has no file yet, takes a place. */
const ADMITTED_MILLIS = 10_000;
/** Maximum number of tenants whose count is cached. */
const MOST_TENANTS = 1_000;

/** The bytes of a tenant at one moment, and what was written since. */
interface Usage {
  bytes: number;
  /** Bytes of the spaces that were checked since the count, which grow meanwhile. */
  readonly spaceBytes: Map<string, number>;
  /** When the count is too old. */
  readonly until: number;
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    // The file does not exist, or was removed meanwhile.
    () => 0,
  );

const namesIn = async (folder: string): Promise<readonly string[]> =>
  isThere(folder) ? readdir(folder) : [];

const usageOf = async (folder: string): Promise<Usage> => {
  const start = performance.now();
  let bytes = 0;
  for (const name of await namesIn(folder)) bytes += await sizeOf(join(folder, name));
  const end = performance.now();
  const freshMillis = Math.max((end - start) * FRESH_PER_MILLI, LEAST_FRESH_MILLIS);
  const until = end + Math.min(freshMillis, MOST_FRESH_MILLIS);
  return { bytes, spaceBytes: new Map(), until };
};

const bytesOfSpace = async (path: string): Promise<number> => {
  const sizes = await Promise.all([path, `${path}-wal`, `${path}-shm`].map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const quotaProblem = (what: string): Problem =>
  new Problem(
    "QUOTA_EXCEEDED",
    `${what} Nothing was written. Erase something, or ask the operator to raise the limit.`,
  );

/**
 * Enforces the storage quota of tenants. The bytes that other processes write are counted at most
 * ten seconds later, and at most one second later if the tenant has few files.
 */
export class TenantQuotas {
  readonly #limits: QuotaLimits;
  readonly #usage = new LRUCache<string, Promise<Usage>>({ max: MOST_TENANTS });
  /** The spaces of each tenant that were admitted lately, with the time of that. */
  readonly #admitted = new LRUCache<string, Map<string, number>>({ max: MOST_TENANTS });

  constructor(limits: QuotaLimits) {
    this.#limits = limits;
  }

  /** Rejects with QUOTA_EXCEEDED if the tenant of a space may not store more in it. */
  async check(location: SpaceLocation): Promise<void> {
    const { maxSpaces, maxBytes } = this.#limits;
    if (location.id.tenant === SERVICE_TENANT) return;
    if (maxBytes !== null && (await this.#bytesWith(location)) >= maxBytes)
      throw quotaProblem(`The tenant has reached its limit of ${maxBytes} bytes.`);
    if (maxSpaces !== null && !isThere(location.path)) await this.#admit(location, maxSpaces);
  }

  /** The bytes of a tenant, with what was written to the space until now. */
  async #bytesWith({ folder, path }: SpaceLocation): Promise<number> {
    const usage = await this.#usageOf(folder);
    const bytes = await bytesOfSpace(path);
    usage.bytes += bytes - (usage.spaceBytes.get(path) ?? bytes);
    usage.spaceBytes.set(path, bytes);
    return usage.bytes;
  }

  async #usageOf(folder: string): Promise<Usage> {
    const pendingUsage = this.#usage.get(folder);
    const usage = await pendingUsage;
    if (usage !== undefined && performance.now() < usage.until) return usage;
    // Another call may have begun to count meanwhile.
    const newest = this.#usage.get(folder);
    if (newest !== undefined && newest !== pendingUsage) return newest;
    const counting = usageOf(folder);
    this.#usage.set(folder, counting);
    counting.catch(() => this.#usage.delete(folder));
    return counting;
  }

  /** Gives a place to a space without a file. */
  async #admit({ folder, path }: SpaceLocation, maxSpaces: number): Promise<void> {
    const names = (await namesIn(folder)).filter((name) => name.endsWith(".db"));
    const others = new Set(names.map((name) => join(folder, name)));
    const now = performance.now();
    const admittedSpaces = this.#admitted.get(folder) ?? new Map<string, number>();
    for (const [space, millis] of admittedSpaces)
      if (others.has(space) || now - millis > ADMITTED_MILLIS) admittedSpaces.delete(space);
      else others.add(space);
    others.delete(path);
    if (others.size >= maxSpaces)
      throw quotaProblem(`The tenant has reached its limit of ${maxSpaces} users with a memory.`);
    admittedSpaces.set(path, now);
    this.#admitted.set(folder, admittedSpaces);
  }
}
