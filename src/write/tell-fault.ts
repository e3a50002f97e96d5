import { Problem, type ProblemCode } from "../memory/problem.ts";
import { ModelUnavailable } from "../models/port.ts";
import { StoreUnavailable } from "../store/port.ts";

/** What a client is told of an error. */
export interface Told {
  readonly code: ProblemCode;
  readonly message: string;
  /** Whether an operator must look at it. */
  readonly fault: boolean;
}

const STORE_PROBLEMS: Readonly<Record<StoreUnavailable["reason"], Told>> = {
  DAMAGED: {
    code: "SPACE_DAMAGED",
    message:
      "The memory of this user is damaged and cannot be read or written until an operator has restored it.",
    fault: true,
  },
  FULL: {
    code: "STORAGE_FULL",
    message: "The storage is full: nothing was written. Reading still works.",
    fault: true,
  },
  UNREACHABLE: {
    code: "STORE_UNAVAILABLE",
    message: "The store cannot be reached. Try again later.",
    fault: true,
  },
};

const NO_MODEL: Told = {
  code: "MODEL_UNAVAILABLE",
  message:
    "The language model gave no answer, and this needs one. Try again later; searches by FULL_TEXT need none.",
  fault: true,
};

/** What is told of a fault of the service itself: nothing. */
export const INTERNAL: Told = {
  code: "INTERNAL_SERVER_ERROR",
  message: "Internal server error",
  fault: true,
};

/** A `Problem` keeps its sentence and its code; the failures of store and models have fixed sentences; anything else is INTERNAL. */
export const tellFault = (fault: unknown): Told => {
  if (fault instanceof Problem)
    return fault.code === INTERNAL.code
      ? INTERNAL
      : { code: fault.code, message: fault.message, fault: false };
  if (fault instanceof StoreUnavailable) return STORE_PROBLEMS[fault.reason];
  return fault instanceof ModelUnavailable ? NO_MODEL : INTERNAL;
};
