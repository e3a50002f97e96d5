import type { Strategy } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";
import { POLICIES } from "./policies.ts";
import type { ChatServices } from "./services.ts";
import type { Progress } from "./strategy.ts";

/** Has a strategy keep up a session in the background, where it keeps anything. */
export const keepUpSession = (services: ChatServices, space: SpaceStore, progress: Omit<Progress, "services" | "space"> & { readonly strategy: Strategy }): void => {
  const { strategy, ...rest } = progress;
  const { keepUp } = POLICIES[strategy];
  if (keepUp) services.background.keepUp(space, progress.session.id, () => keepUp({ services, space, ...rest }));
};
