import type { Session } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";
import type { ChatServices } from "./services.ts";

/** Characters of a recent message that extraction is shown. */
const RECENT_LENGTH = 500;

/** What was said just before, for extraction: rules read the user's words alone, a model is told which are an agent's. */
export const recentWords = async (
  { settings, write: { models } }: ChatServices,
  space: SpaceStore,
  session: Session,
): Promise<string[]> => {
  const { turns } = await space.turns({ session: session.id, last: settings.recentMessages });
  return turns
    .filter(({ role }) => role === "USER" || (role === "AGENT" && models.readsKnownFacts))
    .map(
      ({ role, content }) =>
        `${role === "AGENT" ? "(agent) " : ""}${content.slice(0, RECENT_LENGTH)}`,
    );
};
