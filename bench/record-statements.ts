import Database from "better-sqlite3";

type Method = "all" | "get" | "iterate" | "run";
const METHODS: readonly Method[] = ["all", "get", "iterate", "run"];
/** How a statement gives its rows: as objects, as arrays, or of each its first column alone. */
type Shape = "raw" | "pluck";
const SHAPES: readonly Shape[] = ["raw", "pluck"];

export interface Ran {
  readonly sql: string;
  readonly method: Method;
  readonly shape: Shape | null;
  readonly values: readonly unknown[];
}

type Prepare = (this: Database.Database, sql: string) => Database.Statement;

/**
 * Notes every statement that better-sqlite3 runs in this process while it is told to. To be made before the files are opened. Once it is
 * asked to `stop`, statements run as they did before.
 */
export const recordStatements = (): {
  readonly during: (work: () => Promise<unknown>) => Promise<readonly Ran[]>;
  readonly stop: () => void;
} => {
  const prototype = Database.prototype as unknown as { prepare: Prepare };
  const prepare = prototype.prepare;
  const prepared = new Set<Database.Statement>();
  let ran: Ran[] | undefined;
  prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    prepared.add(statement);
    let shape: Shape | null = null;
    const own = statement as unknown as Record<string, (...values: unknown[]) => unknown>;
    for (const name of statement.reader ? SHAPES : []) {
      const set = own[name]!;
      own[name] = (...on) => ((shape = on[0] === false ? null : name), set.apply(statement, on));
    }
    for (const method of METHODS) {
      const run = own[method]!;
      own[method] = (...values) => (
        ran?.push({ sql, method, shape, values }),
        run.apply(statement, values)
      );
    }
    return statement;
  };
  return {
    during: async (work) => {
      const noted: Ran[] = (ran = []);
      await work();
      ran = undefined;
      return noted;
    },
    stop: () => {
      prototype.prepare = prepare;
      for (const statement of prepared)
        for (const method of [...METHODS, ...SHAPES])
          delete (statement as unknown as Record<string, unknown>)[method];
    },
  };
};

/** Runs noted statements again, on a connection of its own: nothing but better-sqlite3 and SQLite. */
export const openReplay = (
  path: string,
  cacheKib: number,
): ((statements: readonly Ran[]) => void) => {
  const database = new Database(path, { readonly: true });
  database.pragma(`cache_size = -${cacheKib}`);
  const known = new Map<string, Database.Statement>();
  const statementOf = ({ sql, shape }: Ran): Database.Statement => {
    const made = known.get(sql) ?? database.prepare(sql);
    if (shape !== null && !known.has(sql)) made[shape](true);
    known.set(sql, made);
    return made;
  };
  return (statements) => {
    for (const ran of statements) {
      const statement = statementOf(ran);
      if (ran.method === "iterate") for (const _ of statement.iterate(...ran.values)) continue;
      else statement[ran.method](...ran.values);
    }
  };
};
