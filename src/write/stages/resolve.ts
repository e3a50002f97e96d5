import { entityType, foldName, nameFinder, withoutTitle } from "../../language/names.ts";
import { meansSpeaker, withoutHint } from "../../language/self-reference.ts";
import { loopQueue } from "../../fairness/loop-queue.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { Extraction } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import type { SpeakerOfMessage } from "../speaker.ts";
import type { Stage, Work } from "../work.ts";
import { bondsInMessage, hasConflictingBond } from "./parts/conflicting-bonds.ts";
import { introduceSelf } from "./parts/introduce-self.ts";
import { findRelative, nameRelatives } from "./parts/relatives.ts";
import {
  areCompatible,
  askJudge,
  findSimilar,
  type Resolution,
  type ResolvedEntity,
} from "./parts/similar-names.ts";

/** The entities to which the names of the message refer. */
export type ResolvedEntities = ReadonlyMap<string, EntityId>;

/** A name to look up, with the type that the message gives it. */
export interface TypedName {
  readonly name: string;
  readonly type: string;
}

/** Reads the names of an extraction, with the forms for looking them up. */
export const nameReader = ({
  entities,
}: Pick<Extraction, "entities">): ((rawName: string) => TypedName) => {
  const types = new Map(entities.map(({ name, type }) => [foldName(name), entityType(type)]));
  return (rawName) => {
    const { name, isPerson } = withoutHint(rawName);
    const type = isPerson
      ? "person"
      : (types.get(foldName(rawName)) ?? types.get(foldName(name)) ?? "concept");
    return { name, type };
  };
};

/**
 * The name that is used if no entity has exactly the given name: for a person, the name without the
 * title.
 */
export const plainName = ({ name, type }: TypedName): string =>
  type === "person" ? withoutTitle(name) : name;

/** The entities with exactly this name, those of the same type first. */
const findAllByName = async (
  draft: Draft,
  name: string,
  type: string,
): Promise<readonly EntityVersion[]> => {
  const owners = await draft.entities.allByName(name);
  const own = owners.filter((owner) => owner.type === type);
  const others = owners.filter(
    (owner) => owner.type !== type && (type === "concept" || areCompatible(owner.type, type)),
  );
  return [...own, ...others];
};

/** Resolves the names of one message, each once. */
class NameResolver {
  readonly resolvedEntities = new Map<string, EntityId>();
  readonly resolutions: Record<string, Resolution> = {};
  readonly #read: (rawName: string) => TypedName;

  constructor(
    private readonly work: Work,
    private readonly draft: Draft,
    private readonly speaker: SpeakerOfMessage,
    private readonly extraction: Extraction,
  ) {
    this.#read = nameReader(extraction);
  }

  /** The entity of a name: a known entity, or a new one. */
  async resolve(name: string): Promise<EntityVersion> {
    const { entities } = this.draft;
    const id = this.resolvedEntities.get(name);
    if (id !== undefined) return entities.root(id);
    await loopQueue.pause();
    const { entity, by } = await this.#find(name);
    this.resolutions[name] = by;
    this.resolvedEntities.set(name, entity.entity);
    return entities.root(entity.entity);
  }

  async #find(rawName: string): Promise<ResolvedEntity> {
    const { name, type } = this.#read(rawName);
    if (meansSpeaker(name) || this.speaker.answersTo(name))
      return { entity: await this.speaker.entity(this.draft), by: "SPEAKER" };
    const { entities } = this.draft;
    const resolvedEntity = await this.#findOrCreate(name, type);
    if (resolvedEntity.entity.type === "concept" && type !== "concept")
      entities.change(resolvedEntity.entity.entity, { type });
    return resolvedEntity;
  }

  /**
   * The known entity of a name. If a person has a different known bond with the speaker, the judge
   * decides. Without a judge that understands text, the name refers to no known entity.
   */
  async #unlessSomebodyElse(
    resolvedEntity: ResolvedEntity,
    name: string,
    type: string,
  ): Promise<ResolvedEntity | null> {
    const knownEntity = resolvedEntity.entity;
    const { services, settings } = this.work;
    const isJudged = resolvedEntity.by === "JUDGED" && services.models.judgesMeaning;
    if (knownEntity.type !== "person" || isJudged) return resolvedEntity;
    const bonds = bondsInMessage(
      services.vocabulary,
      this.extraction,
      name,
      (other) => meansSpeaker(other) || this.speaker.answersTo(other),
    );
    const speakerEntity = bonds.size === 0 ? null : await this.speaker.knownEntity(this.draft);
    if (
      speakerEntity === null ||
      !(await hasConflictingBond(
        this.draft,
        services.vocabulary,
        knownEntity,
        speakerEntity,
        bonds,
      ))
    )
      return resolvedEntity;
    return services.models.judgesMeaning && settings.disambiguate
      ? askJudge(this.work, name, type, [knownEntity])
      : null;
  }

  /** The person to whom somebody is related. */
  async #owner(name: string): Promise<EntityVersion | null> {
    return meansSpeaker(name) || this.speaker.answersTo(name)
      ? this.speaker.knownEntity(this.draft)
      : ((await findAllByName(this.draft, name, "person"))[0] ?? null);
  }

  /**
   * The known entity that a name means: one with exactly that name, else a relative or one with a
   * similar name.
   */
  async #findKnown(
    name: string,
    untitledName: string,
    type: string,
  ): Promise<ResolvedEntity | null> {
    const sameNamed = await findAllByName(this.draft, name, type);
    const exact =
      sameNamed.length > 0 || untitledName === name
        ? sameNamed
        : await findAllByName(this.draft, untitledName, type);
    // Of two entities with one name, the one with the bond that the message states.
    for (const entity of exact) {
      const match = await this.#unlessSomebodyElse({ entity, by: "EXACT" }, name, type);
      if (match !== null) return match;
    }
    if (exact.length > 0) return null;
    const alike =
      (await findRelative(this.work, this.draft, name, (owner) => this.#owner(owner))) ??
      (await findSimilar(this.work, this.draft, untitledName, type));
    return alike && this.#unlessSomebodyElse(alike, name, type);
  }

  async #findOrCreate(name: string, type: string): Promise<ResolvedEntity> {
    const { entities } = this.draft;
    const untitledName = plainName({ name, type });
    const resolvedEntity = (await this.#findKnown(name, untitledName, type)) ?? {
      entity: await entities.create({ name: untitledName, type }),
      by: "NEW" as const,
    };
    const { entity, by } = resolvedEntity;
    // "Maria's brother" is not an alias, and an exact match adds a new one only if a title was
    // removed.
    if (by !== "RELATIVE" && (by !== "EXACT" || untitledName !== name))
      await entities.addAlias(entity.entity, name);
    return resolvedEntity;
  }
}

/** Whether an extracted entity is only the speaker, about whom the message says nothing. */
const isIdleSpeaker = (
  name: string,
  speaker: SpeakerOfMessage,
  { facts, relations }: Extraction,
): boolean =>
  speaker.answersTo(name) &&
  !facts.some(({ subject }) => subject === name) &&
  !relations.some(({ source, target }) => source === name || target === name);

/**
 * Whether the message names an entity only to correct the last statements. Whether the entity
 * exists shows when it is clear what is corrected.
 */
const isOnlyCorrection = (name: string, { facts, relations }: Extraction): boolean => {
  const names = facts.filter(
    ({ subject, value, text }) => subject === name || value === name || nameFinder(text)(name),
  );
  return (
    names.length > 0 &&
    names.every(({ corrects }) => corrects?.subject === null) &&
    !relations.some(({ source, target }) => source === name || target === name)
  );
};

/**
 * Finds or creates an entity for every name of the extraction: by exact name, then by
 * short form, similarity or the judge. New aliases are registered unless another entity has them.
 * A relative who was known without a name gets it.
 */
export const resolve: Stage<
  { readonly draft: Draft; readonly extraction: Extraction; readonly speaker: SpeakerOfMessage },
  ResolvedEntities
> = async (work, { draft, extraction, speaker }) => {
  const { entities, facts, relations, selfName } = extraction;
  const resolver = new NameResolver(work, draft, speaker, extraction);
  const names = facts.filter(({ slot }) => slot === "name");
  const isCorrected = names.some(({ corrects }) => corrects !== null);
  const isNew = names.some(({ value, polarity }) => value === selfName && polarity === "HOLDS");
  if (selfName !== null)
    await introduceSelf(work, draft, speaker, { selfName, isCorrected, isNew });
  for (const { name, aliases } of entities) {
    if (isIdleSpeaker(name, speaker, extraction) || isOnlyCorrection(name, extraction)) continue;
    const { entity } = await resolver.resolve(name);
    for (const alias of aliases)
      if (!meansSpeaker(alias)) await draft.entities.addAlias(entity, withoutHint(alias).name);
  }
  for (const { subject, corrects } of facts)
    if (corrects?.subject !== null) await resolver.resolve(subject);
  for (const { source, target } of relations) {
    await resolver.resolve(source);
    await resolver.resolve(target);
  }
  await nameRelatives(work, draft, facts, resolver.resolvedEntities);
  return { value: resolver.resolvedEntities, data: { ways: resolver.resolutions } };
};
