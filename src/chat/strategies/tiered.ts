import { recallKey } from "../../read/recall-block.ts";
import { recalledEntities } from "../../read/recalled-entities.ts";
import { cutToTokens, encodingOf } from "../../memory/tokens.ts";
import type { ContextCut, ContextOrigin, ContextPart } from "../context-message.ts";
import { bulletsOf } from "../parts/bullets.ts";
import { lastTurns } from "../parts/session-turns.ts";
import { identityPart } from "../parts/user-identity.ts";
import { notesSeen } from "../parts/working-notes.ts";
import type { Policy, Situation } from "../strategy.ts";
import {
  COMPRESSED_AT_A_TIME,
  GRAPH_SHARE,
  LAST_MESSAGES,
  MOST_FULL,
  SESSION_SHARE,
  TIERED_BUDGETS,
  USER_SHARE,
} from "../tiered/budgets.ts";
import { compressNext } from "../tiered/compress.ts";
import {
  BATCHES,
  reachedBy,
  SUMMARY,
  type Batch,
  type SessionSummary,
} from "../tiered/kept-state.ts";
import { factsOfUser, ofSession, ofUserMemory, type Recollection } from "../tiered/recollect.ts";
import { referredTo } from "../tiered/referred.ts";
import { exactTurns } from "../tiered/verbatim.ts";

/** What a heading costs, and the two or three tokens of a message about its content. */
const HEADING = 24;

/** Tokens that are left, in all and of one part of the budget. */
class Room {
  #left: number;

  constructor(left: number) {
    this.#left = Math.max(0, left);
  }

  atMost(share: number): number {
    return Math.min(this.#left, Math.round(share));
  }

  take(tokens: number): void {
    this.#left -= tokens;
  }
}

/** Texts in their order as long as they fit, each counted by itself. */
const fitting = async (
  texts: readonly string[],
  budget: number,
  count: (text: string, index: number) => Promise<number> | number,
): Promise<{ readonly texts: readonly string[]; readonly tokens: number }> => {
  const kept: string[] = [];
  let tokens = 0;
  for (const [index, text] of texts.entries()) {
    const own = (await count(text, index)) + 2;
    if (tokens + own > budget) break;
    kept.push(text);
    tokens += own;
  }
  return { texts: kept, tokens };
};

const part = (origin: ContextOrigin, heading: string, text: string): ContextPart[] =>
  text === "" ? [] : [{ role: "system", content: `${heading}:\n${text}`, origin }];

/** What memory holds as one part within a share of the budget; what was told in another part is not told again. */
const recollected = async (
  situation: Situation,
  { items }: Recollection,
  budget: number,
  told: Set<string>,
): Promise<{ readonly text: string; readonly dropped: number }> => {
  const fresh = items.filter((item) => {
    const key = recallKey(item);
    return !told.has(key) && told.add(key);
  });
  if (fresh.length === 0 || budget <= HEADING) return { text: "", dropped: fresh.length };
  const {
    space,
    view,
    services: { settings },
    count,
  } = situation;
  return bulletsOf(space, view, fresh, [], {
    budget: budget - HEADING,
    related: settings.relatedNames,
    count,
  });
};

/**
 * DESIGN.md §5 and seed 003: the session summary, compressed messages, what is kept of the user (tier 3), what of this session is on the
 * message (tier 2), references of the context graph (tier 4), and the last messages as they were said (tier 1), each within its share of the
 * mode's budget. What has no room is left out, and said.
 */
export const tiered: Policy = {
  budget: (mode) => TIERED_BUDGETS[mode].total - TIERED_BUDGETS[mode].reserve,
  readsMemory: true,
  assemble: async (situation) => {
    const {
      services,
      space,
      view: {
        at: { knownAt },
      },
      mode,
      message,
      before,
      count,
    } = situation;
    const budget = TIERED_BUDGETS[mode];
    const cut: ContextCut[] = [];
    const [self, last, batchNotes, [summaryNote], ...taken] = await Promise.all([
      budget.session ? space.self(knownAt) : null,
      lastTurns(situation, budget.session ? MOST_FULL + COMPRESSED_AT_A_TIME - 1 : LAST_MESSAGES),
      notesSeen<Batch>(situation, BATCHES),
      notesSeen<SessionSummary>(situation, SUMMARY),
      count(services.prompts.system),
      count(message),
    ]);
    const batches = batchNotes.map(({ value }) => value);
    const reached = reachedBy(batches, summaryNote?.value);
    const prompt = taken.reduce((sum, tokens) => sum + tokens, 0);
    const all = new Room(budget.total - budget.reserve - prompt);
    const full = new Room(budget.full - prompt);
    const fullRoom = (share: number): number => Math.min(all.atMost(share), full.atMost(share));
    const spend = (tokens: number): void => {
      all.take(tokens);
      full.take(tokens);
    };

    // Tier 1: the last exchanges and the session summary.
    const turns = last.turns
      .filter(({ seq }, index) => seq > reached || index >= last.turns.length - LAST_MESSAGES)
      .toReversed();
    const tokensOf = new Map(
      await Promise.all(turns.map(async ({ id, content }) => [id, await count(content)] as const)),
    );
    const sent = new Set<string>();
    const send = (from: number, to: number): void => {
      for (const [index, { id }] of turns.entries()) {
        if (
          index < from ||
          index >= to ||
          sent.size !== index ||
          tokensOf.get(id)! > fullRoom(Infinity)
        )
          continue;
        sent.add(id);
        spend(tokensOf.get(id)!);
      }
    };
    send(0, LAST_MESSAGES);
    const summary =
      summaryNote === undefined
        ? ""
        : await cutToTokens(
            summaryNote.value.summary,
            Math.max(0, all.atMost(budget.summary) - HEADING),
            encodingOf(services.write.models.replier),
          );
    all.take(summary === "" ? 0 : (await count(summary)) + HEADING);

    // Tiers 2 to 4.
    const user =
      self === null ? null : ((await recalledEntities(space, [self], knownAt)).get(self) ?? null);
    const identity = identityPart(user);
    for (const { content } of identity) spend(await count(content));
    const nothing: Recollection = { hits: [], items: [] };
    const ofUser = budget.session ? factsOfUser(situation, user) : Promise.resolve([]);
    const [inSession, kept, references, exact] = await Promise.all([
      budget.session ? ofSession(situation, user, ofUser) : nothing,
      budget.user ? ofUserMemory(situation, user, ofUser) : nothing,
      budget.graph ? referredTo(situation, sent) : [],
      budget.session ? exactTurns(situation, turns.at(-1)?.seq ?? before) : [],
    ]);
    const unsent: Recollection = {
      hits: inSession.hits,
      items: inSession.items.filter(
        (item) => item.kind === "FACT" || item.event.turn === null || !sent.has(item.event.turn),
      ),
    };
    const told = new Set<string>();
    const sessionRoom = fullRoom(budget.full * SESSION_SHARE);
    const session = await recollected(situation, unsent, sessionRoom, told);
    const quotable = exact.filter(
      ({ event, content }) =>
        (event === null || !told.has(event)) && !session.text.includes(content),
    );
    const sessionTokens = session.text === "" ? 0 : (await count(session.text)) + HEADING;
    const quoted = await fitting(
      quotable.map(({ content }) => `- user said: "${content.replace(/\s+/gu, " ").trim()}"`),
      sessionRoom - sessionTokens - HEADING,
      count,
    );
    spend(sessionTokens + quoted.tokens);
    const memory = await recollected(situation, kept, fullRoom(budget.full * USER_SHARE), told);
    spend(memory.text === "" ? 0 : (await count(memory.text)) + HEADING);
    const graph = await fitting(references, fullRoom(budget.full * GRAPH_SHARE) - HEADING, count);
    spend(graph.texts.length === 0 ? 0 : graph.tokens + HEADING);

    // Compressed messages, the newest first, and full ones beyond the last.
    const standing = batches.filter(({ state }) => state === "COMPRESSED").toReversed();
    const shown = await fitting(
      standing.map((batch) => batch.summary),
      Math.max(0, all.atMost(budget.compressed) - HEADING),
      (_, index) => standing[index]!.tokens,
    );
    all.take(shown.texts.length === 0 ? 0 : shown.tokens + HEADING);
    send(LAST_MESSAGES, turns.length);

    const leaves = (origin: ContextOrigin, messages: number, tokens = 0): void =>
      void (messages > 0 && cut.push({ origin, reason: "BUDGET", messages, tokens }));
    const unsentTurns = turns.filter(({ id }) => !sent.has(id));
    leaves(
      "TURN",
      unsentTurns.length,
      unsentTurns.reduce((sum, { id }) => sum + tokensOf.get(id)!, 0),
    );
    leaves(
      "COMPRESSED_TURNS",
      standing.length - shown.texts.length,
      standing.slice(shown.texts.length).reduce((sum, { tokens }) => sum + tokens, 0),
    );
    leaves("SESSION_MEMORY", session.dropped);
    leaves("USER_MEMORY", memory.dropped);
    leaves("REFERENCES", references.length - graph.texts.length);
    const between = (turns.at(-1)?.seq ?? before) - 1 - reached;
    if (between > 0 && last.cut.length === 0 && budget.session)
      cut.push({ origin: "TURN", reason: "NOT_SUMMARISED", messages: between, tokens: 0 });
    const sessionText = [session.text, ...quoted.texts.toReversed()]
      .filter((text) => text !== "")
      .join("\n");
    return {
      parts: [
        ...identity,
        ...part("SUMMARY", "Summary of this session", summary),
        ...part(
          "COMPRESSED_TURNS",
          "Earlier in this session, compressed",
          shown.texts.toReversed().join("\n\n"),
        ),
        ...part("USER_MEMORY", "What is remembered of the user beyond this session", memory.text),
        ...part("SESSION_MEMORY", "What this session holds on this", sessionText),
        ...part("REFERENCES", "When this was spoken of before", graph.texts.join("\n")),
        ...last.parts.filter(({ turn }) => turn !== undefined && sent.has(turn)),
      ],
      cut: [...cut, ...last.cut],
      hits: [...inSession.hits, ...kept.hits],
    };
  },
  keepUp: async (progress) => {
    while (await compressNext(progress));
  },
};
