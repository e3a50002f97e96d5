import type { SessionId } from "../memory/ids.ts";
import type { Strategy } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";
import { POLICIES } from "./policies.ts";
import type { ChatServices } from "./services.ts";
import type { Progress } from "./strategy.ts";

/** Has a strategy keep up a session in the background, where it keeps anything. */
export const keepUpSession = (
  services: ChatServices,
  space: SpaceStore,
  progress: Omit<Progress, "services" | "space"> & { readonly strategy: Strategy },
): void => {
  const { strategy, ...rest } = progress;
  const { keepUp } = POLICIES[strategy];
  if (keepUp)
    services.background.keepUp(space, progress.session.id, () =>
      keepUp({ services, space, ...rest }),
    );
};

/** The same for sessions whose turns were stored by writes. */
export const keepUpWritten = (
  services: ChatServices,
  space: SpaceStore,
  sessions: Iterable<SessionId>,
): void => {
  const keepUp = async (id: SessionId): Promise<void> => {
    const [session] = await space.sessionsById([id]);
    if (session)
      keepUpSession(services, space, {
        session,
        strategy: session.strategy,
        lastSeq: session.turnCount,
        exchange: null,
      });
  };
  for (const id of new Set(sessions)) services.background.follow(space, id, keepUp(id), "KEEP_UP");
};
