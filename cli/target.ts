import { type Command, Option } from "commander";
import { type Memory, palimpsest } from "../packages/client/src/index.ts";
import { notBlank } from "./option-values.ts";

export interface Target {
  readonly url?: string | undefined;
  readonly data?: string | undefined;
  readonly tenant: string;
  readonly user: string;
  readonly space?: string | undefined;
}

export interface Access {
  /** Whether a missing data folder is created. */
  readonly mayCreate: boolean;
}

/** The options by which a command selects its memory. */
export const withTarget = (command: Command): Command =>
  command
    .addOption(
      new Option(
        "--url <url>",
        "URL of a running service (PALIMPSEST_URL); PALIMPSEST_TOKEN is its key or token",
      ).conflicts(["data", "tenant"]),
    )
    .option("--data <folder>", "folder of memories; a service may be using it (DATA_DIR)")
    .option("--tenant <tenant>", "tenant of the user, with --data", "local")
    .option(
      "--user <user>",
      "user of the memory (PALIMPSEST_USER)",
      notBlank,
      process.env["PALIMPSEST_USER"] || "local",
    )
    .option("--space <name>", "shared space to use instead of the user's own");

/** The environment, with the data folder that an option names. */
export const environmentWith = (data: string | undefined): NodeJS.ProcessEnv =>
  data === undefined ? process.env : { ...process.env, DATA_DIR: data };

/** The address of the running service in the options or the environment; undefined for a folder. */
export const serviceOf = ({ url, data }: Pick<Target, "url" | "data">): string | undefined =>
  url ?? (data === undefined ? process.env["PALIMPSEST_URL"] || undefined : undefined);

/**
 * Opens the memory that the options select, and closes it afterwards. Refuses a missing data
 * folder, unless it may be created.
 */
export const withMemory = async <T>(
  { url, data, tenant, user, space }: Target,
  use: (memory: Memory) => Promise<T>,
  { mayCreate }: Access = { mayCreate: false },
): Promise<T> => {
  const service = serviceOf({ url, data });
  const inSpace = (own: Memory): Memory => (space === undefined ? own : own.inSpace(space));
  if (service !== undefined) {
    const apiKey = process.env["PALIMPSEST_TOKEN"];
    return use(inSpace(palimpsest({ url: service, user, apiKey })));
  }
  const { openMemory } = await import("../src/assembly/open-memory.ts");
  const { transport, close } = await openMemory(
    environmentWith(data),
    { tenant, user },
    { mayCreate },
  );
  try {
    return await use(inSpace(palimpsest({ transport })));
  } finally {
    await close();
  }
};
