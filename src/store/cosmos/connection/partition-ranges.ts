import type { HttpClient, PipelineRequest, PipelineResponse } from "@azure/core-rest-pipeline";
import { StoreUnavailable } from "../../port.ts";

const GONE = 410;

/** The physical partitions changed while a query ran. The query must start again. */
export class PartitionsMoved extends StoreUnavailable {
  constructor() {
    super("UNREACHABLE", "Cosmos DB is moving data between partitions. Try again.");
  }
}

const isQueryOfRange = ({ headers }: PipelineRequest): boolean =>
  headers.get("x-ms-documentdb-isquery") === "true" &&
  headers.has("x-ms-documentdb-partitionkeyrangeid");
const isRequestForRanges = ({ method, url }: PipelineRequest): boolean =>
  method === "GET" && new URL(url).pathname.endsWith("/pkranges");

/**
 * Caches the physical partitions of each container until the service reports a change (410). The
 * SDK requests them several times with every planned query; if one request fails, it never
 * recovers; and if a query meets the change, it loops forever as after an empty page. A query that
 * meets the change therefore fails here with PartitionsMoved.
 */
export const cachingPartitionRanges = (client: HttpClient): HttpClient => {
  const cache = new Map<string, { readonly response: PipelineResponse; stale: boolean }>();

  const ranges = async (request: PipelineRequest): Promise<PipelineResponse> => {
    const entry = cache.get(request.url);
    if (entry && !entry.stale) return entry.response;
    try {
      const response = await client.sendRequest(request);
      if (response.status === 200) cache.set(request.url, { response, stale: false });
      return response;
    } catch (error) {
      if (entry) return entry.response;
      throw error;
    }
  };

  return {
    sendRequest: async (request) => {
      if (isRequestForRanges(request)) return ranges(request);
      const response = await client.sendRequest(request);
      if (response.status !== GONE) return response;
      for (const entry of cache.values()) entry.stale = true;
      if (isQueryOfRange(request)) throw new PartitionsMoved();
      return response;
    },
  };
};
