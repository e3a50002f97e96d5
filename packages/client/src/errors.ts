/** The details of an error in addition to its message. */
export interface ErrorDetails {
  /** Status of the HTTP response; undefined if there was none. */
  readonly status?: number | undefined;
  /** Id of the details in the log of the operator. */
  readonly errorId?: string | undefined;
  readonly cause?: unknown;
}

/** Any failed call. `code` is one of those that the service documents, or `CONNECTION_FAILED`. */
export class PalimpsestError extends Error {
  override readonly name: string = "PalimpsestError";
  readonly code: string;
  readonly status: number | undefined;
  readonly errorId: string | undefined;

  constructor(code: string, message: string, { status, errorId, cause }: ErrorDetails = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.errorId = errorId;
  }
}

/** The credentials are missing, unknown, expired or not sufficient. */
export class NotAllowedError extends PalimpsestError {
  override readonly name = "NotAllowedError";
}
/** An argument is invalid. The message names it and states what it must be. */
export class InvalidInputError extends PalimpsestError {
  override readonly name = "InvalidInputError";
}
/** The named object does not exist, or belongs to another user. */
export class NotFoundError extends PalimpsestError {
  override readonly name = "NotFoundError";
}
/** The memory has changed, or an idempotency key belongs to another write. */
export class ConflictError extends PalimpsestError {
  override readonly name = "ConflictError";
}
/** The service, its store or its model is unavailable or busy. The same call may succeed later. */
export class UnavailableError extends PalimpsestError {
  override readonly name = "UnavailableError";
}
/** The service could not be reached, or its answer did not arrive. A write may have succeeded. */
export class ConnectionError extends PalimpsestError {
  override readonly name = "ConnectionError";

  constructor(message: string, details?: ErrorDetails) {
    super("CONNECTION_FAILED", message, details);
  }
}

type Kind = new (code: string, message: string, details?: ErrorDetails) => PalimpsestError;

const KINDS: Readonly<Record<string, Kind>> = {
  UNAUTHENTICATED: NotAllowedError,
  FORBIDDEN: NotAllowedError,
  MEMORY_OFF: NotAllowedError,
  NOT_FOUND: NotFoundError,
  CONFLICT: ConflictError,
  IDEMPOTENCY_KEY_REUSED: ConflictError,
  QUOTA_EXCEEDED: NotAllowedError,
  RATE_LIMITED: UnavailableError,
  OVERLOADED: UnavailableError,
  SPACE_DAMAGED: UnavailableError,
  SPACE_OF_NEWER_VERSION: UnavailableError,
  STORAGE_FULL: UnavailableError,
  STORE_UNAVAILABLE: UnavailableError,
  STORE_REFUSED: UnavailableError,
  MODEL_UNAVAILABLE: UnavailableError,
  INTERNAL_SERVER_ERROR: PalimpsestError,
};

/** The class for an answer without a known code, by its status. */
const kindOfStatus = (status: number | undefined): Kind => {
  if (status === 429 || (status !== undefined && status >= 500)) return UnavailableError;
  return InvalidInputError;
};

/** The error for a code of the service. For an unknown code, the status determines the class. */
export const errorOf = (
  code: string,
  message: string,
  details: ErrorDetails = {},
): PalimpsestError => {
  const Kind = Object.hasOwn(KINDS, code) ? KINDS[code] : undefined;
  return new (Kind ?? kindOfStatus(details.status))(code, message, details);
};
