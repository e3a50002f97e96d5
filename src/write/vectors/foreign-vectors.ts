import type { SpaceStore, Store } from "../../store/port.ts";
import type { WriteServices } from "../services.ts";

/** Spaces that are checked when the service starts. */
const LOOKED_AT = 8;

/**
 * Warns the operator about texts with vectors of an embedding model other than the current one,
 * which are not compared.
 */
export class ForeignVectors {
  readonly #services: Pick<WriteServices, "models" | "log">;
  readonly #seenSpaces = new WeakSet<SpaceStore>();

  constructor(services: Pick<WriteServices, "models" | "log">) {
    this.#services = services;
  }

  /** Checks a space once, in the background. */
  notice(space: SpaceStore): void {
    if (this.#seenSpaces.has(space)) return;
    this.#seenSpaces.add(space);
    this.#look(space).catch((error: unknown) =>
      this.#services.log.warn({ error }, "The vectors of a space could not be checked."),
    );
  }

  async #look(space: SpaceStore): Promise<void> {
    if ((await this.#othersOf(space)).length === 0) return;
    const { texts, embeddedTexts, foreign } = await space.vectorCounts();
    const without = texts - embeddedTexts;
    if (without > 0)
      this.#services.log.warn(
        { texts, without, embedder: this.#services.models.embedder.id, foreign },
        "Texts of a space have no vector of the embedding model in use. They are found by their words alone until `palimpsest reembed` embeds them.",
      );
  }

  async #othersOf(space: SpaceStore): Promise<readonly string[]> {
    return (await space.embedders()).filter((id) => id !== this.#services.models.embedder.id);
  }

  /** Checks a few spaces when the service starts, and logs one summary. */
  async atStart(store: Pick<Store, "space" | "spaces">): Promise<void> {
    const { log, models } = this.#services;
    const others = new Set<string>();
    let spaceCount = 0;
    let foreignCount = 0;
    for await (const id of store.spaces()) {
      const space = await store.space(id);
      const ids = await this.#othersOf(space);
      if (ids.length > 0) {
        const { texts, embeddedTexts } = await space.vectorCounts();
        if (embeddedTexts < texts) foreignCount += 1;
        for (const other of embeddedTexts < texts ? ids : []) others.add(other);
      }
      if (++spaceCount === LOOKED_AT) break;
    }
    if (foreignCount > 0)
      log.warn(
        {
          embedder: models.embedder.id,
          before: [...others],
          spacesLookedAt: spaceCount,
          spacesConcerned: foreignCount,
        },
        "The embedding model has changed. Vectors of another model are not compared, so earlier texts are found by their words alone until `palimpsest reembed` embeds them again.",
      );
  }
}
