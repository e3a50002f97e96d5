import { members, type EntityVersion } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
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

/** Hits among which tier 3 looks for what is kept, since those of the session itself stand among them. */
const HITS_OF_ALL = 60;

interface Scope {
  readonly session?: string;
  readonly first?: number;
}

/** What a search finds that is on the message, within a session or in all: facts, and what may be quoted of messages. */
const found = async (
  { services: { read }, space, view, message }: Situation,
  self: string | null,
  { session, first }: Scope,
  keep: (hit: SearchHit) => boolean = () => true,
): Promise<Recollection> => {
  const report = await search(read, space, view, {
    query: message,
    mode: "HYBRID",
    kinds: ["FACT", "EVENT"],
    session,
    first,
  });
  const hits = report.hits.filter(keep);
  // The facts that an entity has beside are told by whoever asks for them: only these are of the scope.
  const { items } = await recallItems(
    read.settings,
    space,
    view,
    { question: message, inSession: true, self },
    hits,
  );
  return {
    hits,
    items: items.filter((item) => item.kind === "FACT" || !ASKS.test(item.quotation)),
  };
};

/** The user's most important facts. One store call. */
export const factsOfUser = async (
  { space, view, services: { read } }: Situation,
  user: EntityVersion | null,
): Promise<FactVersion[]> => {
  if (user === null) return [];
  const [facts = []] = await space.importantFacts([
    { entities: members(user), at: view.at, limit: FACTS_OF_USER },
  ]);
  return facts.filter(({ confidence }) => confidence >= read.settings.minConfidence);
};

const told = (user: EntityVersion | null, facts: readonly FactVersion[]): RecallItem[] =>
  user === null ? [] : facts.map((version) => ({ kind: "FACT", entity: user, version }));

/** Tier 2: what of this session is on the message, and after it what else the user has said of himself in it. */
export const ofSession = async (
  situation: Situation,
  user: EntityVersion | null,
  ofUser: Promise<readonly FactVersion[]>,
): Promise<Recollection> => {
  const { session } = situation;
  const [{ hits, items }, facts] = await Promise.all([
    found(situation, user?.entity ?? null, { session: session.id }),
    ofUser,
  ]);
  return {
    hits,
    items: [
      ...items,
      ...told(
        user,
        facts.filter((fact) => fact.session === session.id),
      ),
    ],
  };
};

/** Tier 3: what is kept of the user beyond sessions that is on the message, and the rest of it; then what was said in other sessions. */
export const ofUserMemory = async (
  situation: Situation,
  user: EntityVersion | null,
  ofUser: Promise<readonly FactVersion[]>,
): Promise<Recollection> => {
  const { session } = situation;
  const self = user?.entity ?? null;
  const isKept = (fact: FactVersion): boolean => fact.tier === "LONG_TERM";
  const isElsewhere = (fact: FactVersion): boolean => fact.session !== session.id;
  const [{ hits, items }, facts] = await Promise.all([
    found(
      situation,
      self,
      { first: HITS_OF_ALL },
      ({ version }) => version === null || isKept(version) || isElsewhere(version),
    ),
    ofUser,
  ]);
  const known = items.filter((item) =>
    item.kind === "FACT" ? isKept(item.version) : item.event.session === null,
  );
  const elsewhere = items.filter(
    (item) =>
      !known.includes(item) &&
      (item.kind === "FACT" ? isElsewhere(item.version) : item.event.session !== session.id),
  );
  return {
    hits,
    items: [
      ...known,
      ...told(user, facts.filter(isKept)),
      ...elsewhere,
      ...told(user, facts.filter(isElsewhere)),
    ],
  };
};
