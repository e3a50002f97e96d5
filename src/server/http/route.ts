import type { IncomingMessage } from "node:http";
import type { Metrics } from "../metrics/metrics.ts";
import type { ServerConfig } from "../server-config.ts";
import { allowOrigin, answerPreflight, hostRefusal, originRefusal } from "./cross-origin.ts";
import type { Unreadiness } from "./health.ts";
import { type Explorer, isExplorerPath, sendPageFile } from "./explorer-page.ts";
import { COMPLETIONS_PATH, MODELS_PATH } from "./completions-over-http.ts";
import { EXPORT_PATH } from "./export-over-http.ts";
import { MCP_PATH } from "./mcp-over-http.ts";
import { sendIde, wantsPage, type IdePage } from "./ide.ts";
import { Problem } from "../../memory/problem.ts";
import { sendJson, sendMetrics, type Handle } from "./responses.ts";

export const GRAPHQL_PATH = "/graphql";

const LIVE_PATH = "/health/live";
const READY_PATH = "/health/ready";
const METRICS_PATH = "/metrics";

/** The message for an unknown path. */
export const UNKNOWN_PATH = `There is nothing at this path. The explorer is at /, GraphQL at ${GRAPHQL_PATH}, MCP at ${MCP_PATH}.`;
const NOT_BUILT = `The explorer has not been built. Run npm run build. GraphQL is at ${GRAPHQL_PATH}.`;

export interface Routes {
  readonly config: Pick<ServerConfig, "auth" | "allowedOrigins">;
  readonly graphql: Handle;
  readonly exportMemory: Handle;
  readonly explorer: () => Promise<Explorer>;
  readonly mcp: Handle;
  readonly openai: { readonly completions: Handle; readonly models: Handle };
  readonly ide: () => Promise<IdePage>;
  readonly unreadiness: () => Promise<Unreadiness | null>;
  readonly metrics: Pick<Metrics, "exposition">;
}

interface Door {
  readonly handle: Handle;
  readonly methods?: readonly string[];
}

/** The path of a request target, without its query. */
export const pathOf = (target: string | undefined): string => (target ?? "").split("?", 1)[0] ?? "";

const ROUTES: ReadonlySet<string> = new Set([
  GRAPHQL_PATH,
  MCP_PATH,
  COMPLETIONS_PATH,
  MODELS_PATH,
  EXPORT_PATH,
  LIVE_PATH,
  READY_PATH,
  METRICS_PATH,
]);

/** A path of the service, or a fixed word for any other, because it appears in metrics and logs. */
export const routeOf = (target: string | undefined): string => {
  const path = pathOf(target);
  if (ROUTES.has(path)) return path;
  return isExplorerPath(path) ? "page" : "unknown";
};

const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/** The handler for a request of the operator's monitoring: health and metrics. */
export const operatorPages = ({
  unreadiness,
  metrics,
}: Pick<Routes, "unreadiness" | "metrics">): ((req: IncomingMessage) => Handle | undefined) => {
  const pages: ReadonlyMap<string, Handle> = new Map<string, Handle>([
    [LIVE_PATH, async (_req, res) => sendJson(res, 200, { status: "live" })],
    [
      READY_PATH,
      async (_req, res) => {
        const reason = await unreadiness();
        return reason === null
          ? sendJson(res, 200, { status: "ready" })
          : sendJson(res, 503, { status: "not ready", reason });
      },
    ],
    [METRICS_PATH, (_req, res) => sendMetrics(res, metrics)],
  ]);
  return (req) => (isRead(req) ? pages.get(pathOf(req.url)) : undefined);
};

/** Routes all HTTP requests. */
export const createRouter = ({
  config,
  graphql,
  exportMemory,
  explorer,
  mcp,
  openai,
  ide,
  unreadiness,
  metrics,
}: Routes): Handle => {
  /** Serves callers of allowed origins only, and answers preflight requests. */
  const guard =
    (handle: Handle): Handle =>
    async (req, res) => {
      const refusal = originRefusal(req.headers, config);
      if (refusal !== undefined) throw new Problem("FORBIDDEN", refusal);
      allowOrigin(req, res, config);
      return req.method === "OPTIONS" ? answerPreflight(res) : handle(req, res);
    };
  const guardedGraphql = guard(async (req, res) =>
    wantsPage(req) ? sendIde(req, res, await ide()) : graphql(req, res),
  );
  const explorerPage =
    (path: string): Handle =>
    async (req, res) => {
      const file = (await explorer()).get(path);
      if (file) return sendPageFile(req, res, file);
      throw new Problem("NOT_FOUND", path === "/" ? NOT_BUILT : UNKNOWN_PATH);
    };
  /**
   * The endpoints that require credentials, and their methods; any method if the endpoint checks it
   * itself.
   */
  const doors: ReadonlyMap<string, Door> = new Map<string, Door>([
    [GRAPHQL_PATH, { handle: guardedGraphql }],
    [MCP_PATH, { handle: guard(mcp) }],
    [COMPLETIONS_PATH, { handle: guard(openai.completions), methods: ["POST", "OPTIONS"] }],
    [MODELS_PATH, { handle: guard(openai.models), methods: ["GET", "HEAD", "OPTIONS"] }],
    [EXPORT_PATH, { handle: guard(exportMemory), methods: ["GET", "HEAD", "OPTIONS"] }],
  ]);
  const operatorPage = operatorPages({ unreadiness, metrics });
  return async (req, res) => {
    const path = pathOf(req.url);
    const door = doors.get(path);
    if (door && (!door.methods || door.methods.includes(req.method ?? "")))
      return door.handle(req, res);
    const refusal = hostRefusal(req.headers, config);
    if (refusal !== undefined) throw new Problem("FORBIDDEN", refusal);
    if (isExplorerPath(path) && isRead(req)) return explorerPage(path)(req, res);
    const page = operatorPage(req);
    if (!page) throw new Problem("NOT_FOUND", UNKNOWN_PATH);
    return page(req, res);
  };
};
