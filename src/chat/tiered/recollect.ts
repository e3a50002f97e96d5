import { members, type EntityVersion } from "../../memory/entity.ts";
import type { FactTier, FactVersion } from "../../memory/fact.ts";
import { recallItems } from "../../read/recall-items.ts";
import type { RecallItem } from "../../read/recall-block.ts";
import { search } from "../../read/search.ts";
import type { SearchHit } from "../../read/search-request.ts";
import type { Situation } from "../strategy.ts";

/** What memory holds on a message, the best first. */
export interface Recollection {
  readonly hits: readonly SearchHit[];
  readonly items: readonly RecallItem[];
}

/** Facts of the user that are told beside what was found. */
const FACTS_OF_USER = 40;

/** A quotation that asks answers nothing. */
const ASKS = /[?？]["'”’)]*$/u;

interface Scope {
  readonly session?: string;
  readonly tier?: FactTier;
}

/** What a search finds that is on the message, within a session or a tier: facts, and what may be quoted of messages. */
const found = async ({ services: { read }, space, view, message }: Situation, self: string | null, { session, tier }: Scope): Promise<Recollection> => {
  const { hits } = await search(read, space, view, { query: message, mode: "HYBRID", kinds: ["FACT", "EVENT"], session, tier });
  // The facts that an entity has beside are told by whoever asks for them: only these are of the scope.
  const { items } = await recallItems(read.settings, space, view, { question: message, inSession: true, self }, hits);
  return { hits, items: items.filter((item) => item.kind === "FACT" || !ASKS.test(item.quotation)) };
};

/** The user's most important facts. One store call. */
export const factsOfUser = async ({ space, view, services: { read } }: Situation, user: EntityVersion | null): Promise<FactVersion[]> => {
  if (user === null) return [];
  const [facts = []] = await space.importantFacts([{ entities: members(user), at: view.at, limit: FACTS_OF_USER }]);
  return facts.filter(({ confidence }) => confidence >= read.settings.minConfidence);
};

const told = (user: EntityVersion | null, facts: readonly FactVersion[]): RecallItem[] => (user === null ? [] : facts.map((version) => ({ kind: "FACT", entity: user, version })));

/** Tier 2: what of this session is on the message, and after it what else the user has said of himself in it. */
export const ofSession = async (situation: Situation, user: EntityVersion | null, ofUser: Promise<readonly FactVersion[]>): Promise<Recollection> => {
  const { session } = situation;
  const [{ hits, items }, facts] = await Promise.all([found(situation, user?.entity ?? null, { session: session.id }), ofUser]);
  return { hits, items: [...items, ...told(user, facts.filter((fact) => fact.session === session.id))] };
};

/** Tier 3: what is kept of the user beyond sessions that is on the message, and the rest of it; then what was said in other sessions. */
export const ofUserMemory = async (situation: Situation, user: EntityVersion | null, ofUser: Promise<readonly FactVersion[]>): Promise<Recollection> => {
  const { session } = situation;
  const self = user?.entity ?? null;
  const [kept, other, facts] = await Promise.all([found(situation, self, { tier: "LONG_TERM" }), found(situation, self, { tier: "SESSION" }), ofUser]);
  const elsewhere = other.items.filter((item) => (item.kind === "FACT" ? item.version.session : item.event.session) !== session.id);
  return {
    hits: [...kept.hits, ...other.hits],
    items: [...kept.items, ...told(user, facts.filter(({ tier }) => tier === "LONG_TERM")), ...elsewhere, ...told(user, facts.filter((fact) => fact.session !== session.id))],
  };
};
