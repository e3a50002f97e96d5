import type { Reference } from "../memory/reference.ts";
import type { Turn } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import { recogniseNames } from "./recognise-names.ts";
import { discussedIn } from "./references.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";

/**
 * Records what a reply speaks of (context graph, DISCUSSED): the entities whose names stand in it, in a commit of its own; no commit
 * where there are none, or the user has switched the context graph off. For a reply that is stored. No model is asked.
 */
export const noteDiscussed = async (
  services: WriteServices,
  space: SpaceStore,
  reply: Pick<Turn, "id" | "session" | "content" | "occurredAt">,
): Promise<readonly Reference[]> => {
  const vectors = new Vectors(services);
  const { references } = await commitDraft(services, space, async (draft) => {
    const recognised = draft.permits.contextGraph
      ? await recogniseNames(space, reply.content, draft.known.knownAt)
      : [];
    const references = discussedIn(draft, reply, recognised, services.newId);
    return {
      references,
      finished: references.length === 0 ? null : await draft.finish(vectors, { references }),
    };
  });
  return references;
};
