import type { Decision, Effect } from "../../memory/decision.ts";
import type { DecisionId, EventId, FactId, NewId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";

/** A new decision. The draft adds its effects and its record time. */
export interface DecisionInput extends Pick<
  Decision,
  "action" | "decidedBy" | "reason" | "factText" | "occurredAt"
> {
  readonly candidates?: Decision["candidates"];
  readonly event?: EventId | null;
  readonly model?: string | null;
  readonly tokens?: Decision["tokens"];
}

/** The decisions of one draft, with their effects. */
export class DraftDecisions {
  readonly #decisions = new Map<DecisionId, Decision>();
  readonly #revertedBy = new Map<DecisionId, DecisionId>();
  readonly #newId: NewId;
  readonly #recordedAt: Instant;

  constructor(newId: NewId, recordedAt: Instant) {
    this.#newId = newId;
    this.#recordedAt = recordedAt;
  }

  /** Adds a decision and returns its id. */
  take(input: DecisionInput): DecisionId {
    const id = this.#newId();
    this.#decisions.set(id, {
      id,
      candidates: [],
      event: null,
      model: null,
      tokens: null,
      ...input,
      fact: null,
      effects: [],
      recordedAt: this.#recordedAt,
      reverted: null,
    });
    return id;
  }

  /** Sets the fact of a decision. */
  setFact(id: DecisionId, fact: FactId): void {
    this.#decisions.set(id, { ...this.of(id), fact });
  }

  /** Sets the outcome of a decision after the line has been settled. */
  setOutcome(id: DecisionId, outcome: Pick<Decision, "action" | "reason">): void {
    this.#decisions.set(id, { ...this.of(id), ...outcome });
  }

  /** Adds an effect to a decision. */
  addEffect(id: DecisionId, effect: Effect): void {
    const decision = this.of(id);
    this.#decisions.set(id, { ...decision, effects: [...decision.effects, effect] });
  }

  /** Marks a recorded decision as reverted by one of this draft. */
  revert(decision: DecisionId, by: DecisionId): void {
    this.#revertedBy.set(decision, by);
  }

  /** Whether a decision belongs to this draft. */
  has(id: DecisionId | null): id is DecisionId {
    return id !== null && this.#decisions.has(id);
  }

  /** A decision of this draft. Throws for any other. */
  of(id: DecisionId): Decision {
    const decision = this.#decisions.get(id);
    if (!decision) throw new Error(`No decision ${id} in this draft.`);
    return decision;
  }

  get all(): readonly Decision[] {
    return [...this.#decisions.values()];
  }

  get reversals(): readonly { readonly decision: DecisionId; readonly by: DecisionId }[] {
    return [...this.#revertedBy].map(([decision, by]) => ({ decision, by }));
  }
}
