import type { Strategy, Turn } from "../memory/session.ts";
import type { TimePoint } from "../memory/time.ts";
import type { AssembledContext } from "./assemble.ts";
import type { Mode } from "./mode.ts";

/** What a reply cost, told in the same words by every strategy. */
export interface ChatMetrics {
  /** As the model reports them; where it reports none, as its encoding counts the context, and the reply. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** From when the message was taken until the whole reply was there. */
  readonly latencyMs: number;
  /** Turns that the session has, the reply included. */
  readonly memoryTurnsStored: number;
  /** Messages of the context that are turns of the session, the one that is replied to included. */
  readonly contextTurnsSent: number;
}

/** What a chat did. What was drawn from the message is told by its write. */
export interface ChatReport {
  readonly turn: Turn;
  readonly reply: Turn;
  readonly strategy: Strategy;
  readonly mode: Mode;
  /** Which model replied: `offline`, or its name. */
  readonly model: string;
  readonly metrics: ChatMetrics;
  readonly context: AssembledContext;
  /** Memory as the context saw it: before the message. */
  readonly at: TimePoint;
}
