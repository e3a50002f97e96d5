import { ChangeFeedStartFrom, type ChangeFeedPullModelIterator } from "@azure/cosmos";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import type { Connection } from "../connection.ts";
import type { HeadDocument } from "../documents/head-document.ts";
import { Checkpoints } from "./checkpoints.ts";

/** A space whose head has moved, and where it stood when the feed told of it. */
export interface Moved {
  readonly space: SpaceId;
  readonly recordedAt: Instant;
}

const PAGE_SIZE = 100;
const NOT_MODIFIED = 304;

/**
 * The commits of all spaces, from the change feed of `graph`: pull model, latest versions. A space that committed several times between
 * two pulls shows once, at its latest head; the `commit` documents tell the rest. At least once: whoever has saved its place goes on
 * there, and may be told again of what came just before it.
 */
export class CommitFeed {
  readonly #connection: Connection;
  readonly #checkpoints: Checkpoints;
  #iterator: ChangeFeedPullModelIterator<HeadDocument> | null = null;

  constructor(connection: Connection, consumer: string) {
    this.#connection = connection;
    this.#checkpoints = new Checkpoints(connection, consumer);
  }

  /** Takes its place: where the consumer left off, or now. Whatever is committed from here on will be told. */
  async start(): Promise<void> {
    if (this.#iterator) return;
    const continuation = await this.#checkpoints.load();
    this.#iterator = this.#connection.container("graph").items.getChangeFeedIterator<HeadDocument>({
      changeFeedStartFrom:
        continuation === null
          ? ChangeFeedStartFrom.Now()
          : ChangeFeedStartFrom.Continuation(continuation),
      maxItemCount: PAGE_SIZE,
    });
    if (continuation === null)
      await this.#checkpoints.save((await this.#iterator.readNext()).continuationToken);
  }

  /** What has moved since the last pull, each space once. `handle` is called before the place is saved, so that what it throws at is told again. */
  async pull(handle: (moved: readonly Moved[]) => void | Promise<void>): Promise<void> {
    await this.start();
    try {
      for (;;) {
        const page = await this.#iterator!.readNext();
        if (page.statusCode === NOT_MODIFIED) return;
        const heads = new Map(
          page.result.flatMap((document) =>
            document.type === "head" && document.recordedAt !== null
              ? [[JSON.stringify([document.tenant, document.user]), document]]
              : [],
          ),
        );
        await handle(
          [...heads.values()].map(({ tenant, user, recordedAt }) => ({
            space: { tenant, user },
            recordedAt: recordedAt!,
          })),
        );
        await this.#checkpoints.save(page.continuationToken);
      }
    } catch (error) {
      this.#iterator = null;
      throw error;
    }
  }
}
