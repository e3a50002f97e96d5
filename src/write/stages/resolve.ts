import {
  entityType,
  foldName,
  isShortFor,
  nameFinder,
  nameWords,
  withoutTitle,
} from "../../language/names.ts";
import { isPossessiveName, meansSpeaker, withoutHint } from "../../language/self-reference.ts";
import { members, namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { Extraction } from "../../models/port.ts";
import { gatedSpace } from "../../read/readable-space.ts";
import type { Draft } from "../draft/draft.ts";
import { mergeInDraft } from "../draft/merges.ts";
import { sameValue } from "../../language/value.ts";
import { endableInSlot } from "../reconcile/slot.ts";
import { bondsInMessage, hasOtherBond } from "./bonds.ts";
import type { SpeakerOfMessage } from "../speaker.ts";
import { cosine } from "../vectors/vectors.ts";
import { Pauses } from "../../fairness/pauses.ts";
import type { Stage, Work } from "../work.ts";

/** The entities to which the names of the message refer. */
export type ResolvedEntities = ReadonlyMap<string, EntityId>;

/** Maximum number of entities with a similar name that are read. */
export const MOST_CANDIDATES = 20;

/** Maximum number of entities of one type whose names are compared with a new name by embedding. */
const MOST_NAMED = 500;

/** Number of facts that describe a candidate to the judge. */
const FACTS_OF_CANDIDATE = 5;

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
 * The name to use if no entity has exactly the given name: for persons, the name without the title.
 */
export const plainName = ({ name, type }: TypedName): string =>
  type === "person" ? withoutTitle(name) : name;

/** How a name was resolved. */
type Resolution = "SPEAKER" | "EXACT" | "PREFIX" | "RELATIVE" | "SIMILAR" | "JUDGED" | "NEW";

interface ResolvedEntity {
  readonly entity: EntityVersion;
  readonly by: Resolution;
}

const properNames = (entity: EntityVersion): string[] =>
  namesOf(entity).filter((name) => !isPossessiveName(name));

/** Whether two types can be those of one entity. */
const areCompatible = (a: string, b: string): boolean =>
  a === b || a === "concept" || b === "concept";

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

/** The entities of a compatible type whose name shares a part with this one. */
const candidatesOf = async (draft: Draft, name: string, type: string): Promise<EntityVersion[]> => {
  const ids = await draft.space.entitiesByNamePart(
    [foldName(name)],
    draft.headPoint.knownAt,
    MOST_CANDIDATES,
  );
  await draft.entities.load(ids);
  return [...new Set(ids.map((id) => draft.entities.root(id)))].filter(
    (candidate) => areCompatible(candidate.type, type) && properNames(candidate).length > 0,
  );
};

/** The entities of a type, whatever their names. */
const entitiesOfType = async (draft: Draft, type: string): Promise<EntityVersion[]> => {
  const { items } = await draft.space.entities({
    type,
    at: draft.headPoint,
    page: { first: MOST_NAMED },
  });
  const ids = items.map(({ item }) => item.entity);
  await draft.entities.load(ids);
  return [...new Set(ids.map((id) => draft.entities.root(id)))].filter(
    (candidate) => properNames(candidate).length > 0,
  );
};

const figuresOf = (name: string): string => (name.match(/\d+/gu) ?? []).join(" ");

/**
 * Whether two names of several words begin with the same word and end differently: Ana Lima and Ana
 * Costa. Similarity alone does not make them one person.
 */
const haveOtherSurnames = (a: string, b: string): boolean => {
  const [one, other] = [nameWords(foldName(a)), nameWords(foldName(b))];
  return one.length > 1 && other.length > 1 && one.at(-1) !== other.at(-1);
};

/** The only person of whose name this is a short form. */
const findByShortForm = (
  name: string,
  type: string,
  candidates: readonly EntityVersion[],
): ResolvedEntity | null => {
  if (type !== "person") return null;
  const [entity, ...others] = candidates.filter((candidate) =>
    properNames(candidate).some((knownName) => isShortFor(name, knownName)),
  );
  return entity && others.length === 0 ? { entity, by: "PREFIX" } : null;
};

/**
 * The entity with a name that is similar enough to decide, or those that are similar enough to ask
 * about; null if there are no vectors. Names with different figures are never similar: iPhone 14 is
 * not iPhone 15.
 */
const compareNames = async (
  { vectors, settings }: Work,
  name: string,
  candidates: readonly EntityVersion[],
): Promise<ResolvedEntity | readonly EntityVersion[] | null> => {
  const namedCandidates = candidates.flatMap((candidate) =>
    properNames(candidate)
      .filter((knownName) => figuresOf(knownName) === figuresOf(name))
      .map((knownName) => ({ candidate, known: knownName })),
  );
  if (namedCandidates.length === 0) return [];
  const embeddings = await vectors.of([
    name,
    ...namedCandidates.map(({ known: knownName }) => knownName),
  ]);
  const [own, ...others] = embeddings ?? [];
  if (own === undefined) return null;
  const scoredCandidates = others
    .flatMap((vector, i) => {
      const other = namedCandidates[i];
      return other ? [{ ...other, score: cosine(own, vector) }] : [];
    })
    .toSorted((a, b) => b.score - a.score);
  const best = scoredCandidates.find(({ known: knownName }) => !haveOtherSurnames(name, knownName));
  if (best && best.score >= settings.sameName) return { entity: best.candidate, by: "SIMILAR" };
  const doubtful = scoredCandidates.filter(({ score }) => score >= settings.doubtfulName);
  return [...new Set(doubtful.map(({ candidate }) => candidate))].slice(0, settings.nameCandidates);
};

/**
 * Asks the judge to which candidate an ambiguous name refers. A pair that stays ambiguous stays two
 * entities.
 */
const askJudge = async (
  { services, space, userSettings, event, signal, judges }: Work,
  name: string,
  type: string,
  candidates: readonly EntityVersion[],
): Promise<ResolvedEntity | null> => {
  const at = { knownAt: event.recordedAt, validAt: event.occurredAt };
  const about = services.models.judgesMeaning
    ? await gatedSpace(space, await userSettings()).importantFacts(
        candidates.map((candidate) => ({
          entities: members(candidate),
          at,
          limit: FACTS_OF_CANDIDATE,
        })),
      )
    : [];
  const question = {
    name,
    type,
    message: event.message,
    candidates: candidates.map((candidate, i) => ({
      id: candidate.entity,
      name: candidate.name,
      type: candidate.type,
      about: [...candidate.aliases, ...(about[i] ?? []).map(({ text }) => text)].join("; "),
    })),
  };
  try {
    const answer = await judges.disambiguate.of(question, () =>
      services.models.disambiguate(question, { signal }),
    );
    const entity = candidates.find((candidate) => candidate.entity === answer.value);
    return entity ? { entity, by: "JUDGED" } : null;
  } catch (error) {
    services.log.warn({ event: event.id, error }, "a doubtful name becomes a separate entity");
    return null;
  }
};

/**
 * The `brother` or `dog` of somebody at the time of the message; null if there are several, or none
 * is known.
 */
const findRelative = async (
  { event, services: { vocabulary } }: Work,
  draft: Draft,
  name: string,
  ownerOf: (name: string) => Promise<EntityVersion | null>,
): Promise<ResolvedEntity | null> => {
  const end = Math.max(name.lastIndexOf("'s "), name.lastIndexOf("’s "));
  const [owner, label] = [name.slice(0, Math.max(end, 0)), name.slice(end + 3)];
  const slot = vocabulary.canonicalSlot(label, "person");
  const isOfSomebody = /^(?:person|animal)$/u.test(vocabulary.definition(slot)?.value ?? "");
  const foundOwner = end > 0 && isOfSomebody ? await ownerOf(owner) : null;
  if (foundOwner === null) return null;
  const { occurredAt } = event;
  const query = { entity: foundOwner.entity, slot, validFrom: occurredAt, occurredAt };
  const narrower = vocabulary.narrowerLabel(label, slot);
  const holders = (await endableInSlot(draft, query)).filter(
    ({ fact: { state } }) => narrower === null || state.label === narrower,
  );
  await draft.entities.load(holders.flatMap(({ fact: { state } }) => state.mentions));
  const namedHolders = holders.flatMap(({ fact: { state } }) =>
    state.mentions
      .map((id) => draft.entities.root(id))
      .filter((entity) => namesOf(entity).some((own) => sameValue(own, state.value))),
  );
  const [entity, ...others] = new Set(namedHolders);
  return entity && others.length === 0 ? { entity, by: "RELATIVE" } : null;
};

/**
 * The known entity with a similar name: by its short form for persons; else by similarity if the
 * embedder decides, or by the judge.
 */
const findSimilar = async (
  work: Work,
  draft: Draft,
  name: string,
  type: string,
): Promise<ResolvedEntity | null> => {
  if (isPossessiveName(name)) return null;
  const { similarityDecides } = work.services.models.embedder;
  const alike = await candidatesOf(draft, name, type);
  const candidates = similarityDecides
    ? [...new Set([...alike, ...(await entitiesOfType(draft, type))])]
    : alike;
  if (candidates.length === 0) return null;
  const byShortForm = findByShortForm(name, type, candidates);
  if (byShortForm) return byShortForm;
  const comparison = similarityDecides ? await compareNames(work, name, candidates) : candidates;
  if (comparison === null || "entity" in comparison) return comparison;
  if (!work.settings.disambiguate || comparison.length === 0) return null;
  return askJudge(work, name, type, comparison);
};

/** Resolves the names of one message, each once. */
class NameResolver {
  readonly resolvedEntities = new Map<string, EntityId>();
  readonly resolutions: Record<string, Resolution> = {};
  readonly #pauses = new Pauses();
  readonly #read: (rawName: string) => TypedName;

  constructor(
    private readonly work: Work,
    private readonly draft: Draft,
    private readonly speaker: SpeakerOfMessage,
    private readonly extraction: Extraction,
  ) {
    this.#read = nameReader(extraction);
  }

  /** The entity of a name: a known one, or a new one. */
  async resolve(name: string): Promise<EntityVersion> {
    const { entities } = this.draft;
    const id = this.resolvedEntities.get(name);
    if (id !== undefined) return entities.root(id);
    await this.#pauses.pause();
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
   * The known entity of a name. For a person with a different known bond to the speaker, the judge
   * decides; without a judge that understands text, nobody.
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
    const speaking = bonds.size === 0 ? null : await this.speaker.knownEntity(this.draft);
    if (
      speaking === null ||
      !(await hasOtherBond(this.draft, services.vocabulary, knownEntity, speaking, bonds))
    )
      return resolvedEntity;
    return services.models.judgesMeaning && settings.disambiguate
      ? askJudge(this.work, name, type, [knownEntity])
      : null;
  }

  /** The person whose relative somebody is. */
  async #owner(name: string): Promise<EntityVersion | null> {
    return meansSpeaker(name) || this.speaker.answersTo(name)
      ? this.speaker.knownEntity(this.draft)
      : ((await findAllByName(this.draft, name, "person"))[0] ?? null);
  }

  async #findOrCreate(name: string, type: string): Promise<ResolvedEntity> {
    const { entities } = this.draft;
    const untitledName = plainName({ name, type });
    const sameNamed = await findAllByName(this.draft, name, type);
    const exact =
      sameNamed.length > 0 || untitledName === name
        ? sameNamed
        : await findAllByName(this.draft, untitledName, type);
    let foundEntity: ResolvedEntity | null = null;
    // Of two entities with one name, the one with the bond that the message states.
    for (const entity of exact)
      foundEntity ??= await this.#unlessSomebodyElse({ entity, by: "EXACT" }, name, type);
    if (exact.length === 0) {
      const alike =
        (await findRelative(this.work, this.draft, name, (owner) => this.#owner(owner))) ??
        (await findSimilar(this.work, this.draft, untitledName, type));
      foundEntity = alike && (await this.#unlessSomebodyElse(alike, name, type));
    }
    const resolvedEntity = foundEntity ?? {
      entity: await entities.create({ name: untitledName, type }),
      by: "NEW" as const,
    };
    if (foundEntity?.by !== "RELATIVE" && (foundEntity?.by !== "EXACT" || untitledName !== name))
      await entities.addAlias(resolvedEntity.entity.entity, name);
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
 * Stage 8. Every name of the extraction becomes an entity, a known or a new one: by exact name,
 * then by short form, similarity or the judge. New aliases are registered, unless another entity
 * has them.
 */
export const resolve: Stage<
  { readonly draft: Draft; readonly extraction: Extraction; readonly speaker: SpeakerOfMessage },
  ResolvedEntities
> = async (work, { draft, extraction, speaker }) => {
  const { entities, facts, relations, selfName } = extraction;
  const resolver = new NameResolver(work, draft, speaker, extraction);
  const isCorrected = facts.some(({ slot, corrects }) => slot === "name" && corrects !== null);
  if (selfName !== null) await introduceSelf(work, draft, speaker, { selfName, isCorrected });
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
  return { value: resolver.resolvedEntities, data: { ways: resolver.resolutions } };
};

/** The speaker states their name: their entity gets it, or is the known entity of that name. */
const introduceSelf = async (
  work: Work,
  draft: Draft,
  speaker: SpeakerOfMessage,
  { selfName, isCorrected }: { readonly selfName: string; readonly isCorrected: boolean },
): Promise<void> => {
  const namedEntity = await draft.entities.byName(selfName);
  const speaking = await speaker.knownEntity(draft);
  if (
    namedEntity &&
    speaking?.self === "UNNAMED_SPEAKER" &&
    namedEntity.entity !== speaking.entity
  ) {
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "RULE",
      reason: `The user said that they are ${selfName}, who was already known.`,
      factText: `The user is ${selfName}.`,
      occurredAt: work.event.occurredAt,
      event: work.event.id,
    });
    await mergeInDraft(draft, speaking, namedEntity, decision);
    await draft.entities.recogniseSelf(namedEntity.entity, "INTRODUCED");
    return;
  }
  const self =
    speaking ?? namedEntity ?? (await draft.entities.create({ name: selfName, type: "person" }));
  if ((speaker.isNamed && !isCorrected) || foldName(self.name) === foldName(selfName))
    await draft.entities.addAlias(self.entity, selfName);
  else renameSelf(draft, self, selfName);
  speaker.is(self.entity);
  await draft.entities.recogniseSelf(self.entity, "INTRODUCED");
};

/** Gives the entity of the user its real name; the previous name remains as an alias. */
const renameSelf = (draft: Draft, self: EntityVersion, name: string): void => {
  const aliases = new Set([...self.aliases, self.name]);
  draft.entities.change(self.entity, {
    name,
    aliases: [...aliases].filter((alias) => foldName(alias) !== foldName(name)),
  });
};
