import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import { entityType, foldName } from "../../memory/names.ts";
import { meansSpeaker, tellsWhose, withoutHint } from "../../memory/self-reference.ts";
import { isShortFor } from "../../memory/short-names.ts";
import type { Extraction } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import { mergeInDraft } from "../merge-in-draft.ts";
import type { SpeakerOfMessage } from "../speaker.ts";
import { cosine } from "../vectors.ts";
import { judged, type Stage, type Work } from "../work.ts";

/** Which entity each name of the message means. */
export type Resolved = ReadonlyMap<string, EntityId>;

/** Entities with a name alike that are looked at, at most. */
const CANDIDATES = 20;

type Way = "SPEAKER" | "EXACT" | "PREFIX" | "SIMILAR" | "JUDGED" | "NEW";

const properNames = (entity: EntityVersion): string[] =>
  namesOf(entity).filter((name) => !tellsWhose(name));
const fullestName = (entity: EntityVersion): string =>
  properNames(entity).reduce(
    (fullest, name) => (name.length > fullest.length ? name : fullest),
    "",
  );

/** Types that say nothing against each other. */
const agree = (a: string, b: string): boolean => a === b || a === "concept" || b === "concept";

/** An exact match on a name; of several, the first of the same type. */
const exactly = async (draft: Draft, name: string, type: string): Promise<EntityVersion | null> => {
  const owners = await draft.entities.allByName(name);
  return (
    owners.find((owner) => owner.type === type) ??
    owners.find((owner) => agree(owner.type, type)) ??
    (type === "concept" ? (owners[0] ?? null) : null)
  );
};

/** Entities with a name alike: the short form decides for persons; else similarity, where it may, or a judge. A doubtful pair stays two. */
const alike = async (
  work: Work,
  draft: Draft,
  name: string,
  type: string,
): Promise<{ readonly entity: EntityVersion; readonly way: Way } | null> => {
  if (tellsWhose(name)) return null;
  const ids = await draft.space.entitiesByNamePart(
    [foldName(name)],
    draft.known.knownAt,
    CANDIDATES,
  );
  await draft.entities.load(ids);
  const candidates = [...new Set(ids.map((id) => draft.entities.root(id)))].filter(
    (candidate) => agree(candidate.type, type) && properNames(candidate).length > 0,
  );
  if (candidates.length === 0) return null;
  if (type === "person") {
    const full = candidates.filter((candidate) =>
      properNames(candidate).some((known) => isShortFor(name, known)),
    );
    if (full.length === 1) return { entity: full[0]!, way: "PREFIX" };
  }
  const { models } = work.services;
  let shown = candidates;
  if (models.embedder.decides) {
    const vectors = await work.vectors.of([name, ...candidates.map(fullestName)]);
    if (vectors === null) return null;
    const scored = candidates
      .map((candidate, i) => ({ candidate, score: cosine(vectors[0]!, vectors[i + 1]!) }))
      .toSorted((a, b) => b.score - a.score);
    if (scored[0] && scored[0].score >= work.settings.sameName)
      return { entity: scored[0].candidate, way: "SIMILAR" };
    shown = scored
      .filter(({ score }) => score >= work.settings.doubtfulName)
      .map(({ candidate }) => candidate);
  }
  if (!work.settings.disambiguate || shown.length === 0) return null;
  shown = shown.slice(0, models.embedder.decides ? work.settings.nameCandidates : CANDIDATES);
  const question = {
    name,
    type,
    message: work.event.message,
    candidates: shown.map((candidate) => ({
      id: candidate.entity,
      name: fullestName(candidate),
      type: candidate.type,
      about: candidate.profile ?? candidate.aliases.join(", "),
    })),
  };
  try {
    const answer = await judged(work, `disambiguate ${JSON.stringify(question)}`, () =>
      models.disambiguate(question, { signal: work.signal }),
    );
    const meant = shown.find(({ entity }) => entity === answer.value);
    return meant ? { entity: meant, way: "JUDGED" } : null;
  } catch (error) {
    work.services.log.warn(
      { event: work.event.id, error },
      "a doubtful name stays an entity of its own",
    );
    return null;
  }
};

/**
 * Stage 8. Every name of the extraction becomes an entity, a known one or a new one (DESIGN.md §3). New aliases are registered, first
 * write wins.
 */
export const resolve: Stage<
  { readonly draft: Draft; readonly extraction: Extraction; readonly speaker: SpeakerOfMessage },
  Resolved
> = async (work, { draft, extraction, speaker }) => {
  const resolved = new Map<string, EntityId>();
  const ways: Record<string, Way> = {};
  const types = new Map(
    extraction.entities.map(({ name, type }) => [foldName(name), entityType(type)]),
  );

  const resolveName = async (raw: string): Promise<EntityVersion> => {
    const known = resolved.get(raw);
    if (known !== undefined) return draft.entities.root(known);
    const { name, isPerson } = withoutHint(raw);
    const type = isPerson
      ? "person"
      : (types.get(foldName(raw)) ?? types.get(foldName(name)) ?? "concept");
    let found: { readonly entity: EntityVersion; readonly way: Way };
    if (meansSpeaker(name) || speaker.answersTo(name))
      found = { entity: await speaker.entity(draft), way: "SPEAKER" };
    else {
      const exact = await exactly(draft, name, type);
      if (exact) found = { entity: exact, way: "EXACT" };
      else {
        found = (await alike(work, draft, name, type)) ?? {
          entity: await draft.entities.create({ name, type }),
          way: "NEW",
        };
        if (found.way !== "NEW") await draft.entities.addAlias(found.entity.entity, name);
      }
      if (found.entity.type === "concept" && type !== "concept")
        draft.entities.change(found.entity.entity, { type });
    }
    ways[raw] = found.way;
    resolved.set(raw, found.entity.entity);
    return draft.entities.root(found.entity.entity);
  };

  if (extraction.selfName !== null) await introduceSelf(work, draft, speaker, extraction.selfName);
  for (const { name, aliases } of extraction.entities) {
    if (
      speaker.answersTo(name) &&
      !extraction.facts.some(({ subject }) => subject === name) &&
      !extraction.relations.some(({ source, target }) => source === name || target === name)
    )
      continue;
    const entity = await resolveName(name);
    for (const alias of aliases)
      if (!meansSpeaker(alias))
        await draft.entities.addAlias(entity.entity, withoutHint(alias).name);
  }
  for (const { subject } of extraction.facts) await resolveName(subject);
  for (const { source, target } of extraction.relations) {
    await resolveName(source);
    await resolveName(target);
  }
  return { value: resolved, data: { ways } };
};

/** The one who spoke without a name, or under another, tells it: the entity is renamed, or one that is known by that name is found to be the user. */
const introduceSelf = async (
  work: Work,
  draft: Draft,
  speaker: SpeakerOfMessage,
  selfName: string,
): Promise<void> => {
  const named = await draft.entities.byName(selfName);
  const spoke = await speaker.known(draft);
  if (named && spoke && named.entity !== spoke.entity && spoke.self === "UNNAMED_SPEAKER") {
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "RULE",
      reason: `The user is ${selfName}, who was known already.`,
      factText: `The user is ${selfName}.`,
      occurredAt: work.event.occurredAt,
      event: work.event.id,
    });
    await mergeInDraft(draft, spoke, named, decision);
    await draft.entities.recogniseSelf(named.entity, "INTRODUCED");
    return;
  }
  const self = spoke ?? named ?? (await draft.entities.create({ name: selfName, type: "person" }));
  if (!speaker.isNamed && foldName(self.name) !== foldName(selfName)) {
    draft.entities.change(self.entity, {
      name: selfName,
      aliases: [...new Set([...self.aliases, self.name])].filter(
        (alias) => foldName(alias) !== foldName(selfName),
      ),
    });
  } else await draft.entities.addAlias(self.entity, selfName);
  speaker.is(self.entity);
  await draft.entities.recogniseSelf(self.entity, "INTRODUCED");
};
