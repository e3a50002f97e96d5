import type { SpaceId } from "../store/port.ts";
import { ScopedValue } from "../scoped-value.ts";

const spaces = new ScopedValue<SpaceId>();

/** Runs `act` on behalf of a space: what it asks of shared resources counts for that space. */
export const onBehalfOf = <T>(space: SpaceId, act: () => T): T => spaces.run(space, act);

/** The space on whose behalf this code runs; undefined where it runs for none. */
export const actingSpace = (): SpaceId | undefined => spaces.current;

/** One text for one space. */
export const spaceKey = ({ tenant, user }: SpaceId): string => JSON.stringify([tenant, user]);
