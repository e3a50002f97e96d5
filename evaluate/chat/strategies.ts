import { STRATEGY_NAMES, type Strategy } from "../../src/memory/session.ts";
import type { WayName } from "./way.ts";

export const STRATEGIES: readonly Strategy[] = STRATEGY_NAMES;
/** Every compared way, in the order in which the conversation is told to them. */
export const WAYS: readonly WayName[] = [...STRATEGIES, "FULL_HISTORY", "PLAIN_RETRIEVAL"];
