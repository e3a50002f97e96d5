import { END } from "./instants.ts";
import type { SpaceFile } from "./space-file.ts";

const TURNS = `DELETE FROM turn WHERE expires <= ? AND expires < ${END}`;
const NOTES = `DELETE FROM note WHERE expires <= ? AND expires < ${END}`;

/** Removes the turns and notes whose time is over: with every write, since no reader is shown them anyway. `now` is in milliseconds since 1970. */
export const removeExpired = (file: SpaceFile, now: number): void => {
  file.run(TURNS, now);
  file.run(NOTES, now);
};
