import { randomUUID } from "node:crypto";
import type { Connection } from "../connection/connection.ts";
import { errorCode } from "../connection/port-errors.ts";
import { documentId } from "../documents/envelope.ts";
import { isNumber, isObject, isText, Shape } from "../documents/shape.ts";

/** The position of a follower: the continuation of each feed. */
export interface FollowerCheckpoint {
  readonly graph: string;
  readonly turns: string;
  /** Whether the spaces that existed before must still be listed. */
  readonly whole: boolean;
}

interface LeaseDocument {
  readonly id: string;
  readonly consumer: string;
  readonly owner: string;
  /** Distinguishes one acquisition of the lease from another, also by the same owner. */
  readonly taking: string;
  /** Milliseconds since 1970 by the clock of the owner; 0 once the lease is released. */
  readonly until: number;
  readonly place: FollowerCheckpoint;
}
type StoredLease = LeaseDocument & { readonly _etag: string };

const STORED_LEASE: Shape<StoredLease> = new Shape(null, {
  id: isText,
  consumer: isText,
  owner: isText,
  taking: isText,
  until: isNumber,
  place: isObject,
  _etag: isText,
});
const LEASE_ID = documentId("follower");
/** Statuses of a write that came after that of another owner. */
const OVERTAKEN: ReadonlySet<unknown> = new Set([404, 409, 412]);

const leaseOf = (resource: object | undefined): StoredLease | null => {
  if (resource === undefined) return null;
  STORED_LEASE.assertFits(resource);
  return resource;
};

const readLease = async (connection: Connection, name: string): Promise<StoredLease | null> =>
  leaseOf((await connection.container("leases").item(LEASE_ID, name).read()).resource);

/** Creates the lease, or replaces the one with this ETag; null if another owner was first. */
const writeLease = async (
  connection: Connection,
  lease: LeaseDocument,
  etag: string | null,
): Promise<StoredLease | null> => {
  const leases = connection.container("leases");
  try {
    const { resource } =
      etag === null
        ? await leases.items.create({ ...lease })
        : await leases
            .item(LEASE_ID, lease.consumer)
            .replace({ ...lease }, { accessCondition: { type: "IfMatch", condition: etag } });
    return leaseOf(resource);
  } catch (error) {
    if (OVERTAKEN.has(errorCode(error))) return null;
    throw error;
  }
};

/**
 * The right to follow the feeds under a name, with its checkpoint. The ETag guards every change.
 */
export class Lease {
  readonly #connection: Connection;
  readonly #millis: number;
  #storedLease: StoredLease;

  private constructor(connection: Connection, millis: number, storedLease: StoredLease) {
    this.#connection = connection;
    this.#millis = millis;
    this.#storedLease = storedLease;
  }

  /**
   * Returns null while another owner holds it. `begin` makes the checkpoint of the first follower
   * of this name.
   */
  static async take(
    connection: Connection,
    name: string,
    owner: string,
    millis: number,
    begin: () => Promise<FollowerCheckpoint>,
  ): Promise<Lease | null> {
    const current = await readLease(connection, name);
    if (current && current.owner !== owner && current.until > connection.now()) return null;
    const place = current?.place ?? (await begin());
    const lease: LeaseDocument = {
      id: LEASE_ID,
      consumer: name,
      owner,
      taking: randomUUID(),
      until: connection.now() + millis,
      place,
    };
    const storedLease = await writeLease(connection, lease, current?._etag ?? null);
    return storedLease && new Lease(connection, millis, storedLease);
  }

  get checkpoint(): FollowerCheckpoint {
    return this.#storedLease.place;
  }

  /** Extends the lease and stores the checkpoint. Returns false if the lease was lost. */
  renew(checkpoint: FollowerCheckpoint = this.checkpoint): Promise<boolean> {
    return this.#replace({ place: checkpoint, until: this.#connection.now() + this.#millis });
  }

  async release(): Promise<void> {
    await this.#replace({ until: 0 });
  }

  /** An unexpected ETag may be that of an own write whose response was lost, so it is looked up. */
  async #replace(changes: Partial<Pick<LeaseDocument, "place" | "until">>): Promise<boolean> {
    const { _etag, ...lease } = this.#storedLease;
    for (let etag = _etag; ;) {
      const storedLease = await writeLease(this.#connection, { ...lease, ...changes }, etag);
      if (storedLease) {
        this.#storedLease = storedLease;
        return true;
      }
      const current = await readLease(this.#connection, lease.consumer);
      if (current?.taking !== lease.taking || current._etag === etag) return false;
      etag = current._etag;
    }
  }
}
