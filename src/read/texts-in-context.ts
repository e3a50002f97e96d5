import type { SpaceStore, TextHit } from "../store/port.ts";
import { inConversation } from "./conversation.ts";
import type { SearchPlan } from "./search-plan.ts";
import type { ReadSettings } from "./settings.ts";

/**
 * The list by words, its events ranked in their conversations, with those said beside them that have none of the words. At most two store
 * calls: what was said around the events, and the messages of those that the text list did not give.
 */
export const textsInContext = async (
  settings: ReadSettings,
  space: SpaceStore,
  plan: SearchPlan,
  hits: readonly TextHit[],
): Promise<TextHit[]> => {
  const { at } = plan.texts;
  const events = hits.filter(({ text }) => text.kind === "EVENT");
  const found = events.map(({ text, score }) => ({ event: text.subject, text: text.text, score }));
  const around = await space.eventsAround(
    found.map(({ event }) => event),
    settings.neighbourWeights.length,
    at,
  );
  const scored = inConversation(found, around, plan.names, settings);
  const own = new Map(events.map((hit) => [hit.text.subject, hit]));
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, plan.limit);
  const beside = best.map(({ event }) => event).filter((event) => !own.has(event));
  const messages = new Map(
    (beside.length === 0 ? [] : await space.events(beside, at.knownAt)).flatMap((event) =>
      event === null ? [] : [[event.id, event.message] as const],
    ),
  );
  const inContext = scored.flatMap(({ event, score }): TextHit[] => {
    const hit = own.get(event);
    if (hit) return [{ text: hit.text, version: hit.version, score }];
    const message = messages.get(event);
    return message === undefined
      ? []
      : [
          {
            text: { id: event, kind: "EVENT", subject: event, text: message },
            version: null,
            score,
          },
        ];
  });
  const ofEvent = new Map(scored.map(({ event, score }) => [event, score]));
  const others = hits
    .filter(({ text }) => text.kind !== "EVENT")
    .map((hit): TextHit => {
      const context = ofEvent.get(hit.version?.event ?? "");
      return context === undefined
        ? hit
        : {
            text: hit.text,
            version: hit.version,
            score:
              (1 - settings.factContextShare) * hit.score + settings.factContextShare * context,
          };
    });
  return [...others, ...inContext].toSorted((a, b) => b.score - a.score);
};
