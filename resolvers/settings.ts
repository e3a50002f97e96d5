import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { MemorySettings, UpdateSettingsInput, UpdateSettingsPayload } from "../schema/settings.ts";
import { Problem } from "../src/memory/problem.ts";
import { instantOf } from "../src/memory/time.ts";
import { TimePointInput } from "../schema/time-point.ts";
import { userSettings, userSettingsAt } from "../src/read/user-settings.ts";
import { updateSettings } from "../src/write/operations/update-settings.ts";
import type { Context } from "./context.ts";

@Resolver()
export class SettingsQueries {
  @Query(() => MemorySettings, {
    description: "Settings that control what may be remembered. Everything is on by default.",
  })
  settings(
    @Arg("at", () => TimePointInput, {
      nullable: true,
      description: "Time point; the settings are those in force at its `knownAt`. Default: now.",
    })
    at: TimePointInput | null | undefined,
    @Ctx() { space }: Context,
  ): Promise<MemorySettings> {
    return at?.knownAt == null ? userSettings(space) : userSettingsAt(space, at.knownAt);
  }

  @Query(() => [String], {
    description:
      "Local users with a memory, in alphabetical order. The header `x-user-id` selects one of them. Errors: FORBIDDEN (the service requires credentials).",
  })
  async localUsers(@Ctx() { services }: Context): Promise<string[]> {
    if (services.localSpaces === undefined)
      throw new Problem(
        "FORBIDDEN",
        "Only a service without credentials, on the loopback interface, lists its users.",
      );
    return (await services.localSpaces()).users.toSorted();
  }

  @Query(() => [String], {
    description:
      "Names of the shared spaces that the credentials grant, in alphabetical order. The header `x-palimpsest-space` selects one. A service without credentials grants any name and lists those in use.",
  })
  async sharedSpaces(@Ctx() { services, sharedSpaces }: Context): Promise<string[]> {
    return (sharedSpaces ?? (await services.localSpaces?.())?.sharedSpaces ?? []).toSorted();
  }
}

@Resolver()
export class SettingsMutations {
  @Mutation(() => UpdateSettingsPayload, {
    description:
      "Switches parts of memory on or off, from the next write and request on. Stored data remains.",
  })
  async updateSettings(
    @Arg("input", () => UpdateSettingsInput, { description: "The settings to change." })
    input: UpdateSettingsInput,
    @Ctx() { space, services }: Context,
  ): Promise<UpdateSettingsPayload> {
    const now = instantOf(services.write.now());
    return { settings: await updateSettings(space, input, now) };
  }
}
