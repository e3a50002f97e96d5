import { createHash } from "node:crypto";
import { instantOf, MILLIS_PER_DAY } from "../memory/time.ts";
import type { TokenUsage } from "../memory/usage.ts";
import { ModelUnavailable } from "../models/port.ts";
import {
  SERVICE_TENANT,
  type NoteChange,
  type SpaceId,
  type SpaceStore,
  type Store,
} from "../store/port.ts";
import { actingSpace } from "./acting-space.ts";

/** The service's own space, which holds the counts. */
const USAGE_SPACE: SpaceId = { tenant: SERVICE_TENANT, user: "usage" };
const PATH = "/tokens/";
/** Milliseconds after which counts are combined with those of other processes. */
const SHARE_MILLIS = 5_000;
/** Number of attempts to store a count that other processes change meanwhile. */
const TRIES = 5;

/** Tokens of one tenant on one day. */
interface Count {
  /** Days since 1970, in UTC. */
  readonly day: number;
  /** The stored count of all processes at the last read. */
  storedTokens: number;
  /** The tokens that this process has not stored yet. */
  own: number;
}

export interface DailyTokensOptions {
  readonly store: Pick<Store, "space">;
  /** Maximum number of tokens of a tenant on one day in UTC. */
  readonly perTenant: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(details: Readonly<Record<string, unknown>>, message: string): void };
}

/**
 * Enforces the daily limit of model tokens of tenants. The tenant is that of the space for which
 * the code runs. Counts are kept in the store, so that a restart loses none and several processes
 * share them; counts of others may be five seconds old.
 */
export class DailyTokens {
  readonly #options: DailyTokensOptions;
  readonly #counts = new Map<string, Count>();
  readonly #timer: NodeJS.Timeout;
  #sharing: Promise<void> = Promise.resolve();

  constructor(options: DailyTokensOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.share(), SHARE_MILLIS).unref();
  }

  /** Throws a ModelUnavailable if the tenant has used the tokens of the day. */
  check(): void {
    const tenant = actingSpace()?.tenant;
    if (tenant === undefined) return;
    const { storedTokens, own } = this.#countOf(tenant);
    if (storedTokens + own >= this.#options.perTenant)
      throw new ModelUnavailable("QUOTA", "The tenant has used the tokens of the day.");
  }

  /** Counts the tokens that a task has used. */
  add({ input, output }: TokenUsage): void {
    const tenant = actingSpace()?.tenant;
    if (tenant !== undefined && input + output > 0) this.#countOf(tenant).own += input + output;
  }

  /** Stores the counted tokens, and reads the counts of other processes. */
  share(): Promise<void> {
    return (this.#sharing = this.#shareAfter(this.#sharing));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.share();
  }

  #countOf(tenant: string): Count {
    const day = Math.floor(this.#options.now() / MILLIS_PER_DAY);
    const knownCount = this.#counts.get(tenant);
    if (knownCount?.day === day) return knownCount;
    const count = { day, storedTokens: 0, own: 0 };
    this.#counts.set(tenant, count);
    // Reads the tokens that were used before this process began.
    void this.share();
    return count;
  }

  async #shareAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    for (const [tenant, count] of this.#counts) await this.#shareOf(tenant, count);
  }

  async #shareOf(tenant: string, count: Count): Promise<void> {
    try {
      const space = await this.#options.store.space(USAGE_SPACE);
      for (let tryCount = 0; tryCount < TRIES; tryCount++)
        if (await this.#merge(space, tenant, count)) return;
    } catch (error) {
      this.#options.log.warn({ error }, "The tokens of a tenant could not be counted.");
    }
  }

  /** Returns false if another process has changed the count meanwhile. */
  async #merge(space: SpaceStore, tenant: string, count: Count): Promise<boolean> {
    const key = createHash("sha256").update(tenant).digest("hex");
    const path = `${PATH}${count.day}/${key}`;
    const note = await space.note(null, path);
    const storedTokens = typeof note?.value === "number" ? note.value : 0;
    const { own } = count;
    if (own > 0) {
      // One more day, because clocks differ.
      const expiresAt = instantOf((count.day + 2) * MILLIS_PER_DAY);
      const change: NoteChange = {
        path,
        value: storedTokens + own,
        expectedTag: note?.tag ?? null,
        expiresAt,
      };
      if (!(await space.changeNotes(null, [change]))) return false;
    }
    count.storedTokens = storedTokens + own;
    count.own -= own;
    return true;
  }
}
