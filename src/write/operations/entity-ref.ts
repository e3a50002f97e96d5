import { entityType, slugOf } from "../../language/names.ts";
import { namesTheUser } from "../../language/self-reference.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import { Problem } from "../../memory/problem.ts";
import type { Draft } from "../draft/draft.ts";
import { checkShort, neitherLettersNorDigits } from "../limits.ts";
import type { EntityRef } from "../requests.ts";
import { SpeakerOfMessage } from "../speaker.ts";

const KEY = /^(?<type>[\p{L}\p{N}_]+):(?<slug>\S{1,250})$/u;

/**
 * An entity by id, after merges. Throws NOT_FOUND if there is none; `field` is the name of the id
 * for the client.
 */
export const existingEntity = async (
  draft: Draft,
  field: string,
  id: string,
): Promise<EntityVersion> => {
  const entity = await draft.entities.find(id);
  if (!entity)
    throw new Problem(
      "NOT_FOUND",
      `${field}: the entity does not exist. Check its id; \`entities\` lists them.`,
    );
  return draft.entities.root(entity.entity);
};

/** A key identifies an entity: an entity with another key is another entity, whatever its name. */
const resolveKey = async (
  draft: Draft,
  field: string,
  key: string,
  { name, type }: EntityRef,
): Promise<EntityVersion> => {
  const { type: typeOfKey = "", slug = "" } = KEY.exec(key)?.groups ?? {};
  if (slug === "")
    throw new Problem(
      "BAD_USER_INPUT",
      `${field}.key: a key has the form type:slug, such as person:clara_rezende.`,
    );
  return (
    (await draft.entities.byKey(key)) ??
    draft.entities.create({
      key,
      name: name ?? slug.replaceAll("_", " "),
      type: type ?? typeOfKey,
    })
  );
};

/**
 * A name refers to the entity with this name and either the given type or no type yet. An entity
 * without a type gets the given one.
 */
const resolveName = async (
  draft: Draft,
  field: string,
  name: string,
  givenType: string | null | undefined,
): Promise<EntityVersion> => {
  const owners = await draft.entities.allByName(name);
  const type = givenType == null ? null : entityType(givenType);
  const owner =
    type === null
      ? owners[0]
      : (owners.find((one) => one.type === type) ?? owners.find((one) => one.type === "concept"));
  if (owner) {
    if (type !== null && owner.type === "concept") draft.entities.change(owner.entity, { type });
    return draft.entities.root(owner.entity);
  }
  if (slugOf(name) === "unnamed") throw neitherLettersNorDigits(`${field}.name`);
  return draft.entities.create({ name, type: type ?? "concept" });
};

/**
 * Whether a reference means the user, by the same rule as for readers: `user` or `me`, whatever the
 * name of the user is.
 */
const meansUser = ({ id, key, name, type }: EntityRef): boolean =>
  id == null &&
  key == null &&
  name != null &&
  namesTheUser(name) &&
  (type == null || entityType(type) === "person");

/**
 * The referenced entity, created if its key or name is new; `field` is the name of the reference
 * for the client. Throws BAD_USER_INPUT for a reference without id, key and name or with a
 * malformed key, NOT_FOUND for an unknown id.
 */
export const resolveRef = async (
  draft: Draft,
  field: string,
  ref: EntityRef,
): Promise<EntityVersion> => {
  checkShort(`${field}.name`, ref.name);
  checkShort(`${field}.type`, ref.type);
  if (ref.self || meansUser(ref))
    return new SpeakerOfMessage(null, await draft.entities.self()).entity(draft);
  if (ref.id != null) return existingEntity(draft, field, ref.id);
  if (ref.key != null) return resolveKey(draft, field, ref.key, ref);
  if (ref.name != null) return resolveName(draft, field, ref.name, ref.type);
  throw new Problem("BAD_USER_INPUT", `${field} needs an id, a key or a name.`);
};
