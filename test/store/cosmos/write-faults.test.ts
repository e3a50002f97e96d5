import { describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import type { Fault, ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { serviceOver } from "./graphql-operations.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";

const { id, dimensions } = createOfflineModels().embedder;

/** Operations that write, in a memory with a message and a session (SESSION); and the requests that each writes with. */
const OPERATIONS: readonly (readonly [name: string, writes: number, source: string])[] = [
  [
    "write",
    2,
    'mutation { write(input: { message: "My city is Porto. Bob works at Acme." }) { success } }',
  ],
  [
    "assertFact",
    1,
    'mutation { assertFact(input: { entity: { name: "Bob", type: "person" }, text: "Bob knows Carol" }) { success } }',
  ],
  ["createSession", 2, 'mutation { createSession(input: { title: "two" }) { session { id } } }'],
  [
    "addTurns",
    1,
    'mutation { addTurns(input: { sessionId: "SESSION", turns: [{ role: USER, content: "Hello." }] }) { turns { content } } }',
  ],
  [
    "updateSettings",
    1,
    "mutation { updateSettings(input: { contextGraph: false }) { settings { contextGraph } } }",
  ],
  [
    "clearSession",
    1,
    'mutation { clearSession(input: { sessionId: "SESSION" }) { turnsCleared } }',
  ],
  ["deleteSession", 3, 'mutation { deleteSession(input: { sessionId: "SESSION" }) { sessionId } }'],
  ["erase", 5, "mutation { erase(input: { scope: SPACE }) { receipt { id } } }"],
];

/** The possible outcomes of a request that was executed, and of one that was not. */
const FAULTS: readonly Fault[] = [
  { kind: "STATUS", status: 408, isExecuted: true },
  { kind: "STATUS", status: 410 },
  { kind: "STATUS", status: 500, isExecuted: true },
  { kind: "STATUS", status: 502 },
  { kind: "STATUS", status: 504, isExecuted: true },
  { kind: "STATUS", status: 504 },
];
const FAULTS_OF_A_WRITE = 2;

const isWrite = ({ kind }: ReceivedRequest): boolean =>
  ["BATCH", "CREATE", "UPSERT", "REPLACE", "PATCH", "DELETE"].includes(kind);

/** All that clients see of the memory, but the instants. */
const STATE = `{
  settings { contextGraph }
  facts(first: 50) { nodes { text } }
  sessions { nodes { title turns { nodes { content } } } }
  changes(from: "2020-01-01T00:00:00.000Z", first: 100) { nodes { kind } }
}`;

/** The records of an operation, and its number of writes, if the nth write fails. */
const outcome = async (source: string, nth: number, fault: Fault | null) => {
  const on = await storeOnDouble({ id, dimensions }, {}, { sockets: false });
  const ask = await serviceOver(await spaceOf(on.store));
  await ask('mutation { write(input: { message: "I have a dog called Rex." }) { success } }');
  const created = await ask(
    'mutation { createSession(input: { title: "one" }) { session { id } } }',
  );
  const session = (
    created["createSession"] as unknown as { readonly session: { readonly id: string } }
  ).session.id;
  const inSession = (document: string): string => document.replace("SESSION", session);
  await ask(
    inSession(
      'mutation { addTurns(input: { sessionId: "SESSION", turns: [{ role: USER, content: "Hi." }] }) { turns { content } } }',
    ),
  );
  on.double.takeRequests();
  let seen = 0;
  if (fault) on.double.faults.plan(fault, (request) => isWrite(request) && seen++ === nth);
  await ask(inSession(source));
  const writes = on.double.takeRequests().filter(isWrite).length;
  expect(on.double.faults.left).toBe(0);
  const state: unknown = await ask(STATE);
  await on.close();
  return { writes, state };
};

describe("no single fault of a write reaches the user or duplicates the write", () => {
  it.each(OPERATIONS)("in %s, at any of %i", async (name, writes, source) => {
    const plain = await outcome(source, 0, null);
    expect(plain.writes).toBe(writes);
    for (let nth = 0; nth < writes; nth++)
      for (let turn = 0; turn < FAULTS_OF_A_WRITE; turn++) {
        const fault = FAULTS[(nth * FAULTS_OF_A_WRITE + turn) % FAULTS.length]!;
        const { state } = await outcome(source, nth, fault);
        expect([name, nth, fault, state]).toEqual([name, nth, fault, plain.state]);
      }
  });
});
