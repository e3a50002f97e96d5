import type { Change } from "../../memory/change.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import { members } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { userSummaryId } from "../../memory/derived-memory-ids.ts";
import { tierIsOn, type MemorySwitches } from "../../memory/user-settings.ts";
import type { Turn } from "../../memory/session.ts";
import { BEGINNING, plusMillis, type Instant, type TimePoint } from "../../memory/time.ts";
import { countTokens } from "../../language/tokens.ts";
import { addTokens, NO_TOKENS } from "../../memory/usage.ts";
import type { SummaryInput } from "../../models/derive-tasks.ts";
import type { SpaceStore } from "../../store/port.ts";
import { userSettings } from "../../read/user-settings.ts";
import { recordMemories } from "../../write/operations/record-memories.ts";
import type { WriteServices } from "../../write/services.ts";
import { presentPoint, type Derivation } from "../derivation.ts";
import { BATCH_TOKENS, firstBatch, TURNS_READ, turnLimit } from "../session-turns.ts";
import { currentMemory, summaryVersion, withheldSummary, type SummaryRun } from "./summary.ts";

/**
 * Number of latest turns for a summary, unless the caller sets a limit. Facts cover earlier turns.
 */
export const USER_SUMMARY_TURNS = 1_000;
/** Number of latest facts for one version. */
const FACTS_READ = 500;

const isUncovered = (turn: Turn, covers: DerivedMemory["covers"]): boolean =>
  turn.seq > (covers[turn.session] ?? 0);

/**
 * The newest `limit` turns, of all sessions, that no version covers yet, oldest first. Reads from
 * the newest back, up to a page without an uncovered turn.
 */
const uncoveredTurns = async (
  space: SpaceStore,
  covers: DerivedMemory["covers"],
  limit: number,
): Promise<Turn[]> => {
  const turns: Turn[] = [];
  for (let after: string | undefined; turns.length < limit;) {
    const page = await space.turnsRecorded({ page: { first: TURNS_READ, after } });
    const fresh = page.items.map(({ item }) => item).filter((turn) => isUncovered(turn, covers));
    turns.push(...fresh);
    after = page.items.at(-1)?.cursor;
    if (fresh.length === 0 || !page.hasNextPage) break;
  }
  return turns.slice(0, limit).toReversed();
};

/**
 * Facts about the user, or naming the user, that were first recorded after an instant, oldest
 * first.
 */
const factsSince = async (
  space: SpaceStore,
  since: Instant,
  at: TimePoint,
): Promise<FactVersion[]> => {
  const { knownAt } = at;
  const self = await space.self(knownAt);
  const [entity] = self === null ? [] : await space.entitiesAsOf([{ entity: self, knownAt }]);
  if (entity == null) return [];
  const ownIds: ReadonlySet<EntityId> = new Set(members(entity));
  const { items } = await space.recentFacts({
    at,
    from: plusMillis(since, 1),
    page: { first: FACTS_READ },
  });
  return items
    .map(({ item }) => item)
    .filter((fact) => [fact.entity, ...fact.mentions].some((id) => ownIds.has(id)))
    .toReversed();
};

/** Version id of the fact that a change ended or replaced, if any. */
const retiredVersion = ({ kind, before, after }: Change): string[] =>
  before?.kind === "FACT" &&
  (kind === "FACT_CLOSED" || (kind === "FACT_UPDATED" && after?.id !== before.id))
    ? [`${before.id}.${before.n}`]
    : [];

/** Texts of the facts that were ended or replaced after an instant. */
const textsRetiredSince = async (
  space: SpaceStore,
  since: Instant,
  knownAt: Instant,
): Promise<string[]> => {
  const versions: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await space.changes({
      from: since,
      to: knownAt,
      page: { first: TURNS_READ, after },
    });
    versions.push(...page.items.flatMap(({ item }) => retiredVersion(item)));
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage) break;
  }
  const facts = await space.factVersions(
    versions.slice(-FACTS_READ).map((version) => ({ version, knownAt })),
  );
  return facts.flatMap((fact) => fact?.text ?? []);
};

/**
 * The first facts for one model call. Facts of one commit stay together, because a record time
 * identifies what was included.
 */
const factsThatFit = async (facts: readonly FactVersion[]): Promise<readonly FactVersion[]> => {
  let tokens = 0;
  let previous: FactVersion | undefined;
  for (const [position, fact] of facts.entries()) {
    tokens += await countTokens(fact.text);
    if (
      tokens > BATCH_TOKENS &&
      previous !== undefined &&
      previous.firstRecordedAt < fact.firstRecordedAt
    )
      return facts.slice(0, position);
    previous = fact;
  }
  return facts;
};

/** The inputs of the next version, read at the head. */
interface SummarySources {
  readonly summary: DerivedMemory | null;
  readonly at: TimePoint;
  readonly turns: readonly Turn[];
  readonly talk: SummaryInput["turns"];
  readonly facts: readonly FactVersion[];
  readonly retiredTexts: readonly string[];
  /** Record time up to which facts were included. */
  readonly factsTo: Instant;
}

/**
 * What is new since the last version of the summary: turns, facts, and the texts of facts that are
 * no longer true.
 */
const readSources = async (
  services: WriteServices,
  space: SpaceStore,
  settings: MemorySwitches,
  limit: number,
): Promise<SummarySources> => {
  const summary = await currentMemory(space, userSummaryId(space.id.user));
  const at = await presentPoint(services, space);
  const since = summary?.coversEventsTo ?? BEGINNING;
  const newTurns = settings.sessionMemory
    ? await uncoveredTurns(space, summary?.covers ?? {}, limit)
    : [];
  const unreadFacts = (await factsSince(space, since, at)).filter(({ tier }) =>
    tierIsOn(settings, tier),
  );
  const facts = await factsThatFit(unreadFacts);
  const last = facts.at(-1);
  return {
    summary,
    at,
    ...(await firstBatch(newTurns)),
    facts,
    retiredTexts: summary === null ? [] : await textsRetiredSince(space, since, at.knownAt),
    factsTo:
      last !== undefined && facts.length < unreadFacts.length ? last.firstRecordedAt : at.knownAt,
  };
};

const isUpToDate = ({ turns, facts, retiredTexts }: SummarySources): boolean =>
  turns.length === 0 && facts.length === 0 && retiredTexts.length === 0;

/** The last turn of every session that the next version covers. */
const coverageAfter = ({ summary, turns }: SummarySources): DerivedMemory["covers"] => {
  const covers = { ...summary?.covers };
  for (const { session, seq } of turns) covers[session] = Math.max(covers[session] ?? 0, seq);
  return covers;
};

/**
 * Updates the summary of the user across all sessions: profile, preferences, work, environment,
 * constraints. Reads the summary at the head, the turns after those that it covers (the newest
 * `limit`, default 1,000), and the facts about the user that were recorded or closed since, batch
 * by batch. Each batch makes one version. Idempotent like `summariseSession`: a version records the
 * last turn of every session, and the record time up to which facts were included. If long-term
 * memory is off, there is no summary. Other memory that is off is not included. Throws
 * BAD_USER_INPUT.
 */
export const summariseUser: Derivation<SummaryRun> = async (services, space, scope, run = {}) => {
  const limit = turnLimit(scope.limit) ?? USER_SUMMARY_TURNS;
  const settings = await userSettings(space);
  if (!settings.longTermMemory) return withheldSummary(services, space);
  let turns = 0;
  let tokens = NO_TOKENS;
  for (;;) {
    run.signal?.throwIfAborted();
    const sources = await readSources(services, space, settings, Math.max(0, limit - turns));
    const { summary } = sources;
    if (isUpToDate(sources)) return { at: sources.at, summary, turns, tokens };
    const answer = await services.models.summariseTalk(
      {
        of: "USER",
        previous: summary?.sections ?? null,
        turns: sources.talk,
        facts: sources.facts.map(({ text, slot }) => ({ text, slot })),
        noLongerTrue: sources.retiredTexts,
      },
      { signal: run.signal },
    );
    tokens = addTokens(tokens, answer.tokens);
    const version = summaryVersion(answer, {
      id: userSummaryId(space.id.user),
      kind: "USER_SUMMARY",
      session: null,
      base: summary?.n ?? null,
      covers: coverageAfter(sources),
      coversEventsTo: sources.factsTo,
    });
    const { at, stale } = await recordMemories(services, space, { memories: [version] });
    if (stale.length > 0) continue;
    if (at === null) return withheldSummary(services, space);
    turns += sources.turns.length;
    run.progress?.({ done: turns, total: null });
  }
};
