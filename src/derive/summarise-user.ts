import { members } from "../memory/entity.ts";
import type { DerivedMemory } from "../memory/derived-memory.ts";
import type { FactVersion } from "../memory/fact.ts";
import type { EntityId } from "../memory/ids.ts";
import { userSummaryId } from "../memory/memory-ids.ts";
import { tierIsOn } from "../memory/memory-settings.ts";
import type { Turn } from "../memory/session.ts";
import { BEGINNING, instantOf, later, plusMillis, type Instant } from "../memory/time.ts";
import { countTokens } from "../memory/tokens.ts";
import { addTokens, NO_TOKENS } from "../memory/usage.ts";
import type { KnownFact } from "../models/derive-tasks.ts";
import type { SpaceStore } from "../store/port.ts";
import { memorySettings } from "../read/memory-settings.ts";
import { recordMemories } from "../write/record-memories.ts";
import type { Derivation } from "./derivation.ts";
import { STRETCH_TOKENS, TURNS_READ, USER_SUMMARY_FACTS, USER_SUMMARY_TURNS } from "./settings.ts";
import { firstStretch, turnLimit } from "./stretches.ts";
import { standingMemory, withheld, type Summarised } from "./summarise-thread.ts";
import { summaryText } from "./summary-text.ts";

const isNew = (turn: Turn, covers: DerivedMemory["covers"]): boolean =>
  turn.seq > (covers[turn.session] ?? 0);

/**
 * Turns of all sessions that no version covers yet, the newest `limit` of them, oldest first. They are read from the newest on, until a page
 * holds none that is new.
 */
const newTurns = async (
  space: SpaceStore,
  covers: DerivedMemory["covers"],
  limit: number,
): Promise<Turn[]> => {
  const found: Turn[] = [];
  for (let after: string | undefined; found.length < limit;) {
    const page = await space.turnsRecorded({ page: { first: TURNS_READ, after } });
    const fresh = page.items.map(({ item }) => item).filter((turn) => isNew(turn, covers));
    found.push(...fresh);
    after = page.items.at(-1)?.cursor;
    if (fresh.length === 0 || !page.hasNextPage) break;
  }
  return found.slice(0, limit).toReversed();
};

/** The user's own facts that were first recorded after an instant: those about the user, and those that name the user. */
const newFacts = async (
  space: SpaceStore,
  after: Instant,
  knownAt: Instant,
  validAt: Instant,
): Promise<FactVersion[]> => {
  const self = await space.self(knownAt);
  const [entity] = self === null ? [] : await space.entitiesAsOf([{ entity: self, knownAt }]);
  if (entity == null) return [];
  const own: ReadonlySet<EntityId> = new Set(members(entity));
  const { items } = await space.recentFacts({
    at: { knownAt, validAt },
    from: plusMillis(after, 1),
    page: { first: USER_SUMMARY_FACTS },
  });
  return items
    .map(({ item }) => item)
    .filter((fact) => [fact.entity, ...fact.mentions].some((id) => own.has(id)))
    .toReversed();
};

/** What facts said that were closed or replaced after an instant. */
const goneTexts = async (
  space: SpaceStore,
  after: Instant,
  knownAt: Instant,
): Promise<string[]> => {
  const versions: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await space.changes({
      from: after,
      to: knownAt,
      page: { first: TURNS_READ, after: cursor },
    });
    for (const {
      item: { kind, before, after: now },
    } of page.items)
      if (
        before?.kind === "FACT" &&
        (kind === "FACT_CLOSED" || (kind === "FACT_UPDATED" && now?.id !== before.id))
      )
        versions.push(`${before.id}.${before.n}`);
    cursor = page.items.at(-1)?.cursor;
    if (!page.hasNextPage) break;
  }
  const found = await space.factVersions(
    versions.slice(-USER_SUMMARY_FACTS).map((version) => ({ version, knownAt })),
  );
  return found
    .filter((version): version is FactVersion => version !== null)
    .map(({ text }) => text);
};

/** As many facts, from the first on, as one question takes; those of one commit together, since what went in is told by time. */
const fitting = async (facts: readonly FactVersion[]): Promise<readonly FactVersion[]> => {
  let tokens = 0;
  for (const [i, { text, firstRecordedAt }] of facts.entries()) {
    tokens += await countTokens(text);
    if (tokens > STRETCH_TOKENS && i > 0 && facts[i - 1]!.firstRecordedAt < firstRecordedAt)
      return facts.slice(0, i);
  }
  return facts;
};

/**
 * The summary of the user across all threads: profile, preferences, work, environment, constraints. Reads the summary that stands, the turns
 * after those that it covers (the newest `limit` of them, 1,000 unless told), and the facts about the user that were recorded or closed since,
 * a stretch at a time. Each stretch is a version of `user_summary_{user}`.
 *
 * Idempotent as `summariseThread`: a version tells the last turn of every thread, and up to when facts went into it. Where
 * the user has switched long-term memory off there is none; what is switched off otherwise does not go into it. Throws BAD_USER_INPUT.
 */
export const summariseUser: Derivation<Summarised> = async (services, space, scope, run = {}) => {
  const limit = turnLimit(scope.limit) ?? USER_SUMMARY_TURNS;
  const id = userSummaryId(space.id.user);
  const settings = await memorySettings(space);
  if (!settings.longTermMemory) return withheld(services, space);
  let turns = 0;
  let tokens = NO_TOKENS;
  for (;;) {
    run.signal?.throwIfAborted();
    const head = (await space.head()).recordedAt;
    const before = await standingMemory(space, id);
    const covers = before?.covers ?? {};
    const knownAt = head ?? instantOf(services.now());
    const validAt = later(knownAt, instantOf(services.now()));
    const since = before?.coversEventsTo ?? BEGINNING;
    const fresh = settings.sessionMemory
      ? await newTurns(space, covers, Math.max(0, limit - turns))
      : [];
    const unread =
      head === null
        ? []
        : (await newFacts(space, since, knownAt, validAt)).filter(({ tier }) =>
            tierIsOn(settings, tier),
          );
    const facts = await fitting(unread);
    const gone = before === null || head === null ? [] : await goneTexts(space, since, knownAt);
    if (fresh.length === 0 && facts.length === 0 && gone.length === 0)
      return { at: { knownAt, validAt }, summary: before, turns, tokens };
    const stretch = await firstStretch(fresh);
    const answer = await services.models.summariseTalk(
      {
        of: "USER",
        previous: before?.sections ?? null,
        turns: stretch.talk,
        facts: facts.map(({ text, slot }): KnownFact => ({ text, slot })),
        gone,
      },
      { signal: run.signal },
    );
    tokens = addTokens(tokens, answer.tokens);
    const covered = { ...covers };
    for (const { session, seq } of stretch.turns)
      covered[session] = Math.max(covered[session] ?? 0, seq);
    const { at, stale } = await recordMemories(services, space, {
      memories: [
        {
          id,
          kind: "USER_SUMMARY",
          session: null,
          base: before?.n ?? null,
          content: summaryText(answer.value),
          sections: answer.value,
          validFrom: BEGINNING,
          covers: covered,
          coversEventsTo: facts.length < unread.length ? facts.at(-1)!.firstRecordedAt : knownAt,
          model: answer.model,
        },
      ],
    });
    if (stale.length > 0) continue;
    if (at === null) return withheld(services, space);
    turns += stretch.turns.length;
    run.progress?.({ done: turns, total: null });
  }
};
