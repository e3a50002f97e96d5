import { setImmediate as eventLoop } from "node:timers/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database, resultCodeOf, storedJson } from "../../../src/store/sqlite/database/database.ts";
import { newDirectory } from "./directory.ts";

const UNUSUAL = [
  "",
  "a\0b",
  "\0",
  "a\uFDD0b",
  "\uFDD00",
  "\uFDD01",
  "\0\uFDD0",
  "\\u0000",
  "\\\0",
  "\u{1F600}",
];

describe("a database", () => {
  let database: Database;
  beforeEach(() => {
    database = new Database(":memory:");
    database.exec("CREATE TABLE item (num INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT");
  });
  afterEach(() => database.close());
  const add = (text: string): number => database.insert("INSERT INTO item (text) VALUES (?)", text);

  it("returns every text as stored, and distinguishes texts", () => {
    for (const text of UNUSUAL) add(text);
    expect(database.all("SELECT text FROM item ORDER BY num").flat()).toEqual(UNUSUAL);
    for (const [i, text] of UNUSUAL.entries())
      expect(database.all("SELECT num FROM item WHERE text = ?1", text)).toEqual([[i + 1]]);
  });

  it("finds every text by a list in JSON, nested lists included", () => {
    for (const text of UNUSUAL) add(text);
    const numbers = UNUSUAL.map((_, i) => [i + 1]);
    const byList = "SELECT i.num FROM json_each(?) r CROSS JOIN item i ON i.text = r.value";
    expect(database.all(byList, storedJson(UNUSUAL))).toEqual(numbers);
    const byNestedList = `
      SELECT i.num FROM json_each(?) o CROSS JOIN json_each(o.value ->> 0) r
      CROSS JOIN item i ON i.text = r.value`;
    expect(database.all(byNestedList, storedJson([[storedJson(UNUSUAL)]]))).toEqual(numbers);
  });

  it("binds values by number and in order", () => {
    expect(database.first("SELECT ?2, ?1, ?2", "a", 2)).toEqual([2, "a", 2]);
    expect(database.first("SELECT ?, ?", "a", null)).toEqual(["a", null]);
  });

  it("reads a column of numbers, even an empty one", () => {
    for (const text of ["a", "b", "c"]) add(text);
    expect(database.column("SELECT num FROM item WHERE num > ?", 1)).toEqual([2, 3]);
    expect(database.column("SELECT num FROM item WHERE num > ?", 9)).toEqual([]);
  });

  it("reads row by row, and can stop before the last one", () => {
    for (const text of ["a", "b", "c"]) add(text);
    for (const [num] of database.each<readonly [number]>("SELECT num FROM item"))
      if (num === 2) break;
    expect([...database.each("SELECT num FROM item")]).toEqual([[1], [2], [3]]);
  });

  it("undoes a transaction that throws, and passes the error on", () => {
    const failure = new Error("failure");
    expect(() =>
      database.write(() => {
        add("a");
        throw failure;
      }),
    ).toThrow(failure);
    expect(database.all("SELECT * FROM item")).toEqual([]);
    expect(database.write(() => add("b"))).toBe(1);
  });

  it("throws errors with SQLite's result codes", () => {
    const codeOf = (work: () => unknown): number | null => {
      try {
        work();
      } catch (error) {
        return resultCodeOf(error);
      }
      return null;
    };
    add("a");
    const SQLITE_CONSTRAINT_UNIQUE = 2067;
    const SQLITE_CANTOPEN = 14;
    expect(codeOf(() => add("a"))).toBe(SQLITE_CONSTRAINT_UNIQUE);
    expect(codeOf(() => new Database("/no/such/folder/file.db"))).toBe(SQLITE_CANTOPEN);
    expect(resultCodeOf(new Error("other"))).toBeNull();
  });

  it("can be closed repeatedly", () => {
    database.close();
    database.close();
    expect(database.isOpen).toBe(false);
  });
});

describe("reads of a database", () => {
  let database: Database;
  let other: Database;
  beforeEach(async () => {
    database = new Database(join(await newDirectory(), "shared.db"));
    database.pragma("journal_mode = WAL");
    database.exec("CREATE TABLE item (num INTEGER PRIMARY KEY) STRICT");
    other = new Database(database.path);
  });
  afterEach(() => {
    database.close();
    other.close();
  });
  const count = (): number =>
    database.read(() => database.only<readonly [number]>("SELECT count(*) FROM item")[0]);
  const add = (file: Database): number =>
    file.write(() => file.insert("INSERT INTO item DEFAULT VALUES"));

  it("that wait for nothing but each other see one state", async () => {
    expect(count()).toBe(0);
    add(other);
    await Promise.resolve();
    expect(count()).toBe(0);
  });

  it("see what others wrote before the event loop went on", async () => {
    expect(count()).toBe(0);
    add(other);
    await eventLoop();
    expect(count()).toBe(1);
  });

  it("see what the connection itself has just written", () => {
    expect(count()).toBe(0);
    add(database);
    expect(count()).toBe(1);
  });

  it("let others write and the connection write after them", async () => {
    expect(count()).toBe(0);
    add(other);
    add(database);
    await Promise.resolve();
    expect(count()).toBe(2);
  });

  it("begin anew after an error, and after `endReading`", () => {
    expect(count()).toBe(0);
    add(other);
    expect(() => database.read(() => database.all("SELECT * FROM missing"))).toThrow("missing");
    expect(count()).toBe(1);
    add(other);
    database.endReading();
    expect(count()).toBe(2);
  });

  it("do not end after the database is closed", async () => {
    expect(count()).toBe(0);
    database.close();
    await eventLoop();
    expect(database.isOpen).toBe(false);
  });
});
