import { members } from "../../memory/entity.ts";
import { meaningfulWords } from "../../read/query-words.ts";
import { asksForSelf, isQuestion } from "../../read/question.ts";
import { recallItems } from "../../read/recall-items.ts";
import { recalledEntities } from "../../read/recalled-entities.ts";
import { search } from "../../read/search.ts";
import type { SearchHit } from "../../read/search-request.ts";
import type { ContextCut } from "../context-message.ts";
import { bulletsOf } from "../parts/bullets.ts";
import { secondStep } from "../parts/second-step.ts";
import { lastTurns } from "../parts/session-turns.ts";
import { identityPart } from "../parts/user-identity.ts";
import type { Policy, Situation } from "../strategy.ts";

interface Retrieved {
  readonly hits: readonly SearchHit[];
  readonly text: string;
  readonly dropped: number;
}

/** Facts of the user that are told beside what was found where the message speaks of the user, as "Where do I live?" does. */
const FACTS_OF_USER = 12;
const OF_USER =
  /(?<![\p{L}\p{N}])(?:i|i['’]m|me|my|mine|myself|we|us|our|ours|eu|meus?|minhas?|mim|comigo|nós|nossos?|nossas?)(?![\p{L}\p{N}])/iu;

/** A quotation that asks answers nothing. */
const ASKS = /[?？]["'”’)]*$/u;

/** What the graph holds that answers the message, as bullets: 30 hits for a question (and what these lead to), 15 for a statement. "Who am I?" puts the user first, and alone where nothing else is asked. */
const retrieve = async (situation: Situation, self: string | null): Promise<Retrieved> => {
  const {
    services: { read, settings },
    space,
    view,
    message,
    count,
  } = situation;
  const { hits: first } = await search(read, space, view, {
    query: message,
    mode: "HYBRID",
    kinds: ["FACT", "ENTITY", "EVENT"],
  });
  const hits = isQuestion(message)
    ? [...first, ...(await secondStep(situation, first, self))]
    : first;
  const asksSelf = self !== null && asksForSelf(message);
  const found = asksSelf && meaningfulWords(message).length === 0 ? [] : hits;
  const { user, items } = await recallItems(
    read.settings,
    space,
    view,
    { question: message, inSession: false, self },
    found,
  );
  const shown = await recalledEntities(
    space,
    found.flatMap(({ kind, subject }) => (kind === "ENTITY" ? [subject] : [])),
    view.at.knownAt,
  );
  const others = [
    ...new Map([...shown.values()].map((entity) => [entity.entity, entity])).values(),
  ];
  const own =
    asksSelf && user !== null
      ? items.filter((item) => item.kind === "FACT" && item.entity.entity === user.entity)
      : [];
  const important =
    user === null || !OF_USER.test(message)
      ? []
      : ((
          await space.importantFacts([
            { entities: members(user), at: view.at, limit: FACTS_OF_USER },
          ])
        )[0] ?? []);
  const ofUser = important.flatMap((version) =>
    user === null || version.confidence < read.settings.minConfidence
      ? []
      : [{ kind: "FACT" as const, entity: user, version }],
  );
  // Where likeness decides nothing by itself, a message that shares no word with this one is none to quote.
  const likeOnly = new Set(
    read.embedder.decides
      ? []
      : hits
          .filter(({ fullTextRank, lexical }) => fullTextRank === null && !lexical)
          .map(({ subject }) => subject),
  );
  const stated = items.filter(
    (item) => item.kind === "FACT" || (!ASKS.test(item.quotation) && !likeOnly.has(item.event.id)),
  );
  const { text, dropped } = await bulletsOf(
    space,
    view,
    [...own, ...stated, ...ofUser],
    asksSelf && user !== null ? [user, ...others] : others,
    { budget: settings.retrievedTokens, related: settings.relatedNames, count },
  );
  return { hits, text, dropped };
};

/** DESIGN.md §5: who the user is, what the graph holds that answers, and the last six messages. Turns stay for six hours. */
export const entityGraph: Policy = {
  budget: (_mode, { settings }) => settings.contextTokens,
  readsMemory: true,
  assemble: async (situation) => {
    const {
      space,
      view: {
        at: { knownAt },
      },
      services: { settings },
    } = situation;
    const [self, last] = await Promise.all([
      space.self(knownAt),
      lastTurns(situation, settings.graphMessages - 1),
    ]);
    const [retrieved, user] = await Promise.all([
      retrieve(situation, self),
      self === null
        ? null
        : recalledEntities(space, [self], knownAt).then((shown) => shown.get(self) ?? null),
    ]);
    const cut: ContextCut[] =
      retrieved.dropped === 0
        ? []
        : [{ origin: "RETRIEVED", reason: "BUDGET", messages: retrieved.dropped, tokens: 0 }];
    return {
      parts: [
        ...identityPart(user),
        ...(retrieved.text === ""
          ? []
          : [
              {
                role: "system",
                content: `What memory holds on this:\n${retrieved.text}`,
                origin: "RETRIEVED",
              } as const,
            ]),
        ...last.parts,
      ],
      cut: [...cut, ...last.cut],
      hits: retrieved.hits,
    };
  },
};
