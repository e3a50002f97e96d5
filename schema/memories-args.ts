import { ArgsType, Field, ID } from "type-graphql";
import type { Role } from "../src/memory/session.ts";
import type { Instant } from "../src/memory/time.ts";
import type { MemoryType } from "../src/read/memories.ts";
import { RootPageAtArgs } from "./at-args.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { MemoryTypeEnum } from "./memory-type.ts";
import { RoleEnum } from "./role.ts";

/** Which memories. */
@ArgsType()
export class MemoriesArgs extends RootPageAtArgs {
  @Field(() => [MemoryTypeEnum], { nullable: true, description: "Only these types. Default: all." })
  type?: readonly MemoryType[] | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only what was said in this session, or drawn from it.",
  })
  session?: string | null;

  @Field(() => RoleEnum, {
    nullable: true,
    description: "Only turns of this role: nothing else has one.",
  })
  role?: Role | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "Only what was recorded from this instant on; facts by when they were first recorded.",
  })
  from?: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Only what was recorded before this instant.",
  })
  to?: Instant | null;
}
