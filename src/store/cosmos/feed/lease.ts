import { randomUUID } from "node:crypto";
import type { ItemResponse } from "@azure/cosmos";
import type { Connection } from "../connection.ts";
import { documentId } from "../documents/document-id.ts";

/** How far a follower has come in each feed. */
export interface FollowerPlace {
  readonly graph: string;
  readonly turns: string;
  /** Whether all that was on record before is yet to be told. */
  readonly whole: boolean;
}

interface LeaseDocument {
  readonly id: string;
  readonly consumer: string;
  readonly owner: string;
  /** Tells one taking of the lease from another, of the same owner too. */
  readonly taking: string;
  /** In milliseconds since 1970, by the clock of the owner; 0 once it is given up. */
  readonly until: number;
  readonly place: FollowerPlace;
  readonly _etag?: string;
}

const ID = documentId("follower");
const GONE: readonly number[] = [404, 409, 412];

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** The right to follow under a name, and the place that goes with it, in `leases`: every change is guarded by the ETag. */
export class Lease {
  readonly #connection: Connection;
  readonly #millis: number;
  #document: LeaseDocument;

  private constructor(connection: Connection, millis: number, document: LeaseDocument) {
    this.#connection = connection;
    this.#millis = millis;
    this.#document = document;
  }

  /** Null while another owner holds it. `begin`: the place of the first follower of this name. */
  static async take(
    connection: Connection,
    name: string,
    owner: string,
    millis: number,
    begin: () => Promise<FollowerPlace>,
  ): Promise<Lease | null> {
    const found = await read(connection, name);
    if (found && found.owner !== owner && found.until > connection.now()) return null;
    const place = found?.place ?? (await begin());
    const wanted: LeaseDocument = {
      id: ID,
      consumer: name,
      owner,
      taking: randomUUID(),
      until: connection.now() + millis,
      place,
    };
    const taken = await write(connection, wanted, found?._etag ?? null);
    return taken && new Lease(connection, millis, taken);
  }

  get place(): FollowerPlace {
    return this.#document.place;
  }

  /** Holds it for longer, from now on with this place; false where it was lost. */
  renew(place: FollowerPlace = this.place): Promise<boolean> {
    return this.#put({ ...this.#document, place, until: this.#connection.now() + this.#millis });
  }

  async release(): Promise<void> {
    await this.#put({ ...this.#document, until: 0 });
  }

  /** An ETag that is not the one remembered may be that of a write of ours whose answer was lost. */
  async #put(wanted: LeaseDocument): Promise<boolean> {
    for (let tag = this.#document._etag!; ;) {
      const written = await write(this.#connection, wanted, tag);
      if (written) {
        this.#document = written;
        return true;
      }
      const found = await read(this.#connection, wanted.consumer);
      if (found?.taking !== wanted.taking || found._etag === tag) return false;
      tag = found._etag!;
    }
  }
}

const read = async (connection: Connection, name: string): Promise<LeaseDocument | null> =>
  (await connection.container("leases").item(ID, name).read<LeaseDocument>()).resource ?? null;

/** Creates it, or replaces that of an ETag; null where somebody else was first. */
const write = async (
  connection: Connection,
  { _etag, ...document }: LeaseDocument,
  tag: string | null,
): Promise<LeaseDocument | null> => {
  const leases = connection.container("leases");
  try {
    const { resource }: ItemResponse<LeaseDocument> =
      tag === null
        ? await leases.items.create<LeaseDocument>(document)
        : await leases
            .item(ID, document.consumer)
            .replace<LeaseDocument>(document, {
              accessCondition: { type: "IfMatch", condition: tag },
            });
    return resource ?? null;
  } catch (error) {
    if (GONE.includes(codeOf(error) as number)) return null;
    throw error;
  }
};
