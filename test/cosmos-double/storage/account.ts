import { Items } from "./items.ts";
import { conflict, ownerNotFound } from "../wire/failure.ts";
import type { Document } from "./json.ts";
import { Offers, type Throughput } from "./offers.ts";
import { checkContainer, checkReplacement } from "./policies.ts";

export interface ContainerState {
  readonly definition: Document;
  readonly items: Items;
  readonly rid: string;
  readonly link: string;
}

export const DATABASE_RID = "AQAAAA==";

/** Eight bytes in base64, the form in which the SDK expects the id of a container. */
const ridOf = (n: number): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(1, 0);
  bytes.writeUInt32BE(n, 4);
  return bytes.toString("base64");
};

export interface AccountSettings {
  readonly enableMultipleWriteLocations?: boolean;
  readonly defaultConsistencyLevel?: string;
  /** Another host name of the double, which is that of a second region, "Nearby". It only reads. */
  readonly nearbyHost?: string;
  /** Whether full text is known at all; some emulators lack it. */
  readonly hasFullText?: boolean;
  /** Whether the account bills by request, so that its containers have no throughput. */
  readonly isServerless?: boolean;
}

/** Databases, and containers with their items. */
export class Account {
  readonly databases = new Map<string, Map<string, ContainerState>>();
  readonly #now: () => number;
  #containerCount = 0;

  readonly settings: AccountSettings;
  readonly offers: Offers;

  constructor(now: () => number, settings: AccountSettings = {}) {
    this.#now = now;
    this.offers = new Offers(settings.isServerless ?? false);
    this.settings = settings;
  }

  createDatabase(id: string): void {
    if (this.databases.has(id)) throw conflict();
    this.databases.set(id, new Map());
  }

  database(id: string): Map<string, ContainerState> {
    const database = this.databases.get(id);
    if (!database) throw ownerNotFound();
    return database;
  }

  createContainer(
    database: string,
    definition: Document,
    asked: Throughput | null,
  ): ContainerState {
    const containers = this.database(database);
    const id = String(definition["id"]);
    if (containers.has(id)) throw conflict();
    checkContainer(definition);
    const rid = ridOf(++this.#containerCount);
    const link = `dbs/${DATABASE_RID}/colls/${rid}/`;
    this.offers.create(link, rid, asked);
    const container: ContainerState = {
      definition,
      rid,
      link,
      items: new Items(definition, rid, this.#now),
    };
    containers.set(id, container);
    return container;
  }

  /** Changes what may be changed of a container: its TTL and its range indexes. */
  replaceContainer(database: string, id: string, definition: Document): void {
    const container = this.container(database, id);
    checkContainer(definition);
    checkReplacement(container.definition, definition);
    this.database(database).set(id, { ...container, definition });
  }

  /** Creates the databases and containers of another account, without their items. */
  createLike(model: Account): void {
    for (const [database, containers] of model.databases) {
      this.createDatabase(database);
      for (const { definition, rid } of containers.values())
        this.createContainer(database, definition, model.offers.throughputOf(rid));
    }
  }

  /** Takes a snapshot of all items. Returns a function that restores it. */
  snapshot(): () => void {
    const restores = [...this.databases.values()].flatMap((containers) =>
      [...containers.values()].map(({ items }) => items.snapshot()),
    );
    return () => {
      for (const restore of restores) restore();
    };
  }

  container(database: string, id: string): ContainerState {
    const container = this.database(database).get(id);
    if (!container) throw ownerNotFound();
    return container;
  }
}
