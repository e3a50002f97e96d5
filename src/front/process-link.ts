import { z } from "zod";

/** The requests of a front to a serving process. */
export type Question = "readiness" | "metrics";

const toProcess = z.union([
  z.object({ ask: z.enum(["readiness", "metrics"]), id: z.number() }),
  z.object({ order: z.literal("stop") }),
]);
const toFront = z.union([
  z.object({ state: z.literal("alive") }),
  z.object({ state: z.literal("ready"), answeredBy: z.string() }),
  z.object({ state: z.literal("failed"), reason: z.string() }),
  z.object({ answer: z.unknown(), id: z.number() }),
]);

export type ToProcess = z.infer<typeof toProcess>;
export type ToFront = z.infer<typeof toFront>;

/** The message of a front; null for a message of another sender on the same channel. */
const readToProcess = (message: unknown): ToProcess | null =>
  toProcess.safeParse(message).data ?? null;

/** The message of a serving process; null for a message of another sender on the same channel. */
export const readToFront = (message: unknown): ToFront | null =>
  toFront.safeParse(message).data ?? null;

/** Milliseconds between two heartbeats of a serving process. */
const ALIVE_MILLIS = 1_000;

/** The properties of a process that its link to a front uses. */
export interface LinkedProcess {
  on(event: "message", listener: (message: unknown) => void): unknown;
  send?: ((message: ToFront) => unknown) | undefined;
}

export interface ServedByLink {
  /** The model that extracts. */
  readonly answeredBy: string;
  readonly answer: (question: Question) => Promise<unknown>;
  readonly stop: () => void;
}

/** Tells the front that this process serves, sends heartbeats, and answers its requests. */
export const linkToFront = (
  process: LinkedProcess,
  { answeredBy, answer, stop }: ServedByLink,
): void => {
  const tell = (message: ToFront): void => void process.send?.(message);
  process.on("message", (message) => {
    const request = readToProcess(message);
    if (request === null) return;
    if ("order" in request) return stop();
    answer(request.ask).then(
      (value) => tell({ answer: value, id: request.id }),
      () => tell({ answer: null, id: request.id }),
    );
  });
  tell({ state: "ready", answeredBy });
  setInterval(() => tell({ state: "alive" }), ALIVE_MILLIS).unref();
};
