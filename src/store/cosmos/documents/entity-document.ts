import { namesOf, type EntityVersion, type SelfEvidence } from "../../../memory/entity.ts";
import { foldName, nameWords } from "../../../language/names.ts";
import { expiryKnownAt, OPEN, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import {
  DocumentShape,
  isBoolean,
  isList,
  isNumber,
  isObject,
  isText,
  orAbsent,
  orNull,
} from "./shape.ts";

/** A folded name of an entity, and the instant from which it has had it without interruption. */
interface DatedName {
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
  readonly names: readonly DatedName[];
  /**
   * The names alone, their number, and the beginnings of their first words, for the indexes. Absent
   * in schema 1.
   */
  readonly called?: readonly string[];
  readonly nameCount?: number;
  readonly beginnings?: readonly string[];
  readonly words: readonly string[];
  /** Position in the order in which entities were first recorded. */
  readonly since: string;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly validFrom: Instant;
  readonly validTo: Instant;
  /** Properties that the rest of the document does not contain. */
  readonly body: Omit<EntityVersion, BesideBody>;
}

type BesideBody =
  | "entity"
  | "n"
  | "key"
  | "type"
  | "self"
  | "recordedAt"
  | "expiredAt"
  | "validFrom"
  | "validTo";

export const ENTITY = new DocumentShape<EntityDocument>("entity", {
  entity: isText,
  n: isNumber,
  key: isText,
  entityType: isText,
  self: orNull(isText),
  merged: isBoolean,
  names: isList,
  called: orAbsent(isList),
  nameCount: orAbsent(isNumber),
  beginnings: orAbsent(isList),
  words: isList,
  since: isText,
  recordedAt: isText,
  expiredAt: isText,
  validFrom: isText,
  validTo: isText,
  body: isObject,
});

/** The properties that a new version inherits from the previous one. */
type EntityLineage = Pick<EntityDocument, "since" | "names" | "expiredAt">;

export const entityDocumentId = (entity: string, n: number): string =>
  documentId("entity", entity, n);

/** A name keeps its instant as long as every version since has it. */
const datedNames = (version: EntityVersion, before: EntityLineage | null): DatedName[] => {
  const sinceByName = new Map(
    before && (before.expiredAt === OPEN || before.expiredAt === version.recordedAt)
      ? before.names.map(({ name, since }) => [name, since])
      : [],
  );
  return [...new Set(namesOf(version).map(foldName))]
    .filter((name) => name !== "")
    .map((name) => ({ name, since: sinceByName.get(name) ?? version.recordedAt }));
};

/** Maximum number of letters of an indexed beginning of a word. */
export const LONGEST_BEGINNING = 12;

/** The beginnings of the first word of a folded name, without the word itself. */
const beginningsOfFirstWord = (name: string): string[] => {
  const [first = ""] = name.split(" ", 1);
  const letters = Array.from(first);
  return letters
    .slice(0, Math.min(letters.length - 1, LONGEST_BEGINNING))
    .map((_, i) => letters.slice(0, i + 1).join(""));
};

/**
 * The document of an entity version. `before` is the lineage of the version before it, from which
 * names keep the time at which they were first recorded; `position` is that of a new entity.
 */
export const entityDocument = (
  space: SpaceId,
  version: EntityVersion,
  position: string,
  before: EntityLineage | null,
): EntityDocument => {
  const { entity, n, key, type, self, recordedAt, expiredAt, validFrom, validTo, ...body } =
    version;
  const names = datedNames(version, before);
  return {
    ...envelope(space, "entity", entityDocumentId(entity, n)),
    entity,
    n,
    key,
    entityType: type,
    self,
    merged: version.mergedInto !== null,
    names,
    called: names.map(({ name }) => name),
    nameCount: names.length,
    beginnings: [...new Set(names.flatMap(({ name }) => beginningsOfFirstWord(name)))],
    words: [...new Set(names.flatMap(({ name }) => nameWords(name)))],
    since: before?.since ?? position,
    recordedAt,
    expiredAt,
    validFrom,
    validTo,
    body,
  };
};

export const entityVersion = (document: EntityDocument, knownAt: Instant): EntityVersion => ({
  ...document.body,
  entity: document.entity,
  n: document.n,
  key: document.key,
  type: document.entityType,
  self: document.self,
  recordedAt: document.recordedAt,
  validFrom: document.validFrom,
  validTo: document.validTo,
  expiredAt: expiryKnownAt(document.expiredAt, knownAt),
});
