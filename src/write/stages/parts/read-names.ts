import { entityKey, foldName } from "../../../language/names.ts";
import { isPossessiveName, meansSpeaker, withoutHint } from "../../../language/self-reference.ts";
import { followMerges } from "../../../memory/entity.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { Extraction } from "../../../models/port.ts";
import type { Snapshot } from "../../draft/snapshot.ts";
import type { SpeakerOfMessage } from "../../speaker.ts";
import { nameReader, plainName, type TypedName } from "../resolve.ts";
import { MOST_CANDIDATES } from "./similar-names.ts";

interface NamedMessage {
  readonly extraction: Extraction;
  readonly speaker: SpeakerOfMessage;
}

/** The names in an extraction, unchanged, without those of the speaker. */
const spokenNames = ({ extraction, speaker }: NamedMessage): string[] => {
  const { entities, facts, relations } = extraction;
  const names = [
    ...entities.map(({ name }) => name),
    ...facts.map(({ subject }) => subject),
    ...relations.flatMap(({ source, target }) => [source, target]),
  ];
  return [...new Set(names)].filter((name) => !meansSpeaker(name) && !speaker.answersTo(name));
};

const loadEntities = async (
  { space, knownAt }: Snapshot,
  ids: readonly EntityId[],
): Promise<void> => {
  if (ids.length > 0)
    await followMerges(
      ids.map((entity) => ({ entity, knownAt })),
      (requests) => space.entitiesAsOf(requests),
    );
};

/**
 * Reads the data for comparing new names: entities with similar names, and used keys. `people`:
 * names that are not compared.
 */
const readNewNames = async (
  { space, knownAt }: Snapshot,
  names: readonly TypedName[],
  people: readonly string[],
): Promise<readonly EntityId[]> => {
  const [alike] = await Promise.all([
    Promise.all(
      names
        .filter(({ name }) => !isPossessiveName(name))
        .map(({ name }) => space.entitiesByNamePart([foldName(name)], knownAt, MOST_CANDIDATES)),
    ),
    space.entitiesByKey([
      ...names.map(({ name, type }) => entityKey(type, name)),
      ...people.map((name) => entityKey("person", name)),
    ]),
  ]);
  return alike.flat();
};

/**
 * Reads in parallel, in at most three rounds, the data that resolving the names of a message would
 * otherwise read one by one.
 */
export const readNames = async (snapshot: Snapshot, message: NamedMessage): Promise<void> => {
  const { extraction, speaker } = message;
  const { space, knownAt } = snapshot;
  const self = await space.self(knownAt);
  const readName = nameReader(extraction);
  const namesInMessage = spokenNames(message).map((name) => {
    const typedName = readName(name);
    return { name: plainName(typedName), type: typedName.type, folded: foldName(typedName.name) };
  });
  const aliases = extraction.entities.flatMap((entity) => entity.aliases);
  const foldedNames = [
    ...namesInMessage.flatMap((one) => [one.folded, foldName(one.name)]),
    ...aliases.map((alias) => foldName(withoutHint(alias).name)),
    ...(self === null ? [foldName(speaker.name)] : []),
    ...(extraction.selfName === null ? [] : [foldName(extraction.selfName)]),
  ].filter((name) => name !== "");
  const owners = await space.entitiesByName(foldedNames, knownAt);
  const knownNames = new Set(foldedNames.filter((_, i) => (owners[i]?.length ?? 0) > 0));
  const unknownNames = namesInMessage.filter(
    (one) => !knownNames.has(one.folded) && !knownNames.has(foldName(one.name)),
  );
  const [alike] = await Promise.all([
    readNewNames(
      snapshot,
      unknownNames,
      self === null ? [extraction.selfName ?? speaker.name] : [],
    ),
    loadEntities(snapshot, [...new Set([...owners.flat(), ...(self === null ? [] : [self])])]),
  ]);
  await loadEntities(snapshot, alike);
};
