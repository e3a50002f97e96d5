import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import type { RunningServer } from "../../../src/server/http/listening.ts";
import type { Fault, ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { ask } from "../../server/clients.ts";
import { recordingLog } from "../../server/service.ts";
import { storeOnDouble } from "./provisioned.ts";
import { serve } from "./served.ts";

const { id, dimensions } = createOfflineModels().embedder;
const log = recordingLog();
let on: Awaited<ReturnType<typeof storeOnDouble>>;
let service: RunningServer;
let users = 0;

beforeAll(async () => {
  on = await storeOnDouble({ id, dimensions }, { log }, { sockets: false });
  service = await serve(on.store, log);
});
afterAll(async () => {
  await service.stop();
  await on.close();
});

const READ = "{ facts(first: 10) { nodes { text } } }";
const WRITE =
  'mutation { assertFact(input: { entity: { name: "Ann", type: "person" }, text: "Ann has been to Porto" }) { factsAdded { fact { id } } } }';
const isRead = ({ kind }: ReceivedRequest): boolean => kind === "READ" || kind === "QUERY";
const isWrite = ({ kind }: ReceivedRequest): boolean => kind === "BATCH";

interface Case {
  readonly fault: Omit<Extract<Fault, { readonly kind: "STATUS" }>, "kind">;
  /** The error code of the client. */
  readonly code: string;
  /** The remedy in the operator's log. */
  readonly remedy: RegExp;
  /** Whether the service only refuses writes so. */
  readonly isOfWrites?: true;
}
const BUSY = "STORE_UNAVAILABLE";
const REFUSED = "STORE_REFUSED";
/** The log entries for a read, and for a write that may have been executed. */
const PASSING = /temporarily unavailable|it is not known whether this was written/u;

const CASES: readonly Case[] = [
  { fault: { status: 408 }, code: BUSY, remedy: PASSING },
  { fault: { status: 410 }, code: BUSY, remedy: PASSING },
  { fault: { status: 429, retryAfterMs: 900 }, code: BUSY, remedy: /throughput/u },
  { fault: { status: 449 }, code: BUSY, remedy: /too many concurrent writers|still answers 449/u },
  { fault: { status: 500 }, code: BUSY, remedy: PASSING },
  { fault: { status: 502 }, code: BUSY, remedy: PASSING },
  { fault: { status: 503 }, code: BUSY, remedy: /temporarily unavailable|still answers 503/u },
  { fault: { status: 504 }, code: BUSY, remedy: PASSING },
  { fault: { status: 404, substatus: 1002 }, code: BUSY, remedy: /lags/u },
  { fault: { status: 404, substatus: 1003 }, code: BUSY, remedy: /palimpsest provision/u },
  { fault: { status: 401 }, code: REFUSED, remedy: /COSMOS_KEY/u },
  {
    fault: { status: 401, message: "Local Authorization is disabled. Use an AAD token." },
    code: REFUSED,
    remedy: /Remove COSMOS_KEY/u,
  },
  {
    fault: { status: 403, message: "Request blocked by Auth: no RBAC permissions." },
    code: REFUSED,
    remedy: /Data Contributor/u,
  },
  {
    fault: { status: 403, message: "Request is blocked by your Cosmos DB account firewall." },
    code: REFUSED,
    remedy: /firewall/u,
  },
  {
    fault: { status: 403, substatus: 1014 },
    code: "STORAGE_FULL",
    remedy: /20 GB/u,
    isOfWrites: true,
  },
  { fault: { status: 413 }, code: "PAYLOAD_TOO_LARGE", remedy: /^$/u, isOfWrites: true },
];

describe.each(CASES)("if Cosmos DB always answers $fault", ({ fault, ...wanted }) => {
  it.each([
    ["a read", READ, isRead],
    ["a write", WRITE, isWrite],
  ] as const)(
    "the client of %s gets a code, and the operator the cause",
    async (_, query, when) => {
      if (wanted.isOfWrites && query === READ) return;
      log.lines.length = 0;
      on.double.faults.plan({ kind: "STATUS", ...fault }, when, Infinity);
      const { text, body } = await ask(service.url, query, {
        headers: { "x-user-id": `user-${users++}` },
      });
      on.double.faults.clear();
      const [error] = body.errors ?? [];
      expect(error?.extensions.code).toBe(wanted.code);
      expect(text).not.toMatch(/Cosmos|COSMOS|RBAC|\/docs\/|node_modules/u);
      const failed = log.lines.find(({ message }) => message === "A request failed.");
      expect(String(failed?.details["store"] ?? "")).toMatch(wanted.remedy);
      expect(error?.extensions.errorId).toBe(failed?.details["errorId"]);
      if (fault.substatus === 1003) return;
      const sent = log.lines.find(({ message }) => message === "A request to Cosmos DB failed.");
      expect(sent?.details).toMatchObject({
        status: fault.status,
        substatus: fault.substatus ?? 0,
        activityId: expect.stringMatching(/^[\da-f-]{36}$/u),
      });
      // No write that was executed was reported as failed, and none is half done.
      expect(
        (await ask(service.url, READ, { headers: { "x-user-id": `user-${users - 1}` } })).text,
      ).toBe('{"data":{"facts":{"nodes":[]}}}\n');
    },
  );
});
