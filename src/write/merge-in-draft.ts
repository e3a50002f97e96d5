import type { EntityVersion } from "../memory/entity.ts";
import type { DecisionId, EntityId } from "../memory/ids.ts";
import { foldName } from "../memory/names.ts";
import type { Draft } from "./draft/draft.ts";

/** Settles every slot of these entities anew: a merge or a split has drawn their lines differently. */
const resettleSlots = async (
  draft: Draft,
  entities: readonly EntityId[],
  decision: DecisionId,
): Promise<void> => {
  draft.facts.forgetLines();
  const roots = [...new Set(entities.map((id) => draft.entities.root(id).entity))];
  for (const root of roots)
    for (const slot of await draft.space.slots(draft.entities.members(root)))
      await draft.facts.resettle({ entity: root, slot, chain: "" }, decision, "MERGE");
};

/**
 * Makes `from` one with `into`. No fact and no relationship is touched but where both had one for the same single-valued slot: there
 * the one that was said later stands. `splitInDraft` undoes it.
 */
export const mergeInDraft = async (
  draft: Draft,
  from: EntityVersion,
  into: EntityVersion,
  decision: DecisionId,
): Promise<void> => {
  const gone = [from.entity, ...from.absorbed];
  await draft.entities.load(gone);
  for (const id of gone)
    draft.entities.change(id, { mergedInto: into.entity, self: null }, decision);
  const taken = new Set([into.name, ...into.aliases].map(foldName));
  const aliases = [from.name, ...from.aliases].filter(
    (alias) => !taken.has(foldName(alias)) && taken.add(foldName(alias)),
  );
  draft.entities.change(
    into.entity,
    {
      absorbed: [...into.absorbed, ...gone],
      aliases: [...into.aliases, ...aliases],
      importance: Math.max(into.importance, from.importance),
      self: into.self ?? from.self,
    },
    decision,
  );
  draft.decisions.did(decision, { kind: "MERGED", from: from.entity, into: into.entity });
  await resettleSlots(draft, [into.entity], decision);
};

/** Takes a merged entity out again, with what it had absorbed itself: both stand on their own, each with its own facts. */
export const splitInDraft = async (
  draft: Draft,
  from: EntityVersion,
  into: EntityVersion,
  decision: DecisionId,
): Promise<void> => {
  const regained = from.absorbed;
  await draft.entities.load([...regained, ...into.absorbed]);
  const leaving = new Set([from.entity, ...regained]);
  draft.entities.change(from.entity, { mergedInto: null }, decision);
  for (const id of regained) draft.entities.change(id, { mergedInto: from.entity }, decision);
  for (const id of into.absorbed) {
    const other = draft.entities.get(id);
    if (!leaving.has(id) && other.absorbed.includes(from.entity))
      draft.entities.change(
        id,
        { absorbed: other.absorbed.filter((one) => !leaving.has(one)) },
        decision,
      );
  }
  const own = new Set([from.name, ...from.aliases].map(foldName));
  draft.entities.change(
    into.entity,
    {
      absorbed: into.absorbed.filter((id) => !leaving.has(id)),
      aliases: into.aliases.filter(
        (alias) => !own.has(foldName(alias)) || foldName(alias) === foldName(into.name),
      ),
    },
    decision,
  );
  draft.decisions.did(decision, { kind: "SPLIT", from: from.entity, into: into.entity });
  await resettleSlots(draft, [from.entity, into.entity], decision);
};
