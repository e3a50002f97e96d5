import type { EntityVersion } from "../memory/entity.ts";
import { entityType, slugOf } from "../memory/names.ts";
import { Problem } from "../memory/problem.ts";
import type { Draft } from "./draft/draft.ts";
import { checkShort } from "./message-limits.ts";
import type { EntityRef } from "./requests.ts";
import { SpeakerOfMessage } from "./speaker.ts";

const KEY = /^[\p{L}\p{N}_]+:\S{1,250}$/u;

/**
 * The entity that a reference means, made where a key or a name is new. An id must exist; a key is the identity (another key, another
 * entity, whatever its name); a name means whoever answers to it, of the given type where one is given.
 * Throws BAD_USER_INPUT for a reference without any of them or with a malformed key, NOT_FOUND for an unknown id.
 */
export const resolveRef = async (
  draft: Draft,
  what: string,
  ref: EntityRef,
): Promise<EntityVersion> => {
  checkShort(`${what}.name`, ref.name);
  checkShort(`${what}.type`, ref.type);
  if (ref.self) return new SpeakerOfMessage(null, await draft.entities.self()).entity(draft);
  if (ref.id != null) {
    const entity = await draft.entities.find(ref.id);
    if (!entity) throw new Problem("NOT_FOUND", `${what}: there is no such entity.`);
    return draft.entities.root(entity.entity);
  }
  if (ref.key != null) {
    if (!KEY.test(ref.key))
      throw new Problem(
        "BAD_USER_INPUT",
        `${what}.key: a key reads type:slug, such as person:clara_rezende.`,
      );
    const [type, slug] = [
      ref.key.slice(0, ref.key.indexOf(":")),
      ref.key.slice(ref.key.indexOf(":") + 1),
    ];
    return (
      (await draft.entities.byKey(ref.key)) ??
      draft.entities.create({
        key: ref.key,
        name: ref.name ?? slug.replaceAll("_", " "),
        type: ref.type ?? type,
      })
    );
  }
  if (ref.name != null) {
    const owners = await draft.entities.allByName(ref.name);
    const type = ref.type == null ? null : entityType(ref.type);
    const owner =
      type === null
        ? owners[0]
        : (owners.find((one) => one.type === type) ?? owners.find((one) => one.type === "concept"));
    if (owner) {
      if (type !== null && owner.type === "concept") draft.entities.change(owner.entity, { type });
      return draft.entities.root(owner.entity);
    }
    if (slugOf(ref.name) === "unnamed")
      throw new Problem("BAD_USER_INPUT", `${what}.name holds no letter and no figure.`);
    return draft.entities.create({ name: ref.name, type: type ?? "concept" });
  }
  throw new Problem("BAD_USER_INPUT", `${what} needs an id, a key or a name.`);
};
