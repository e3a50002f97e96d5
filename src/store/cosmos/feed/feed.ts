import { ChangeFeedStartFrom, type ChangeFeedPullModelIterator } from "@azure/cosmos";
import type { Connection } from "../connection.ts";
import type { ContainerName } from "../containers.ts";

const PAGE_SIZE = 100;
const NOT_MODIFIED = 304;

/** The change feed of a container from a place on: pull model, latest versions, all spaces. */
export class Feed<T> {
  readonly #iterator: ChangeFeedPullModelIterator<T>;
  #place: string | null;

  /** `place`: null for now. */
  constructor(connection: Connection, container: ContainerName, place: string | null) {
    this.#place = place;
    this.#iterator = connection.container(container).items.getChangeFeedIterator<T>({
      changeFeedStartFrom:
        place === null ? ChangeFeedStartFrom.Now() : ChangeFeedStartFrom.Continuation(place),
      maxItemCount: PAGE_SIZE,
    });
  }

  /** The next documents that changed; null where there are none. */
  async page(): Promise<readonly T[] | null> {
    const page = await this.#iterator.readNext();
    this.#place = page.continuationToken;
    return page.statusCode === NOT_MODIFIED ? null : page.result;
  }

  /** Where the next page begins; null before the first one of a feed that began now. */
  get place(): string | null {
    return this.#place;
  }
}
