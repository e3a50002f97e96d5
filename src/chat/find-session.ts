import type { SessionId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import type { Session } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";

/** A session of this space. Throws NOT_FOUND for one that there is not, and alike for one of another space. */
export const findSession = async (space: SpaceStore, id: SessionId): Promise<Session> => {
  const [session] = await space.sessionsById([id]);
  if (!session) throw new Problem("NOT_FOUND", "There is no such session.");
  return session;
};
