import { createHash } from "node:crypto";
import { z } from "zod";
import { spaceKey, type SpaceId } from "../store/port.ts";

/** The part of the spaces that is assigned to a serving process. */
export interface Assignment {
  /** Counted from 0. */
  readonly index: number;
  /** The number of parts. */
  readonly of: number;
  /** The path of the Unix socket on which the front reaches it. */
  readonly socket: string;
}

/** The environment variable that contains an assignment, in JSON. */
export const ASSIGNMENT_VARIABLE = "PALIMPSEST_ASSIGNMENT";

const assignment = z.object({ index: z.number(), of: z.number(), socket: z.string() });

/** Null in a process that serves every space. */
export const assignmentIn = (environment: NodeJS.ProcessEnv): Assignment | null => {
  const text = environment[ASSIGNMENT_VARIABLE];
  return text === undefined ? null : assignment.parse(JSON.parse(text));
};

/** The part of a space. It is always the same, and spaces are evenly distributed. */
export const partOf = (space: SpaceId, parts: number): number =>
  createHash("sha256").update(spaceKey(space)).digest().readUInt32BE() % parts;
