import { STRATEGY_NAMES, type Strategy } from "../../src/memory/session.ts";
import type { WayName } from "./way.ts";

export const STRATEGIES: readonly Strategy[] = STRATEGY_NAMES;
/** Every way that is compared, in the order in which they are told. */
export const WAYS: readonly WayName[] = [...STRATEGIES, "FULL_HISTORY", "PLAIN_RETRIEVAL"];
