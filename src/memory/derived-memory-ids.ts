import { createHash } from "node:crypto";
import type { EntityId, MemoryId, SessionId } from "./ids.ts";

const SAFE = /^[\w.-]{1,100}$/u;
/**
 * Hexadecimal digits of the digest that replaces a name that is too long, or has characters that
 * are not allowed in an id.
 */
const DIGEST = 32;

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, DIGEST);
const asPart = (text: string): string => (SAFE.test(text) ? text : digest(text));

/**
 * The id of the summary of a session. Ids of derived memories follow from their subjects, so that a
 * job that runs twice creates the same memory.
 */
export const sessionSummaryId = (user: string, session: SessionId): MemoryId =>
  `summary_${asPart(user)}_${asPart(session)}`;
export const userSummaryId = (user: string): MemoryId => `user_summary_${asPart(user)}`;
/** The id of the nth episode (from 1) derived from the turns of a session up to turn `to`. */
export const episodeId = (session: SessionId, to: number, n: number): MemoryId =>
  `episode_${asPart(session)}_${to}_${n}`;
export const procedureId = (session: SessionId, to: number, n: number): MemoryId =>
  `procedure_${asPart(session)}_${to}_${n}`;
/** The id of an observation about an entity, by the facts of its cluster. */
export const observationId = (entity: EntityId, foundation: string): MemoryId =>
  `${observationsOf(entity)}${digest(foundation)}`;
/** The prefix of the ids of all observations about an entity. */
export const observationsOf = (entity: EntityId): string => `observation_${asPart(entity)}_`;
