import { foldName, isKnownAs } from "../language/names.ts";
import type { EntityVersion } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import type { Draft } from "./draft/draft.ts";
import type { Snapshot } from "./draft/snapshot.ts";
import { recogniseNames } from "./stages/recognise.ts";

/** The name of a speaker without a stated name. */
export const UNNAMED = "user";

/** The user in the store as of the head; null if nobody is known to be the user. */
export const knownSelf = async (snapshot: Snapshot): Promise<EntityVersion | null> => {
  const { space, knownAt } = snapshot;
  const entity = await space.self(knownAt);
  if (entity === null) return null;
  const [self = null] = await space.entitiesAsOf([{ entity, knownAt }]);
  return self;
};

/** The speaker of a message, with the name that the caller gave or else as the user. */
export class SpeakerOfMessage {
  /** The name of the speaker in extraction. */
  readonly name: string;
  /** Whether that is a stated name. */
  readonly isNamed: boolean;
  /** Whether the caller stated it. */
  readonly isNamedByCaller: boolean;
  readonly #self: EntityVersion | null;
  #entity: EntityId | null = null;

  constructor(callerName: string | null, self: EntityVersion | null) {
    const introducedName = self?.self === "INTRODUCED" ? self.name : null;
    this.#self = self;
    this.isNamedByCaller = callerName !== null;
    this.name = callerName ?? introducedName ?? UNNAMED;
    this.isNamed = callerName !== null || introducedName !== null;
  }

  /** The entity of the speaker in the store as of the head; null for an unknown speaker. */
  async knownIn({ space, knownAt }: Snapshot): Promise<EntityVersion | null> {
    if (!this.isNamedByCaller) return this.#self;
    const owners = await recogniseNames(space, this.name, knownAt);
    return owners.find((owner) => owner.type === "person" && isKnownAs(owner, this.name)) ?? null;
  }

  answersTo(name: string): boolean {
    return foldName(name) === foldName(this.name);
  }

  /** Sets the entity of the speaker if there is better evidence than the name. */
  is(entity: EntityId): void {
    this.#entity = entity;
  }

  /** The entity of the speaker, if it is known. */
  async knownEntity(draft: Draft): Promise<EntityVersion | null> {
    if (this.#entity !== null) {
      const entity = await draft.entities.find(this.#entity);
      if (entity) return draft.entities.root(entity.entity);
    }
    if (!this.isNamedByCaller) {
      const self = await draft.entities.self();
      if (self?.self === "INTRODUCED" || self?.self === "UNNAMED_SPEAKER") return self;
    }
    const owners = await draft.entities.allByName(this.name);
    return owners.find(({ type }) => type === "person") ?? null;
  }

  /** The entity of the speaker, created on first use. */
  async entity(draft: Draft): Promise<EntityVersion> {
    const entity =
      (await this.knownEntity(draft)) ??
      (await draft.entities.create({ name: this.name, type: "person" }));
    const evidence = this.isNamedByCaller ? "SPEAKER" : "UNNAMED_SPEAKER";
    await draft.entities.recogniseSelf(entity.entity, evidence);
    return draft.entities.root(entity.entity);
  }
}
