import type { TokenUsage } from "../memory/usage.ts";

/** The result of a task and its cost. */
export interface Answer<T> {
  readonly value: T;
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** The model that answered: `offline`, or its name. */
  readonly model: string;
  /**
   * Irregularities for the trace, such as failed attempts and dropped items. They quote nothing
   * that anybody said.
   */
  readonly notes?: readonly string[] | undefined;
}

/** How a task is called. */
export interface Call {
  /** Aborts the task: at the caller's deadline, or when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds after which the signal will abort, if known. The task plans its attempts by it.
   */
  readonly timeoutMs?: number | undefined;
}
