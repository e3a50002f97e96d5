import { ChangeFeedStartFrom, type ChangeFeedPullModelIterator } from "@azure/cosmos";
import type { Connection } from "../connection/connection.ts";
import type { ContainerName } from "../provisioning/choices.ts";

const PAGE_SIZE = 100;
const NOT_MODIFIED = 304;

/** The change feed of a container for all spaces: pull model, latest versions. */
export class ChangeFeed {
  readonly #iterator: ChangeFeedPullModelIterator<object>;

  /** `continuation` is the start position; null for now. */
  constructor(connection: Connection, container: ContainerName, continuation: string | null) {
    this.#iterator = connection.container(container).items.getChangeFeedIterator<object>({
      changeFeedStartFrom:
        continuation === null
          ? ChangeFeedStartFrom.Now()
          : ChangeFeedStartFrom.Continuation(continuation),
      maxItemCount: PAGE_SIZE,
    });
  }

  /**
   * The next changed documents, and the position after them. `documents` is null if there are no
   * more changes.
   */
  async nextPage(): Promise<{
    readonly documents: readonly object[] | null;
    readonly continuation: string;
  }> {
    const { statusCode, result, continuationToken } = await this.#iterator.readNext();
    return {
      documents: statusCode === NOT_MODIFIED ? null : result,
      continuation: continuationToken,
    };
  }
}
