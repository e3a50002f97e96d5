import { readingSettingsAhead } from "../read/user-settings.ts";
import { presuming } from "../store/presumed-reads.ts";

const WRITES = /\b(?:mutation|subscription)\b/u;

/**
 * Executes an operation. An operation that only reads does not wait for the head of its space
 * (`presuming`), so it may be executed twice. One that writes reads the settings together with the
 * head.
 */
export const executeOperation = <T>(
  document: string | undefined,
  execute: () => Promise<T>,
): Promise<T> =>
  document === undefined || WRITES.test(document)
    ? readingSettingsAhead(execute)
    : presuming(execute);
