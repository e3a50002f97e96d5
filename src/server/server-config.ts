import type { AuthConfig } from "./auth/auth-config.ts";
import type { AdmissionLimits } from "./limits/admission.ts";
import type { OperationLimits } from "./limits/operation-limits.ts";

/**
 * Configuration of the server around the schema; `src/config/config.ts` reads it from the
 * environment.
 */
export interface ServerConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly auth: AuthConfig;
  /** Origins, besides its own, whose pages may call the service: `https://app.example.com`. */
  readonly allowedOrigins: readonly string[];
  /** The most bytes of a request body, and of a message over a socket. */
  readonly bodyBytes: number;
  readonly limits: OperationLimits;
  readonly admission: AdmissionLimits;
  /** The most operations that one socket may run at a time, subscriptions included. */
  readonly operationsPerSocket: number;
  /** Whether each request over HTTP is logged. */
  readonly accessLog: boolean;
  /**
   * How long a service that stops says so before it closes its port, in milliseconds, so that a load
   * balancer sends it no more requests.
   */
  readonly stopDelayMillis: number;
  /** How long stopping waits for requests in flight, in milliseconds. */
  readonly stopGraceMillis: number;
}
