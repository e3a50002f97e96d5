import { setImmediate } from "node:timers/promises";
import { createHttpHeaders, type HttpClient } from "@azure/core-rest-pipeline";
import type { CosmosDouble } from "./cosmos-double.ts";

/**
 * Hands what the SDK sends to a double in the same process: made, signed, checked and answered as over the wire, but for the sockets, which take a third of the
 * time. Others may come between a request and its being heeded, as they may on the way.
 */
export const withoutSockets = (double: CosmosDouble): HttpClient => ({
  sendRequest: async (request) => {
    await setImmediate();
    const reply = await double.heed(
      request.method,
      request.url,
      request.headers.toJSON(),
      Buffer.from((request.body as string | undefined) ?? ""),
    );
    if (!reply) throw new Error("socket hang up");
    return {
      request,
      status: reply.status,
      headers: createHttpHeaders(reply.headers),
      bodyAsText: reply.body ?? "",
    };
  },
});
