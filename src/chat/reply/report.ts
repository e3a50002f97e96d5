import type { Strategy, Turn } from "../../memory/session.ts";
import type { TimePoint } from "../../memory/time.ts";
import type { AssembledContext } from "../context/assemble.ts";
import type { ChatMode } from "../strategies/strategy.ts";

/** The cost of a reply; the same measures for every strategy. */
export interface ChatMetrics {
  /**
   * Tokens as reported by the model; if it reports none, counted with its encoding for the context
   * and the reply.
   */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Time from the arrival of the message to the end of the reply. */
  readonly latencyMs: number;
  /** Turns of the session, including the reply. */
  readonly memoryTurnsStored: number;
  /** Messages of the context that are turns of the session, including the message replied to. */
  readonly contextTurnsSent: number;
}

/** The result of a chat. The report of its write contains what was extracted from the message. */
export interface ChatReport {
  readonly turn: Turn;
  readonly reply: Turn;
  readonly strategy: Strategy;
  readonly mode: ChatMode;
  /** The model that replied: `offline`, or its name. */
  readonly model: string;
  readonly metrics: ChatMetrics;
  readonly context: AssembledContext;
  /** Memory as of the context: before the message. */
  readonly at: TimePoint;
}
