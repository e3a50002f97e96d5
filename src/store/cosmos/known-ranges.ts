import type { HttpClient, PipelineRequest, PipelineResponse } from "@azure/core-rest-pipeline";
import { StoreUnavailable } from "../port.ts";

const GONE = 410;

/** The physical partitions are no longer those that a query went by: it must begin anew. */
export class PartitionsMoved extends StoreUnavailable {
  constructor() {
    super("UNREACHABLE", "Cosmos DB moves data between its partitions. Try again.");
  }
}

const isQueryOfRange = ({ headers }: PipelineRequest): boolean =>
  headers.get("x-ms-documentdb-isquery") === "true" &&
  headers.has("x-ms-documentdb-partitionkeyrangeid");
const asksForRanges = ({ method, url }: PipelineRequest): boolean =>
  method === "GET" && new URL(url).pathname.endsWith("/pkranges");

/**
 * Remembers the physical partitions of each container until the service says that they have changed (410). The SDK asks for them with
 * every query that goes by a plan, several times; where it is not answered once, it keeps the failure for good; and where a query meets the
 * change, it asks itself for more without end, as after an empty page. Hence the query is ended here, with a PartitionsMoved.
 */
export const withKnownRanges = (client: HttpClient): HttpClient => {
  const known = new Map<string, { readonly response: PipelineResponse; stale: boolean }>();

  const ranges = async (request: PipelineRequest): Promise<PipelineResponse> => {
    const before = known.get(request.url);
    if (before && !before.stale) return before.response;
    try {
      const response = await client.sendRequest(request);
      if (response.status === 200) known.set(request.url, { response, stale: false });
      return response;
    } catch (error) {
      if (before) return before.response;
      throw error;
    }
  };

  return {
    sendRequest: async (request) => {
      if (asksForRanges(request)) return ranges(request);
      const response = await client.sendRequest(request);
      if (response.status !== GONE) return response;
      for (const entry of known.values()) entry.stale = true;
      if (isQueryOfRange(request)) throw new PartitionsMoved();
      return response;
    },
  };
};
