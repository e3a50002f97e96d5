import { Items } from "./items.ts";
import { conflict, ownerNotFound } from "../wire/failure.ts";
import type { Document, Json } from "./json.ts";
import { checkContainer, checkReplacement } from "./policies.ts";

export interface ContainerState {
  readonly definition: Document;
  readonly items: Items;
  readonly rid: string;
  /** Requested when the container was created: autoscale settings, or null. */
  readonly throughput: Json;
}

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
  /** Whether full text is known at all; some emulators lack it. */
  readonly hasFullText?: boolean;
}

/** Databases, and containers with their items. */
export class Account {
  readonly databases = new Map<string, Map<string, ContainerState>>();
  readonly #now: () => number;
  #containerCount = 0;

  readonly settings: AccountSettings;

  constructor(now: () => number, settings: AccountSettings = {}) {
    this.#now = now;
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

  createContainer(database: string, definition: Document, throughput: Json): ContainerState {
    const containers = this.database(database);
    const id = String(definition["id"]);
    if (containers.has(id)) throw conflict();
    checkContainer(definition);
    const rid = ridOf(++this.#containerCount);
    const container: ContainerState = {
      definition,
      rid,
      throughput,
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
      for (const { definition, throughput } of containers.values())
        this.createContainer(database, definition, throughput);
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
