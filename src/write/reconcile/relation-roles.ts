import { namesOf } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import { snakeCase } from "../../language/names.ts";
import { holderIn, rolesIn } from "../../language/relation-roles.ts";
import { searchTerms } from "../../language/terms.ts";
import type { Instant } from "../../memory/time.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import { coversTime, type BelievedFact } from "../draft/draft-fact.ts";
import type { Resolved } from "../stages/resolve.ts";

/**
 * Statements that are searched for the holder of a role, and words of the role that they are
 * searched by.
 */
const MOST_STATEMENTS = 100;
const MOST_TERMS = 4;

/** A relation role of somebody, as a fact names it: `dog` of Ana. */
export interface RelationRole {
  readonly owner: EntityId;
  readonly role: string;
  /**
   * The slot of a change of holder: a role that has passed to another has one holder from then on.
   */
  readonly slot: string;
}

const isPersonOrPet = (draft: Draft, resolved: Resolved, name: string | null): boolean => {
  const id = name === null ? undefined : resolved.get(name);
  return id !== undefined && /^(?:person|pet)$/u.test(draft.entities.root(id).type);
};

/**
 * The relation role that a fact says is held, or held no longer. Null for any other fact, and where
 * the owner is unknown. A fact with a slot of its own that has one value is one only where it says
 * that a person or a pet is the new holder.
 */
export const roleOf = async (
  draft: Draft,
  resolved: Resolved,
  fact: ExtractedFact,
): Promise<RelationRole | null> => {
  const ownSlot = fact.slot !== null && draft.facts.lines.hasMany(fact.slot) ? null : fact.slot;
  const isNewHolder = fact.action === "UPDATE" && isPersonOrPet(draft, resolved, fact.value);
  if (ownSlot !== null && !isNewHolder) return null;
  const state = fact.action === "DELETE" ? "VACATED" : "HELD";
  for (const { owner, role, holder } of rolesIn(fact.text, state)) {
    if (fact.action !== "NEW" && fact.value !== holder) continue;
    const id = resolved.get(owner) ?? (await draft.entities.byName(owner))?.entity;
    const slot = ownSlot ?? snakeCase(role);
    if (id !== undefined && slot !== "")
      return { owner: draft.entities.root(id).entity, role, slot };
  }
  return null;
};

/** A fact that names the holder of a role. */
export interface RoleHolder {
  readonly fact: BelievedFact;
  readonly holder: string;
}

/**
 * The facts that name the holders of a role at a time, whatever their words and their subject: "Rex
 * is Ana's dog" is a fact about Rex.
 */
export const holdersOf = async (
  draft: Draft,
  { owner, role }: RelationRole,
  at: Instant,
): Promise<RoleHolder[]> => {
  const terms = searchTerms(role, MOST_TERMS);
  if (terms.length === 0) return [];
  const hits = await draft.space.searchFullText(terms, {
    kinds: ["FACT"],
    at: draft.validAt(at),
    limit: MOST_STATEMENTS,
  });
  const stored = await draft.facts.adopt(hits.flatMap(({ version }) => version ?? []));
  const names = namesOf(draft.entities.root(owner));
  return [...new Set([...stored, ...draft.facts.added])].flatMap((fact): RoleHolder[] => {
    if (!coversTime(fact, at)) return [];
    const holder = holderIn(fact.state.text, names, role);
    return holder === null ? [] : [{ fact, holder }];
  });
};
