import type { Change, ChangedVersion } from "../../memory/change.ts";
import type { Decision, Effect } from "../../memory/decision.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import { factOfVersion, type Closing, type FactVersion } from "../../memory/fact.ts";
import type { DecisionId } from "../../memory/ids.ts";
import { foldName } from "../../language/names.ts";
import { OPEN, type Instant } from "../../memory/time.ts";
import type { Tagged } from "../../memory/tags.ts";
import type { Reach } from "./reach.ts";
import { ERASED, namesAny } from "./words.ts";

/** Everything that an erasure removes, by id: remaining records are rewritten without it. */
export interface ErasedIds {
  readonly reach: Reach;
  /** The removed events; the other events of the reach remain without their words. */
  readonly events: ReadonlySet<string>;
  readonly relationships: ReadonlySet<string>;
  readonly decisions: ReadonlySet<DecisionId>;
}

/** Whether an effect concerns a remaining record. */
const effectStays = (effect: Effect, { facts, entities }: Reach): boolean => {
  if (effect.kind === "FACT") return !facts.has(effect.fact);
  if (effect.kind === "PROFILE") return !entities.has(effect.entity);
  return !entities.has(effect.from) && !entities.has(effect.into);
};

/**
 * Whether a remaining record depends on a decision. `needed`: decisions that created remaining
 * versions.
 */
export const decisionStays = (
  { id, action, fact, effects, event }: Decision,
  { reach, events }: Pick<ErasedIds, "reach" | "events">,
  neededDecisions: ReadonlySet<DecisionId>,
): boolean => {
  if (neededDecisions.has(id)) return true;
  if (event !== null && events.has(event) && action === "NOOP") return false;
  return (
    effects.some((effect) => effectStays(effect, reach)) ||
    (fact !== null && !reach.facts.has(fact))
  );
};

/** A decision without erased data. */
export const redactDecision = (
  decision: Decision,
  { reach, events }: ErasedIds,
  holdsWords: (text: string) => boolean,
): Decision => {
  const { fact, event, effects, reason, factText } = decision;
  const isFactErased =
    fact === null
      ? effects.some((effect) => effect.kind === "FACT" && reach.facts.has(effect.fact))
      : reach.facts.has(fact);
  const isEventErased = event !== null && events.has(event);
  const isReasonErased = holdsWords(reason) || (decision.decidedBy === "MODEL" && isFactErased);
  return {
    ...decision,
    reason: isReasonErased ? ERASED : reason,
    factText: isFactErased || isEventErased || holdsWords(factText) ? ERASED : factText,
    fact: fact !== null && reach.facts.has(fact) ? null : fact,
    candidates: decision.candidates.filter(
      ({ version }) => !reach.facts.has(factOfVersion(version)),
    ),
    effects: effects.filter((effect) => effectStays(effect, reach)),
    event: isEventErased ? null : event,
  };
};

const isErased = ({ kind, id }: ChangedVersion, { reach, relationships }: ErasedIds): boolean => {
  if (kind === "FACT") return reach.facts.has(id);
  return kind === "ENTITY" ? reach.entities.has(id) : relationships.has(id);
};

/**
 * If the successor of a replaced fact is erased, the fact counts as closed; if the predecessor of a
 * fact is erased, the fact counts as added.
 */
const kindWithout = (
  { kind, before: replacedItem }: Change,
  before: ChangedVersion | null,
  after: ChangedVersion | null,
): Change["kind"] => {
  if (kind !== "FACT_UPDATED") return kind;
  if (after === null) return "FACT_CLOSED";
  return replacedItem !== null && before === null ? "FACT_ADDED" : kind;
};

/** A change without erased data; null if nothing is left of it. */
export const redactChange = (change: Change, erasedIds: ErasedIds): Change | null => {
  const staying = (changedItem: ChangedVersion | null) =>
    changedItem && !isErased(changedItem, erasedIds) ? changedItem : null;
  const before = staying(change.before);
  const after = staying(change.after);
  if (before === null && after === null) return null;
  const { decision, event } = change;
  return {
    ...change,
    kind: kindWithout(change, before, after),
    before,
    after,
    entities: change.entities.filter((entity) => !erasedIds.reach.entities.has(entity)),
    decision: decision !== null && erasedIds.decisions.has(decision) ? null : decision,
    event: event !== null && erasedIds.events.has(event) ? null : event,
  };
};

const redactClosing = <C extends Closing>(closing: C | null, { facts }: Reach): C | null =>
  closing?.by != null && facts.has(closing.by) ? { ...closing, by: null } : closing;

/** Whether a speaker has an erased name. */
export const isErasedSpeaker = (speaker: string | null, { names }: Reach): boolean =>
  speaker !== null && names.includes(foldName(speaker));

const redactSpeaker = (speaker: string | null, reach: Reach): string | null =>
  isErasedSpeaker(speaker, reach) ? ERASED : speaker;

/** Tags that contain no erased name. */
const withoutNames = (tags: Tagged["tags"], { names }: Reach): Tagged["tags"] =>
  tags?.filter((tag) => !namesAny(tag, names));

/**
 * A version of a remaining fact, without its speaker and without the fact that replaced it. It
 * keeps its end: the remaining part of its claim becomes the whole claim, so that later claims
 * cannot extend it.
 */
const redactFactVersion = (version: FactVersion, isNewest: boolean, reach: Reach): FactVersion => {
  const end = redactClosing(version.end, reach);
  const isEndErased = isNewest && end !== version.end && version.expiredAt === OPEN;
  return {
    ...version,
    end,
    closing: redactClosing(version.closing, reach),
    speaker: redactSpeaker(version.speaker, reach),
    tags: withoutNames(version.tags, reach),
    mentions: version.mentions.filter((entity) => !reach.entities.has(entity)),
    claimedTo: isEndErased ? version.validTo : version.claimedTo,
    claimedEnd: isEndErased ? end : redactClosing(version.claimedEnd, reach),
  };
};

/** The versions of a fact, oldest first, without erased data. */
export const redactFact = (versions: readonly FactVersion[], reach: Reach): FactVersion[] =>
  versions.map((version, i) => redactFactVersion(version, i === versions.length - 1, reach));

/**
 * A version of an entity without the names of erased entities, and without a profile that was made
 * from erased facts (from `profilesFrom` on) or contains their words.
 */
export const redactEntity = (
  version: EntityVersion,
  reach: Reach,
  profilesFrom: Instant | null,
  holdsWords: (text: string) => boolean,
): EntityVersion => {
  const { mergedInto, profile, recordedAt } = version;
  const isProfileErased =
    profile !== null &&
    ((profilesFrom !== null && recordedAt >= profilesFrom) || holdsWords(profile));
  return {
    ...version,
    aliases: version.aliases.filter((alias) => !reach.names.includes(foldName(alias))),
    absorbed: version.absorbed.filter((id) => !reach.entities.has(id)),
    mergedInto: mergedInto !== null && reach.entities.has(mergedInto) ? null : mergedInto,
    profile: isProfileErased ? null : profile,
  };
};

/**
 * The outcome of a remaining event without the facts, entities and relationships that are erased.
 */
const redactOutcome = (
  { outcome }: Event,
  { reach, relationships }: ErasedIds,
): Event["outcome"] => {
  if (outcome === null) return null;
  const staying = (versions: readonly string[]) =>
    versions.filter((version) => !reach.facts.has(factOfVersion(version)));
  return {
    ...outcome,
    added: staying(outcome.added),
    updated: staying(outcome.updated),
    unchanged: staying(outcome.unchanged),
    deleted: staying(outcome.deleted),
    entities: outcome.entities.filter((entity) => !reach.entities.has(entity)),
    relationships: outcome.relationships.filter((id) => !relationships.has(id)),
  };
};

/** A remaining event without its message. */
export const redactEvent = (event: Event, erasedIds: ErasedIds): Event => ({
  ...event,
  message: ERASED,
  speaker: redactSpeaker(event.speaker, erasedIds.reach),
  tags: withoutNames(event.tags, erasedIds.reach),
  recentMessages: [],
  outcome: redactOutcome(event, erasedIds),
});

/** Another event without recent messages that contain erased words, and without erased results. */
export const redactMentions = (
  event: Event,
  erasedIds: ErasedIds,
  holdsWords: (text: string) => boolean,
): Event => ({
  ...event,
  tags: event.tags?.filter((tag) => !holdsWords(tag)),
  recentMessages: event.recentMessages.filter((message) => !holdsWords(message)),
  outcome: redactOutcome(event, erasedIds),
});
