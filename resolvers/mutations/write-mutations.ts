import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { AssertFactInput } from "../../schema/assert-fact-input.ts";
import { BULK_WRITE_COST, bulkCost, workCost, WRITE_COST } from "../../schema/cost.ts";
import { keepUpWritten } from "../../src/chat/keep-up-session.ts";
import { WriteInput } from "../../schema/write-input.ts";
import { WriteManyResult } from "../../schema/write-many-result.ts";
import { WriteResult } from "../../schema/write-result.ts";
import { assertFact } from "../../src/write/assert-fact.ts";
import { MOST_MESSAGES, writeMany } from "../../src/write/write-many.ts";
import type { WriteReport } from "../../src/write/report.ts";
import { write } from "../../src/write/write.ts";
import type { Context } from "../context.ts";
import { entityRef } from "../entity-ref.ts";
import { manyRequestOf, requestOf, sessionOf } from "../write-request.ts";
import { showWriteMany } from "../show/write-many-result.ts";
import { showWriteResult } from "../show/write-result.ts";
import { readingOfReport } from "./report-reading.ts";

/** The sessions that some writes have added turns to. */
const sessionsOf = (reports: readonly (WriteReport | null)[]): string[] =>
  reports.flatMap((report) => report?.event?.session ?? []);

@Resolver()
export class WriteMutations {
  @Mutation(() => WriteResult, {
    complexity: workCost(WRITE_COST),
    description:
      "Remembers a message: puts it on record, draws entities, facts and relationships from it, and reconciles them with what is known. Errors: MESSAGE_TOO_LONG, INVALID_OVERRIDE, NOT_FOUND (session), IDEMPOTENCY_KEY_REUSED.",
  })
  async write(
    @Arg("input", () => WriteInput, { description: "What to remember." }) input: WriteInput,
    @Ctx() context: Context,
  ): Promise<WriteResult> {
    const report = await write(
      context.services.write,
      context.space,
      requestOf(input, context.gone),
    );
    keepUpWritten(context.services.chat, context.space, sessionsOf([report]));
    return showWriteResult(report, readingOfReport(context, report), input.verbose ?? false);
  }

  @Mutation(() => WriteManyResult, {
    complexity: bulkCost("inputs", BULK_WRITE_COST),
    description: `Remembers up to ${MOST_MESSAGES} messages, one after the other in their order, each as \`write\` does it. One that fails does not stop the others. Called again with the same idempotency keys, it goes on where it broke off. Errors: BAD_USER_INPUT (too many); those of \`write\` are told of each message.`,
  })
  async writeMany(
    @Arg("inputs", () => [WriteInput], {
      description: "What to remember, in the order in which it was said. A dry run is refused.",
    })
    inputs: WriteInput[],
    @Ctx() context: Context,
  ): Promise<WriteManyResult> {
    const started = performance.now();
    const report = await writeMany(
      context.services.write,
      context.space,
      inputs.map((input) => manyRequestOf(input, context.gone)),
      context.gone,
    );
    keepUpWritten(
      context.services.chat,
      context.space,
      sessionsOf(report.messages.map((message) => message.report)),
    );
    const asked = inputs.map(({ idempotencyKey, verbose }) => ({
      idempotencyKey: idempotencyKey ?? null,
      verbose: verbose ?? false,
    }));
    return showWriteMany(report, asked, performance.now() - started, context);
  }

  @Mutation(() => WriteResult, {
    description:
      "Records a fact as it is given; no model is asked. Errors: BAD_USER_INPUT, INVALID_INTERVAL, NOT_FOUND (entity, session), SAME_ENTITY, MESSAGE_TOO_LONG, IDEMPOTENCY_KEY_REUSED.",
  })
  async assertFact(
    @Arg("input", () => AssertFactInput, { description: "What to record." }) input: AssertFactInput,
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
