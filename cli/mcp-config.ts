import { resolve } from "node:path";
import { graphqlUrl } from "../packages/client/src/http-transport.ts";
import { serviceOf, type Target } from "./target.ts";

export const MCP_CLIENTS = ["claude-desktop", "claude-code", "cursor", "vscode"] as const;
type McpClient = (typeof MCP_CLIENTS)[number];

export interface McpConfigOptions extends Target {
  readonly for: McpClient;
}

interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Whether the service requires credentials, according to the environment. */
const hasToken = (): boolean => process.env["PALIMPSEST_TOKEN"] !== undefined;

/**
 * The command that an agent starts. The folder is absolute, because agents start it in their own
 * folders.
 */
const launchOf = ({ url, data, user, tenant, space }: Target): Launch => ({
  command: "npx",
  args: [
    "-y",
    "palimpsest",
    "mcp",
    ...(url === undefined
      ? ["--data", resolve(data ?? process.env["DATA_DIR"] ?? "data")]
      : ["--url", graphqlUrl(url)]),
    ...(user === "local" ? [] : ["--user", user]),
    ...(tenant === "local" ? [] : ["--tenant", tenant]),
    ...(space === undefined ? [] : ["--space", space]),
  ],
  ...(url !== undefined && hasToken() && { env: { PALIMPSEST_TOKEN: "<your key or token>" } }),
});

const mcpUrl = (url: string): string => {
  const parsedUrl = new URL(graphqlUrl(url));
  if (parsedUrl.pathname === "/graphql") parsedUrl.pathname = "/mcp";
  return parsedUrl.toString();
};

interface Remote {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The configuration by which an agent calls the running service. The key is not printed. */
const remoteOf = (url: string, { user, space }: Target, key: string): Remote => ({
  url: mcpUrl(url),
  headers: {
    ...(user !== "local" && { "x-user-id": user }),
    ...(space !== undefined && { "x-palimpsest-space": space }),
    ...(hasToken() && { authorization: `Bearer ${key}` }),
  },
});

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/**
 * A header as a word of the shell. The shell still expands what is between `"`, so the key can be a
 * variable.
 */
const flagOf = ([name, value]: readonly [string, string]): string =>
  name === "authorization"
    ? `--header "${name}: ${value}"`
    : `--header ${quote(`${name}: ${value}`)}`;

const claudeCode = (target: Target): string => {
  if (target.url === undefined) {
    const { command, args } = launchOf(target);
    return ["claude mcp add palimpsest --", command, ...args.map(quote)].join(" ");
  }
  const { url, headers } = remoteOf(target.url, target, "$PALIMPSEST_TOKEN");
  const flags = Object.entries(headers).map(flagOf);
  return ["claude mcp add --transport http palimpsest", quote(url), ...flags].join(" ");
};

/**
 * The configuration of an agent to paste, and its place. It names the memory that the other
 * commands use.
 */
export const mcpConfig = (
  options: McpConfigOptions,
): { readonly config: string; readonly place: string } => {
  const url = serviceOf(options);
  const target = { ...options, url };
  switch (options.for) {
    case "claude-desktop":
      return {
        place: "claude_desktop_config.json (Settings, Developer, Edit Config)",
        config: json({ mcpServers: { palimpsest: launchOf(target) } }),
      };
    case "claude-code":
      return { place: "a terminal", config: claudeCode(target) };
    case "cursor": {
      const server =
        url === undefined ? launchOf(target) : remoteOf(url, target, "${env:PALIMPSEST_TOKEN}");
      return { place: ".cursor/mcp.json", config: json({ mcpServers: { palimpsest: server } }) };
    }
    case "vscode": {
      const server =
        url === undefined
          ? { type: "stdio", ...launchOf(target) }
          : { type: "http", ...remoteOf(url, target, "${env:PALIMPSEST_TOKEN}") };
      return { place: ".vscode/mcp.json", config: json({ servers: { palimpsest: server } }) };
    }
  }
};
