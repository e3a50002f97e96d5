import { loopQueue } from "../../fairness/loop-queue.ts";
import type { DecisionId, EntityId, FactId, RelationshipId } from "../../memory/ids.ts";
import {
  PLAIN_FACT,
  type ExtractedFact,
  type ExtractedRelation,
  type Extraction,
} from "../../models/port.ts";
import { isBelieved, type BelievedFact } from "../draft/draft-fact.ts";
import type { Draft } from "../draft/draft.ts";
import type { ResolvedEntities } from "../stages/resolve.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { Work } from "../work.ts";
import type { MessageJudge } from "./message-judge.ts";
import { reconcileFact, type Reconciliation } from "./reconcile-fact.ts";

/** The outcome of a fact of the message, and the relations that it states. */
export interface StatingFact extends Reconciliation {
  readonly states: readonly ExtractedRelation[];
}

/** The fact that states a relationship, and the decision that created it. */
interface Evidence {
  readonly fact: FactId;
  readonly decision: DecisionId;
}

/** A relation of the message between two resolved entities. */
interface ResolvedRelation {
  readonly relation: ExtractedRelation;
  readonly source: EntityId;
  readonly target: EntityId;
}

const resolveRelation = (
  resolvedEntities: ResolvedEntities,
  relation: ExtractedRelation,
): ResolvedRelation => {
  const [source, target] = [
    resolvedEntities.get(relation.source),
    resolvedEntities.get(relation.target),
  ];
  if (source === undefined || target === undefined)
    throw new Error(`A relation of ${relation.source} and ${relation.target} was not resolved.`);
  return { relation, source, target };
};

/** A fact of the message that holds. */
interface Candidate {
  readonly fact: BelievedFact;
  readonly decision: DecisionId;
  /** The keys of the relations that it states. */
  readonly statedKeys: ReadonlySet<string>;
}

/**
 * The most confident fact of the message that states a relation, or that mentions both of its ends.
 */
const bestEvidence = (
  draft: Draft,
  { relation, source, target }: ResolvedRelation,
  candidates: readonly Candidate[],
): Evidence | null => {
  const ends = [draft.entities.root(source), draft.entities.root(target)];
  const key = keyOf(relation);
  const [best] = candidates
    .filter(({ fact: { state }, statedKeys }) => {
      if (statedKeys.has(key)) return true;
      const mentions = new Set(state.mentions.map((id) => draft.entities.root(id)));
      return ends.every((end) => mentions.has(end));
    })
    .toSorted((a, b) => b.fact.state.confidence - a.fact.state.confidence);
  return best ? { fact: best.fact.fact, decision: best.decision } : null;
};

/**
 * Turns the type of a relation into words: `works_at` becomes `works at`, and `friend_of` becomes
 * `is a friend of`.
 */
export const spokenType = (type: string): string => {
  const words = type.replaceAll("_", " ");
  return words.endsWith(" of") ? `is ${/^[aeiou]/u.test(words) ? "an" : "a"} ${words}` : words;
};

/** A fact that states a relation that no fact of the message states. */
const mirrorFact = (
  { source, type, target }: ExtractedRelation,
  confidence: number,
  vocabulary: Vocabulary,
): ExtractedFact => {
  const namedSlot = vocabulary.slotOfRelation(type);
  const slot = namedSlot === null || namedSlot.inverse ? null : namedSlot.slot;
  return {
    ...PLAIN_FACT,
    subject: source,
    text: `${source} ${spokenType(type)} ${target}`,
    confidence,
    category: null,
    slot,
    value: slot === null ? null : target,
    relations: [{ source, type, target }],
  };
};

const keyOf = ({ source, type, target }: ExtractedRelation): string =>
  JSON.stringify([source, type, target]);

/** The mirror facts of the relations that no fact of the message states. */
export const mirrorFacts = (
  { settings, services: { vocabulary } }: Work,
  { facts, relations }: Pick<Extraction, "facts" | "relations">,
): ExtractedFact[] => {
  if (!settings.mirrorFacts) return [];
  const statedKeys = new Set(facts.flatMap((fact) => fact.relations.map(keyOf)));
  return relations
    .filter((relation) => !statedKeys.has(keyOf(relation)))
    .map((relation) => mirrorFact(relation, settings.mirrorConfidence, vocabulary));
};

/** Reconciles a mirror fact for a relation that no fact of the message states. */
const reconcileMirror = (
  work: Work,
  draft: Draft,
  resolvedEntities: ResolvedEntities,
  relation: ExtractedRelation,
  judge: MessageJudge,
): Promise<Reconciliation | null> =>
  reconcileFact(
    work,
    draft,
    resolvedEntities,
    mirrorFact(relation, work.settings.mirrorConfidence, work.services.vocabulary),
    judge,
    "INFERRED_FROM_RELATION",
  );

/** The facts of the message that may be evidence, with their mentions loaded. */
const evidenceOf = async (
  draft: Draft,
  reconciledFacts: readonly StatingFact[],
): Promise<readonly Candidate[]> => {
  const facts = reconciledFacts.flatMap(({ fact: id, action, decision, states }) => {
    const fact = id === null || action === "DELETE" ? null : draft.facts.get(id);
    return fact && isBelieved(fact)
      ? [{ fact, decision, statedKeys: new Set(states.map(keyOf)) }]
      : [];
  });
  await draft.entities.load(facts.flatMap(({ fact }) => fact.state.mentions));
  return facts;
};

/**
 * Adds the relationships of a message to the draft. The evidence of each is the best fact of the
 * message that states it or mentions both of its ends. Without such a fact the evidence is a mirror
 * fact, which is reconciled like any other. Returns the relationships, and the outcomes of the
 * mirror facts.
 */
export const relate = async (
  work: Work,
  draft: Draft,
  resolvedEntities: ResolvedEntities,
  message: {
    readonly extraction: Pick<Extraction, "facts" | "relations">;
    readonly reconciledFacts: readonly StatingFact[];
    readonly judge: MessageJudge;
    /** False if the settings of the user forbid facts of this message. */
    readonly mayMirror: boolean;
  },
): Promise<{
  readonly relationships: readonly RelationshipId[];
  readonly mirrors: readonly Reconciliation[];
}> => {
  const { facts, relations } = message.extraction;
  const relationships = new Set<RelationshipId>();
  const mirrors: Reconciliation[] = [];
  if (relations.length === 0) return { relationships: [], mirrors };
  const candidates = await evidenceOf(draft, message.reconciledFacts);
  const mirroredKeys = new Set(
    message.mayMirror
      ? mirrorFacts(work, { facts, relations }).flatMap((mirror) => mirror.relations.map(keyOf))
      : [],
  );
  for (const relation of relations) {
    await loopQueue.pause();
    const between = resolveRelation(resolvedEntities, relation);
    let evidence = bestEvidence(draft, between, candidates);
    if (evidence === null && mirroredKeys.has(keyOf(relation))) {
      const mirror = await reconcileMirror(work, draft, resolvedEntities, relation, message.judge);
      if (mirror) mirrors.push(mirror);
      if (mirror && mirror.fact !== null)
        evidence = { fact: mirror.fact, decision: mirror.decision };
    }
    if (evidence === null) continue;
    const relationship = await draft.relationships.relate({
      source: between.source,
      type: relation.type,
      target: between.target,
      evidence: evidence.fact,
      decision: evidence.decision,
    });
    if (relationship !== null) relationships.add(relationship);
  }
  return { relationships: [...relationships], mirrors };
};
