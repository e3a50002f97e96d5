import { Ctx, Query, Resolver } from "type-graphql";
import { Settings } from "../../schema/settings.ts";
import { memorySettings } from "../../src/read/memory-settings.ts";
import type { Context } from "../context.ts";

@Resolver()
export class SettingsQueries {
  @Query(() => Settings, {
    description: "What the user lets be remembered. All is on until something is switched off.",
  })
  settings(@Ctx() { space }: Context): Promise<Settings> {
    return memorySettings(space);
  }
}
