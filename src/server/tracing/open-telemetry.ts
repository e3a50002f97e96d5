import { endsWithin } from "../../async/ends-within.ts";
import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { isStream } from "../../models/metered-models.ts";
import { VERSION } from "../../version.ts";
import { describeError, type Log } from "../log.ts";
import type { ServedSpan, Tracing } from "./tracing.ts";
import type { SpanDestination } from "./tracing.ts";

const NAME = "palimpsest";
/** Milliseconds for which a stopping process tries to send its last spans. */
const LAST_SPANS_MILLIS = 2_000;

const PROCESSORS: Readonly<Record<SpanDestination, () => SpanProcessor>> = {
  console: () => new SimpleSpanProcessor(new ConsoleSpanExporter()),
  "http/protobuf": () => new BatchSpanProcessor(new ProtobufExporter()),
  "http/json": () => new BatchSpanProcessor(new JsonExporter()),
};

const fail = (span: Span): void => void span.setStatus({ code: SpanStatusCode.ERROR });

const servedSpan = (span: Span): ServedSpan => ({
  traceId: span.spanContext().traceId,
  rename: (name) => void span.updateName(name),
  set: (attribute, value) => void span.setAttribute(attribute, value),
  fail: () => fail(span),
});

/**
 * Ends the span with the promise. The span does not record the error, because messages may quote
 * what users wrote.
 */
const endWith = async (result: Promise<unknown>, span: Span): Promise<void> => {
  try {
    await result;
  } catch {
    fail(span);
  }
  span.end();
};

/** The stream, whose span ends with it, also if its reader stops early. */
const endWithStream = async function* (
  stream: AsyncIterable<unknown>,
  span: Span,
): AsyncGenerator<unknown> {
  try {
    yield* stream;
  } catch (error) {
    fail(span);
    throw error;
  } finally {
    span.end();
  }
};

const logDiagnostics = (log: Log): void => {
  const warn = (message: string): void => log.warn({ message }, "OpenTelemetry reported an error.");
  const ignore = (): void => undefined;
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
};

/** Sends the last spans. If the collector does not take them, they are lost. */
const sendLastSpans = async (provider: NodeTracerProvider, log: Log): Promise<void> => {
  try {
    if (await endsWithin(provider.shutdown(), LAST_SPANS_MILLIS)) return;
    log.warn({ millis: LAST_SPANS_MILLIS }, "The last spans could not be sent in time.");
  } catch (error) {
    log.warn({ fault: describeError(error, log) }, "The last spans could not be sent.");
  }
};

/**
 * Opens traces by OpenTelemetry. The SDK reads its own standard variables: the endpoint and its
 * headers, the sampler, the batches, the name of the service.
 */
export const openTelemetry = (destination: SpanDestination, log: Log): Tracing => {
  logDiagnostics(log);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": NAME, "service.version": VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [PROCESSORS[destination]()],
  });
  provider.register();
  const tracer = provider.getTracer(NAME, VERSION);
  return {
    serve(name, headers, act) {
      const caller = propagation.extract(context.active(), headers);
      return tracer.startActiveSpan(name, { kind: SpanKind.SERVER }, caller, async (span) => {
        try {
          return await act(servedSpan(span));
        } catch (error) {
          fail(span);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    call(name, act) {
      // Calls without a request, such as those of the worker, are not traced, because each would
      // make a trace of its own.
      if (trace.getSpan(context.active()) === undefined) return act();
      return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT }, (span) => {
        const result = act();
        if (isStream(result)) return endWithStream(result, span);
        if (result instanceof Promise) void endWith(result, span);
        else span.end();
        return result;
      });
    },
    stop: () => sendLastSpans(provider, log),
  };
};
