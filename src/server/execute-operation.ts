import { readingSettingsAhead } from "../read/user-settings.ts";
import { presuming } from "../store/presumed-reads.ts";

const WRITES = /\b(?:mutation|subscription)\b/u;

/**
 * Executes an operation. One that only reads starts on the last known state of its space while the
 * current state is read, and is executed again if that differs (`presuming`). One that writes reads
 * the settings of the user together with the state of the space.
 */
export const executeOperation = <T>(
  document: string | undefined,
  execute: () => Promise<T>,
): Promise<T> =>
  document === undefined || WRITES.test(document)
    ? readingSettingsAhead(execute)
    : presuming(execute);
