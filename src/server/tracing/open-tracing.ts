import type { Environment } from "../../config/settings.ts";
import type { Log } from "../log.ts";
import { spanDestination } from "./choice.ts";
import { NO_TRACING, type Tracing } from "./tracing.ts";

/** Opens traces if the environment asks for them. OpenTelemetry is loaded only then. */
export const openTracing = async (environment: Environment, log: Log): Promise<Tracing> => {
  const destination = spanDestination(environment);
  if (destination === null) return NO_TRACING;
  const { openTelemetry } = await import("./open-telemetry.ts");
  return openTelemetry(destination, log);
};
