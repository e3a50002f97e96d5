import { presuming } from "../store/presumed-reads.ts";

const WRITES = /\b(?:mutation|subscription)\b/u;

/**
 * Executes an operation. One whose document writes nothing does not wait for the head of its space
 * (`presuming`), so it may be executed twice.
 */
export const executeOperation = <T>(
  document: string | undefined,
  execute: () => Promise<T>,
): Promise<T> => (document === undefined || WRITES.test(document) ? execute() : presuming(execute));
