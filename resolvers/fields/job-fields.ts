import { FieldResolver, Resolver, Root } from "type-graphql";
import { Job } from "../../schema/job.ts";
import { Session } from "../../schema/session.ts";
import type { ShownJob } from "../show/job.ts";
import { loadSession, type ShownSession } from "../show/session.ts";

@Resolver(() => Job)
export class JobFields {
  @FieldResolver(() => Session, {
    nullable: true,
    description:
      "The session that it works on; null for all of the user's memory, and for a session that is gone.",
  })
  session(@Root() { record, reading }: ShownJob): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }
}
