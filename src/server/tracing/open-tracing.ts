import type { Environment } from "../../config/settings.ts";
import type { Log } from "../log.ts";
import { NO_TRACING, type Tracing } from "./tracing.ts";
import type { SpanDestination } from "./tracing.ts";

const EXPORTERS: Readonly<Record<string, boolean>> = { otlp: true, console: true };
const DEFAULT_PROTOCOL = "http/protobuf";

/**
 * Destination of spans; null if nothing is traced. Unlike other
 * programs with OpenTelemetry, this one sends nothing unless a variable enables it. An unknown protocol, such as grpc, becomes the default.
 */
export const spanDestination = (environment: Environment): SpanDestination | null => {
  const read = (name: string): string => environment[name]?.trim() ?? "";
  if (read("OTEL_SDK_DISABLED").toLowerCase() === "true") return null;
  const exporter = read("OTEL_TRACES_EXPORTER");
  const endpoint =
    read("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") || read("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (exporter === "" ? endpoint === "" : !Object.hasOwn(EXPORTERS, exporter)) return null;
  if (exporter === "console") return exporter;
  const protocol =
    read("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") || read("OTEL_EXPORTER_OTLP_PROTOCOL");
  return protocol === "http/json" ? protocol : DEFAULT_PROTOCOL;
};

/** Opens traces if the environment asks for them. OpenTelemetry is loaded only then. */
export const openTracing = async (environment: Environment, log: Log): Promise<Tracing> => {
  const destination = spanDestination(environment);
  if (destination === null) return NO_TRACING;
  const { openTelemetry } = await import("./open-telemetry.ts");
  return openTelemetry(destination, log);
};
