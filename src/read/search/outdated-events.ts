import { sameValue } from "../../language/value.ts";
import { factsDrawn, type Decision } from "../../memory/decision.ts";
import type { Event } from "../../memory/event.ts";
import { factOfVersion, isEmpty, type FactVersion } from "../../memory/fact.ts";
import type { EventId, FactId } from "../../memory/ids.ts";
import { visibleAt, type Instant, type TimePoint } from "../../memory/time.ts";
import { contentHash } from "../../memory/content-hash.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";

/** The outdated content of a message at a view. */
export interface OutdatedContent {
  /** Visible facts that have replaced facts of the message, each once. */
  readonly by: readonly FactVersion[];
  /** Whether no fact that was extracted from the message still holds. */
  readonly isWhole: boolean;
}

/** Maximum number of facts in a succession from an ended fact to its replacement. */
const LONGEST_SUCCESSION = 6;

type NewestVersions = ReadonlyMap<FactId, FactVersion>;

const newestVersions = async (
  space: SpaceStore,
  facts: readonly FactId[],
  knownAt: Instant,
): Promise<NewestVersions> => {
  const versions =
    facts.length === 0 ? [] : await space.factsAsOf(facts.map((fact) => ({ fact, knownAt })));
  return new Map(
    versions.flatMap((version) => (version === null ? [] : [[version.fact, version] as const])),
  );
};

/**
 * Why a fact no longer holds at a view, and its replacement; null if it holds, or is in the future.
 */
const endOf = (newest: FactVersion, at: TimePoint): FactVersion["end"] => {
  if (visibleAt(newest, at)) return null;
  const isOver = newest.validTo <= at.validAt || isEmpty(newest);
  const end = newest.expiredAt <= at.knownAt ? newest.closing : isOver ? newest.end : null;
  return end === null || end.reason === "DUPLICATE" ? null : end;
};

const statesTheSame = (a: FactVersion, b: FactVersion): boolean =>
  a.slot !== null && a.slot === b.slot && a.value !== null && b.value !== null
    ? sameValue(a.value, b.value)
    : a.hash === b.hash;

/** A fact of a message that has ended, and the fact that its succession has reached. */
interface Succession {
  readonly endedFact: FactVersion;
  readonly next: FactId | null;
}

/**
 * The visible fact at the end of each succession; null if nothing replaced the ended fact. At most
 * `LONGEST_SUCCESSION` store calls, usually none.
 */
const successors = async (
  space: SpaceStore,
  successions: readonly Succession[],
  at: TimePoint,
): Promise<ReadonlyMap<FactId, FactVersion | null>> => {
  const successorOf = new Map<FactId, FactVersion | null>();
  let openSuccessions = successions;
  for (let step = 0; step < LONGEST_SUCCESSION && openSuccessions.length > 0; step++) {
    const versions = await newestVersions(
      space,
      [...new Set(openSuccessions.flatMap(({ next }) => next ?? []))],
      at.knownAt,
    );
    const continuedSuccessions: Succession[] = [];
    for (const { endedFact, next } of openSuccessions) {
      const version = next === null ? undefined : versions.get(next);
      if (version !== undefined && visibleAt(version, at)) successorOf.set(endedFact.fact, version);
      else if (version === undefined) successorOf.set(endedFact.fact, null);
      else continuedSuccessions.push({ endedFact, next: endOf(version, at)?.by ?? null });
    }
    openSuccessions = continuedSuccessions;
  }
  return successorOf;
};

/** Whether a later statement has corrected the value of a slot that never changes (rule 19). */
const isCorrectedByStatement = (
  { slot, own, value }: FactVersion,
  vocabulary: Vocabulary,
): boolean =>
  slot !== null && vocabulary.isConstant(slot) && own !== null && !sameValue(own.value, value);

/**
 * The fact whose value may have corrected a claim to a slot that never changes: the claim shows
 * nothing, and the decision names the fact that it was laid to. Null if there is none.
 */
export const correctingFact = (
  { fact }: Decision,
  claim: FactVersion,
  vocabulary: Vocabulary,
): FactId | null =>
  claim.slot !== null && vocabulary.isConstant(claim.slot) && isEmpty(claim) && fact !== claim.fact
    ? fact
    : null;

/**
 * Whether a visible fact was corrected to a statement other than the one extracted from the
 * message.
 */
export const isCorrected = (
  { factText }: Decision,
  newest: FactVersion,
  at: TimePoint,
  vocabulary: Vocabulary,
): boolean =>
  visibleAt(newest, at) &&
  (newest.sourceContext === "CORRECTED" || isCorrectedByStatement(newest, vocabulary)) &&
  newest.hash !== contentHash(factText);

/**
 * Reads at once what `outdatedEvents` would read one after the other: an event names most of the
 * facts that were extracted from it. The space must cache reads (`readingOnce`). Does nothing if
 * reads take no time but that of this process.
 */
export const readAheadOfOutdated = async (
  space: SpaceStore,
  events: readonly Pick<Event, "id" | "outcome">[],
  at: TimePoint,
): Promise<void> => {
  if (events.length === 0 || space.readsInProcess) return;
  const versionIds = events.flatMap(({ outcome }) =>
    outcome === null ? [] : [...outcome.added, ...outcome.updated, ...outcome.unchanged],
  );
  await Promise.all([
    space.decisionsOfEvents(
      events.map(({ id }) => id),
      at.knownAt,
    ),
    versionIds.length === 0
      ? null
      : space.changedFacts([...new Set(versionIds.map(factOfVersion))], at),
  ]);
};

/**
 * The messages with outdated content at a view: facts extracted from them were replaced, ended,
 * withdrawn or corrected. A fact that is in the future, has reached its stated end, or is stated by
 * its replacement is not outdated. Two store calls, and one for each step of a succession.
 */
export const outdatedEvents = async (
  space: SpaceStore,
  events: readonly EventId[],
  at: TimePoint,
  vocabulary: Vocabulary,
): Promise<ReadonlyMap<EventId, OutdatedContent>> => {
  if (events.length === 0) return new Map();
  const decisions = await space.decisionsOfEvents(events, at.knownAt);
  const drawings = decisions.map((ofEvent) =>
    ofEvent.map((decision) => ({ decision, facts: factsDrawn(decision) })),
  );
  const drawnFacts = [...new Set(drawings.flat().flatMap(({ facts }) => facts))];
  const changedVersions = drawnFacts.length === 0 ? [] : await space.changedFacts(drawnFacts, at);
  if (changedVersions.length === 0) return new Map();
  const changedById = new Map(changedVersions.map((version) => [version.fact, version]));
  const decisionOf = new Map(
    drawings
      .flat()
      .flatMap(({ decision, facts }) => facts.map((fact) => [fact, decision] as const)),
  );
  const successions = changedVersions.flatMap((version): Succession[] => {
    const end = endOf(version, at);
    if (end !== null) return [{ endedFact: version, next: end.by }];
    const decision = decisionOf.get(version.fact);
    const next = decision === undefined ? null : correctingFact(decision, version, vocabulary);
    return next === null ? [] : [{ endedFact: version, next }];
  });
  const successorOf = await successors(space, successions, at);
  const replacementOf = (decision: Decision, fact: FactId): FactVersion | null | undefined => {
    const version = changedById.get(fact);
    if (version === undefined) return undefined;
    if (isCorrected(decision, version, at, vocabulary)) return version;
    const successor = successorOf.get(version.fact);
    return successor && statesTheSame(successor, version) ? undefined : successor;
  };
  return new Map(
    events.flatMap((event, i): (readonly [EventId, OutdatedContent])[] => {
      const own = (drawings[i] ?? []).flatMap(({ decision, facts }) =>
        facts.map((fact) => replacementOf(decision, fact)),
      );
      const replacements = own.filter((replacement) => replacement !== undefined);
      if (replacements.length === 0) return [];
      const by = new Map(
        replacements.flatMap((fact) => (fact === null ? [] : [[fact.fact, fact]])),
      );
      return [[event, { by: [...by.values()], isWhole: replacements.length === own.length }]];
    }),
  );
};
