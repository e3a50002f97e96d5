import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { AssertFactInput } from "../../schema/assert-fact-input.ts";
import { workCost, WRITE_COST } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { WriteInput } from "../../schema/write-input.ts";
import { WriteResult } from "../../schema/write-result.ts";
import { assertFact } from "../../src/write/assert-fact.ts";
import { write } from "../../src/write/write.ts";
import type { Context } from "../context.ts";
import { entityRef } from "../entity-ref.ts";
import { showWriteResult } from "../show/write-result.ts";
import { readingOfReport } from "./report-reading.ts";

const sessionOf = ({ sessionId }: { readonly sessionId?: string | null }): string | null => (sessionId == null ? null : localId(sessionId, "Session"));

@Resolver()
export class WriteMutations {
  @Mutation(() => WriteResult, {
    complexity: workCost(WRITE_COST),
    description: "Remembers a message: puts it on record, draws entities, facts and relationships from it, and reconciles them with what is known. Errors: MESSAGE_TOO_LONG, INVALID_OVERRIDE, NOT_FOUND (session), IDEMPOTENCY_KEY_REUSED.",
  })
  async write(@Arg("input", () => WriteInput, { description: "What to remember." }) input: WriteInput, @Ctx() context: Context): Promise<WriteResult> {
    const verbose = input.verbose ?? false;
    const report = await write(context.services.write, context.space, {
      message: input.message,
      speaker: input.speaker,
      session: sessionOf(input),
      occurredAt: input.occurredAt,
      recentMessages: input.recentMessages,
      idempotencyKey: input.idempotencyKey,
      dryRun: input.dryRun ?? false,
      verbose,
      config: input.config,
      signal: context.gone,
    });
    return showWriteResult(report, readingOfReport(context, report), verbose);
  }

  @Mutation(() => WriteResult, {
    description: "Records a fact as it is given; no model is asked. Errors: BAD_USER_INPUT, INVALID_INTERVAL, NOT_FOUND (entity, session), SAME_ENTITY, MESSAGE_TOO_LONG, IDEMPOTENCY_KEY_REUSED.",
  })
  async assertFact(@Arg("input", () => AssertFactInput, { description: "What to record." }) input: AssertFactInput, @Ctx() context: Context): Promise<WriteResult> {
    const report = await assertFact(context.services.write, context.space, {
      entity: entityRef(input.entity),
      text: input.text,
      slot: input.slot,
      value: input.value,
      relationship: input.relationship && { type: input.relationship.type, target: entityRef(input.relationship.target) },
      confidence: input.confidence ?? 0.95,
      importanceCategory: input.importanceCategory ?? "SPECIFIC_EVENT",
      validFrom: input.validFrom,
      validFromKnown: input.validFromKnown,
      validTo: input.validTo,
      occurredAt: input.occurredAt,
      speaker: input.speaker,
      session: sessionOf(input),
      idempotencyKey: input.idempotencyKey,
    });
    return showWriteResult(report, readingOfReport(context, report), false);
  }
}
