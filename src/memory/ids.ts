/**
 * Local ids: unique within a space, in order of creation, and safe in file names, URLs and Cosmos
 * DB document ids.
 */
export type EntityId = string;
export type FactId = string;
export type FactVersionId = string;
export type RelationshipId = string;
export type DecisionId = string;
export type EventId = string;
export type SessionId = string;
export type TurnId = string;
export type TextId = string;
export type ReferenceId = string;
/** The id of a derived memory. */
export type MemoryId = string;

/** Creates a new id. It is passed in, so that tests can create their own. */
export type NewId = () => string;

/** The id of the nth version (from 1) of a fact, an entity or a relationship. */
export const versionId = (id: string, n: number): string => `${id}.${n}`;
