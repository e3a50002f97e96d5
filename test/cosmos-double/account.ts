import { Items } from "./items.ts";
import { conflict, ownerNotFound } from "./failure.ts";
import type { Document, Json } from "./json.ts";
import { checkContainer } from "./policy.ts";

export interface ContainerState {
  readonly definition: Document;
  readonly items: Items;
  readonly rid: string;
  /** What was asked for when it was made: autoscale, or nothing. */
  readonly throughput: Json;
}

/** Eight bytes in base64, as the SDK wants the id of a container to be. */
const ridOf = (n: number): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(1, 0);
  bytes.writeUInt32BE(n, 4);
  return bytes.toString("base64");
};

/** Databases, and containers with their items. */
export class Account {
  readonly databases = new Map<string, Map<string, ContainerState>>();
  readonly #now: () => number;
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  createDatabase(id: string): void {
    if (this.databases.has(id)) throw conflict();
    this.databases.set(id, new Map());
  }

  database(id: string): Map<string, ContainerState> {
    const found = this.databases.get(id);
    if (!found) throw ownerNotFound();
    return found;
  }

  createContainer(database: string, definition: Document, throughput: Json): ContainerState {
    const containers = this.database(database);
    const id = String(definition["id"]);
    if (containers.has(id)) throw conflict();
    checkContainer(definition);
    const rid = ridOf(++this.#made);
    const made: ContainerState = {
      definition,
      rid,
      throughput,
      items: new Items(definition, rid, this.#now),
    };
    containers.set(id, made);
    return made;
  }

  /** Keeps the items of all containers: gives what puts them back. */
  keep(): () => void {
    const kept = [...this.databases.values()].flatMap((containers) =>
      [...containers.values()].map(({ items }) => items.keep()),
    );
    return () => {
      for (const putBack of kept) putBack();
    };
  }

  container(database: string, id: string): ContainerState {
    const found = this.database(database).get(id);
    if (!found) throw ownerNotFound();
    return found;
  }
}
