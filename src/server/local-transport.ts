import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionResult,
  type GraphQLSchema,
  parse,
} from "graphql";
import { errorOf } from "../../packages/client/src/errors.ts";
import type { CallOptions, Document, Transport } from "../../packages/client/src/transport.ts";
import { keepingOffsets } from "../memory/stated-offsets.ts";
import type { FormatError } from "./format-error.ts";
import { refuseLongArguments } from "./limits/argument-lengths.ts";
import { executeOperation } from "./execute-operation.ts";

export interface LocalExecution {
  readonly schema: GraphQLSchema;
  /**
   * Creates the context of one operation, or of one event of a subscription. The signal aborts when
   * its caller disconnects.
   */
  readonly createContext: (disconnectSignal: AbortSignal) => Promise<object>;
  readonly formatError: FormatError;
  /** The same in a shared space. Throws the Problem of a space that the caller may not use. */
  readonly inSpace: (name: string) => LocalExecution;
}

const NEVER = new AbortController().signal;

/** The data of a result, or the client error that the service would have answered with. */
const dataOf = (
  { data, errors }: ExecutionResult,
  formatError: FormatError,
): Record<string, unknown> => {
  const [first] = errors ?? [];
  if (first) {
    const { message, extensions } = formatError(first.toJSON(), first);
    const errorId = extensions?.["errorId"];
    throw errorOf(
      String(extensions?.["code"]),
      message,
      typeof errorId === "string" ? { errorId } : {},
    );
  }
  return data ?? {};
};

interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variableValues: Readonly<Record<string, unknown>>;
}

/** Operations of the client, executed in this process for one caller. */
export class LocalTransport implements Transport {
  readonly #execution: LocalExecution;

  constructor(execution: LocalExecution) {
    this.#execution = execution;
  }

  inSpace(name: string): Transport {
    try {
      return new LocalTransport(this.#execution.inSpace(name));
    } catch (error) {
      throw this.#clientError(error);
    }
  }

  async request<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
    { signal = NEVER }: CallOptions,
  ): Promise<Result> {
    signal.throwIfAborted();
    const operation = this.#operation(document, variables);
    const result = await keepingOffsets(() =>
      executeOperation(String(document), async () =>
        execute({ ...operation, contextValue: await this.#context(signal) }),
      ),
    );
    return dataOf(result, this.#execution.formatError) as Result;
  }

  /** The results of a subscription, until the signal aborts. */
  async *subscribe<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
    { signal = NEVER }: CallOptions,
  ): AsyncGenerator<Result> {
    const { formatError } = this.#execution;
    const operation = this.#operation(document, variables);
    const contextValue = await this.#context(signal);
    const stream = await keepingOffsets(() =>
      createSourceEventStream({ ...operation, contextValue }),
    );
    if (!(Symbol.asyncIterator in stream)) throw dataOf(stream, formatError);
    const events = stream[Symbol.asyncIterator]();
    const stop = (): void => void events.return?.();
    signal.addEventListener("abort", stop, { once: true });
    try {
      for (let event = await events.next(); !event.done; event = await events.next()) {
        // Every event is read as of its own time.
        const context = await this.#context(signal);
        const result = await execute({
          ...operation,
          rootValue: event.value,
          contextValue: context,
        });
        yield dataOf(result, formatError) as Result;
      }
    } finally {
      signal.removeEventListener("abort", stop);
      await events.return?.();
    }
  }

  /** The operation, unless an argument is too long. */
  #operation(document: Document<unknown, never>, variables: object): Operation {
    const variableValues = Object.fromEntries(Object.entries(variables));
    const documentNode = parse(String(document));
    try {
      refuseLongArguments(documentNode, variableValues);
    } catch (error) {
      throw this.#clientError(error);
    }
    return { schema: this.#execution.schema, document: documentNode, variableValues };
  }

  #context(signal: AbortSignal): Promise<object> {
    return this.#execution.createContext(signal).catch((error: unknown) => {
      throw this.#clientError(error);
    });
  }

  #clientError(error: unknown): Error {
    const message = error instanceof Error ? error.message : "";
    const { message: shownMessage, extensions } = this.#execution.formatError({ message }, error);
    return errorOf(String(extensions?.["code"]), shownMessage);
  }
}
