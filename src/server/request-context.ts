import type { Caller } from "./auth/caller.ts";

/**
 * Makes what resolvers are handed, for one caller and one moment: the head of the caller's space is read as it stands now. The signal aborts
 * when the caller goes away before it has its answer.
 */
export type ContextOf<C extends object> = (caller: Caller, gone: AbortSignal) => Promise<C>;
