import type { WriteManyResult, WrittenMessage } from "../../schema/write-many-result.ts";
import type { WriteManyReport, WrittenMessage as Written } from "../../src/write/write-many.ts";
import type { Context } from "../context.ts";
import { readingOfReport } from "../mutations/report-reading.ts";
import { showTokens } from "./token-usage.ts";
import { showWriteResult } from "./write-result.ts";

/** Of an input, what its answer depends on. */
export interface Asked {
  readonly idempotencyKey: string | null;
  readonly verbose: boolean;
}

/** What became of one message of many. */
export const showWritten = (
  { outcome, report, problem }: Written,
  index: number,
  { idempotencyKey, verbose }: Asked,
  context: Context,
): WrittenMessage => ({
  index,
  idempotencyKey,
  outcome,
  errorCode: problem?.code ?? null,
  error: problem?.message ?? report?.error ?? null,
  result: report && (() => showWriteResult(report, readingOfReport(context, report), verbose)),
});

/** What became of many messages; what each did is read only where it is asked for. */
export const showWriteMany = (
  { messages, counts, tokens }: WriteManyReport,
  asked: readonly Asked[],
  durationMs: number,
  context: Context,
): WriteManyResult => ({
  messages: messages.map((message, index) =>
    showWritten(message, index, asked[index] ?? { idempotencyKey: null, verbose: false }, context),
  ),
  written: counts.WRITTEN,
  repeated: counts.REPEATED,
  pending: counts.PENDING,
  failed: counts.FAILED,
  tokens: showTokens(tokens),
  durationMs,
});
