import { createHash } from "node:crypto";
import type { EntityId, MemoryId, SessionId } from "./ids.ts";

const SAFE = /^[\w.-]{1,100}$/u;
/** Hexadecimal digits of what stands for a name that is too long or has signs that an id must not have. */
const DIGEST = 32;

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, DIGEST);
const asPart = (text: string): string => (SAFE.test(text) ? text : digest(text));

/** Ids of derived memories are made of what they are about, so that the same work done twice means the same memory (seed 001). */
export const threadSummaryId = (user: string, session: SessionId): MemoryId =>
  `summary_${asPart(user)}_${asPart(session)}`;
export const userSummaryId = (user: string): MemoryId => `user_summary_${asPart(user)}`;
/** The nth record (from 1) that was drawn from a stretch of a thread which ends with turn `to`. */
export const episodeId = (session: SessionId, to: number, n: number): MemoryId =>
  `episode_${asPart(session)}_${to}_${n}`;
export const procedureId = (session: SessionId, to: number, n: number): MemoryId =>
  `procedure_${asPart(session)}_${to}_${n}`;
/** Of a cluster of an entity's facts, by what it is founded on. */
export const observationId = (entity: EntityId, foundation: string): MemoryId =>
  `${observationsOf(entity)}${digest(foundation)}`;
/** How the ids of all observations about an entity begin. */
export const observationsOf = (entity: EntityId): string => `observation_${asPart(entity)}_`;
