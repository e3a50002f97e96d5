/**
 * The errors that clients receive, by stable code, with the HTTP status of a request that fails
 * altogether. `docs/reference/errors.md` lists each with its remedy.
 */
export const PROBLEMS = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  PAYLOAD_TOO_LARGE: 413,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  OPERATION_TOO_LARGE: 400,
  OPERATION_TOO_EXPENSIVE: 400,
  BAD_USER_INPUT: 400,
  INVALID_INSTANT: 400,
  INVALID_INTERVAL: 400,
  INVALID_ID: 400,
  INVALID_CURSOR: 400,
  INVALID_OVERRIDE: 400,
  INVALID_VALUE: 400,
  PAGE_SIZE_OUT_OF_BOUNDS: 400,
  MESSAGE_TOO_LONG: 400,
  ARGUMENT_TOO_LONG: 400,
  IDEMPOTENCY_KEY_REUSED: 409,
  SAME_ENTITY: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 403,
  MEMORY_OFF: 403,
  OVERLOADED: 503,
  SPACE_DAMAGED: 503,
  SPACE_OF_NEWER_VERSION: 503,
  STORAGE_FULL: 507,
  STORE_UNAVAILABLE: 503,
  STORE_REFUSED: 500,
  MODEL_UNAVAILABLE: 503,
  INTERNAL_SERVER_ERROR: 500,
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === "string" && Object.hasOwn(PROBLEMS, code);

export interface ProblemOptions extends ErrorOptions {
  readonly retryAfterSeconds?: number | null;
}

/**
 * An error that a client caused or must know about. Its message says what is wrong and what to do.
 * It is thrown where the cause is known, and translated once, at the edge of the service.
 */
export class Problem extends Error {
  /** Seconds after which the same request may succeed; null if that cannot be told. */
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly code: ProblemCode,
    message: string,
    { retryAfterSeconds = null, ...options }: ProblemOptions = {},
  ) {
    super(message, options);
    this.name = "Problem";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const REMEDIES = {
  session: "Check its id; `sessions` lists them.",
  fact: "Check its id; `facts` lists them.",
  event: "Check its id; `events` lists them.",
  entity: "Check its id, key or name; `entities` lists them.",
  decision: "Check its id; an event lists its decisions.",
  job: "Check its id; `jobs` lists them.",
} as const;

/** The error for an object that does not exist, or belongs to another space. */
export const notFound = (name: keyof typeof REMEDIES): Problem =>
  new Problem("NOT_FOUND", `The ${name} does not exist. ${REMEDIES[name]}`);
