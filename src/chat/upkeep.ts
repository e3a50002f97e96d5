import type { SessionId } from "../memory/ids.ts";
import type { Strategy } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";
import type { ChatServices } from "./services.ts";
import { STRATEGIES } from "./strategies/strategies.ts";
import type { SessionProgress } from "./strategies/strategy.ts";

/** Starts the upkeep of a session by a strategy in the background, if the strategy keeps notes. */
export const keepUpSession = (
  services: ChatServices,
  space: SpaceStore,
  strategy: Strategy,
  progress: Omit<SessionProgress, "services" | "space">,
): void => {
  const { keepUp } = STRATEGIES[strategy];
  if (keepUp)
    services.background.runUpkeep(space, progress.session.id, () =>
      keepUp({ services, space, ...progress }),
    );
};

/** Starts the upkeep of sessions whose turns were stored by writes. */
export const keepUpWritten = (
  services: ChatServices,
  space: SpaceStore,
  sessions: Iterable<SessionId>,
): void => {
  const keepUp = async (id: SessionId): Promise<void> => {
    const [session] = await space.sessionsById([id]);
    if (!session) return;
    const { strategy, turnCount } = session;
    keepUpSession(services, space, strategy, { session, lastSeq: turnCount, exchange: null });
  };
  for (const id of new Set(sessions)) services.background.track(space, id, keepUp(id), "KEEP_UP");
};
