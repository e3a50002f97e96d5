import { namesOf } from "../memory/entity.ts";
import type { FactState } from "../memory/fact.ts";
import type { EntityId } from "../memory/ids.ts";
import { snakeCase } from "../memory/names.ts";
import { holderIn, placesIn } from "../memory/places.ts";
import type { Instant } from "../memory/time.ts";
import type { ExtractedFact } from "../models/port.ts";
import { searchTerms } from "../read/query-terms.ts";
import type { Draft } from "./draft/draft.ts";
import { coversTime, type DraftFact } from "./draft/facts.ts";
import type { Resolved } from "./stages/resolve.ts";

/** Statements that are looked through for who has a place, and words of its name. */
const MOST_STATEMENTS = 100;
const TERMS = 4;

/** A place that a fact speaks of, and whose it is. */
export interface ToldPlace {
  readonly owner: EntityId;
  readonly label: string;
  /** Under which a change of it is kept: a place that has passed to another has one holder from then on. */
  readonly slot: string;
}

/**
 * The place that a fact says somebody has, or has no more: a person or a pet, or whatever it is told to have passed to without a slot. Null for any other fact, and
 * where it is nobody's who is spoken of.
 */
export const placeTold = async (
  draft: Draft,
  resolved: Resolved,
  fact: ExtractedFact,
): Promise<ToldPlace | null> => {
  if (
    fact.slot !== null &&
    (fact.action !== "UPDATE" || !namesSomebody(draft, resolved, fact.value))
  )
    return null;
  for (const { owner, label, holder } of placesIn(
    fact.text,
    fact.action === "DELETE" ? "LEFT" : "HELD",
  )) {
    if (fact.action !== "NEW" && fact.value !== holder) continue;
    const id = resolved.get(owner) ?? (await draft.entities.byName(owner))?.entity;
    const slot = fact.slot ?? snakeCase(label);
    if (id !== undefined && slot !== "")
      return { owner: draft.entities.root(id).entity, label, slot };
  }
  return null;
};

const namesSomebody = (draft: Draft, resolved: Resolved, name: string | null): boolean => {
  const id = name === null ? undefined : resolved.get(name);
  return id !== undefined && /^(?:person|pet)$/u.test(draft.entities.root(id).type);
};

export interface Holding {
  readonly fact: DraftFact & { readonly state: FactState };
  readonly holder: string;
}

/** What says at a time who has a place, in whatever words and of whomever it is told: "Rex is Ana's dog" is a fact about Rex. */
export const holdings = async (
  draft: Draft,
  { owner, label }: ToldPlace,
  at: Instant,
): Promise<Holding[]> => {
  const terms = searchTerms(label, TERMS);
  if (terms.length === 0) return [];
  const hits = await draft.space.searchFullText(terms, {
    kinds: ["FACT"],
    at: draft.validAt(at),
    limit: MOST_STATEMENTS,
  });
  const stored = await draft.facts.adopt(hits.flatMap(({ version }) => version ?? []));
  const names = namesOf(draft.entities.root(owner));
  return [...new Set([...stored, ...draft.facts.added])].flatMap((fact): Holding[] => {
    if (!coversTime(fact, at)) return [];
    const holder = holderIn(fact.state!.text, names, label);
    return holder === null ? [] : [{ fact: fact as Holding["fact"], holder }];
  });
};
