import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { DecisionId, EntityId } from "../../memory/ids.ts";
import { foldName } from "../../language/names.ts";
import type { Draft } from "./draft.ts";

/**
 * Settles every slot of some entities again, because a merge or a split has changed their lines.
 */
const resettleSlots = async (
  draft: Draft,
  entities: readonly EntityId[],
  decision: DecisionId,
): Promise<void> => {
  draft.facts.lines.forget();
  const roots = [...new Set(entities.map((id) => draft.entities.root(id).entity))];
  for (const root of roots)
    for (const slot of await draft.space.slots(draft.entities.members(root)))
      await draft.facts.lines.resettle({ entity: root, slot, chain: "" }, decision, "MERGE");
};

/** The names of one entity that another does not have yet, each once. */
const newAliases = (into: EntityVersion, from: EntityVersion): string[] => {
  const knownNames = new Set(namesOf(into).map(foldName));
  return namesOf(from).filter((name) => {
    const foldedName = foldName(name);
    return !knownNames.has(foldedName) && knownNames.add(foldedName);
  });
};

/**
 * Merges an entity into another one. Facts and relationships do not change, except if both entities
 * have facts in the same slot: that line is settled with all claims. `splitInDraft` undoes it.
 */
export const mergeInDraft = async (
  draft: Draft,
  from: EntityVersion,
  into: EntityVersion,
  decision: DecisionId,
): Promise<void> => {
  const absorbedEntities = [from.entity, ...from.absorbed];
  await draft.entities.load(absorbedEntities);
  for (const id of absorbedEntities)
    draft.entities.change(id, { mergedInto: into.entity, self: null }, decision);
  draft.entities.change(
    into.entity,
    {
      absorbed: [...into.absorbed, ...absorbedEntities],
      aliases: [...into.aliases, ...newAliases(into, from)],
      importance: Math.max(into.importance, from.importance),
      self: into.self ?? from.self,
    },
    decision,
  );
  draft.decisions.addEffect(decision, { kind: "MERGED", from: from.entity, into: into.entity });
  await resettleSlots(draft, [into.entity], decision);
};

/**
 * Separates a merged entity again, with the entities that it had absorbed. Both entities have their
 * own facts again.
 */
export const splitInDraft = async (
  draft: Draft,
  from: EntityVersion,
  into: EntityVersion,
  decision: DecisionId,
): Promise<void> => {
  const leavingIds = new Set([from.entity, ...from.absorbed]);
  const withoutLeaving = (ids: readonly EntityId[]) => ids.filter((id) => !leavingIds.has(id));
  await draft.entities.load([...from.absorbed, ...into.absorbed]);
  draft.entities.change(from.entity, { mergedInto: null }, decision);
  for (const id of from.absorbed) draft.entities.change(id, { mergedInto: from.entity }, decision);
  for (const id of withoutLeaving(into.absorbed)) {
    const { absorbed } = draft.entities.get(id);
    if (absorbed.includes(from.entity))
      draft.entities.change(id, { absorbed: withoutLeaving(absorbed) }, decision);
  }
  const ownNames = new Set(namesOf(from).map(foldName));
  ownNames.delete(foldName(into.name));
  draft.entities.change(
    into.entity,
    {
      absorbed: withoutLeaving(into.absorbed),
      aliases: into.aliases.filter((alias) => !ownNames.has(foldName(alias))),
    },
    decision,
  );
  draft.decisions.addEffect(decision, { kind: "SPLIT", from: from.entity, into: into.entity });
  await resettleSlots(draft, [from.entity, into.entity], decision);
};
