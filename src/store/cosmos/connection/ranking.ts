import { ErrorResponse } from "@azure/cosmos";
import type { CosmosLog } from "./log.ts";

/**
 * How texts are ranked. NATIVE: by the full-text scores of Cosmos DB and its fusion. SERVICE:
 * Cosmos DB finds the texts by its full-text index, and this service ranks and fuses them. SCAN: as
 * SERVICE, but found by `CONTAINS`, for an emulator without full text.
 */
const RANKINGS = ["NATIVE", "SERVICE", "SCAN"] as const;
export type Ranking = (typeof RANKINGS)[number];

const NEXT: Readonly<Record<Ranking, Ranking | null>> = {
  NATIVE: "SERVICE",
  SERVICE: "SCAN",
  SCAN: null,
};
const BAD_REQUEST = 400;
const NOT_IMPLEMENTED = 501;

const isRefusal = (error: unknown): boolean =>
  error instanceof ErrorResponse && (error.code === BAD_REQUEST || error.code === NOT_IMPLEMENTED);

/** The ranking that an account supports: the configured one, until the engine refuses it. */
export class ServedRanking {
  readonly #log: CosmosLog;
  #ranking: Ranking;

  constructor(log: CosmosLog, ranking: Ranking) {
    this.#log = log;
    this.#ranking = ranking;
  }

  get current(): Ranking {
    return this.#ranking;
  }

  /** Switches to the next simpler ranking, with a warning. */
  lower(from: Ranking, reason: string): void {
    const next = NEXT[from];
    if (this.#ranking !== from || next === null) return;
    this.#ranking = next;
    this.#log.warn({ reason, ranking: next }, `Cosmos DB does not serve the ranking ${from}.`);
  }

  /**
   * Runs a search with the current ranking. If the engine refuses its query, it runs again with the
   * next simpler ranking.
   */
  async search<T>(from: Ranking, run: (ranking: Ranking) => Promise<T>): Promise<T> {
    const ranking = RANKINGS.indexOf(from) > RANKINGS.indexOf(this.#ranking) ? from : this.#ranking;
    try {
      return await run(ranking);
    } catch (error) {
      if (!isRefusal(error) || NEXT[ranking] === null) throw error;
      this.lower(ranking, error instanceof Error ? error.message : String(error));
      return this.search(NEXT[ranking] ?? ranking, run);
    }
  }
}
