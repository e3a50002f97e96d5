import { Arg, Ctx, Resolver, Root, Subscription } from "type-graphql";
import { BULK_WRITE_COST, bulkCost } from "../schema/cost.ts";
import { WriteInput } from "../schema/write-input.ts";
import { WriteProgress } from "../schema/write-progress.ts";
import { keepUpWritten } from "../src/chat/keep-up-session.ts";
import { writeEach, type WrittenMessage } from "../src/write/write-many.ts";
import type { Context } from "./context.ts";
import { showWritten } from "./show/write-many-result.ts";
import { manyRequestOf } from "./write-request.ts";

interface Step {
  readonly index: number;
  readonly message: WrittenMessage;
}

async function* stepsOf({
  args: { inputs },
  context,
}: {
  readonly args: { readonly inputs: readonly WriteInput[] };
  readonly context: Context;
}): AsyncGenerator<Step, void> {
  const { services, space, gone } = context;
  const sessions = new Set<string>();
  let index = 0;
  try {
    for await (const message of writeEach(
      services.write,
      space,
      inputs.map((input) => manyRequestOf(input, gone)),
      gone,
    )) {
      if (message.report?.event?.session) sessions.add(message.report.event.session);
      yield { index: index++, message };
    }
  } finally {
    keepUpWritten(services.chat, space, [...sessions]);
  }
}

@Resolver()
export class WriteSubscription {
  @Subscription(() => WriteProgress, {
    complexity: bulkCost("inputs", BULK_WRITE_COST),
    subscribe: stepsOf,
    description:
      "As the mutation `writeMany`, but that it tells of each message when it is done. Who stops listening stops it after the message under way: with idempotency keys, the same again goes on from there.",
  })
  writeManyProgress(
    @Root() { index, message }: Step,
    @Arg("inputs", () => [WriteInput], {
      description: "What to remember, in the order in which it was said. A dry run is refused.",
    })
    inputs: WriteInput[],
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
