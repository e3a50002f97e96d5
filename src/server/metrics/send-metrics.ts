import type { ServerResponse } from "node:http";
import type { Metrics } from "./metrics.ts";

/** Answers in the text format of Prometheus. */
export const sendMetrics = async (res: ServerResponse, metrics: Metrics): Promise<void> => {
  const { contentType, text } = await metrics.exposition();
  res.writeHead(200, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  res.end(res.req.method === "HEAD" ? undefined : text);
};
