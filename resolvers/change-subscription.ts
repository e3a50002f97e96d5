import { Arg, Ctx, ID, Resolver, Root, Subscription } from "type-graphql";
import { Change } from "../schema/change.ts";
import { localId } from "../schema/global-id.ts";
import type { Change as ChangeRecord } from "../src/memory/change.ts";
import { followChanges } from "../src/read/follow-changes.ts";
import type { Context } from "./context.ts";
import { readingAfter } from "./reading.ts";
import { showChange, type ShownChange } from "./show/change.ts";

const follow = ({
  args,
  context,
}: {
  readonly args: { readonly entity?: string | null };
  readonly context: Context;
}): Promise<AsyncIterable<ChangeRecord>> =>
  followChanges(context.space, args.entity == null ? undefined : localId(args.entity, "Entity"));

@Resolver()
export class ChangeSubscription {
  @Subscription(() => Change, {
    subscribe: follow,
    description:
      "What is committed from now on, in order, none lost and none twice. What is shown of a change is read at its own time; `after` has the ids of the present.",
  })
  memoryChanged(
    @Root() change: ChangeRecord,
    @Arg("entity", () => ID, {
      nullable: true,
      description: "Only what concerns this entity, and what it has absorbed by then.",
    })
    _entity: string | null | undefined,
    @Ctx() context: Context,
  ): ShownChange {
    const reading = readingAfter(context, { knownAt: change.at, validAt: change.at });
    return showChange(change, reading, reading);
  }
}
