import { namesOf, type EntityVersion, type SelfEvidence } from "../../../memory/entity.ts";
import { foldName, nameWords } from "../../../memory/names.ts";
import { expiryKnownAt, OPEN, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";

/** A name under which an entity answers, and since when without a break. */
export interface StandingName {
  readonly name: string;
  readonly since: Instant;
}

export interface EntityDocument extends Envelope {
  readonly type: "entity";
  readonly entity: string;
  readonly n: number;
  readonly key: string;
  readonly entityType: string;
  readonly self: SelfEvidence | null;
  readonly merged: boolean;
  readonly names: readonly StandingName[];
  readonly words: readonly string[];
  /** Its place in the order in which entities became known. */
  readonly since: string;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly validFrom: Instant;
  readonly validTo: Instant;
  readonly body: Omit<EntityVersion, "recordedAt" | "expiredAt" | "validFrom" | "validTo">;
}

/** What a new version takes over from the one before. */
export type EntityLineage = Pick<EntityDocument, "since" | "names" | "expiredAt">;

export const entityDocumentId = (entity: string, n: number): string =>
  documentId("entity", entity, n);

const standingNames = (version: EntityVersion, before: EntityLineage | null): StandingName[] => {
  const kept = new Map(
    before && (before.expiredAt === OPEN || before.expiredAt === version.recordedAt)
      ? before.names.map(({ name, since }) => [name, since])
      : [],
  );
  return [...new Set(namesOf(version).map(foldName))]
    .filter((name) => name !== "")
    .map((name) => ({ name, since: kept.get(name) ?? version.recordedAt }));
};

export const entityDocument = (
  space: SpaceId,
  version: EntityVersion,
  place: string,
  before: EntityLineage | null,
): EntityDocument => {
  const { recordedAt, expiredAt, validFrom, validTo, ...body } = version;
  const names = standingNames(version, before);
  return {
    ...envelope(space, "entity", entityDocumentId(version.entity, version.n)),
    entity: version.entity,
    n: version.n,
    key: version.key,
    entityType: version.type,
    self: version.self,
    merged: version.mergedInto !== null,
    names,
    words: [...new Set(names.flatMap(({ name }) => nameWords(name)))],
    since: before?.since ?? place,
    recordedAt,
    expiredAt,
    validFrom,
    validTo,
    body,
  };
};

export const entityVersion = (
  { body, recordedAt, expiredAt, validFrom, validTo }: EntityDocument,
  knownAt: Instant,
): EntityVersion => ({
  ...body,
  recordedAt,
  validFrom,
  validTo,
  expiredAt: expiryKnownAt(expiredAt, knownAt),
});
