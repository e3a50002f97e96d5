import { Problem, type ProblemCode } from "../memory/problem.ts";
import { ModelUnavailable } from "../models/port.ts";
import { StoreUnavailable } from "../store/port.ts";

/** An error in the form that a client gets. */
export interface ClientError {
  readonly code: ProblemCode;
  readonly message: string;
  /** Whether the operator must investigate it. */
  readonly isFault: boolean;
}

const STORE_ERRORS: Readonly<Record<StoreUnavailable["reason"], ClientError>> = {
  DAMAGED: {
    code: "SPACE_DAMAGED",
    message:
      "The memory of this user is damaged. It cannot be read or written until an operator restores it.",
    isFault: true,
  },
  NEWER: {
    code: "SPACE_OF_NEWER_VERSION",
    message:
      "A newer version of the service has written the memory of this user. Nothing is lost, but an operator must update the service before the memory can be read or written.",
    isFault: true,
  },
  FULL: {
    code: "STORAGE_FULL",
    message: "The storage is full. Nothing was written; erasing and most reading still work.",
    isFault: true,
  },
  REFUSED: {
    code: "STORE_REFUSED",
    message:
      "The store refuses the service. Trying again does not help: an operator must give it access.",
    isFault: true,
  },
  UNREACHABLE: {
    code: "STORE_UNAVAILABLE",
    message: "The store cannot be reached. Try again later.",
    isFault: true,
  },
};

const MODEL_ERROR: ClientError = {
  code: "MODEL_UNAVAILABLE",
  message:
    "The language model gave no answer. Try again later, or search by FULL_TEXT, which needs no model.",
  isFault: true,
};

const TOKENS_USED: ClientError = {
  code: "QUOTA_EXCEEDED",
  message:
    "The tenant has used its language model tokens for today. Operations that need a model work again after midnight UTC.",
  isFault: false,
};

/** A fault of the service itself. Its message reveals no details. */
export const INTERNAL_ERROR: ClientError = {
  code: "INTERNAL_SERVER_ERROR",
  message: "Internal server error",
  isFault: true,
};

/**
 * The client error for a thrown value. A `Problem` keeps its message and its code, failures of
 * store and models have fixed messages, and anything else is an internal error.
 */
export const clientErrorOf = (error: unknown): ClientError => {
  if (error instanceof Problem)
    return error.code === INTERNAL_ERROR.code
      ? INTERNAL_ERROR
      : { code: error.code, message: error.message, isFault: false };
  if (error instanceof StoreUnavailable) return STORE_ERRORS[error.reason];
  if (!(error instanceof ModelUnavailable)) return INTERNAL_ERROR;
  return error.kind === "QUOTA" ? TOKENS_USED : MODEL_ERROR;
};
