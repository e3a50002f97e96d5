import { HttpTransport, type HttpOptions } from "./http-transport.ts";
import { Memory } from "./memory.ts";
import type { Transport } from "./transport.ts";

export * from "./errors.ts";
export * from "./memory.ts";
export type { HttpOptions } from "./http-transport.ts";
export type { ChangeKind } from "./operations.ts";
export type { At, Moment } from "./time-point.ts";
export type { CallOptions, Document, RequestOptions, Transport } from "./transport.ts";

/**
 * The memory of a user in a running service, or behind a transport of your own.
 *
 * @example
 * const memory = palimpsest({ url: "http://localhost:4000", user: "ana" });
 * await memory.remember("I moved to Lisbon in March.");
 * await memory.at({ validAt: "2026-01-31" }).recall("Where do I live?");
 */
export const palimpsest = (options: HttpOptions | { readonly transport: Transport }): Memory =>
  new Memory("transport" in options ? options.transport : new HttpTransport(options));
