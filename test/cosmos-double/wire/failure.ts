/** An error response of the service. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly substatus: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details: { readonly substatus?: number; readonly retryAfterMs?: number } = {},
  ) {
    const { stackTraceLimit } = Error;
    // Nobody reads the stack, and some operations of the adapter expect a failure each time.
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
    this.code = code;
    this.substatus = details.substatus;
    this.retryAfterMs = details.retryAfterMs;
  }
}

export const notFound = (): Failure =>
  new Failure(404, "NotFound", "Entity with the specified id does not exist in the system.");
/** The container or database of the requested resource does not exist. */
export const ownerNotFound = (): Failure =>
  new Failure(404, "NotFound", "Resource Not Found. Owner resource does not exist.", {
    substatus: 1003,
  });
export const conflict = (): Failure =>
  new Failure(409, "Conflict", "Entity with the specified id already exists in the system.");
export const preconditionFailed = (substatus?: number): Failure =>
  new Failure(
    412,
    "PreconditionFailed",
    "Operation cannot be performed because one of the specified precondition is not met.",
    substatus === undefined ? {} : { substatus },
  );
export const tooLarge = (): Failure =>
  new Failure(413, "RequestEntityTooLarge", "Request size is too large");
export const badRequest = (message: string): Failure => new Failure(400, "BadRequest", message);
