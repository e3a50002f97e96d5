import type { MemoryKind } from "../../src/memory/search-text.ts";
import type { ReadServices } from "../../src/read/services.ts";
import type { ReadSettings } from "../../src/read/settings.ts";
import { defaultSearch, type EvidenceSearch } from "../evidence.ts";

/** A variant of search that is compared with the others. */
export interface Variant {
  readonly name: string;
  /** Whether speaker and day are indexed with each message. */
  readonly indexesAbout: boolean;
  readonly asking: EvidenceSearch;
}

const EVENTS: readonly MemoryKind[] = ["EVENT"];

/** `search` unchanged: the variant of the headline figures. */
export const AS_IT_IS = "search as it is";

/** From the bare words up to the unchanged `search`, then `search` without one ingredient. */
export const variantsOf = (services: ReadServices): Variant[] => {
  const { settings } = services;
  const variant = (
    name: string,
    {
      about = true,
      set = {},
      ...request
    }: Partial<Pick<EvidenceSearch, "mode" | "kinds">> & {
      about?: boolean;
      set?: Partial<ReadSettings>;
    } = {},
  ): Variant => ({
    name,
    indexesAbout: about,
    asking: {
      ...defaultSearch({ ...services, settings: { ...settings, ...set } }),
      ...request,
    },
  });
  return [
    variant("messages, their words alone", { mode: "FULL_TEXT", kinds: EVENTS, about: false }),
    variant("+ speaker and day in the index", { mode: "FULL_TEXT", kinds: EVENTS }),
    variant("+ facts", { mode: "FULL_TEXT" }),
    variant(AS_IT_IS),
    variant("without facts", { kinds: EVENTS }),
    variant("without speaker and day in the index", { about: false }),
    variant("without what was said before and after", {
      set: { neighbourWeights: [], answerWeight: 0 },
    }),
    variant("without more weight on answers", {
      set: { answerWeight: settings.neighbourWeights[0] ?? 0 },
    }),
    variant("without words that say the same", { set: { relatedWords: 0 } }),
    variant("with all that messages around give of a word", { set: { bestNeighbourShare: 0 } }),
    variant("without less weight on what asks", { set: { askingFactor: 1 } }),
    variant("without more weight on times", { set: { timeFactor: 1 } }),
    variant("without more weight on whom the question names", { set: { namedSpeakerFactor: 1 } }),
    variant("without the session's share", { set: { sessionWeight: 0 } }),
    variant("without the conversation's share in facts", { set: { factContextShare: 0 } }),
  ];
};
