import { contentHash } from "../../memory/content-hash.ts";
import { foldName } from "../../memory/names.ts";
import type { ExtractedEntity, ExtractedFact, Extraction, ExtractionInput } from "../port.ts";
import { givenBy } from "./given.ts";

/** Of items with the same key the first. */
const unique = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] => {
  const seen = new Set<string>();
  return items.filter((item) => seen.size < seen.add(keyOf(item)).size);
};

/** One entry for each name, with all the aliases that were given for it. */
const united = (entities: readonly ExtractedEntity[]): readonly ExtractedEntity[] =>
  unique(entities, ({ name }) => foldName(name)).map((entity) => {
    const names = entities
      .filter(({ name }) => foldName(name) === foldName(entity.name))
      .flatMap(({ aliases }) => aliases);
    const aliases = unique(names, foldName).filter(
      (alias) => foldName(alias) !== foldName(entity.name) && foldName(alias) !== "",
    );
    return { ...entity, aliases };
  });

const THE_SPEAKER = /\b(?:the )?(?:user|speaker)\b/giu;

/** A text that tells nobody's name would make no sense apart from its message: it gets the subject's. */
const selfContained = (
  fact: ExtractedFact,
  names: readonly string[],
  ofSpeaker: boolean,
): ExtractedFact => {
  const text = foldName(fact.text);
  if (names.some((name) => text.includes(foldName(name)))) return fact;
  if (ofSpeaker && fact.text.search(THE_SPEAKER) >= 0)
    return { ...fact, text: fact.text.replace(THE_SPEAKER, () => fact.subject) };
  const joint = /^\p{Ll}/u.test(fact.text) ? " " : ": ";
  return { ...fact, text: `${fact.subject}${joint}${fact.text}` };
};

/** What of an answer was held against what was asked, and how many of its items did not stand up to it. */
export interface Checked {
  readonly value: Extraction;
  readonly refused: number;
}

/**
 * Holds an answer against what it was given. A fact, a profile or a relation whose subject the data does not name is refused, whether
 * the model made it up or was talked into it; so is a name for the speaker that the message does not contain. The
 * speaker goes by the name that the call gave, and everything stands once.
 */
export const checkExtraction = (answer: Extraction, input: ExtractionInput): Checked => {
  const given = givenBy(input);
  const named = (name: string): string => (given.isSpeaker(name) ? input.speaker : name);
  const all = united(answer.entities.map((entity) => ({ ...entity, name: named(entity.name) })));
  const known = new Set(
    all
      .filter(({ name, aliases }) => [name, ...aliases].some((alias) => given.names(alias)))
      .map(({ name }) => foldName(name)),
  );
  const isGiven = (name: string): boolean => known.has(foldName(name)) || given.names(name);

  const facts = answer.facts.map((fact) => ({ ...fact, subject: named(fact.subject) }));
  const relations = answer.relations.map(({ source, type, target }) => ({
    source: named(source),
    type,
    target: named(target),
  }));
  const profiles = answer.profiles.map(({ name, profile }) => ({ name: named(name), profile }));
  const ownFacts = facts.filter(({ subject }) => isGiven(subject));
  const ownRelations = relations.filter(({ source }) => isGiven(source));
  const ownProfiles = profiles.filter(({ name }) => isGiven(name));
  /** A name that the data puts otherwise ("NYC") may be the object of what is said; it is no subject. */
  const objects = new Set(ownRelations.map(({ target }) => foldName(target)));
  const entities = all.filter(({ name }) => isGiven(name) || objects.has(foldName(name)));
  const introduced = answer.selfName !== null && given.inMessage(answer.selfName);

  const aliasesOf = new Map(entities.map(({ name, aliases }) => [foldName(name), aliases]));
  const value: Extraction = {
    entities,
    facts: unique(
      ownFacts.map((fact) =>
        selfContained(
          fact,
          [fact.subject, ...(aliasesOf.get(foldName(fact.subject)) ?? [])],
          given.isSpeaker(fact.subject),
        ),
      ),
      ({ subject, text }) => `${foldName(subject)} ${contentHash(text)}`,
    ),
    relations: unique(ownRelations, ({ source, type, target }) =>
      JSON.stringify([foldName(source), type, foldName(target)]),
    ),
    profiles: unique(ownProfiles, ({ name }) => foldName(name)),
    selfName: introduced ? answer.selfName : null,
    emotion: answer.emotion,
  };
  const refused =
    facts.length -
    ownFacts.length +
    relations.length -
    ownRelations.length +
    profiles.length -
    ownProfiles.length +
    (answer.selfName !== null && !introduced ? 1 : 0);
  return { value, refused };
};
