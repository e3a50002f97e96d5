import { cpus, platform, release, totalmem } from "node:os";
import Database from "better-sqlite3";

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
}

/** On what is being measured. */
export const machine = (): Machine => {
  const database = new Database(":memory:");
  const sqlite = database.prepare("SELECT sqlite_version()").pluck().get() as string;
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
