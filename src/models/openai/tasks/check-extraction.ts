import { foldName } from "../../../language/names.ts";
import { contentHash } from "../../../memory/content-hash.ts";
import type {
  ExtractedEntity,
  ExtractedFact,
  ExtractedRelation,
  Extraction,
  ExtractionInput,
} from "../../port.ts";
import type { Answer } from "../../answer.ts";
import type { ModelLog } from "../config.ts";
import { inputNamesOf, type InputNames } from "./input-names.ts";

/** The first of the items with the same key. */
const uniqueBy = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] => {
  const keys = new Set<string>();
  return items.filter((item) => keys.size < keys.add(keyOf(item)).size);
};

/** The extraction in which the speaker has the name of the input, whatever name the model used. */
const withSpeakerName = (
  extraction: Extraction,
  names: InputNames,
  speaker: string,
): Extraction => {
  const rename = (name: string): string => (names.isSpeaker(name) ? speaker : name);
  const renameEnds = (relations: readonly ExtractedRelation[]): ExtractedRelation[] =>
    relations.map(({ source, type, target }) => ({
      source: rename(source),
      type,
      target: rename(target),
    }));
  return {
    ...extraction,
    entities: extraction.entities.map((entity) => ({ ...entity, name: rename(entity.name) })),
    facts: extraction.facts.map((fact) => ({
      ...fact,
      subject: rename(fact.subject),
      corrects: fact.corrects && {
        ...fact.corrects,
        subject: fact.corrects.subject && rename(fact.corrects.subject),
      },
      relations: renameEnds(fact.relations),
    })),
    relations: renameEnds(extraction.relations),
    profiles: extraction.profiles.map(({ name, profile }) => ({ name: rename(name), profile })),
  };
};

/** One entry for each name, with the aliases of all its entries. */
const mergeByName = (entities: readonly ExtractedEntity[]): readonly ExtractedEntity[] =>
  uniqueBy(entities, ({ name }) => foldName(name)).map((entity) => {
    const name = foldName(entity.name);
    const aliases = entities
      .filter((other) => foldName(other.name) === name)
      .flatMap((other) => other.aliases)
      .filter((alias) => foldName(alias) !== name && foldName(alias) !== "");
    return { ...entity, aliases: uniqueBy(aliases, foldName) };
  });

/**
 * Whether the input names somebody or something, directly or as an alias of an entity that the
 * answer lists.
 */
const supportedNames = (
  entities: readonly ExtractedEntity[],
  names: InputNames,
): ((name: string) => boolean) => {
  const listedNames = new Set(
    entities
      .filter(({ name, aliases }) => [name, ...aliases].some((alias) => names.includes(alias)))
      .map(({ name }) => foldName(name)),
  );
  return (name) => listedNames.has(foldName(name)) || names.includes(name);
};

const THE_SPEAKER = /\b(?:the )?(?:user|speaker)\b/giu;

/**
 * A fact whose text names nobody gets the subject's name, because it would make no sense without
 * the message.
 */
const withSubjectInText = (
  fact: ExtractedFact,
  namesOfSubject: readonly string[],
  isOfSpeaker: boolean,
): ExtractedFact => {
  const text = foldName(fact.text);
  if (namesOfSubject.some((name) => text.includes(foldName(name)))) return fact;
  if (isOfSpeaker && fact.text.search(THE_SPEAKER) >= 0)
    return { ...fact, text: fact.text.replace(THE_SPEAKER, () => fact.subject) };
  const separator = /^\p{Ll}/u.test(fact.text) ? " " : ": ";
  return { ...fact, text: `${fact.subject}${separator}${fact.text}` };
};

/** The names in the last statements of the speaker that facts of the answer correct. */
const correctedNames = (
  { facts }: Pick<Extraction, "facts">,
  { toldLast = [] }: ExtractionInput,
): ReadonlySet<string> => {
  const toldNames = new Set(toldLast.map(({ name }) => foldName(name)));
  return new Set(
    facts.flatMap(({ subject, corrects }) =>
      corrects !== null && toldNames.has(foldName(subject)) ? [foldName(subject)] : [],
    ),
  );
};

/** The part of an extraction that the input supports. */
export interface CheckedExtraction {
  readonly value: Extraction;
  /** Number of items that were dropped. */
  readonly droppedCount: number;
}

/**
 * Checks an extraction against its input. Drops facts, profiles and relations about a subject that
 * the input does not name, whether the model invented them or was tricked into them, and a name of
 * the speaker that the message does not contain. Of repeated items, one is kept.
 */
export const checkExtraction = (answer: Extraction, input: ExtractionInput): CheckedExtraction => {
  const names = inputNamesOf(input);
  const { emotion, ...items } = withSpeakerName(answer, names, input.speaker);
  const listedEntities = mergeByName(items.entities);
  const isNamed = supportedNames(listedEntities, names);
  const correctedSubjects = correctedNames(items, input);
  const isSupported = (name: string): boolean =>
    isNamed(name) || correctedSubjects.has(foldName(name));

  const facts = items.facts
    .filter(({ subject, corrects }) => isNamed(subject) || (corrects && isSupported(subject)))
    .map((fact) => ({
      ...fact,
      relations: fact.relations.filter(({ source }) => isSupported(source)),
    }));
  const relations = items.relations.filter(({ source }) => isSupported(source));
  const profiles = items.profiles.filter(({ name }) => isNamed(name));
  const selfName =
    items.selfName !== null && names.isInMessage(items.selfName) ? items.selfName : null;
  // A name that the input spells otherwise ("NYC") may be the target of a relation, but no subject.
  const targets = new Set(
    [...relations, ...facts.flatMap((fact) => fact.relations)].map(({ target }) =>
      foldName(target),
    ),
  );
  const entities = listedEntities.filter(
    ({ name }) => isSupported(name) || targets.has(foldName(name)),
  );

  const aliasesOf = new Map(entities.map(({ name, aliases }) => [foldName(name), aliases]));
  const selfContained = facts.map((fact) => {
    const aliases = aliasesOf.get(foldName(fact.subject)) ?? [];
    return withSubjectInText(fact, [fact.subject, ...aliases], names.isSpeaker(fact.subject));
  });
  return {
    value: {
      entities,
      facts: uniqueBy(
        selfContained,
        ({ subject, text }) => `${foldName(subject)} ${contentHash(text)}`,
      ),
      relations: uniqueBy(relations, ({ source, type, target }) =>
        JSON.stringify([foldName(source), type, foldName(target)]),
      ),
      profiles: uniqueBy(profiles, ({ name }) => foldName(name)),
      selfName,
      emotion,
    },
    droppedCount:
      items.facts.length -
      facts.length +
      (items.relations.length - relations.length) +
      (items.profiles.length - profiles.length) +
      (items.selfName === selfName ? 0 : 1),
  };
};

/** Drops the items that the input does not support, and notes their number. */
export const dropUnsupported = (
  answer: Answer<Extraction>,
  input: ExtractionInput,
  log: ModelLog | undefined,
): Answer<Extraction> => {
  const { value, droppedCount } = checkExtraction(answer.value, input);
  return noteDropped({ ...answer, value }, droppedCount, log);
};

/** Notes in an answer how many of its items were dropped. */
export const noteDropped = <T>(
  answer: Answer<T>,
  droppedCount: number,
  log: ModelLog | undefined,
): Answer<T> => {
  if (droppedCount === 0) return answer;
  log?.warn(
    { model: answer.model, dropped: droppedCount },
    "An answer contained items about names that are not in the message; they were dropped.",
  );
  const note = `dropped ${droppedCount} items about names that the message does not contain`;
  return { ...answer, notes: [...(answer.notes ?? []), note] };
};
