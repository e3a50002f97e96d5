import type { EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import { END, toMillis } from "./instants.ts";
import { recordNames } from "./names.ts";
import type { SpaceFile } from "./space-file.ts";

const NUMBER = `SELECT num FROM entity WHERE id = ?`;
const ADD = `INSERT INTO entity (id) VALUES (?)`;

/** The numbers of entities, given to those that have none yet. */
export class EntityNumbers {
  readonly #file: SpaceFile;
  readonly #known = new Map<EntityId, number>();

  constructor(file: SpaceFile) {
    this.#file = file;
  }

  readonly of = (entity: EntityId): number => {
    const known = this.#known.get(entity);
    if (known !== undefined) return known;
    const number =
      this.#file.first<readonly [number]>(NUMBER, entity)?.[0] ?? this.#file.insert(ADD, entity);
    this.#known.set(entity, number);
    return number;
  };
}

const EXPIRE = `UPDATE entity_version SET expired = ? WHERE entity = ? AND n = ? AND expired = ${END}`;
const SET_KEY = `UPDATE entity SET key = ? WHERE num = ? AND key IS NULL`;
const ADD_TYPE = `INSERT OR IGNORE INTO entity_type (type, entity) VALUES (?, ?)`;
const ADD_VERSION = `
INSERT INTO entity_version (entity, recorded, n, expired, valid_from, valid_to, name, type, aliases, profile, importance, self, merged_into, absorbed, decision)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Throws where the version is not on record, or expired before. */
export const expireEntity = (
  file: SpaceFile,
  numbers: EntityNumbers,
  id: EntityId,
  n: number,
  recorded: number,
): void => {
  if (file.run(EXPIRE, recorded, numbers.of(id), n) !== 1)
    throw new Error(`No believed version ${n} of entity ${id}.`);
};

export const recordEntity = (
  file: SpaceFile,
  numbers: EntityNumbers,
  version: EntityVersion,
  recorded: number,
): void => {
  const number = numbers.of(version.entity);
  file.run(SET_KEY, version.key, number);
  file.run(ADD_TYPE, version.type, number);
  file.run(
    ADD_VERSION,
    number,
    recorded,
    version.n,
    toMillis(version.expiredAt),
    toMillis(version.validFrom),
    toMillis(version.validTo),
    version.name,
    version.type,
    JSON.stringify(version.aliases),
    version.profile,
    version.importance,
    version.self,
    version.mergedInto,
    JSON.stringify(version.absorbed),
    version.decision,
  );
  recordNames(file, number, version, recorded);
};
