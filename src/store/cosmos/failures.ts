import { ErrorResponse } from "@azure/cosmos";
import { Problem } from "../../memory/problem.ts";
import { StoreUnavailable } from "../port.ts";
import type { Call } from "./call.ts";
import { NoAnswer } from "./http-client.ts";

/** Sub-status codes of 404: the session is ahead of the replica, and what should hold the item is not there. */
const SESSION_NOT_AVAILABLE = 1002;
const OWNER_NOT_FOUND = 1003;

const UNREACHABLE = "Cosmos DB cannot be reached. Check COSMOS_ENDPOINT and the network.";
const unavailable = (message: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable("UNREACHABLE", message, { cause });

/** What an answer means for whoever runs the service; null where it is not about the store being there. */
const meaningOf = (status: number, substatus: number, cause: unknown): StoreUnavailable | null => {
  switch (status) {
    case 401:
      return unavailable(
        "Cosmos DB refuses the credentials. Check COSMOS_KEY, or the role of the Entra identity.",
        cause,
      );
    case 403:
      return unavailable(
        "Cosmos DB forbids this. Give the Entra identity the role 'Cosmos DB Built-in Data Contributor', and check the account's firewall.",
        cause,
      );
    case 404:
      return substatus === SESSION_NOT_AVAILABLE
        ? unavailable("The replica of Cosmos DB lags behind. Try again.", cause)
        : substatus === OWNER_NOT_FOUND
          ? unavailable(
              "The database or one of its containers is missing. Check COSMOS_DATABASE and run `npm run provision`.",
              cause,
            )
          : null;
    case 408:
    case 410:
    case 503:
      return unavailable("Cosmos DB is not available now. Try again.", cause);
    case 429:
      return unavailable(
        "Cosmos DB throttles requests beyond all patience. Raise COSMOS_AUTOSCALE_MAX_RU, or spread the load.",
        cause,
      );
    case 449:
      return unavailable(
        "Cosmos DB asks again and again to retry: too many writers at once. Try again.",
        cause,
      );
    default:
      return null;
  }
};

/** What a caller of the port is told of an error; whatever is not about the store comes back as it is. */
export const asPortError = (error: unknown, call: Call): unknown => {
  if (error instanceof StoreUnavailable || error instanceof Problem) return error;
  if (error instanceof NoAnswer || call.lost) return unavailable(UNREACHABLE, error);
  const told =
    error instanceof ErrorResponse && typeof error.code === "number"
      ? { status: error.code, substatus: error.substatus ?? 0 }
      : call.failed;
  if (told) {
    const meaning = meaningOf(told.status, told.substatus, error);
    if (meaning) return meaning;
  }
  if (
    error instanceof Error &&
    (error.name === "TimeoutError" || (error as { code?: unknown }).code === "REQUEST_SEND_ERROR")
  )
    return unavailable(UNREACHABLE, error);
  return error;
};

/** A 404 that does not mean that the item is not there. */
export const lostOwner = (status: number, substatus: number | undefined): StoreUnavailable | null =>
  status === 404 && substatus !== undefined ? meaningOf(status, substatus, null) : null;
