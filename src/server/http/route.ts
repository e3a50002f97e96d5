import type { IncomingMessage, ServerResponse } from "node:http";
import { originRefusal } from "../auth/origin.ts";
import { sendIde, wantsPage } from "../ide/send-ide.ts";
import type { IdePage } from "../ide/ide-page.ts";
import type { ServerConfig } from "../server-config.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { sendMetrics } from "../metrics/send-metrics.ts";
import { answerPreflight, tellOrigin } from "./cross-origin.ts";
import { EXPORT_PATH } from "./send-export.ts";
import { sendJson, sendProblem } from "./send-json.ts";

export const GRAPHQL_PATH = "/graphql";

export type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

export interface Routes {
  readonly config: Pick<ServerConfig, "auth" | "allowedOrigins">;
  readonly graphql: Handle;
  readonly export: Handle;
  readonly ide: () => Promise<IdePage>;
  readonly ready: () => Promise<boolean>;
  readonly metrics: Metrics;
}

/** The path of a request target, without its query. */
export const pathOf = (target: string | undefined): string => (target ?? "").split("?", 1)[0] ?? "";

const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/** All that the service answers over HTTP. */
export const route = ({
  config,
  graphql,
  export: download,
  ide,
  ready,
  metrics,
}: Routes): Handle => {
  const graphqlRoute: Handle = async (req, res) => {
    const refusal = originRefusal(req.headers, config);
    if (refusal !== undefined) return sendProblem(res, "FORBIDDEN", refusal);
    tellOrigin(req, res, config);
    if (req.method === "OPTIONS") return answerPreflight(res);
    return wantsPage(req) ? sendIde(req, res, await ide()) : graphql(req, res);
  };
  const exportRoute: Handle = async (req, res) => {
    const refusal = originRefusal(req.headers, config);
    if (refusal !== undefined) return sendProblem(res, "FORBIDDEN", refusal);
    tellOrigin(req, res, config);
    return req.method === "OPTIONS" ? answerPreflight(res) : download(req, res);
  };
  return async (req, res) => {
    const path = pathOf(req.url);
    if ((isRead(req) || req.method === "OPTIONS") && path === EXPORT_PATH)
      return exportRoute(req, res);
    if (path === GRAPHQL_PATH) return graphqlRoute(req, res);
    if (isRead(req) && path === "/") return sendIde(req, res, await ide());
    if (isRead(req) && path === "/health/live") return sendJson(res, 200, { status: "live" });
    if (isRead(req) && path === "/health/ready") {
      const isReady = await ready();
      return sendJson(res, isReady ? 200 : 503, { status: isReady ? "ready" : "not ready" });
    }
    if (isRead(req) && path === "/metrics") return sendMetrics(res, metrics);
    return sendProblem(res, "NOT_FOUND", `There is nothing here. GraphQL is at ${GRAPHQL_PATH}.`);
  };
};
