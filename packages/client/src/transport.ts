/** A document with the types of its result and its variables, from the generator. */
export interface Document<Result, Variables> {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Result;
}

export interface CallOptions {
  /** Aborting it ends the call. Writes that are already done remain. */
  readonly signal?: AbortSignal | undefined;
}

export interface RequestOptions extends CallOptions {
  /** Whether the operation can safely be sent again. */
  readonly isRepeatable: boolean;
}

/**
 * The transport of operations to a memory: over the network, or within a process. Both reject with
 * a PalimpsestError.
 */
export interface Transport {
  request<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
    options: RequestOptions,
  ): Promise<Result>;
  subscribe<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
    options: CallOptions,
  ): AsyncIterable<Result>;
  /** The same transport for a shared space, by its name. */
  inSpace(name: string): Transport;
}
