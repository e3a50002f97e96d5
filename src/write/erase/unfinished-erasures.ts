import type { SpaceStore } from "../../store/port.ts";
import type { WriteServices } from "../services.ts";
import { resumeErasures } from "./erase.ts";

/**
 * Finishes erasures that were interrupted when an earlier run of the service was killed. A space is
 * checked when it is first used.
 */
export class UnfinishedErasures {
  readonly #services: WriteServices;
  readonly #seenSpaces = new WeakSet<SpaceStore>();
  readonly #running = new Set<Promise<void>>();

  constructor(services: WriteServices) {
    this.#services = services;
  }

  /** Checks a space once, in the background. */
  notice(space: SpaceStore): void {
    if (this.#seenSpaces.has(space)) return;
    this.#seenSpaces.add(space);
    const run = this.#resume(space).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Resolves when no erasure is running. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #resume(space: SpaceStore): Promise<void> {
    try {
      await resumeErasures(this.#services, space);
    } catch (error) {
      this.#seenSpaces.delete(space);
      this.#services.log.warn({ error }, "an interrupted erasure could not be finished yet");
    }
  }
}
