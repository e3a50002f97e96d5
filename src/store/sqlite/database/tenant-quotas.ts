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

/** Milliseconds for which the files of a tenant are not counted again. */
const FRESH_MILLIS = 10_000;
/** Maximum number of tenants whose count is cached. */
const MOST_TENANTS = 1_000;

interface Usage {
  spaces: number;
  readonly bytes: number;
}

const usageOf = async (folder: string): Promise<Usage> => {
  const names = isThere(folder) ? await readdir(folder) : [];
  let bytes = 0;
  for (const name of names)
    bytes += await stat(join(folder, name)).then(
      ({ size }) => size,
      // The file was removed meanwhile.
      () => 0,
    );
  return { spaces: names.filter((name) => name.endsWith(".db")).length, bytes };
};

const quotaProblem = (what: string): Problem =>
  new Problem(
    "QUOTA_EXCEEDED",
    `${what} Nothing was written. Erase something, or ask the operator to raise the limit.`,
  );

/** Enforces the storage quota of tenants. Counts may be ten seconds old. */
export class TenantQuotas {
  readonly #limits: QuotaLimits;
  readonly #usage = new LRUCache<string, Promise<Usage>>({ max: MOST_TENANTS, ttl: FRESH_MILLIS });

  constructor(limits: QuotaLimits) {
    this.#limits = limits;
  }

  /** Rejects with QUOTA_EXCEEDED if the tenant of a space may not store more in it. */
  async check({ id, folder, path }: SpaceLocation): Promise<void> {
    const { maxSpaces, maxBytes } = this.#limits;
    if (id.tenant === SERVICE_TENANT || (maxSpaces === null && maxBytes === null)) return;
    const pendingUsage = this.#usage.get(folder) ?? usageOf(folder);
    if (!this.#usage.has(folder)) this.#usage.set(folder, pendingUsage);
    const usage = await pendingUsage;
    if (maxBytes !== null && usage.bytes >= maxBytes)
      throw quotaProblem(`The tenant stores ${maxBytes} bytes, which is its limit.`);
    if (maxSpaces === null || isThere(path)) return;
    if (usage.spaces >= maxSpaces)
      throw quotaProblem(`The tenant has ${maxSpaces} users with a memory, which is its limit.`);
    usage.spaces += 1;
  }
}
