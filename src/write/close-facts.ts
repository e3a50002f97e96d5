import type { DecidedBy, Decision } from "../memory/decision.ts";
import { factVersionId, type FactState, type FactVersion } from "../memory/fact.ts";
import type { FactId } from "../memory/ids.ts";
import { earlier, later, type Instant, type TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import type { Draft } from "./draft/draft.ts";
import { coversTime, isBelieved, type DraftFact } from "./draft/facts.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";

/** One fact that is to be closed because of another one. */
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
  /** Null where nothing was closed. */
  readonly at: TimePoint | null;
  readonly decisions: readonly Decision[];
  readonly closed: readonly Closure[];
  readonly refused: readonly RefusedClosure[];
  readonly facts: readonly FactVersion[];
}

type Standing = DraftFact & { state: FactState };

/** Why a closure is refused; null where it stands to reason. */
const faultOf = (
  draft: Draft,
  loser: DraftFact | null,
  winner: DraftFact | null,
): string | null => {
  if (!loser || !winner || loser === winner) return "There are no two such facts.";
  const now = draft.known.validAt;
  if (
    !isBelieved(loser) ||
    !isBelieved(winner) ||
    !coversTime(loser, now) ||
    !coversTime(winner, now)
  )
    return "One of them is not believed any more.";
  if (
    draft.entities.root(loser.state.entity).entity !==
    draft.entities.root(winner.state.entity).entity
  )
    return "They are about different subjects: a fact is closed only by another one about its own.";
  return null;
};

/**
 * Until when the claim of a loser stands: until the winner's begins, so that of every time one of the two tells. Where that would leave it
 * nothing and let a fact come back whose place it had taken, it ends now instead.
 */
const endOf = async (draft: Draft, loser: Standing, winner: Standing): Promise<Instant> => {
  const end = earlier(later(winner.state.validFrom, loser.state.validFrom), loser.state.claimedTo);
  const { validAt } = draft.known;
  return (await draft.facts.bringsBack(loser, end, validAt))
    ? earlier(later(validAt, loser.state.validFrom), loser.state.claimedTo)
    : end;
};

const close = async (
  draft: Draft,
  { winner: winnerId, kind, reason, decidedBy, model }: Closure,
  loser: Standing,
  winner: Standing,
): Promise<void> => {
  const decision = draft.decisions.take({
    action: kind === "DUPLICATE" ? "NOOP" : "UPDATE",
    decidedBy,
    reason,
    factText: loser.state.text,
    candidates: [loser, winner].flatMap(({ stored }) =>
      stored ? [{ version: factVersionId(stored), similarity: 1 }] : [],
    ),
    occurredAt: loser.state.occurredAt,
    model,
  });
  const end = { reason: kind, by: winnerId };
  const claimedTo = await endOf(draft, loser, winner);
  await draft.facts.edit(loser, { ...loser.state, claimedTo, claimedEnd: end }, decision, end);
  // What says the same has confirmed the one that stays.
  if (kind === "DUPLICATE") draft.decisions.concerns(decision, winnerId);
};

/**
 * Closes facts that say what another one says, or that another one contradicts, as one commit: every closure is a decision, and reverting it
 * brings the fact back. As of before, all read as they did. A closure is refused, and the others go through, where one of the two facts is not
 * visible any more, where the winner has been closed itself, or where they are about different subjects (DESIGN.md §3, 9).
 */
export const closeFacts = async (
  services: WriteServices,
  space: SpaceStore,
  closures: readonly Closure[],
): Promise<ClosedFacts> => {
  if (closures.length === 0) return { at: null, decisions: [], closed: [], refused: [], facts: [] };
  const vectors = new Vectors(services);
  const { result } = await commitDraft(services, space, async (draft) => {
    const closed: Closure[] = [];
    const refused: RefusedClosure[] = [];
    const stored = await space.factsAsOf(
      [...new Set(closures.flatMap(({ loser, winner }) => [loser, winner]))].map((fact) => ({
        fact,
        knownAt: draft.known.knownAt,
      })),
    );
    await draft.facts.adopt(stored.filter((version) => version !== null));
    for (const closure of closures) {
      const [loser, winner] = [
        await draft.facts.find(closure.loser),
        await draft.facts.find(closure.winner),
      ];
      const fault = faultOf(draft, loser, winner);
      if (fault !== null) {
        refused.push({ facts: [closure.loser, closure.winner], reason: fault });
        continue;
      }
      await close(draft, closure, loser as Standing, winner as Standing);
      closed.push(closure);
    }
    if (closed.length === 0)
      return { finished: null, result: { at: null, decisions: [], closed, refused, facts: [] } };
    const finished = await draft.finish(vectors);
    const at = { knownAt: draft.recordedAt, validAt: later(draft.recordedAt, draft.known.validAt) };
    return {
      finished,
      result: {
        at,
        decisions: finished.drafted.decisions,
        closed,
        refused,
        facts: finished.drafted.facts,
      },
    };
  });
  return result;
};
