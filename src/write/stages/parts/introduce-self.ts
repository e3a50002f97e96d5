import { foldName } from "../../../language/names.ts";
import type { EntityVersion } from "../../../memory/entity.ts";
import type { Draft } from "../../draft/draft.ts";
import { mergeInDraft } from "../../draft/merges.ts";
import type { SpeakerOfMessage } from "../../speaker.ts";
import type { Work } from "../../work.ts";

/** Gives the entity of the user its real name; the previous name remains as an alias. */
const renameSelf = (draft: Draft, self: EntityVersion, name: string): void => {
  const aliases = new Set([...self.aliases, self.name]);
  draft.entities.change(self.entity, {
    name,
    aliases: [...aliases].filter((alias) => foldName(alias) !== foldName(name)),
  });
};

/** What a speaker says of their own name. */
interface OwnName {
  readonly selfName: string;
  /** Whether it corrects the known name. */
  readonly isCorrected: boolean;
  /** Whether it takes the place of the known name: "I'm Petra Lindqvist now". */
  readonly isNew: boolean;
}

/**
 * Handles a speaker who states their name: their entity gets it, or becomes one with the known
 * entity of that name. A name beside the known one, or beside the one that the caller states, is an
 * alias.
 */
export const introduceSelf = async (
  work: Work,
  draft: Draft,
  speaker: SpeakerOfMessage,
  { selfName, isCorrected, isNew }: OwnName,
): Promise<void> => {
  const namedEntity = await draft.entities.byName(selfName);
  const speakerEntity = await speaker.knownEntity(draft);
  if (
    namedEntity &&
    speakerEntity?.self === "UNNAMED_SPEAKER" &&
    namedEntity.entity !== speakerEntity.entity
  ) {
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "RULE",
      reason: `The user said that they are ${selfName}, who was already known.`,
      factText: `The user is ${selfName}.`,
      occurredAt: work.event.occurredAt,
      event: work.event.id,
    });
    await mergeInDraft(draft, speakerEntity, namedEntity, decision);
    await draft.entities.recogniseSelf(namedEntity.entity, "INTRODUCED");
    return;
  }
  const self =
    speakerEntity ??
    namedEntity ??
    (await draft.entities.create({ name: selfName, type: "person" }));
  const isRenamed = isCorrected || !speaker.isNamed || (isNew && !speaker.isNamedByCaller);
  if (!isRenamed || foldName(self.name) === foldName(selfName))
    await draft.entities.addAlias(self.entity, selfName);
  else renameSelf(draft, self, selfName);
  speaker.is(self.entity);
  await draft.entities.recogniseSelf(self.entity, "INTRODUCED");
};
