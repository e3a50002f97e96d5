import { quickCheck } from "../checks/quick-check.ts";
import { findRemainders } from "../erasure/remainders.ts";
import { emptyLog, vacuum } from "../erasure/scrub.ts";

/**
 * Works on the file at a path that take long if it is large. Each opens a connection of its own and
 * closes it, so that any thread can run it, and takes and returns what can be sent to one.
 */
interface FileWorks {
  readonly quickCheck: typeof quickCheck;
  readonly vacuum: typeof vacuum;
  readonly emptyLog: typeof emptyLog;
  readonly findRemainders: typeof findRemainders;
}

export type FileWorkName = keyof FileWorks;
export type FileWorkInput<Name extends FileWorkName> = Parameters<FileWorks[Name]>;
export type FileWorkResult<Name extends FileWorkName> = ReturnType<FileWorks[Name]>;

const FILE_WORKS: {
  readonly [Name in FileWorkName]: (...input: FileWorkInput<Name>) => FileWorkResult<Name>;
} = { quickCheck, vacuum, emptyLog, findRemainders };

/** Runs a work by its name. */
export const runFileWork = <Name extends FileWorkName>(
  name: Name,
  input: FileWorkInput<Name>,
): FileWorkResult<Name> => FILE_WORKS[name](...input);
