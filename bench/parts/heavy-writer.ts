import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { millis, ms, type Row } from "../row.ts";
import { startService, type Service } from "../service.ts";
import { deed, personName } from "../statements.ts";
import type { Part } from "./part.ts";

/** Maximum number of bytes of a message. */
const BYTES = 65_536;
const filledWith = (unit: string): string => unit.repeat(Math.floor(BYTES / unit.length));

/** As many facts about as many people as have room. */
const manyFacts = (): string => {
  let text = "";
  for (let n = 0; text.length < BYTES; n += 1) text += `${personName(n)} ${deed(n)}. `;
  return text.slice(0, BYTES);
};

/**
 * Texts that take long to read: full of facts, names and dates, or of the patterns that rules look
 * for.
 */
const WORST = [
  ...[
    "I live in Rome. ",
    "my dog is Rex and ",
    "Anna Bell, ",
    "on 1.1.2020 ",
    "x, and remember that",
    ",",
    " ",
    '"',
    "a-",
  ].map(filledWith),
  manyFacts(),
];

const WRITE = "mutation ($message: String!) { write(input: { message: $message }) { success } }";
const READ = "{ facts(first: 20) { nodes { text } } }";
/** Number of messages of the heavy writer in flight at a time. */
const AT_ONCE = 4;
const SECONDS = 20;
const PAUSE = 10;
/** The 99th percentile of another user's reads, in milliseconds. */
const MOST = 50;

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Milliseconds of consecutive reads of one user until `isOver`. */
const readUntil = async (service: Service, isOver: () => boolean): Promise<number[]> => {
  const samples: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    await service.ask("reader", READ, {});
    samples.push(performance.now() - began);
    await delay(PAUSE);
  }
  return samples.toSorted((a, b) => a - b);
};

const measureOn = async (
  service: Service,
): Promise<{ readonly rows: readonly Row[]; readonly figures: Record<string, unknown> }> => {
  const until = (seconds: number) => {
    const end = performance.now() + seconds * 1_000;
    return () => performance.now() > end;
  };
  for (const message of ["I live in Oslo.", "My dog is Rex.", "I work at Acme."])
    await service.ask("reader", WRITE, { message });
  const alone = await readUntil(service, until(SECONDS / 4));
  const isOver = until(SECONDS);
  let sentCount = 0;
  const write = async (): Promise<void> => {
    while (!isOver()) {
      const message = `${sentCount} ${WORST[sentCount % WORST.length] ?? ""}`.slice(0, BYTES);
      sentCount += 1;
      await service.ask("heavy", WRITE, { message });
    }
  };
  const [beside] = await Promise.all([
    readUntil(service, isOver),
    ...Array.from({ length: AT_ONCE }, write),
  ]);
  const [before, after] = [alone, beside].map((samples) => ({
    median: percentile(samples, 0.5),
    p99: percentile(samples, 0.99),
    longest: percentile(samples, 1),
    reads: samples.length,
  }));
  const row = millis(
    "A read of one user while another sends the worst messages, 99th percentile, real time",
    `${sentCount} messages of 64 KB, ${AT_ONCE} at a time; ${after?.reads} reads, median ${ms(after?.median ?? 0)}, longest ${ms(after?.longest ?? 0)}; alone: 99th percentile ${ms(before?.p99 ?? 0)}`,
    after?.p99 ?? 0,
    MOST,
  );
  return { rows: [row], figures: { sent: sentCount, before, after } };
};

export const heavyWriter: Part = {
  name: "heavy-writer",
  run: async (progress) => {
    progress(`heavy writer: reads beside messages of 64 KB, ${SECONDS} s`);
    const directory = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
    const service = await startService(directory);
    try {
      return { ...(await measureOn(service)), notes: [] };
    } finally {
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    }
  },
};
