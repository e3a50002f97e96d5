import { contentHash } from "../memory/content-hash.ts";
import type { DerivedMemory } from "../memory/derived-memory.ts";
import type { SessionId } from "../memory/ids.ts";
import { episodeId, procedureId } from "../memory/memory-ids.ts";
import { Problem } from "../memory/problem.ts";
import type { Turn } from "../memory/session.ts";
import { instantOf, later, type Instant, type TimePoint } from "../memory/time.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import type { DrawnEpisode, DrawnProcedure } from "../models/derive-tasks.ts";
import type { SpaceStore } from "../store/port.ts";
import { memorySettings } from "../read/memory-settings.ts";
import { recordMemories, type MemoryToRecord } from "../write/record-memories.ts";
import type { WriteServices } from "../write/services.ts";
import type { Derivation } from "./derivation.ts";
import { moveWindow, readWindow } from "./records-window.ts";
import { PROCEDURES_SHOWN } from "./settings.ts";
import { withheld } from "./summarise-thread.ts";
import { sentence } from "./summary-text.ts";
import { startOfLast, stretchAfter, turnLimit } from "./stretches.ts";

export interface RecordsDrawn {
  readonly at: TimePoint;
  readonly turns: number;
  /** Those that are new. */
  readonly episodes: readonly DerivedMemory[];
  /** Those that are new, or were changed. */
  readonly procedures: readonly DerivedMemory[];
  readonly tokens: TokenUsage;
}

const dayOf = (at: Instant): string => (at.endsWith("T00:00:00.000Z") ? at.slice(0, 10) : at);

/** What happened, when, with whom, how it ended: in words. */
const episodeText = ({ what, when, with: others, outcome }: DrawnEpisode): string =>
  [
    sentence(what),
    ...(when === null ? [] : [`When: ${dayOf(when)}.`]),
    ...(others.length === 0 ? [] : [`With: ${others.join(", ")}.`]),
    ...(outcome === null ? [] : [`Outcome: ${sentence(outcome)}`]),
  ].join(" ");

const section = (heading: string, lines: readonly (string | null)[]) => ({
  heading,
  lines: lines.filter((line) => line !== null),
});

type Common = Pick<MemoryToRecord, "session" | "covers" | "coversEventsTo" | "model">;

const episodeOf = (
  episode: DrawnEpisode,
  id: string,
  saidAt: Instant,
  common: Common,
): MemoryToRecord => {
  const { what, when, with: others, outcome } = episode;
  return {
    ...common,
    id,
    base: null,
    kind: "EPISODIC",
    content: episodeText(episode),
    sections: [
      section("what", [what]),
      section("when", [when]),
      section("with", others),
      section("outcome", [outcome]),
    ],
    validFrom: when !== null && when <= saidAt ? when : saidAt,
  };
};

/** A wish that says what is known to the letter is none; one that changes a known one is its next version. */
const proceduresOf = (
  drawn: readonly DrawnProcedure[],
  known: readonly DerivedMemory[],
  idOf: (n: number) => string,
  saidAt: Instant,
  common: Common,
): MemoryToRecord[] => {
  const said = new Set(known.map(({ content }) => contentHash(content)));
  const replaced = new Set<string>();
  return drawn.flatMap(({ text, replaces }, i): MemoryToRecord[] => {
    const content = sentence(text);
    if (said.has(contentHash(content))) return [];
    said.add(contentHash(content));
    const before = known.find(({ id }) => id === replaces && !replaced.has(id));
    if (before) replaced.add(before.id);
    return [
      {
        ...common,
        id: before?.id ?? idOf(i + 1),
        base: before?.n ?? null,
        kind: "PROCEDURAL",
        content,
        sections: [section("procedure", [content])],
        validFrom: saidAt,
      },
    ];
  });
};

/** Whether the records of a stretch are on record already: they are all one commit. */
const isRecorded = async (
  space: SpaceStore,
  session: SessionId,
  until: number,
  knownAt: Instant,
): Promise<boolean> =>
  (
    await space.memoryHistory(
      [episodeId(session, until, 1), procedureId(session, until, 1)].map((memory) => ({
        memory,
        knownAt,
      })),
    )
  ).some(({ length }) => length > 0);

const standingProcedures = async (
  services: WriteServices,
  space: SpaceStore,
  knownAt: Instant,
): Promise<DerivedMemory[]> => {
  const validAt = later(knownAt, instantOf(services.now()));
  return (
    await space.derivedMemories({
      kinds: ["PROCEDURAL"],
      at: { knownAt, validAt },
      page: { first: PROCEDURES_SHOWN },
    })
  ).items.map(({ item }) => item);
};

/**
 * Episodes and procedures from a thread (`scope.session`), from the turns since those that were gone through before (of them at most the newest
 * `limit`), a stretch at a time; each stretch is one commit.
 *
 * Idempotent: before a model is asked about a stretch, a note of the session says up to where it reaches, so that it is the same stretch after a
 * crash, and its records have ids made of session and last turn. Where those are on record, nobody is asked again. Where the user has
 * switched session memory off, nothing is drawn. Throws NOT_FOUND, BAD_USER_INPUT.
 */
export const drawRecords: Derivation<RecordsDrawn> = async (services, space, scope, run = {}) => {
  const limit = turnLimit(scope.limit);
  const { session } = scope;
  const [found] = session === undefined ? [] : await space.sessionsById([session]);
  if (session === undefined || found == null)
    throw new Problem("NOT_FOUND", "There is no such session.");
  const episodes: DerivedMemory[] = [];
  const procedures: DerivedMemory[] = [];
  let turns = 0;
  let tokens = NO_TOKENS;
  if (!(await memorySettings(space)).sessionMemory)
    return { at: (await withheld(services, space)).at, turns, episodes, procedures, tokens };
  for (;;) {
    run.signal?.throwIfAborted();
    const window = await readWindow(space, session);
    const knownAt = (await space.head()).recordedAt ?? instantOf(services.now());
    const isUnderWay = window.until > window.covered;
    const start =
      isUnderWay || limit === undefined || turns > 0
        ? window.covered
        : await startOfLast(space, session, window.covered, limit);
    const stretch = await stretchAfter(space, session, start, undefined);
    const until = isUnderWay ? window.until : (stretch.turns.at(-1)?.seq ?? 0);
    const own = stretch.turns.filter(({ seq }) => seq <= until);
    if (until === 0)
      return { at: { knownAt, validAt: knownAt }, turns, episodes, procedures, tokens };
    if (!isUnderWay && !(await moveWindow(space, session, window, start, until))) {
      if ((await space.sessionsById([session]))[0] == null)
        throw new Problem("NOT_FOUND", "There is no such session.");
      continue;
    }
    const first: Turn | undefined = own[0];
    if (first !== undefined && !(await isRecorded(space, session, until, knownAt))) {
      const known = await standingProcedures(services, space, knownAt);
      const answer = await services.models.drawRecords(
        {
          turns: stretch.talk.slice(0, own.length),
          procedures: known.map(({ id, content }) => ({ id, text: content })),
        },
        { signal: run.signal },
      );
      tokens = addTokens(tokens, answer.tokens);
      const common: Common = {
        session,
        covers: { [session]: until },
        coversEventsTo: null,
        model: answer.model,
      };
      const drawn = [
        ...answer.value.episodes.map((episode, i) =>
          episodeOf(episode, episodeId(session, until, i + 1), first.occurredAt, common),
        ),
        ...proceduresOf(
          answer.value.procedures,
          known,
          (n) => procedureId(session, until, n),
          first.occurredAt,
          common,
        ),
      ];
      const { memories, stale } = await recordMemories(services, space, { memories: drawn });
      if (stale.length > 0) continue;
      episodes.push(...memories.filter(({ kind }) => kind === "EPISODIC"));
      procedures.push(...memories.filter(({ kind }) => kind === "PROCEDURAL"));
      turns += own.length;
    }
    const moved = await readWindow(space, session);
    if (moved.until === until && moved.covered < until)
      await moveWindow(space, session, moved, until, until);
    run.progress?.({ done: until, total: found.turnCount });
  }
};
