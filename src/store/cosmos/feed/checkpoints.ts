import type { Connection } from "../connection.ts";
import { documentId } from "../documents/document-id.ts";

interface Checkpoint {
  readonly id: string;
  readonly consumer: string;
  readonly continuation: string;
  readonly ttl: number;
}

/** Seconds for which the place of a consumer that was not heard of is kept. */
const KEPT_SECONDS = 7 * 24 * 3600;
const ID = documentId("checkpoint");

/** How far a consumer of the change feed has come, in `leases`. */
export class Checkpoints {
  readonly #connection: Connection;
  readonly #consumer: string;

  constructor(connection: Connection, consumer: string) {
    this.#connection = connection;
    this.#consumer = consumer;
  }

  async load(): Promise<string | null> {
    const { resource } = await this.#connection
      .container("leases")
      .item(ID, this.#consumer)
      .read<Checkpoint>();
    return resource?.continuation ?? null;
  }

  async save(continuation: string): Promise<void> {
    const checkpoint: Checkpoint = {
      id: ID,
      consumer: this.#consumer,
      continuation,
      ttl: KEPT_SECONDS,
    };
    await this.#connection.container("leases").items.upsert<Checkpoint>(checkpoint);
  }
}
