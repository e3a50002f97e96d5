import type { Log } from "../server/log.ts";
import type { Unreadiness } from "../server/http/health.ts";
import { joinMetrics } from "../server/metrics/prometheus.ts";
import type { Metrics } from "../server/metrics/metrics.ts";
import { StartupError } from "../server/startup-error.ts";
import type { SpaceId } from "../store/port.ts";
import { partOf, type Assignment } from "./assignment.ts";
import { ServingPlace, type Child, type ServingLimits } from "./serving-place.ts";

export interface ServingProcessesOptions {
  readonly count: number;
  /** Starts a process that serves its part, and reports that over its link to the front. */
  readonly fork: (assignment: Assignment) => Child;
  /** The folder of the sockets. Nobody else may access it. */
  readonly folder: string;
  readonly log: Pick<Log, "info" | "error">;
  /** The metrics of the front itself. */
  readonly metrics: Metrics;
  readonly limits: ServingLimits;
}

/** The processes that serve the spaces, each a part of them. One that ends or hangs is replaced. */
export class ServingProcesses {
  readonly #options: ServingProcessesOptions;
  readonly #places: readonly ServingPlace[];
  #looking: NodeJS.Timeout | undefined;

  constructor(options: ServingProcessesOptions) {
    this.#options = options;
    const { count, fork, folder, log, metrics, limits } = options;
    this.#places = Array.from({ length: count }, (_, index) => {
      let forks = 0;
      return new ServingPlace({
        name: index + 1,
        fork: (socket) => fork({ index, of: count, socket }),
        newSocket: () => `${folder}/${index + 1}-${++forks}`,
        log,
        onReplaced: () => metrics.processReplaced(),
        limits,
      });
    });
  }

  /**
   * Starts all processes, and resolves to the model that extracts when they are ready. Rejects with
   * a StartupError if one cannot start.
   */
  async start(): Promise<string> {
    this.#looking = setInterval(() => {
      for (const place of this.#places) place.look();
    }, this.#options.limits.lookMillis).unref();
    try {
      const [answeredBy = ""] = await Promise.all(this.#places.map((place) => place.start()));
      return answeredBy;
    } catch (reason) {
      throw new StartupError(String(reason));
    }
  }

  /**
   * Resolves to the socket of the process that serves a space; for null, of any process. Waits for
   * a process that is being replaced, and rejects with OVERLOADED if that takes long.
   */
  async socketFor(space: SpaceId | null): Promise<string> {
    const place =
      space === null
        ? (this.#places.find(({ isReady }) => isReady) ?? this.#places[0])
        : this.#places[partOf(space, this.#places.length)];
    if (place === undefined) throw new Error("There is no serving process.");
    return place.socket();
  }

  /** Null if at least one process can serve. */
  async unreadiness(isStopping: boolean): Promise<Unreadiness | null> {
    if (isStopping) return "stopping";
    const answers = await Promise.all(this.#places.map((place) => place.ask("readiness")));
    if (answers.includes("ready")) return null;
    return answers.includes("store") ? "store" : "processes";
  }

  /** The metrics of the front and of all processes that answer, each with a label of its own. */
  async exposition(): ReturnType<Metrics["exposition"]> {
    const answers = await Promise.all([
      this.#options.metrics.values(),
      ...this.#places.map((place) => place.ask("metrics")),
    ]);
    return joinMetrics(answers.filter((answer) => Array.isArray(answer)));
  }

  /** Stops all processes, and kills those that take longer than `withinMillis`. */
  async stop(withinMillis: number): Promise<void> {
    clearInterval(this.#looking);
    await Promise.all(this.#places.map((place) => place.stop(withinMillis)));
  }
}
