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
  /**
   * Origins, in addition to its own, whose pages may call the service: `https://app.example.com`.
   */
  readonly allowedOrigins: readonly string[];
  /** Maximum number of bytes of a request body, and of a message over a socket. */
  readonly bodyBytes: number;
  readonly limits: OperationLimits;
  readonly admission: AdmissionLimits;
  /** Maximum number of operations, including subscriptions, that one socket may run at a time. */
  readonly operationsPerSocket: number;
  /** Whether each HTTP request is logged. */
  readonly accessLog: boolean;
  /**
   * Milliseconds for which a stopping service reports this before it closes its port, so that a
   * load balancer sends it no more requests.
   */
  readonly stopDelayMillis: number;
  /** Milliseconds for which stopping waits for requests in flight. */
  readonly stopGraceMillis: number;
}
