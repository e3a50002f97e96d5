import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { ClearedSession } from "../../schema/cleared-session.ts";
import { WRITE_COST, workCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { Settings, SettingsInput } from "../../schema/settings.ts";
import { clearSession } from "../../src/write/clear-session.ts";
import { updateSettings } from "../../src/write/update-settings.ts";
import type { Context } from "../context.ts";

@Resolver()
export class SettingsMutations {
  @Mutation(() => Settings, {
    description:
      "Switches what is remembered on or off: from the next write and the next request on. What is on record stays on record.",
  })
  updateSettings(
    @Arg("input", () => SettingsInput, { description: "What to switch." }) input: SettingsInput,
    @Ctx() { space }: Context,
  ): Promise<Settings> {
    return updateSettings(space, input);
  }

  @Mutation(() => ClearedSession, {
    complexity: workCost(WRITE_COST),
    description:
      "Clears a session's memory: its turns are gone, its facts of the tier SESSION are taken back, its messages and its summary are found no more. What was asked to be remembered or was promoted stays, and so does the past. The session goes on. Errors: NOT_FOUND.",
  })
  clearSession(
    @Arg("session", () => ID, { description: "The session." }) session: string,
    @Ctx() { services, space }: Context,
  ): Promise<ClearedSession> {
    return clearSession(services.write, space, localId(session, "Session"));
  }
}
