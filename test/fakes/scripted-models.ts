import { NO_TOKENS } from "../../src/memory/usage.ts";
import {
  PLAIN_FACT,
  type ChatMessage,
  type ExtractedFact,
  type Extraction,
  type Models,
} from "../../src/models/port.ts";
import type { Answer } from "../../src/models/answer.ts";
import { silentModels } from "./silent-models.ts";

export const extracted = (
  fact: Pick<ExtractedFact, "subject" | "text"> & Partial<ExtractedFact>,
): ExtractedFact => ({
  ...PLAIN_FACT,
  ...(fact.action === "DELETE" && { polarity: "ENDED" }),
  confidence: 0.95,
  category: "SPECIFIC_EVENT",
  ...fact,
});

export const nothing: Extraction = {
  entities: [],
  facts: [],
  relations: [],
  profiles: [],
  selfName: null,
  emotion: null,
};

export const answer = <T>(value: T, model = "scripted"): Answer<T> => ({
  value,
  calls: 1,
  tokens: { ...NO_TOKENS, input: 10, output: 5 },
  model,
});

export interface Script {
  /** The extraction from each message; empty for one that is not listed. An error makes extraction fail. */
  readonly says?: Readonly<Record<string, Partial<Extraction> | Error>>;
  readonly reconcile?: Models["reconcile"];
  readonly disambiguate?: Models["disambiguate"];
  readonly summarise?: Models["summarise"];
  /** The reply to the messages, sent in pieces of four characters. An error makes the reply fail. */
  readonly reply?: (messages: readonly ChatMessage[]) => string | Error | Promise<string | Error>;
  readonly compareFacts?: Models["compareFacts"];
  readonly summariseTalk?: Models["summariseTalk"];
  readonly extractEpisodes?: Models["extractEpisodes"];
  readonly describeEntity?: Models["describeEntity"];
}

/** Models that answer by a script and count the calls of each task. */
export const scriptedModels = (
  script: Script,
): Models & { readonly asked: Record<string, number> } => {
  const asked: Record<string, number> = {};
  const count = (task: string) => (asked[task] = (asked[task] ?? 0) + 1);
  const says = async (message: string): Promise<Answer<Extraction>> => {
    const said = script.says?.[message];
    if (said instanceof Error) throw said;
    return answer({ ...nothing, ...said });
  };
  return {
    ...silentModels,
    extractor: "scripted",
    replier: "scripted",
    asked,
    detectEmotion: async () => answer(null),
    extract: ({ message }) => (count("extract"), says(message)),
    extractBlind: ({ message }) => (count("extractBlind"), says(message)),
    reconcile: (input, call) => (
      count("reconcile"),
      (script.reconcile ?? silentModels.reconcile)(input, call)
    ),
    summarise: (input, call) => (
      count("summarise"),
      (script.summarise ?? silentModels.summarise)(input, call)
    ),
    reply: async function* (messages) {
      count("reply");
      const said =
        script.reply === undefined
          ? new Error("reply must not be called.")
          : await script.reply(messages);
      if (said instanceof Error) throw said;
      for (const text of said.match(/[\s\S]{1,4}/gu) ?? []) yield { text };
      yield answer(said);
    },
    compareFacts: (facts, call) => (
      count("compareFacts"),
      (script.compareFacts ?? silentModels.compareFacts)(facts, call)
    ),
    summariseTalk: (input, call) => (
      count("summariseTalk"),
      (script.summariseTalk ?? silentModels.summariseTalk)(input, call)
    ),
    extractEpisodes: (input, call) => (
      count("extractEpisodes"),
      (script.extractEpisodes ?? silentModels.extractEpisodes)(input, call)
    ),
    describeEntity: (input, call) => (
      count("describeEntity"),
      (script.describeEntity ?? silentModels.describeEntity)(input, call)
    ),
    disambiguate: (input, call) => (
      count("disambiguate"),
      (script.disambiguate ?? silentModels.disambiguate)(input, call)
    ),
  };
};
