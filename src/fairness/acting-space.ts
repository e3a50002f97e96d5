import { ScopedValue } from "../async/scoped-value.ts";
import type { SpaceId } from "../store/port.ts";

const spaces = new ScopedValue<SpaceId>();

/** Runs `act` for a space: its use of shared resources counts for that space. */
export const onBehalfOf = <T>(space: SpaceId, act: () => T): T => spaces.run(space, act);

/** The space for which this code runs; undefined if there is none. */
export const actingSpace = (): SpaceId | undefined => spaces.current;
