/** A document with the types of its result and its variables, as the generator writes it. */
export interface Document<Result, Variables> {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Result;
}

export interface CallOptions {
  /** Aborting it ends the call. What a write has done by then stays. */
  readonly signal?: AbortSignal | undefined;
}

export interface RequestOptions extends CallOptions {
  /** Whether sending the operation again does no harm. */
  readonly isRepeatable: boolean;
}

/** How operations reach a memory: over the network, or within a process. Both reject with a PalimpsestError. */
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
  /** The same way to a shared space, by its name. */
  inSpace(name: string): Transport;
}
