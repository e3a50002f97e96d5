import type { SpaceStore } from "../../store/port.ts";
import type { WriteServices } from "../services.ts";
import { resumeErasures } from "./erase.ts";

/** Ends erasures that an earlier run of the service was killed at: a space is looked at when it is first used. */
export class UnfinishedErasures {
  readonly #services: WriteServices;
  readonly #seen = new WeakSet<SpaceStore>();
  readonly #running = new Set<Promise<void>>();

  constructor(services: WriteServices) {
    this.#services = services;
  }

  /** Looks once for what an earlier run has left behind. */
  notice(space: SpaceStore): void {
    if (this.#seen.has(space)) return;
    this.#seen.add(space);
    const run = this.#resume(space).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Resolves when nothing is being ended any more. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #resume(space: SpaceStore): Promise<void> {
    try {
      await resumeErasures(this.#services, space);
    } catch (error) {
      this.#seen.delete(space);
      this.#services.log.warn({ error }, "an erasure that was cut short could not be ended yet");
    }
  }
}
