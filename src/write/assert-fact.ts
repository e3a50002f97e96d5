import { contentHash } from "../memory/content-hash.ts";
import { factVersionId, isEmpty, type FactState } from "../memory/fact.ts";
import { IMPORTANCE } from "../memory/importance.ts";
import { snakeCase } from "../memory/names.ts";
import { Problem } from "../memory/problem.ts";
import { earlier, OPEN } from "../memory/time.ts";
import { NO_TOKENS } from "../memory/usage.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import type { Draft } from "./draft/draft.ts";
import { coversTime, isBelieved, type DraftFact } from "./draft/facts.ts";
import { resolveRef } from "./entity-ref.ts";
import { promote } from "./fact-tier.ts";
import { draftEvent, repeatedEvent } from "./log-event.ts";
import { mentionsIn } from "./mentions.ts";
import { checkLength, checkShort, IDEMPOTENCY_KEY_LENGTH } from "./message-limits.ts";
import { reportOf } from "./repeat-report.ts";
import type { WriteReport } from "./report.ts";
import type { AssertFactRequest } from "./requests.ts";
import type { WriteServices } from "./services.ts";
import { sameValue } from "./same-value.ts";
import { Vectors } from "./vectors.ts";
import { checkKeeping } from "./write-gate.ts";

const check = (request: AssertFactRequest): void => {
  if (request.text.trim() === "") throw new Problem("BAD_USER_INPUT", "text is blank.");
  checkLength("text", request.text);
  checkShort("slot", request.slot);
  checkShort("value", request.value, 4000);
  checkShort("speaker", request.speaker);
  checkShort("idempotencyKey", request.idempotencyKey, IDEMPOTENCY_KEY_LENGTH);
  if (request.slot != null && snakeCase(request.slot) === "")
    throw new Problem("BAD_USER_INPUT", "slot holds no letter and no figure.");
  if (request.confidence < 0 || request.confidence > 1)
    throw new Problem("BAD_USER_INPUT", "confidence lies between 0 and 1.");
  if (request.relationship && snakeCase(request.relationship.type) === "")
    throw new Problem("BAD_USER_INPUT", "relationship.type holds no letter and no figure.");
};

/** What stands in the way of the same statement, of the same slot or to the letter. */
const standing = async (
  draft: Draft,
  state: Omit<FactState, "chain">,
): Promise<DraftFact | null> => {
  if (state.slot !== null) {
    const line = await draft.facts.line(
      { entity: state.entity, slot: state.slot, chain: "" },
      earlier(state.validFrom, state.occurredAt),
    );
    return (
      line.find((fact) => coversTime(fact, state.validFrom)) ??
      line.find(
        (fact) => coversTime(fact, state.occurredAt) && fact.state?.validFromKnown === false,
      ) ??
      null
    );
  }
  const twins = await draft.facts.adopt(
    await draft.space.factsByHash(
      draft.entities.members(state.entity),
      state.hash,
      draft.validAt(state.validFrom),
    ),
  );
  return twins.find((fact) => isBelieved(fact) && coversTime(fact, state.validFrom)) ?? null;
};

const says = (fact: DraftFact, state: Omit<FactState, "chain">): boolean =>
  fact.state !== null &&
  coversTime(fact, state.validFrom) &&
  fact.state.claimedTo === state.claimedTo &&
  (fact.state.hash === state.hash ||
    (state.slot !== null && sameValue(fact.state.value, state.value)));

/**
 * Records a structured fact; no model is asked. Within a slot it takes the place of what stood there from `validFrom` on; the same
 * statement said again confirms. Event, fact and relationship are one commit. Throws BAD_USER_INPUT, INVALID_INTERVAL, NOT_FOUND,
 * MESSAGE_TOO_LONG, IDEMPOTENCY_KEY_REUSED, MEMORY_OFF.
 */
export const assertFact = async (
  services: WriteServices,
  space: SpaceStore,
  request: AssertFactRequest,
): Promise<WriteReport> => {
  check(request);
  if (request.session != null && (await space.sessionsById([request.session]))[0] == null)
    throw new Problem("NOT_FOUND", "There is no such session.");
  const started = performance.now();
  const eventId = services.newId();
  const vectors = new Vectors(services);
  const input = {
    message: request.text,
    speaker: request.speaker ?? null,
    session: request.session ?? null,
    occurredAt: request.occurredAt ?? null,
    idempotencyKey: request.idempotencyKey ?? null,
    recentMessages: [],
  };
  const built = await commitDraft(services, space, async (draft) => {
    checkKeeping(draft.permits);
    const repeated = await repeatedEvent(space, input);
    if (repeated) return { repeated, report: null, finished: null };
    const logged = { ...draftEvent(draft, eventId, input), turn: null };
    const validFrom = request.validFrom ?? logged.occurredAt;
    const claimedTo = request.validTo ?? OPEN;
    if (claimedTo <= validFrom)
      throw new Problem(
        "INVALID_INTERVAL",
        `validTo (${claimedTo}) must lie after validFrom (${validFrom}).`,
      );
    const entity = await resolveRef(draft, "entity", request.entity);
    const target = request.relationship
      ? await resolveRef(draft, "relationship.target", request.relationship.target)
      : null;
    if (
      target &&
      draft.entities.root(target.entity).entity === draft.entities.root(entity.entity).entity
    )
      throw new Problem("SAME_ENTITY", "A relationship needs two different entities.");
    const names = new Map(
      [entity, ...(target ? [target] : [])].map(({ entity: id, name }) => [name, id]),
    );
    const state: Omit<FactState, "chain"> = {
      entity: draft.entities.root(entity.entity).entity,
      text: request.text.trim(),
      slot: request.slot == null ? null : snakeCase(request.slot),
      value: request.value?.trim() ?? null,
      confidence: request.confidence,
      importanceCategory: request.importanceCategory,
      importance: IMPORTANCE[request.importanceCategory],
      sourceContext: request.sourceContext ?? "ASSERTED",
      tier: "LONG_TERM",
      validFrom,
      validFromKnown: request.validFromKnown ?? request.validFrom != null,
      claimedTo,
      claimedEnd: null,
      occurredAt: logged.occurredAt,
      mentions: mentionsIn(request.text, entity.entity, names, draft),
      hash: contentHash(request.text),
      textId: draft.facts.newText(),
      speaker: input.speaker,
      event: eventId,
      session: input.session,
    };
    const other = await standing(draft, state);
    const confirms = other !== null && says(other, state);
    const decision = draft.decisions.take({
      action: confirms ? "NOOP" : other && state.slot !== null ? "UPDATE" : "ADD",
      decidedBy: "CALLER",
      reason: confirms
        ? "It is known already."
        : request.sourceContext === "IMPORTED"
          ? "Imported from another memory."
          : "Asserted by the caller.",
      factText: state.text,
      candidates: other?.stored ? [{ version: factVersionId(other.stored), similarity: 1 }] : [],
      event: eventId,
      occurredAt: logged.occurredAt,
    });
    if (confirms) {
      draft.decisions.concerns(decision, other.fact);
      await promote(draft, other, logged, {
        decidedBy: "CALLER",
        reason: "Asserted by the caller.",
      });
    }
    const fact = confirms ? other : await draft.facts.add(state, decision);
    if (state.importance > draft.entities.root(entity.entity).importance)
      draft.entities.change(state.entity, { importance: state.importance });
    const relationship =
      request.relationship && target && isBelieved(fact)
        ? await draft.relationships.relate({
            source: entity.entity,
            type: snakeCase(request.relationship.type),
            target: target.entity,
            evidence: fact.fact,
            decision,
          })
        : null;
    const action = draft.decisions.of(decision).action;
    const outcomeOf = (version: string | null) => {
      const ids = (wanted: typeof action) =>
        action === wanted && version !== null ? [version] : [];
      return {
        added: ids("ADD"),
        updated: ids("UPDATE"),
        unchanged: ids("NOOP"),
        deleted: [],
        entities: [entity, ...(target ? [target] : [])].map(
          ({ entity: id }) => draft.entities.root(id).entity,
        ),
        relationships: relationship === null ? [] : [relationship],
        tokens: NO_TOKENS,
        durationMs: performance.now() - started,
        extractor: "none",
        error: null,
      };
    };
    const versionIn = (facts: WriteReport["drafted"]["facts"]) =>
      facts.find((one) => one.fact === fact.fact) ?? fact.stored;
    const finished = await draft.finish(vectors, {
      log: logged,
      settle: (drafted) => {
        const version = versionIn(drafted.facts);
        return {
          event: eventId,
          status: "APPLIED",
          emotion: null,
          outcome: outcomeOf(version && factVersionId(version)),
        };
      },
      vectorOf: logged,
    });
    const { drafted, commit } = finished;
    const version = versionIn(drafted.facts);
    const outcome = commit.settled![0]!.outcome;
    const of = (wanted: typeof action) => (action === wanted && version ? [version] : []);
    const report: WriteReport = {
      at: { knownAt: draft.recordedAt, validAt: draft.known.validAt },
      event: { ...logged, status: "APPLIED", outcome, settledAt: draft.recordedAt },
      added: of("ADD"),
      updated: of("UPDATE"),
      unchanged: of("NOOP"),
      deleted: [],
      entities: outcome.entities.map(
        (id) => drafted.entities.find((one) => one.entity === id) ?? draft.entities.get(id),
      ),
      relationships: drafted.relationships.filter((one) => one.relationship === relationship),
      decisions: drafted.decisions,
      tokens: NO_TOKENS,
      durationMs: outcome.durationMs,
      extractor: outcome.extractor,
      error:
        version === null || isEmpty(version)
          ? "What was said later leaves no time in which it was true."
          : null,
      trace: null,
      drafted,
    };
    return { repeated: null, report, finished };
  });
  return built.report ?? reportOf(space, built.repeated);
};
