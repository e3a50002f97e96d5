import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { ChatResult } from "../../schema/chat-result.ts";
import { WriteResult } from "../../schema/write-result.ts";
import type { Context } from "../context.ts";
import { readingOfReport } from "../mutations/report-reading.ts";
import type { ShownChat } from "../show/chat.ts";
import { showWriteResult } from "../show/write-result.ts";

@Resolver(() => ChatResult)
export class ChatFields {
  @FieldResolver(() => WriteResult, {
    nullable: true,
    description:
      "What was drawn from the message. Asking for it waits until that is done; a client that does not ask gets its reply at once.",
  })
  async write(@Root() { chat }: ShownChat, @Ctx() context: Context): Promise<WriteResult> {
    const report = await chat.write;
    return showWriteResult(report, readingOfReport(context, report), false);
  }
}
