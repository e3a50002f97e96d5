import type { RelationshipId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import { END, toMillis } from "./instants.ts";
import type { EntityNumbers } from "./record-entities.ts";
import type { SpaceFile } from "./space-file.ts";

const NUMBER = `SELECT num FROM relationship WHERE id = ?`;
const EXPIRE = `UPDATE relationship_version SET expired = ? WHERE relationship = ? AND n = ? AND expired = ${END}`;
const EXPIRE_NEWEST = `UPDATE relationship SET expired = ? WHERE num = ?`;
const ADD = `INSERT INTO relationship (id, source, target, type, evidence, first_recorded, recorded, expired, valid_from, valid_to) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const CHANGE = `UPDATE relationship SET recorded = ?, expired = ?, valid_from = ?, valid_to = ? WHERE num = ?`;
const ADD_VERSION = `INSERT INTO relationship_version (relationship, recorded, n, expired, valid_from, valid_to, strength, decision) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Throws where the version is not on record, or expired before. */
export const expireRelationship = (
  file: SpaceFile,
  id: RelationshipId,
  n: number,
  recorded: number,
): void => {
  const [number] = file.first<readonly [number]>(NUMBER, id) ?? [0];
  if (file.run(EXPIRE, recorded, number, n) !== 1)
    throw new Error(`No believed version ${n} of relationship ${id}.`);
  file.run(EXPIRE_NEWEST, recorded, number);
};

export const recordRelationship = (
  file: SpaceFile,
  numbers: EntityNumbers,
  version: RelationshipVersion,
  recorded: number,
): void => {
  const times = [
    toMillis(version.expiredAt),
    toMillis(version.validFrom),
    toMillis(version.validTo),
  ] as const;
  const known = file.first<readonly [number]>(NUMBER, version.relationship)?.[0];
  const number =
    known ??
    file.insert(
      ADD,
      version.relationship,
      numbers.of(version.source),
      numbers.of(version.target),
      version.type,
      version.evidence,
      recorded,
      recorded,
      ...times,
    );
  if (known !== undefined) file.run(CHANGE, recorded, ...times, number);
  file.run(ADD_VERSION, number, recorded, version.n, ...times, version.strength, version.decision);
};
