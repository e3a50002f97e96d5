import type { DecidedBy, Decision } from "../../memory/decision.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { FactId } from "../../memory/ids.ts";
import { DIFFERENT_SUBJECTS } from "../../memory/reasons.ts";
import { earlier, later, type Instant, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import type { Draft } from "../draft/draft.ts";
import { candidateOf, coversTime, type BelievedFact } from "../draft/draft-fact.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";

/** A fact to end because of another one. */
export interface Closure {
  readonly loser: FactId;
  readonly winner: FactId;
  readonly kind: "DUPLICATE" | "CONTRADICT";
  readonly reason: string;
  readonly decidedBy: DecidedBy;
  readonly model: string | null;
}

export interface RefusedClosure {
  readonly facts: readonly FactId[];
  readonly reason: string;
}

export interface ClosedFacts {
  /** Null if no fact was ended. */
  readonly at: TimePoint | null;
  readonly decisions: readonly Decision[];
  readonly closures: readonly Closure[];
  readonly refusedClosures: readonly RefusedClosure[];
  readonly facts: readonly FactVersion[];
}

/** A closure with two facts that are both true now. */
interface Pair {
  readonly loser: BelievedFact;
  readonly winner: BelievedFact;
}

/** The two facts of a closure, or the reason for refusing it. */
const pairOf = async (draft: Draft, closure: Closure): Promise<Pair | string> => {
  const loser = await draft.facts.find(closure.loser);
  const winner = await draft.facts.find(closure.winner);
  if (!loser || !winner || loser === winner)
    return "The finding does not name two different facts.";
  const { validAt } = draft.headPoint;
  if (!coversTime(loser, validAt) || !coversTime(winner, validAt))
    return "One of the facts is no longer believed.";
  const [ofLoser, ofWinner] = [loser, winner].map(({ state }) => draft.entities.root(state.entity));
  if (ofLoser !== ofWinner) return DIFFERENT_SUBJECTS;
  return { loser, winner };
};

/**
 * The end of the loser: the start of the winner, so that one of the two covers every instant. The
 * fact that the loser had replaced does not show again.
 */
const endOf = ({ loser, winner }: Pair): Instant =>
  earlier(later(winner.state.validFrom, loser.state.validFrom), loser.validTo);

/**
 * Ends the loser of a pair, and records the decision. A duplicate ends without a change of meaning,
 * so its action is NOOP.
 */
const close = async (
  draft: Draft,
  { kind, reason, decidedBy, model }: Closure,
  pair: Pair,
): Promise<void> => {
  const { loser, winner } = pair;
  const decision = draft.decisions.take({
    action: kind === "DUPLICATE" ? "NOOP" : "UPDATE",
    decidedBy,
    reason,
    factText: loser.state.text,
    candidates: [candidateOf(loser), candidateOf(winner)],
    occurredAt: loser.state.occurredAt,
    model,
  });
  const closing = { reason: kind, by: winner.fact };
  await draft.facts.end(loser, endOf(pair), closing, decision);
  // A duplicate confirms the remaining fact.
  if (kind === "DUPLICATE") draft.decisions.setFact(decision, winner.fact);
};

const NOTHING_CLOSED: ClosedFacts = {
  at: null,
  decisions: [],
  closures: [],
  refusedClosures: [],
  facts: [],
};

/**
 * Ends facts that repeat or contradict others, in one commit. Every closure is a decision;
 * reverting it restores the fact. Views with an earlier record time do not change. A closure is
 * refused if one of its facts is no longer visible or if they are about different subjects; the
 * others are applied.
 */
export const closeFacts = async (
  services: WriteServices,
  space: SpaceStore,
  closures: readonly Closure[],
): Promise<ClosedFacts> => {
  if (closures.length === 0) return NOTHING_CLOSED;
  const vectors = new Vectors(services);
  const ids = [...new Set(closures.flatMap(({ loser, winner }) => [loser, winner]))];
  const { result } = await commitDraft(services, space, async (draft) => {
    const { knownAt, validAt } = draft.headPoint;
    const storedVersions = await space.factsAsOf(ids.map((fact) => ({ fact, knownAt })));
    await draft.facts.adopt(storedVersions.filter((version) => version !== null));
    const acceptedClosures: Closure[] = [];
    const refusedClosures: RefusedClosure[] = [];
    for (const closure of closures) {
      const pair = await pairOf(draft, closure);
      if (typeof pair === "string")
        refusedClosures.push({ facts: [closure.loser, closure.winner], reason: pair });
      else {
        await close(draft, closure, pair);
        acceptedClosures.push(closure);
      }
    }
    if (acceptedClosures.length === 0)
      return { finishedDraft: null, result: { ...NOTHING_CLOSED, refusedClosures } };
    const finishedDraft = await draft.finish(vectors);
    const at = { knownAt: draft.recordedAt, validAt: later(draft.recordedAt, validAt) };
    const { decisions, facts } = finishedDraft.draftContents;
    return {
      finishedDraft,
      result: { at, decisions, closures: acceptedClosures, refusedClosures, facts },
    };
  });
  return result;
};
