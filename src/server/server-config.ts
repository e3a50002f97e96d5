import type { AuthConfig } from "./auth/auth-config.ts";
import type { OperationLimits } from "./limits/operation-limits.ts";

/** What the server around the schema is told; `src/config.ts` reads it from the environment. */
export interface ServerConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly auth: AuthConfig;
  /** Origins, besides its own, whose pages may call the service: `https://app.example.com`. */
  readonly allowedOrigins: readonly string[];
  /** The longest body of a request, and the longest message over a socket, in bytes. */
  readonly bodyBytes: number;
  readonly limits: OperationLimits;
  /** Operations that one socket may run at a time, subscriptions included. */
  readonly operationsPerSocket: number;
  /** How long stopping waits for requests that are in flight, in milliseconds. */
  readonly stopGraceMillis: number;
}
