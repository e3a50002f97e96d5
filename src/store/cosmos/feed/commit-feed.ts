import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import { documentId } from "../documents/envelope.ts";
import { HEAD } from "../documents/head-document.ts";
import { isText, Shape } from "../documents/shape.ts";
import { ChangeFeed } from "./change-feed.ts";

/** A space whose head has moved, and the record time of its head when the feed was read. */
export interface MovedSpace {
  readonly space: SpaceId;
  readonly recordedAt: Instant;
}

/** A stored checkpoint of a consumer. */
const CHECKPOINT = new Shape<{ readonly continuation: string }>(null, { continuation: isText });
const CHECKPOINT_ID = documentId("checkpoint");
/** Milliseconds for which the checkpoint of an inactive consumer is kept. */
const KEPT_SECONDS = 7 * 24 * 3600;

/**
 * The commits of all spaces, from the change feed of `graph`. A space that committed several times
 * between two pulls appears once, with its latest head; its `commit` documents contain the rest.
 * Delivers at least once: a consumer that resumes from its checkpoint may get the last page before
 * it again.
 */
export class CommitFeed {
  readonly #connection: Connection;
  readonly #consumer: string;
  #feed: ChangeFeed | null = null;

  constructor(connection: Connection, consumer: string) {
    this.#connection = connection;
    this.#consumer = consumer;
  }

  /**
   * Starts at the checkpoint of the consumer, or now. Every commit from here on will be delivered.
   */
  async start(): Promise<void> {
    await this.#openFeed();
  }

  async #openFeed(): Promise<ChangeFeed> {
    if (this.#feed) return this.#feed;
    const continuation = await this.#loadCheckpoint();
    const feed = new ChangeFeed(this.#connection, "graph", continuation);
    if (continuation === null) await this.#saveCheckpoint((await feed.nextPage()).continuation);
    this.#feed = feed;
    return feed;
  }

  /**
   * Passes on the spaces that moved since the last pull, each once per page. The checkpoint is
   * saved after `handle` returns, so that a page is delivered again if it throws.
   */
  async pull(handle: (spaces: readonly MovedSpace[]) => void | Promise<void>): Promise<void> {
    const feed = await this.#openFeed();
    try {
      for (;;) {
        const { documents, continuation } = await feed.nextPage();
        if (documents === null) return;
        await handle(movedSpaces(documents));
        await this.#saveCheckpoint(continuation);
      }
    } catch (error) {
      this.#feed = null;
      throw error;
    }
  }

  async #loadCheckpoint(): Promise<string | null> {
    const { resource } = await this.#connection
      .container("leases")
      .item(CHECKPOINT_ID, this.#consumer)
      .read();
    return CHECKPOINT.fits(resource) ? resource.continuation : null;
  }

  async #saveCheckpoint(continuation: string): Promise<void> {
    await this.#connection.container("leases").items.upsert({
      id: CHECKPOINT_ID,
      consumer: this.#consumer,
      continuation,
      ttl: KEPT_SECONDS,
    });
  }
}

const movedSpaces = (documents: readonly object[]): MovedSpace[] => {
  const byKey = new Map<string, MovedSpace>();
  for (const document of documents)
    if (HEAD.fits(document) && document.recordedAt !== null) {
      const { tenant, user, recordedAt } = document;
      byKey.set(JSON.stringify([tenant, user]), { space: { tenant, user }, recordedAt });
    }
  return [...byKey.values()];
};
