import type { Caller } from "./auth/caller.ts";

/** Makes what resolvers are handed, for one caller and one moment: the head of the caller's space is read as it stands now. */
export type ContextOf<C extends object> = (caller: Caller) => Promise<C>;
