import type { Follower, SpaceId } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import type { Owner } from "../documents/envelope.ts";
import { HEAD } from "../documents/head-document.ts";
import { SESSION } from "../documents/session-document.ts";
import { followedSpaces } from "../reads/spaces.ts";
import { ChangeFeed } from "./change-feed.ts";
import { Lease, type FollowerCheckpoint } from "./lease.ts";

interface Feeds {
  readonly graph: ChangeFeed;
  readonly turns: ChangeFeed;
}

/**
 * Number of pages of a feed after which the spaces found so far are returned. The next call returns
 * the rest.
 */
const MOST_PAGES = 50;

const feedsFrom = (
  connection: Connection,
  { graph, turns }: Pick<FollowerCheckpoint, "graph" | "turns">,
): Feeds => ({
  graph: new ChangeFeed(connection, "graph", graph),
  turns: new ChangeFeed(connection, "turns", turns),
});

/**
 * The checkpoint of a first follower: all spaces, then changes from now on. The feeds start before
 * the spaces are listed, so that nothing is missed.
 */
const firstCheckpoint = async (connection: Connection): Promise<FollowerCheckpoint> => {
  const [graph, turns] = await Promise.all([
    new ChangeFeed(connection, "graph", null).nextPage(),
    new ChangeFeed(connection, "turns", null).nextPage(),
  ]);
  return { graph: graph.continuation, turns: turns.continuation, whole: true };
};

type Matches = (document: object) => document is Owner;

/** Every commit moves the head of its space. */
const isMovedHead: Matches = (document): document is Owner =>
  HEAD.fits(document) && document.recordedAt !== null;
/** Every turn changes its session. */
const isSessionWithTurns: Matches = (document): document is Owner =>
  SESSION.fits(document) && document.turnCount > 0;

class CosmosFollower implements Follower {
  readonly #connection: Connection;
  readonly #lease: Lease;
  #feeds: Feeds;
  /** The position up to which everything was returned. */
  #checkpoint: FollowerCheckpoint;
  /** Spaces that were returned and not acknowledged yet. */
  readonly #unacknowledgedSpaces = new Map<string, SpaceId>();

  constructor(connection: Connection, lease: Lease) {
    this.#connection = connection;
    this.#lease = lease;
    this.#checkpoint = lease.checkpoint;
    this.#feeds = feedsFrom(connection, lease.checkpoint);
  }

  /**
   * The spaces that have changed since the last checkpoint, and those that were not acknowledged.
   * Empty if the lease is lost.
   */
  async next(): Promise<readonly SpaceId[]> {
    if (!(await this.#renew())) return [];
    const spaces: SpaceId[] = [];
    try {
      if (this.#checkpoint.whole)
        for await (const space of followedSpaces(this.#connection)) spaces.push(space);
      const graph = await this.#readFeed(this.#feeds.graph, isMovedHead, spaces);
      const turns = await this.#readFeed(this.#feeds.turns, isSessionWithTurns, spaces);
      this.#checkpoint = { graph, turns, whole: false };
    } catch (error) {
      this.#feeds = feedsFrom(this.#connection, this.#checkpoint);
      throw error;
    }
    for (const { tenant, user } of spaces)
      this.#unacknowledgedSpaces.set(JSON.stringify([tenant, user]), { tenant, user });
    if (this.#unacknowledgedSpaces.size === 0) return [];
    return (await this.#renew()) ? [...this.#unacknowledgedSpaces.values()] : [];
  }

  async acknowledge(): Promise<boolean> {
    const isStored = await this.#connection.call("follow", () =>
      this.#lease.renew(this.#checkpoint),
    );
    if (isStored) this.#unacknowledgedSpaces.clear();
    return isStored;
  }

  release(): Promise<void> {
    return this.#connection.call("follow", () => this.#lease.release());
  }

  #renew(): Promise<boolean> {
    return this.#connection.call("follow", () => this.#lease.renew());
  }

  /**
   * Adds the spaces of matching documents, and returns the position from which the feed continues.
   */
  async #readFeed(feed: ChangeFeed, matches: Matches, spaces: SpaceId[]): Promise<string> {
    for (let pages = 1; ; pages++) {
      const { documents, continuation } = await this.#connection.call("follow", () =>
        feed.nextPage(),
      );
      if (documents === null) return continuation;
      spaces.push(...documents.filter(matches));
      if (pages >= MOST_PAGES && spaces.length > 0) return continuation;
    }
  }
}

/** Null while another owner holds the lease. */
export const follow = (
  connection: Connection,
  name: string,
  owner: string,
  leaseMillis: number,
): Promise<Follower | null> =>
  connection.call("follow", async () => {
    const lease = await Lease.take(connection, name, owner, leaseMillis, () =>
      firstCheckpoint(connection),
    );
    return lease && new CosmosFollower(connection, lease);
  });
