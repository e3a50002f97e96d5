import { cpus, platform, release, totalmem } from "node:os";
import { Database } from "../src/store/sqlite/database/database.ts";

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
}

/** The machine on which the bench runs. */
export const machine = (): Machine => {
  const database = new Database(":memory:");
  const [sqlite] = database.only<readonly [string]>("SELECT sqlite_version()");
  database.close();
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? "unknown",
    cores: processors.length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    sqlite,
  };
};

export const describeMachine = ({
  processor,
  cores,
  memoryGib,
  system,
  node,
  sqlite,
}: Machine): string =>
  `${processor}, ${cores} cores, ${memoryGib} GiB, ${system}, Node ${node}, SQLite ${sqlite}`;
