import { contentHash } from "../../memory/content-hash.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import type { DecisionId, RelationshipId } from "../../memory/ids.ts";
import { IMPORTANCE } from "../../memory/importance.ts";
import { Problem } from "../../memory/problem.ts";
import { ALL_COVERED, firstValue, KNOWN_STATEMENT, OTHER_INTERVAL } from "../../memory/reasons.ts";
import { checkTags } from "../../memory/tags.ts";
import { OPEN } from "../../memory/time.ts";
import { snakeCase } from "../../language/names.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import {
  candidateOf,
  coversTime,
  isBelieved,
  type BelievedFact,
  type DraftFact,
  type NewFact,
} from "../draft/draft-fact.ts";
import type { Draft } from "../draft/draft.ts";
import { mentionsIn } from "../draft/mentions.ts";
import {
  checkConfidence,
  checkInterval,
  checkOccurredAt,
  checkShort,
  checkText,
  checkValue,
  checkValueOfSlot,
  IDEMPOTENCY_KEY_LENGTH,
  neitherLettersNorDigits,
} from "../limits.ts";
import { startMeter } from "../meter.ts";
import { checkLongTermMemory } from "../memory-switches.ts";
import { byRule, type Judgement } from "../reconcile/judgement.ts";
import { recordAddition, type AppliedFact } from "../reconcile/applied-fact.ts";
import { sameStatement } from "../reconcile/same-statement.ts";
import { judgeValue, replaceableInSlot } from "../reconcile/slot.ts";
import { sameValue } from "../../language/value.ts";
import { promote } from "../reconcile/promote.ts";
import {
  draftReport,
  outcomeOf,
  recordedReport,
  type WriteReport,
  type WriteResult,
} from "../report.ts";
import type { AssertFactRequest } from "../requests.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { WriteServices } from "../services.ts";
import { checkSession } from "../stages/guard.ts";
import { repeatedEvent } from "../events/repeated-event.ts";
import { pendingEvent } from "../stages/log-event.ts";
import { Vectors } from "../vectors/vectors.ts";
import { resolveRef } from "./entity-ref.ts";

const checkSnakeCase = (field: string, text: string | null | undefined): void => {
  if (text != null && snakeCase(text) === "") throw neitherLettersNorDigits(field);
};

const check = (request: AssertFactRequest, now: number): void => {
  checkText("text", request.text);
  checkShort("slot", request.slot);
  checkValue("value", request.value);
  checkShort("speaker", request.speaker);
  checkShort("idempotencyKey", request.idempotencyKey, IDEMPOTENCY_KEY_LENGTH);
  checkSnakeCase("slot", request.slot);
  checkSnakeCase("relationship.type", request.relationship?.type);
  checkConfidence(request.confidence);
  checkOccurredAt("occurredAt", request.occurredAt, now);
};

/** The entities of an asserted fact. */
interface FactEntities {
  readonly subject: EntityVersion;
  /** The other end of the relationship. */
  readonly target: EntityVersion | null;
}

/**
 * Resolves the entities of the fact. Throws SAME_ENTITY for a relationship of an entity with
 * itself.
 */
const resolveEntities = async (
  draft: Draft,
  { entity, relationship }: AssertFactRequest,
): Promise<FactEntities> => {
  const subject = await resolveRef(draft, "entity", entity);
  const target = relationship
    ? await resolveRef(draft, "relationship.target", relationship.target)
    : null;
  if (
    target &&
    draft.entities.root(target.entity).entity === draft.entities.root(subject.entity).entity
  )
    throw new Problem("SAME_ENTITY", "A relationship needs two different entities.");
  return { subject, target };
};

const listOf = ({ subject, target }: FactEntities): EntityVersion[] => [
  subject,
  ...(target ? [target] : []),
];

/** The statement and the claim of the fact. Throws INVALID_INTERVAL. */
const stateOf = (
  draft: Draft,
  request: AssertFactRequest,
  event: Event,
  entities: FactEntities,
): NewFact => {
  const { importanceCategory } = request;
  const { entity: subject } = entities.subject;
  const resolvedEntities = new Map(listOf(entities).map(({ name, entity }) => [name, entity]));
  const validFrom = request.validFrom ?? event.occurredAt;
  const claimedTo = request.validTo ?? OPEN;
  checkInterval(validFrom, claimedTo);
  return {
    entity: draft.entities.root(subject).entity,
    text: request.text.trim(),
    slot: request.slot ?? null,
    value: request.value?.trim() ?? null,
    confidence: request.confidence,
    importanceCategory,
    importance: IMPORTANCE[importanceCategory],
    sourceContext: request.sourceContext ?? "ASSERTED",
    tier: "LONG_TERM",
    validFrom,
    validFromKnown: request.validFromKnown ?? request.validFrom != null,
    claimedTo,
    claimedEnd: null,
    fromPrecision: request.validFromPrecision ?? "INSTANT",
    toPrecision: request.validToPrecision ?? "INSTANT",
    occurredAt: event.occurredAt,
    mentions: mentionsIn(request.text, subject, resolvedEntities, draft),
    hash: contentHash(request.text),
    textId: draft.facts.newText(),
    speaker: event.speaker,
    event: event.id,
    session: event.session,
    tags: event.tags,
  };
};

/**
 * Whether a known fact has the same statement as an asserted one, over the same interval from its
 * start on.
 */
const isConfirmed = ({ facts: { lines } }: Draft, fact: BelievedFact, state: NewFact): boolean =>
  coversTime(fact, state.validFrom) &&
  fact.state.claimedTo === state.claimedTo &&
  !lines.isOtherStage(state, fact.state) &&
  (fact.state.hash === state.hash ||
    (state.slot !== null && sameValue(fact.state.value, state.value)));

/** Judges the fact against the known facts, by the rules of `reconcile`. */
const judge = async (draft: Draft, state: NewFact): Promise<Judgement> => {
  const { slot } = state;
  if (slot !== null) {
    const candidates = await replaceableInSlot(draft, { ...state, slot });
    const judgement = judgeValue(
      draft,
      { slot, label: state.label ?? null, takesOver: false },
      candidates,
      (fact) => isConfirmed(draft, fact, state),
    );
    return judgement ?? byRule("ADD", null, firstValue(slot));
  }
  const same = await sameStatement(draft, state, [state.validFrom]);
  if (same === null) return byRule("ADD", null, "The statement is new.");
  return isConfirmed(draft, same.fact, state)
    ? byRule("NOOP", same.fact, KNOWN_STATEMENT, [same])
    : byRule("ADD", null, OTHER_INTERVAL, [same]);
};

/**
 * Makes the decision of the caller. An assertion needs no other reason, unless the fact is already
 * known.
 */
const decide = (
  draft: Draft,
  { action, reason, candidates: [first] }: Judgement,
  { text, event, occurredAt, sourceContext }: NewFact,
): DecisionId => {
  const grounds =
    sourceContext === "IMPORTED" ? "Imported from another memory." : "Asserted by the caller.";
  return draft.decisions.take({
    action,
    decidedBy: "CALLER",
    reason: action === "NOOP" ? reason : grounds,
    factText: text,
    candidates: first ? [candidateOf(first.fact)] : [],
    event,
    occurredAt,
  });
};

/**
 * Applies the judgement. Returns the outcome and the claim. A statement that is already known
 * becomes one more claim of the known fact.
 */
const apply = async (
  draft: Draft,
  judgement: Judgement,
  state: NewFact,
  decision: DecisionId,
  event: Event,
): Promise<AppliedFact> => {
  const { action, target } = judgement;
  if (action !== "NOOP" || target === null) {
    const addedFact = await draft.facts.add(state, decision);
    const appliedFact = recordAddition(draft, addedFact, judgement, decision);
    const knownFact =
      appliedFact.action === "NOOP" && appliedFact.fact !== null
        ? draft.facts.get(appliedFact.fact)
        : null;
    if (knownFact) await promote(draft, knownFact, event, ASSERTED);
    return appliedFact;
  }
  const { slot, chain, resumes } = target.state;
  await draft.facts.add(
    { ...state, slot, chain, restates: resumes ?? target.fact, hasText: false },
    decision,
  );
  draft.decisions.setFact(decision, target.fact);
  await promote(draft, target, event, ASSERTED);
  return { action, fact: target.fact };
};

const ASSERTED = { decidedBy: "CALLER", reason: "Asserted by the caller." } as const;

/**
 * Derives the relationship of an asserted fact from the entity to the target, with the fact as its
 * evidence. Null if no relationship is requested or the fact is not believed.
 */
const relate = async (
  draft: Draft,
  type: string | undefined,
  { subject, target }: FactEntities,
  fact: DraftFact | null,
  decision: DecisionId,
): Promise<RelationshipId | null> =>
  type === undefined || target === null || fact === null || !isBelieved(fact)
    ? null
    : draft.relationships.relate({
        source: subject.entity,
        type: snakeCase(type),
        target: target.entity,
        evidence: fact.fact,
        decision,
      });

/** Drafts the fact and all its consequences. */
const assertInDraft = async (
  draft: Draft,
  request: AssertFactRequest,
  event: Event,
  vocabulary: Vocabulary,
): Promise<WriteResult> => {
  const entities = await resolveEntities(draft, request);
  const slot =
    request.slot == null ? null : vocabulary.canonicalSlot(request.slot, entities.subject.type);
  checkValueOfSlot(vocabulary, slot, request.value);
  const label =
    slot === null
      ? null
      : vocabulary.claimLabel(slot, request.slot ?? slot, [request.relationship?.type ?? ""]);
  const state = { ...stateOf(draft, { ...request, slot }, event, entities), label };
  const judgement = await judge(draft, state);
  const decision = decide(draft, judgement, state);
  const appliedFact = await apply(draft, judgement, state, decision, event);
  const fact = appliedFact.fact === null ? null : draft.facts.get(appliedFact.fact);
  draft.entities.raiseImportance(state.entity, state.importance);
  const relationship = await relate(draft, request.relationship?.type, entities, fact, decision);
  return {
    facts: [appliedFact],
    entities: listOf(entities).map(({ entity }) => draft.entities.root(entity).entity),
    relationships: relationship === null ? [] : [relationship],
    extractor: "none",
    error: fact !== null && isBelieved(fact) ? null : ALL_COVERED,
  };
};

/**
 * Records a structured fact without calling a model. In a slot it replaces the known value from
 * `validFrom` on; a known statement is confirmed. Event, fact and relationship are one commit. A
 * repeated call with the same idempotency key returns the first report. Throws BAD_USER_INPUT,
 * INVALID_INTERVAL, INVALID_INSTANT, INVALID_VALUE, NOT_FOUND, SAME_ENTITY, MESSAGE_TOO_LONG,
 * IDEMPOTENCY_KEY_REUSED, MEMORY_OFF.
 */
export const assertFact = async (
  services: WriteServices,
  space: SpaceStore,
  request: AssertFactRequest,
): Promise<WriteReport> => {
  check(request, services.now());
  if (request.session != null) await checkSession(space, request.session);
  const meter = startMeter();
  const eventId = services.newId();
  const vectors = new Vectors(services);
  const tags = checkTags(request.tags);
  const input = {
    message: request.text,
    speaker: request.speaker ?? null,
    session: request.session ?? null,
    occurredAt: request.occurredAt ?? null,
    idempotencyKey: request.idempotencyKey ?? null,
    recentMessages: [],
    ...(tags !== undefined && { tags }),
  };
  const { report } = await commitDraft(services, space, async (draft) => {
    checkLongTermMemory(draft.permits);
    const earlierEvent = await repeatedEvent(space, input);
    if (earlierEvent)
      return { report: await recordedReport(space, earlierEvent), finishedDraft: null };
    const event = { ...pendingEvent(eventId, input, draft.recordedAt), turn: null };
    const result = await assertInDraft(draft, request, event, services.vocabulary);
    const finishedDraft = await draft.finish(vectors, {
      log: event,
      settle: (draftContents) => ({
        event: eventId,
        status: "APPLIED",
        emotion: null,
        outcome: outcomeOf(draft, draftContents, result, meter),
      }),
      vectorOf: event,
    });
    const settledEvent: Event = {
      ...event,
      status: "APPLIED",
      outcome: finishedDraft.commit.settled?.[0]?.outcome ?? null,
      settledAt: draft.recordedAt,
    };
    const report = draftReport(draft, finishedDraft, result, {
      meter,
      event: settledEvent,
      trace: null,
    });
    return { report, finishedDraft };
  });
  return report;
};
