import { resolve } from "node:path";
import type { Target } from "./open.ts";

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

/** Whether the service wants credentials, as far as the environment tells. */
const hasToken = (): boolean => process.env["PALIMPSEST_TOKEN"] !== undefined;

/** The command that an agent starts. The folder is absolute: agents start it in folders of their own. */
const launchOf = ({ url, data, user, tenant }: Target): Launch => ({
  command: "npx",
  args: [
    "-y",
    "palimpsest",
    "mcp",
    ...(url === undefined ? ["--data", resolve(data ?? "data")] : ["--url", url]),
    ...(user === "local" ? [] : ["--user", user]),
    ...(tenant === "local" ? [] : ["--tenant", tenant]),
  ],
  ...(url !== undefined && hasToken() && { env: { PALIMPSEST_TOKEN: "<your key or token>" } }),
});

const mcpUrl = (url: string): string => {
  const parsedUrl = new URL(url);
  if (parsedUrl.pathname === "/" || parsedUrl.pathname === "/graphql") parsedUrl.pathname = "/mcp";
  return parsedUrl.toString();
};

interface Remote {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The running service as an agent calls it itself. The key stays out of what is printed. */
const remoteOf = (url: string, user: string, key: string): Remote => ({
  url: mcpUrl(url),
  headers: {
    ...(user !== "local" && { "x-user-id": user }),
    ...(hasToken() && { authorization: `Bearer ${key}` }),
  },
});

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

const claudeCode = (options: McpConfigOptions): string => {
  const { command, args } = launchOf(options);
  if (options.url === undefined)
    return ["claude mcp add palimpsest --", command, ...args.map(quote)].join(" ");
  const { url, headers } = remoteOf(options.url, options.user, "$PALIMPSEST_TOKEN");
  const flags = Object.entries(headers).map(([name, value]) => `--header "${name}: ${value}"`);
  return ["claude mcp add --transport http palimpsest", quote(url), ...flags].join(" ");
};

/** What to paste into the configuration of an agent, and where that is. */
export const mcpConfig = (
  options: McpConfigOptions,
): { readonly config: string; readonly place: string } => {
  const { url, user } = options;
  switch (options.for) {
    case "claude-desktop":
      return {
        place: "claude_desktop_config.json (Settings, Developer, Edit Config)",
        config: json({ mcpServers: { palimpsest: launchOf(options) } }),
      };
    case "claude-code":
      return { place: "a terminal", config: claudeCode(options) };
    case "cursor": {
      const server =
        url === undefined ? launchOf(options) : remoteOf(url, user, "${env:PALIMPSEST_TOKEN}");
      return { place: ".cursor/mcp.json", config: json({ mcpServers: { palimpsest: server } }) };
    }
    case "vscode": {
      const server =
        url === undefined
          ? { type: "stdio", ...launchOf(options) }
          : { type: "http", ...remoteOf(url, user, "${env:PALIMPSEST_TOKEN}") };
      return { place: ".vscode/mcp.json", config: json({ servers: { palimpsest: server } }) };
    }
  }
};
