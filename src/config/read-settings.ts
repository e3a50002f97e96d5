import { StartRefused } from "../server/start-refused.ts";
import type { Setting, Value } from "./setting.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

export type Settings = { readonly [Name in SettingName]: Value<(typeof SETTINGS)[Name]> };

/** The environment's variables as they are set; an empty one is as good as none. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws StartRefused, naming every variable that cannot be read. */
export const readSettings = (environment: Environment): Settings => {
  const faults: string[] = [];
  const values = Object.entries<Setting<unknown>>(SETTINGS).map(
    ([name, { schema, default: byDefault, expects }]) => {
      const written = environment[name]?.trim() || byDefault;
      if (written === null) return [name, undefined];
      const result = schema.safeParse(written);
      if (!result.success) faults.push(`${name} must be ${expects}.`);
      return [name, result.data];
    },
  );
  if (faults.length > 0) throw new StartRefused(faults.join("\n"));
  return Object.fromEntries(values) as Settings;
};
