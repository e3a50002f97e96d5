import { ArgsType, Field, ID } from "type-graphql";
import type { Mode } from "../src/chat/mode.ts";
import type { Strategy } from "../src/memory/session.ts";
import { ROOT_AT } from "./at-args.ts";
import { ModeEnum } from "./mode.ts";
import { StrategyEnum } from "./strategy.ts";
import { TimePointInput } from "./time-point.ts";

/** By which policy a context of the past is put together again. */
@ArgsType()
export class MannerArgs {
  @Field(() => StrategyEnum, {
    nullable: true,
    description: "By which policy. Default: as the first time, or else the session's.",
  })
  strategy?: Strategy | null;

  @Field(() => ModeEnum, {
    nullable: true,
    description: "In which mode. Default: as the first time, or else THINK.",
  })
  mode?: Mode | null;
}

/** What a context is put together for. */
@ArgsType()
export class ChatContextArgs {
  @Field(() => ID, { description: "The session. An unknown one is refused with NOT_FOUND." })
  sessionId!: string;

  @Field(() => String, {
    description:
      "The message that would be replied to, at most 64 KB. A blank one is refused with BAD_USER_INPUT.",
  })
  message!: string;

  @Field(() => StrategyEnum, {
    nullable: true,
    description: "By which policy. Default: that of the session.",
  })
  strategy?: Strategy | null;

  @Field(() => ModeEnum, { nullable: true, description: "In which mode. Default: THINK." })
  mode?: Mode | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}
