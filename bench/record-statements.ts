import {
  Database,
  openConnection,
  withOpaqueLimit,
  type Connection,
  type Value,
} from "../src/store/sqlite/database/database.ts";

/**
 * The methods of a database that run a statement, and the method of a prepared statement that each
 * uses.
 */
const METHODS = { all: "all", first: "get", each: "iterate", run: "run", insert: "run" } as const;
type Method = (typeof METHODS)[keyof typeof METHODS];

export interface StatementRun {
  readonly sql: string;
  readonly method: Method;
  readonly values: readonly Value[];
}

/** Records the statements that this process runs in `during`, until `stop`. */
export const recordStatements = (): {
  readonly during: (work: () => Promise<unknown>) => Promise<readonly StatementRun[]>;
  readonly stop: () => void;
} => {
  let runs: StatementRun[] | undefined;
  const restore = (["all", "first", "each", "run", "insert"] as const).map((name) => {
    const descriptor = Object.getOwnPropertyDescriptor(Database.prototype, name);
    if (descriptor === undefined) throw new Error(`A database has no method ${name}.`);
    const { value: original } = descriptor;
    Object.defineProperty(Database.prototype, name, {
      ...descriptor,
      value(this: Database, sql: string, ...values: Value[]): unknown {
        runs?.push({ sql, method: METHODS[name], values: [...values] });
        return original.call(this, sql, ...values);
      },
    });
    return () => Object.defineProperty(Database.prototype, name, descriptor);
  });
  return {
    during: async (work) => {
      const ownRuns: StatementRun[] = (runs = []);
      await work();
      runs = undefined;
      return ownRuns;
    },
    stop: () => {
      for (const undo of restore) undo();
    },
  };
};

/** Runs recorded statements again on a separate connection: SQLite and its binding alone. */
export const openReplay = (
  path: string,
  cacheKib: number,
): ((runs: readonly StatementRun[]) => void) => {
  const connection = openConnection(path, { readOnly: true });
  connection.exec(`PRAGMA cache_size = -${cacheKib}`);
  const statements = new Map<string, ReturnType<Connection["prepare"]>>();
  const statementOf = (sql: string): ReturnType<Connection["prepare"]> => {
    const knownStatement = statements.get(sql);
    if (knownStatement) return knownStatement;
    const statement = connection.prepare(withOpaqueLimit(sql));
    statements.set(sql, statement);
    return statement;
  };
  return (runs) => {
    for (const { sql, method, values } of runs) {
      const statement = statementOf(sql);
      if (method === "iterate") for (const _ of statement.iterate(...values)) continue;
      else statement[method](...values);
    }
  };
};
