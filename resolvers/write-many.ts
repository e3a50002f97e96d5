import { Arg, Ctx, Mutation, Resolver, Root, Subscription } from "type-graphql";
import { BULK_WRITE_COST, bulkCost } from "../schema/cost.ts";
import {
  WriteManyInput,
  WriteManyResult,
  WriteProgress,
  type WrittenMessage,
} from "../schema/write-many.ts";
import type { WriteInput } from "../schema/write.ts";
import { keepUpWritten } from "../src/chat/upkeep.ts";
import { Problem } from "../src/memory/problem.ts";
import {
  type ManyRequest,
  MOST_MESSAGES,
  writeEach,
  writeMany,
  type WriteManyReport,
  type WrittenMessage as WrittenRecord,
} from "../src/write/write-many.ts";
import type { Context } from "./context.ts";
import { showTokens } from "./show/shown-record.ts";
import { readingOfReport, showWriteResult } from "./show/write-result.ts";
import { requestOf, sessionsOf } from "./write.ts";
import { groupedDigits } from "../schema/grouped-digits.ts";

/**
 * The write request of one of many inputs. A Problem with it belongs to that message alone, so it
 * is returned.
 */
const manyRequestOf = (
  input: WriteInput,
  caller: Pick<Context, "speaker" | "disconnect">,
): ManyRequest => {
  try {
    return requestOf(input, caller);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

/** The parts of an input that its result depends on. */
interface InputEcho {
  readonly idempotencyKey: string | null;
  readonly verbose: boolean;
}

/** The result of one message. */
const showWritten = (
  { status, report, problem }: WrittenRecord,
  index: number,
  { idempotencyKey, verbose }: InputEcho,
  context: Context,
): WrittenMessage => ({
  index,
  idempotencyKey,
  status,
  errorCode: problem?.code ?? null,
  error: problem?.message ?? report?.error ?? null,
  result: report && (() => showWriteResult(report, readingOfReport(context, report), verbose)),
});

/** The result of all messages. What each write did is read only if selected. */
const showWriteMany = (
  { messages, counts, tokens }: WriteManyReport,
  echoes: readonly InputEcho[],
  durationMs: number,
  context: Context,
): WriteManyResult => ({
  messages: messages.map((message, index) =>
    showWritten(message, index, echoes[index] ?? { idempotencyKey: null, verbose: false }, context),
  ),
  written: counts.WRITTEN,
  repeated: counts.REPEATED,
  pending: counts.PENDING,
  failed: counts.FAILED,
  tokens: showTokens(tokens),
  durationMs,
});

@Resolver()
export class WriteManyMutations {
  @Mutation(() => WriteManyResult, {
    complexity: bulkCost(({ messages }) => messages, BULK_WRITE_COST),
    description: `Writes up to ${groupedDigits(MOST_MESSAGES)} messages in order, like \`write\`. A failed message does not stop the others. Repeating the call with the same idempotency keys resumes it. Errors: BAD_USER_INPUT (too many).`,
  })
  async writeMany(
    @Arg("input", () => WriteManyInput, { description: "The messages to write." })
    { messages: inputs }: WriteManyInput,
    @Ctx() context: Context,
  ): Promise<WriteManyResult> {
    const startMillis = performance.now();
    const report = await writeMany(
      context.services.write,
      context.space,
      inputs.map((input) => manyRequestOf(input, context)),
      context.disconnect,
    );
    keepUpWritten(
      context.services.chat,
      context.space,
      sessionsOf(report.messages.map((message) => message.report)),
    );
    const echoes = inputs.map(({ idempotencyKey, verbose }) => ({
      idempotencyKey: idempotencyKey ?? null,
      verbose: verbose ?? false,
    }));
    return showWriteMany(report, echoes, performance.now() - startMillis, context);
  }
}

interface Step {
  readonly index: number;
  readonly message: WrittenRecord;
}

/**
 * Writes the messages one by one and yields each result. At the end, also after an error or a
 * disconnect, the written sessions get their upkeep.
 */
async function* stepsOf(
  requests: readonly ManyRequest[],
  { services, space, disconnect: disconnectSignal }: Context,
): AsyncGenerator<Step, void> {
  const sessions = new Set<string>();
  let index = 0;
  try {
    for await (const message of writeEach(services.write, space, requests, disconnectSignal)) {
      if (message.report?.event?.session) sessions.add(message.report.event.session);
      yield { index: index++, message };
    }
  } finally {
    keepUpWritten(services.chat, space, [...sessions]);
  }
}

/**
 * Starts the writes of a subscription. The inputs are read before the first step, because the UTC
 * offsets of their instants are only known while the request is parsed (`stated-offsets.ts`).
 */
const startSteps = ({
  args: {
    input: { messages: inputs },
  },
  context,
}: {
  readonly args: { readonly input: WriteManyInput };
  readonly context: Context;
}): AsyncIterable<Step> =>
  stepsOf(
    inputs.map((input) => manyRequestOf(input, context)),
    context,
  );

@Resolver()
export class WriteManySubscription {
  @Subscription(() => WriteProgress, {
    complexity: bulkCost(({ messages }) => messages, BULK_WRITE_COST),
    subscribe: startSteps,
    description:
      "Like the mutation `writeMany`, but reports each message when it is done. Unsubscribing stops it after the current message; with idempotency keys, the same call resumes it.",
  })
  writeManyProgress(
    @Root() { index, message }: Step,
    @Arg("input", () => WriteManyInput, { description: "The messages to write." })
    { messages: inputs }: WriteManyInput,
    @Ctx() context: Context,
  ): WriteProgress {
    const { idempotencyKey = null, verbose = false } = inputs[index] ?? {};
    return {
      done: index + 1,
      total: inputs.length,
      message: showWritten(
        message,
        index,
        { idempotencyKey: idempotencyKey ?? null, verbose: verbose ?? false },
        context,
      ),
    };
  }
}
