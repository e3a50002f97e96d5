/** Local ids: unique within a space, in the order in which they were made, safe in a file name, a URL and a Cosmos DB document id. */
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
/** Of a derived memory. */
export type MemoryId = string;

/** Makes a fresh id. Passed in, so that a test can make its own. */
export type NewId = () => string;

/** The id of the nth version (from 1) of a fact, an entity or a relationship. */
export const versionId = (id: string, n: number): string => `${id}.${n}`;
