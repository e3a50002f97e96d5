import type { FactState } from "../../memory/fact.ts";
import type { FactId, RelationshipId } from "../../memory/ids.ts";
import { foldName } from "../../memory/names.ts";
import { slotOfRelation } from "../../memory/relation-slots.ts";
import type { ExtractedFact, ExtractedRelation } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import { isBelieved, type DraftFact } from "../draft/facts.ts";
import type { Stage, Work } from "../work.ts";
import { reconcileFact, type Reconciled } from "./reconcile.ts";
import type { Resolved } from "./resolve.ts";

export interface Related {
  readonly relationships: readonly RelationshipId[];
  /** What became of the mirror facts. */
  readonly mirrors: readonly Reconciled[];
}

/** `works_at` reads `works at`, and `friend_of` reads `is a friend of`. */
const spoken = (type: string): string => {
  const words = type.replaceAll("_", " ");
  return words.endsWith(" of") ? `is ${/^[aeiou]/u.test(words) ? "an" : "a"} ${words}` : words;
};

/** How well a fact names both ends: the relation's own words count before confidence. */
const bestEvidence = (
  draft: Draft,
  resolved: Resolved,
  relation: ExtractedRelation,
  facts: readonly DraftFact[],
): DraftFact | null => {
  const source = draft.entities.root(resolved.get(relation.source)!).entity;
  const target = draft.entities.root(resolved.get(relation.target)!).entity;
  const names = (fact: DraftFact & { state: FactState }, end: string, id: string): boolean =>
    fact.state.mentions.some((mention) => draft.entities.root(mention).entity === id) ||
    ` ${foldName(fact.state.text)} `.includes(` ${foldName(end)} `);
  return (
    facts
      .filter(isBelieved)
      .filter(
        (fact) => names(fact, relation.source, source) && names(fact, relation.target, target),
      )
      .toSorted((a, b) => b.state.confidence - a.state.confidence)[0] ?? null
  );
};

/** A statement that took something back and names both ends: what it says instead (she left, he quit) is worth keeping as it was said. */
const retraction = (
  relation: ExtractedRelation,
  facts: readonly ExtractedFact[],
): ExtractedFact | null => {
  const names = (text: string, end: string): boolean =>
    ` ${foldName(text)} `.includes(` ${foldName(end)} `);
  const found = facts.find(
    ({ action, text }) =>
      action === "DELETE" && names(text, relation.source) && names(text, relation.target),
  );
  return found ? { ...found, action: "NEW", slot: null, value: null } : null;
};

const mirrorFact = (work: Work, relation: ExtractedRelation): ExtractedFact => ({
  subject: relation.source,
  text: `${relation.source} ${spoken(relation.type)} ${relation.target}`,
  action: "NEW",
  confidence: work.settings.mirrorConfidence,
  category: "SPECIFIC_EVENT",
  slot: slotOfRelation(relation.type),
  value: slotOfRelation(relation.type) === null ? null : relation.target,
  validFrom: null,
  validTo: null,
});

/**
 * The relationships of stage 10: each rests on the best fact of the message that names both its ends; where there is none, on a mirror
 * fact, which is reconciled like any other; where a retraction names them, on what it says.
 */
export const relate: Stage<
  {
    readonly draft: Draft;
    readonly resolved: Resolved;
    readonly facts: readonly ExtractedFact[];
    readonly relations: readonly ExtractedRelation[];
    readonly reconciled: readonly Reconciled[];
    readonly mayMirror: boolean;
  },
  Related
> = async (work, { draft, resolved, facts: extracted, relations, reconciled, mayMirror }) => {
  const facts = reconciled.flatMap(({ fact, action, decision }) =>
    fact === null || action === "DELETE" ? [] : [{ fact: draft.facts.get(fact), decision }],
  );
  if (relations.length > 0)
    await draft.entities.load(
      facts.flatMap(({ fact }) => (isBelieved(fact) ? fact.state.mentions : [])),
    );
  const relationships = new Set<RelationshipId>();
  const mirrors: Reconciled[] = [];
  for (const relation of relations) {
    const best = bestEvidence(
      draft,
      resolved,
      relation,
      facts.map(({ fact }) => fact),
    );
    let evidence: { readonly fact: FactId; readonly decision: string } | null = best && {
      fact: best.fact,
      decision: facts.find(({ fact }) => fact === best)!.decision,
    };
    if (evidence === null && mayMirror && work.settings.mirrorFacts) {
      const said = retraction(relation, extracted);
      const mirrored = await reconcileFact(
        work,
        draft,
        resolved,
        said ?? mirrorFact(work, relation),
        said ? "STATED" : "INFERRED_FROM_RELATION",
      );
      if (mirrored) mirrors.push(mirrored);
      if (mirrored && mirrored.fact !== null)
        evidence = { fact: mirrored.fact, decision: mirrored.decision };
    }
    if (evidence === null) continue;
    const made = await draft.relationships.relate({
      source: resolved.get(relation.source)!,
      type: relation.type,
      target: resolved.get(relation.target)!,
      evidence: evidence.fact,
      decision: evidence.decision,
    });
    if (made !== null) relationships.add(made);
  }
  return {
    value: { relationships: [...relationships], mirrors },
    data: { relationships: relationships.size, mirrorFacts: mirrors.length },
  };
};
