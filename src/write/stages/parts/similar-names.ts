import { foldName, isShortFor, isTitledSurname, nameWords } from "../../../language/names.ts";
import { isPossessiveName } from "../../../language/self-reference.ts";
import { members, namesOf, type EntityVersion } from "../../../memory/entity.ts";
import { gatedSpace } from "../../../read/readable-space.ts";
import type { Draft } from "../../draft/draft.ts";
import { cosine } from "../../vectors/vectors.ts";
import type { Work } from "../../work.ts";

/** Maximum number of entities with a similar name that are read. */
export const MOST_CANDIDATES = 20;

/** Maximum number of entities of one type whose names are compared with a new name by embedding. */
const MOST_NAMED = 500;

/** Number of facts that describe a candidate to the judge. */
const FACTS_OF_CANDIDATE = 5;

/** How a name was resolved. */
export type Resolution = "SPEAKER" | "EXACT" | "PREFIX" | "RELATIVE" | "SIMILAR" | "JUDGED" | "NEW";

export interface ResolvedEntity {
  readonly entity: EntityVersion;
  readonly by: Resolution;
}

const properNames = (entity: EntityVersion): string[] =>
  namesOf(entity).filter((name) => !isPossessiveName(name));

/** Whether two types can be those of one entity. */
export const areCompatible = (a: string, b: string): boolean =>
  a === b || a === "concept" || b === "concept";

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

/** The only person of whose name this name is a short form: `Carol`, `Dr Shah`. */
const findByShortForm = (
  name: string,
  type: string,
  candidates: readonly EntityVersion[],
): ResolvedEntity | null => {
  if (type !== "person") return null;
  const [entity, ...others] = candidates.filter((candidate) =>
    properNames(candidate).some(
      (knownName) => isShortFor(name, knownName) || isTitledSurname(name, knownName),
    ),
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
export const askJudge = async (
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
    services.log.warn({ event: event.id, error }, "An ambiguous name became a separate entity.");
    return null;
  }
};

/**
 * The known entity with a similar name: by its short form for persons; else by similarity if the
 * embedder decides, or by the judge.
 */
export const findSimilar = async (
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
