import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { AssertFactInput } from "../schema/assert-fact.ts";
import { workCost, WRITE_COST } from "../schema/cost.ts";
import { localId } from "../schema/global-id.ts";
import { RetryEventInput, RetryEventPayload, WriteInput, WriteResult } from "../schema/write.ts";
import { keepUpWritten } from "../src/chat/upkeep.ts";
import { assertFact } from "../src/write/operations/assert-fact.ts";
import { retryEvent } from "../src/write/events/process.ts";
import { statedOffset } from "../src/memory/stated-offsets.ts";
import type { WriteReport } from "../src/write/report.ts";
import { ASSERT_FACT_DEFAULTS, type WriteRequest } from "../src/write/requests.ts";
import { write } from "../src/write/write.ts";
import type { Context } from "./context.ts";
import { entityRef } from "./named-entity.ts";
import { readingOfReport, showWriteResult } from "./show/write-result.ts";

/** Local id of the session that an input names. Throws INVALID_ID. */
const sessionOf = ({ sessionId }: { readonly sessionId?: string | null }): string | null =>
  sessionId == null ? null : localId(sessionId, "Session");

/** The write request of an input. Throws INVALID_ID. */
export const requestOf = (
  input: WriteInput,
  { speaker, disconnect: signal }: Pick<Context, "speaker" | "disconnect">,
): WriteRequest => ({
  message: input.message,
  speaker: input.speaker ?? speaker,
  session: sessionOf(input),
  occurredAt: input.occurredAt,
  timeZone: input.timeZone,
  tags: input.tags,
  offset: statedOffset(input.occurredAt),
  recentMessages: input.recentMessages,
  idempotencyKey: input.idempotencyKey,
  dryRun: input.dryRun ?? false,
  verbose: input.verbose ?? false,
  config: input.config,
  signal,
});

/** Sessions that writes have added turns to. */
export const sessionsOf = (reports: readonly (WriteReport | null)[]): string[] =>
  reports.flatMap((report) => report?.event?.session ?? []);

@Resolver()
export class WriteMutations {
  @Mutation(() => WriteResult, {
    complexity: workCost(WRITE_COST),
    description:
      "Remembers a message: records an event, extracts entities, facts and relationships, and reconciles them. Errors: MESSAGE_TOO_LONG, INVALID_OVERRIDE, NOT_FOUND (session), IDEMPOTENCY_KEY_REUSED.",
  })
  async write(
    @Arg("input", () => WriteInput, { description: "The message to remember." }) input: WriteInput,
    @Ctx() context: Context,
  ): Promise<WriteResult> {
    const report = await write(context.services.write, context.space, requestOf(input, context));
    keepUpWritten(context.services.chat, context.space, sessionsOf([report]));
    return showWriteResult(report, readingOfReport(context, report), input.verbose ?? false);
  }

  @Mutation(() => RetryEventPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Processes a PENDING or FAILED event again. For an APPLIED event, it returns the result of the write. Errors: INVALID_ID, NOT_FOUND.",
  })
  async retryEvent(
    @Arg("input", () => RetryEventInput, { description: "The event to process again." })
    input: RetryEventInput,
    @Ctx() context: Context,
  ): Promise<RetryEventPayload> {
    const event = localId(input.event, "Event");
    const report = await retryEvent(context.services.write, context.space, event);
    return { write: await showWriteResult(report, readingOfReport(context, report), false) };
  }

  @Mutation(() => WriteResult, {
    description:
      "Records a fact as given, without a model. Errors: BAD_USER_INPUT, INVALID_INSTANT, INVALID_INTERVAL, INVALID_VALUE, NOT_FOUND (entity, session), SAME_ENTITY, MESSAGE_TOO_LONG, IDEMPOTENCY_KEY_REUSED.",
  })
  async assertFact(
    @Arg("input", () => AssertFactInput, { description: "The fact to record." })
    input: AssertFactInput,
    @Ctx() context: Context,
  ): Promise<WriteResult> {
    const report = await assertFact(context.services.write, context.space, {
      entity: entityRef(input.entity),
      text: input.text,
      slot: input.slot,
      value: input.value,
      relationship: input.relationship && {
        type: input.relationship.type,
        target: entityRef(input.relationship.target),
      },
      confidence: input.confidence ?? ASSERT_FACT_DEFAULTS.confidence,
      importanceCategory: input.importanceCategory ?? ASSERT_FACT_DEFAULTS.importanceCategory,
      validFrom: input.validFrom,
      validFromKnown: input.validFromKnown,
      validTo: input.validTo,
      validFromPrecision: input.validFromPrecision,
      validToPrecision: input.validToPrecision,
      occurredAt: input.occurredAt,
      speaker: input.speaker ?? context.speaker,
      tags: input.tags,
      session: sessionOf(input),
      idempotencyKey: input.idempotencyKey,
    });
    return showWriteResult(report, readingOfReport(context, report), false);
  }
}
