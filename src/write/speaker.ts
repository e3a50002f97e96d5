import type { EntityVersion } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import { foldName } from "../memory/names.ts";
import type { Draft } from "./draft/draft.ts";

/** What a speaker is called who has not told a name. */
export const UNNAMED = "user";

/** The one who speaks in a message: under a name that the caller gives, or without one, as the user. */
export class SpeakerOfMessage {
  /** The name under which extraction speaks of them. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly #given: boolean;
  #entity: EntityId | null = null;

  /** `given`: the name in the request. `self`: the user as known so far. */
  constructor(given: string | null, self: EntityVersion | null) {
    const introduced = self?.self === "INTRODUCED" ? self.name : null;
    this.#given = given !== null;
    this.name = given ?? introduced ?? UNNAMED;
    this.isNamed = given !== null || introduced !== null;
  }

  answersTo(name: string): boolean {
    return foldName(name) === foldName(this.name);
  }

  /** Says who it is, once that is settled otherwise than by name. */
  is(entity: EntityId): void {
    this.#entity = entity;
  }

  /** The speaker's entity, if it is known. */
  async known(draft: Draft): Promise<EntityVersion | null> {
    if (this.#entity !== null) {
      const entity = await draft.entities.find(this.#entity);
      if (entity) return draft.entities.root(entity.entity);
    }
    if (!this.#given) {
      const self = await draft.entities.self();
      if (self?.self === "INTRODUCED" || self?.self === "UNNAMED_SPEAKER") return self;
    }
    const owners = await draft.entities.allByName(this.name);
    return owners.find(({ type }) => type === "person") ?? null;
  }

  /** The speaker's entity, made on first use. */
  async entity(draft: Draft): Promise<EntityVersion> {
    const entity =
      (await this.known(draft)) ??
      (await draft.entities.create({ name: this.name, type: "person" }));
    await draft.entities.recogniseSelf(entity.entity, this.#given ? "SPEAKER" : "UNNAMED_SPEAKER");
    return draft.entities.root(entity.entity);
  }
}
