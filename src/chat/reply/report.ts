import type { Strategy, Turn } from "../../memory/session.ts";
import type { TimePoint } from "../../memory/time.ts";
import type { AssembledContext } from "../context/assemble.ts";
import type { ChatMode } from "../strategies/strategy.ts";

/** The cost of a reply; the same measures for every strategy. */
export interface ChatMetrics {
  /**
   * Tokens as the model reports them; if it reports none, as its encoding counts the context and
   * the reply.
   */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Time from the arrival of the message to the end of the reply. */
  readonly latencyMs: number;
  /** Turns of the session, the reply included. */
  readonly memoryTurnsStored: number;
  /** Messages of the context that are turns of the session, the message replied to included. */
  readonly contextTurnsSent: number;
}

/** What a chat did. The report of its write tells what was drawn from the message. */
export interface ChatReport {
  readonly turn: Turn;
  readonly reply: Turn;
  readonly strategy: Strategy;
  readonly mode: ChatMode;
  /** The model that replied: `offline`, or its name. */
  readonly model: string;
  readonly metrics: ChatMetrics;
  readonly context: AssembledContext;
  /** Memory as the context saw it: before the message. */
  readonly at: TimePoint;
}
