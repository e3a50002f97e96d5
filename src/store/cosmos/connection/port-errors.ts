import { ErrorResponse } from "@azure/cosmos";
import { Problem } from "../../../memory/problem.ts";
import { Refuted } from "../../presumed-reads.ts";
import { StoreUnavailable } from "../../port.ts";
import type { PortCall } from "./port-call.ts";
import { UNCERTAIN_STATUSES } from "./retry.ts";

/**
 * Sub-statuses of 404: the replica lags behind the session; the database or container is missing.
 */
export const SESSION_NOT_AVAILABLE = 1002;
const OWNER_NOT_FOUND = 1003;

/** The `code` of an error. For errors of the SDK this is the status. */
export const errorCode = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/**
 * No response came, and the request is not sent again. It has no `code`, because the SDK would
 * retry for minutes on one.
 */
export class NoAnswer extends Error {
  /** Whether the request may have been executed anyway. */
  readonly isUncertain: boolean;
  constructor(cause: unknown, isUncertain: boolean) {
    super("Cosmos DB did not answer.", { cause });
    this.name = "NoAnswer";
    this.isUncertain = isUncertain;
  }
}

const UNREACHABLE = "Cosmos DB cannot be reached. Check COSMOS_ENDPOINT and the network.";
const TEMPORARILY_UNAVAILABLE = "Cosmos DB is temporarily unavailable. Try again.";

/** A logical partition, which is one space, holds 20 GB (403, substatus 1014). */
const PARTITION_FULL = 1014;
const PARTITION_FULL_MESSAGE =
  "The space is full: Cosmos DB holds 20 GB for one user. Erase what is not needed, or let texts expire (docs/reference/cosmos.md).";
export const partitionFull = (cause?: unknown): StoreUnavailable =>
  new StoreUnavailable("FULL", PARTITION_FULL_MESSAGE, { cause });

export const TOO_LARGE = 413;
export const writeTooLarge = (cause?: unknown): Problem =>
  new Problem("PAYLOAD_TOO_LARGE", "The write is larger than the store allows (2 MB).", { cause });

/** Statuses by which the service refuses a caller until access is granted. */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([401, 403]);

/** Refusals that the service distinguishes only by their message. */
const REFUSALS: readonly (readonly [message: RegExp, remedy: string])[] = [
  [
    /local authorization is disabled/iu,
    "The account accepts no keys. Remove COSMOS_KEY, so that the Entra identity of the process is used, and give it the role 'Cosmos DB Built-in Data Contributor'.",
  ],
  [
    /cannot be authorized by AAD token in data plane/iu,
    "An Entra identity cannot create containers or change their throughput here. Set COSMOS_KEY for this command, or use infra/main.bicep or `az cosmosdb sql container throughput`.",
  ],
  [
    /blocked by your Cosmos DB account firewall/iu,
    "The account's firewall blocks this address. Allow it, or use a private endpoint.",
  ],
];

const refusalRemedy = (status: number, cause: unknown): string | undefined => {
  if (!REFUSING_STATUSES.has(status) || !(cause instanceof Error)) return undefined;
  return REFUSALS.find(([message]) => message.test(cause.message))?.[1];
};

/** The meaning of an error status for an operator, with the remedy. */
const REMEDIES: ReadonlyMap<number, string> = new Map([
  [401, "Cosmos DB refuses the credentials. Check COSMOS_KEY, or the role of the Entra identity."],
  [
    403,
    "Cosmos DB forbids this. Give the Entra identity the role 'Cosmos DB Built-in Data Contributor', and check the account's firewall.",
  ],
  [408, TEMPORARILY_UNAVAILABLE],
  [410, TEMPORARILY_UNAVAILABLE],
  [500, TEMPORARILY_UNAVAILABLE],
  [502, TEMPORARILY_UNAVAILABLE],
  [504, TEMPORARILY_UNAVAILABLE],
  [
    429,
    "Cosmos DB still throttles requests after all retries. Raise the throughput (`palimpsest provision --throughput`), or spread the load.",
  ],
  [449, "Cosmos DB still asks to retry after all retries: too many concurrent writers. Try again."],
  [503, TEMPORARILY_UNAVAILABLE],
]);
const NOT_FOUND_REMEDIES: ReadonlyMap<number, string> = new Map([
  [SESSION_NOT_AVAILABLE, "The replica of Cosmos DB lags behind. Try again."],
  [
    OWNER_NOT_FOUND,
    "The database or one of its containers is missing. Check COSMOS_DATABASE and run `palimpsest provision`.",
  ],
]);

const unreachable = (message: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable("UNREACHABLE", message, { cause });

/**
 * The port's error for an error response; null if the response says nothing about the store's
 * availability.
 */
const responseError = (
  status: number,
  substatus: number,
  cause: unknown,
): StoreUnavailable | null => {
  if (status === 403 && substatus === PARTITION_FULL) return partitionFull(cause);
  const remedy =
    status === 404
      ? NOT_FOUND_REMEDIES.get(substatus)
      : (refusalRemedy(status, cause) ?? REMEDIES.get(status));
  if (remedy === undefined) return null;
  return REFUSING_STATUSES.has(status)
    ? new StoreUnavailable("REFUSED", remedy, { cause })
    : unreachable(remedy, cause);
};

/** The error for a 404 that does not mean that the document is missing. */
export const notFoundError = (
  status: number,
  substatus: number | undefined,
): StoreUnavailable | null =>
  status === 404 && substatus !== undefined ? responseError(status, substatus, null) : null;

const isConnectionFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "TimeoutError" || errorCode(error) === "REQUEST_SEND_ERROR");

/**
 * The error for a request without an answer, or with a status that does not show whether it was
 * executed.
 */
const noAnswerError = (error: unknown, { rejection, lostResponse }: PortCall): StoreUnavailable =>
  lostResponse?.cause instanceof StoreUnavailable
    ? lostResponse.cause
    : unreachable(
        rejection && UNCERTAIN_STATUSES.has(rejection.status)
          ? TEMPORARILY_UNAVAILABLE
          : UNREACHABLE,
        error,
      );

const rejectionOf = (error: unknown, call: PortCall): PortCall["rejection"] =>
  error instanceof ErrorResponse && typeof error.code === "number"
    ? { status: error.code, substatus: error.substatus ?? 0 }
    : call.rejection;

/**
 * Translates an error of the SDK into one of the port. Errors that are not about the availability
 * of the store are returned unchanged.
 */
export const asPortError = (error: unknown, call: PortCall): unknown => {
  if (error instanceof StoreUnavailable || error instanceof Problem || error instanceof Refuted)
    return error;
  if (error instanceof NoAnswer || call.lostResponse) return noAnswerError(error, call);
  const rejection = rejectionOf(error, call);
  if (rejection?.status === TOO_LARGE) return writeTooLarge(error);
  const portError = rejection && responseError(rejection.status, rejection.substatus, error);
  if (portError) return portError;
  return isConnectionFailure(error) ? unreachable(UNREACHABLE, error) : error;
};
