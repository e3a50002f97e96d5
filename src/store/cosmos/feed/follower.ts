import type { Follower, SpaceId } from "../../port.ts";
import type { Connection } from "../connection.ts";
import type { HeadDocument } from "../documents/head-document.ts";
import type { SessionDocument } from "../documents/session-document.ts";
import { followedSpaces } from "../reads/all-spaces.ts";
import { Feed } from "./feed.ts";
import { Lease, type FollowerPlace } from "./lease.ts";

interface Feeds {
  readonly graph: Feed<HeadDocument>;
  readonly turns: Feed<SessionDocument>;
}

/** After so many pages of a feed what was found is told; the rest is told next time. */
const MOST_PAGES = 50;

const feedsFrom = (
  connection: Connection,
  { graph, turns }: Pick<FollowerPlace, "graph" | "turns">,
): Feeds => ({
  graph: new Feed(connection, "graph", graph),
  turns: new Feed(connection, "turns", turns),
});

/** All that is on record, and then what changes from now on: the feeds take their place before the spaces are listed, so that nothing falls between. */
const beginning = async (connection: Connection): Promise<FollowerPlace> => {
  const [graph, turns] = [new Feed(connection, "graph", null), new Feed(connection, "turns", null)];
  await Promise.all([graph.page(), turns.page()]);
  return { graph: graph.place!, turns: turns.place!, whole: true };
};

/** Every commit moves the head of its space, and every turn its session. */
const isCommit = (document: HeadDocument): boolean =>
  document.type === "head" && document.recordedAt !== null;
const hasTurns = (document: SessionDocument): boolean =>
  document.type === "session" && document.turnCount > 0;

class CosmosFollower implements Follower {
  readonly #connection: Connection;
  readonly #lease: Lease;
  #feeds: Feeds;
  /** As far as all that was found was told. */
  #reached: FollowerPlace;
  readonly #told = new Map<string, SpaceId>();

  constructor(connection: Connection, lease: Lease) {
    this.#connection = connection;
    this.#lease = lease;
    this.#reached = lease.place;
    this.#feeds = feedsFrom(connection, lease.place);
  }

  async next(): Promise<readonly SpaceId[]> {
    if (!(await this.#renew())) return [];
    const found: SpaceId[] = [];
    try {
      if (this.#reached.whole)
        for await (const space of followedSpaces(this.#connection)) found.push(space);
      await this.#read(this.#feeds.graph, isCommit, found);
      await this.#read(this.#feeds.turns, hasTurns, found);
    } catch (error) {
      this.#feeds = feedsFrom(this.#connection, this.#reached);
      throw error;
    }
    for (const { tenant, user } of found)
      this.#told.set(JSON.stringify([tenant, user]), { tenant, user });
    this.#reached = {
      graph: this.#feeds.graph.place!,
      turns: this.#feeds.turns.place!,
      whole: false,
    };
    return (await this.#renew()) ? [...this.#told.values()] : [];
  }

  async acknowledge(): Promise<boolean> {
    const done = await this.#connection.call("follow", () => this.#lease.renew(this.#reached));
    if (done) this.#told.clear();
    return done;
  }

  release(): Promise<void> {
    return this.#connection.call("follow", () => this.#lease.release());
  }

  #renew(): Promise<boolean> {
    return this.#connection.call("follow", () => this.#lease.renew());
  }

  async #read<T extends SpaceId>(
    feed: Feed<T>,
    counts: (document: T) => boolean,
    found: SpaceId[],
  ): Promise<void> {
    for (let pages = 0; pages < MOST_PAGES || found.length === 0; pages++) {
      const page = await this.#connection.call("follow", () => feed.page());
      if (page === null) return;
      found.push(...page.filter(counts));
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
      beginning(connection),
    );
    return lease && new CosmosFollower(connection, lease);
  });
