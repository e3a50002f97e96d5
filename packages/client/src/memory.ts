import { NotFoundError } from "./errors.ts";
import * as operations from "./operations.ts";
import { questionOf } from "./question.ts";
import { type At, type Moment, type Side, instantOf, spokenAt, timePointOf } from "./time-point.ts";
import { bothRecalled, bothSearched, type Recalled, type SearchResult } from "./together.ts";
import type { CallOptions, Document, Transport } from "./transport.ts";

export type { Found, Recalled, SearchResult } from "./together.ts";

export type Fact = operations.FactsQuery["facts"]["nodes"][number];
export type FactPage = operations.FactsQuery["facts"];
export type EntityCard = NonNullable<operations.AboutQuery["entity"]>;
export type Neighbourhood = NonNullable<operations.AroundQuery["entity"]>;
export type EntityGraph = operations.GraphQuery["graph"];
export type EntityHistory = NonNullable<operations.HistoryQuery["entity"]>;
export type FactOrigin = NonNullable<operations.WhyQuery["fact"]>;
export type ChangePage = operations.ChangesQuery["changes"];
export type Change = ChangePage["nodes"][number];
export type Written = operations.WriteMutation["write"];
export type Settled = operations.CorrectMutation["correctFact"];
export type Undone = operations.UndoMutation["revertDecision"];
export type ErasureReceipt = operations.ForgetMutation["erase"]["receipt"];
export type Session = operations.CreateSessionMutation["createSession"]["session"];
export type SessionSummary = operations.SummariseSessionMutation["summariseSession"];
export type PlannedContext = operations.ChatContextQuery["chatContext"];
export type Reply = operations.ChatMutation["chat"];

/** Name of a shared space to read as well. Its results have the name in `space`. */
export interface TogetherOptions extends CallOptions {
  readonly alsoIn?: string | undefined;
}
/** Default limit of a block in tokens, as in the service. */
const RECALL_TOKENS = 1_200;

export interface RecallOptions extends TogetherOptions {
  /** Maximum number of tokens of the block. Default: 1,200. */
  readonly tokenBudget?: number | undefined;
  readonly sessionId?: string | undefined;
  /** Only items with all of these tags. */
  readonly tags?: readonly string[] | undefined;
}
export interface ContextOptions extends CallOptions {
  /** Session; without it, the context of a conversation without turns. */
  readonly sessionId?: string | undefined;
  /** Default: the strategy of the session. */
  readonly strategy?: operations.Strategy | undefined;
  /** Size and sources of TIERED. Default: THINK. */
  readonly mode?: operations.MemoryMode | undefined;
}
export interface SearchOptions extends TogetherOptions {
  readonly mode?: operations.SearchMode | undefined;
  readonly kinds?: readonly operations.MemoryKind[] | undefined;
  readonly first?: number | undefined;
  readonly minConfidence?: number | undefined;
  readonly sessionId?: string | undefined;
  /** Only items with all of these tags. */
  readonly tags?: readonly string[] | undefined;
}
export interface PageOptions extends CallOptions {
  readonly first?: number | undefined;
  /** `pageInfo.endCursor` of the previous page. */
  readonly after?: string | undefined;
}
export interface FactsOptions extends PageOptions {
  /** Id, key (`person:ana`) or name; `user` is the user. */
  readonly entity?: string | undefined;
  readonly slot?: string | undefined;
  readonly minConfidence?: number | undefined;
  /** Only items with all of these tags. */
  readonly tags?: readonly string[] | undefined;
}
export interface AboutOptions extends PageOptions {
  readonly slot?: string | undefined;
}
export interface HistoryOptions extends CallOptions {
  readonly slot?: string | undefined;
}
export interface AroundOptions extends PageOptions {
  /** Maximum distance. Default: 1. */
  readonly hops?: number | undefined;
  /** Types of relationships to follow. Default: all. */
  readonly types?: readonly string[] | undefined;
}
export interface GraphOptions extends CallOptions {
  /** Entities to start from: ids, keys or names. Default: the whole graph. */
  readonly focus?: readonly string[] | undefined;
  /** Maximum distance from the focus. Default: 1. */
  readonly hops?: number | undefined;
  /** Types of relationships. Default: all. */
  readonly types?: readonly string[] | undefined;
  /** Maximum number of entities; the most important first. Default: 300. */
  readonly first?: number | undefined;
}
export interface ChangesOptions extends PageOptions {
  readonly since: Moment;
  readonly until?: Moment | undefined;
  readonly entity?: string | undefined;
}
export interface RememberOptions extends CallOptions {
  /** Name of the speaker. Default: the user; in a shared space, the caller. */
  readonly speaker?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Your own labels, at most 16. Reads can filter by them. */
  readonly tags?: readonly string[] | undefined;
  /** Time at which it was said. Words such as "yesterday" are read in its offset. Default: now. */
  readonly occurredAt?: Moment | undefined;
  /** Preceding messages, oldest first, as context. One of the agent begins with `(agent) `. */
  readonly recentMessages?: readonly string[] | undefined;
  /** Default: a new key for each call, so that its retries write once. */
  readonly idempotencyKey?: string | undefined;
  /** Shows what would be recorded, and records nothing. */
  readonly dryRun?: boolean | undefined;
}
export interface AssertOptions
  extends CallOptions, Omit<operations.AssertFactInput, "validFrom" | "validTo" | "occurredAt"> {
  readonly validFrom?: Moment | undefined;
  readonly validTo?: Moment | undefined;
  readonly occurredAt?: Moment | undefined;
}
export interface OperationOptions extends CallOptions {
  /** Reason, stored with the decision. */
  readonly reason?: string | undefined;
  /** Shows what would change, and changes nothing. */
  readonly dryRun?: boolean | undefined;
}
export interface Correction extends OperationOptions {
  readonly text?: string | undefined;
  readonly value?: string | undefined;
  readonly confidence?: number | undefined;
  readonly validFrom?: Moment | undefined;
  readonly validTo?: Moment | undefined;
}
export interface EndOptions extends OperationOptions {
  /** Time at which it ended. Default: now. */
  readonly validTo?: Moment | undefined;
}
export interface ForgetOptions extends CallOptions {
  readonly scope: operations.ErasureScope;
  readonly id?: string | undefined;
  /** Nothing is erased unless this is true. Without it, the receipt lists what would be erased. */
  readonly confirm?: boolean | undefined;
}
export interface ChatOptions extends CallOptions {
  readonly sessionId: string;
  /** Name of the speaker. Default: the user; in a shared space, the caller. */
  readonly speaker?: string | undefined;
  /** Labels of the message, at most 16. */
  readonly tags?: readonly string[] | undefined;
  readonly strategy?: operations.Strategy | undefined;
  readonly occurredAt?: Moment | undefined;
  readonly idempotencyKey?: string | undefined;
}
/** A piece of a reply; the last part contains the whole reply. */
export type ChatPart =
  | { readonly token: string; readonly reply?: undefined }
  | { readonly token?: undefined; readonly reply: Reply };

/** An optional argument that is omitted or undefined is not sent. */
type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const withoutUndefined = <T extends object>(options: T): Given<T> =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Given<T>;

/** Tags as an argument, if there are any. */
const tagsArgument = ({
  tags,
}: {
  readonly tags?: readonly string[] | undefined;
}): { tags?: string[] } => (tags === undefined ? {} : { tags: [...tags] });

const ENTITY_KEY = /^[a-z_]+:\S+$/u;
/** Prefix of the ids of entities. */
const ENTITY_ID = /^RW50aXR5O[\w-]+$/u;

/**
 * The argument that identifies an entity, by the form of the text: an id, a key (`person:ana`), or
 * else a name.
 */
const entityArgument = (entity: string): { id: string } | { key: string } | { name: string } => {
  if (ENTITY_ID.test(entity)) return { id: entity };
  return ENTITY_KEY.test(entity) ? { key: entity } : { name: entity };
};
const instant = (moment: Moment | undefined, name: string, side: Side): string | undefined =>
  moment === undefined ? undefined : instantOf(moment, name, side);
const saidAt = (moment: Moment | undefined): string | undefined =>
  moment === undefined ? undefined : spokenAt(moment, "occurredAt");

/** A memory at one time point, with the verbs that read. */
export class MemoryView {
  protected readonly transport: Transport;
  readonly #at: { readonly knownAt?: string; readonly validAt?: string };

  constructor(transport: Transport, at: At = {}) {
    this.transport = transport;
    this.#at = timePointOf(at);
  }

  /**
   * A block of context for a question, within a token budget, with citations. The question may be a
   * whole message: if it is longer than 8 KB, its beginning and its end are used.
   */
  async recall(
    question: string,
    { signal, alsoIn, tags, ...options }: RecallOptions = {},
  ): Promise<Recalled> {
    if (alsoIn !== undefined) {
      const { tokenBudget = RECALL_TOKENS } = options;
      // Half of the budget for each.
      const half = { ...options, tags, signal, tokenBudget: tokenBudget >> 1 };
      const sharedRecall = this.#sharedView(alsoIn).recall(question, {
        ...half,
        sessionId: undefined,
      });
      const [own, theirs] = await Promise.all([this.recall(question, half), sharedRecall]);
      return bothRecalled(own, theirs, alsoIn);
    }
    const variables = {
      question: questionOf(question),
      ...withoutUndefined(options),
      ...tagsArgument({ tags }),
      at: this.#at,
    };
    return (await this.read(operations.RecallDocument, variables, signal)).recall;
  }

  /**
   * The messages that `chat` would send to a model for a message. Stores nothing, and calls no
   * model.
   */
  async context(
    message: string,
    { signal, ...options }: ContextOptions = {},
  ): Promise<PlannedContext> {
    const variables = { message, ...withoutUndefined(options), at: this.#at };
    return (await this.read(operations.ChatContextDocument, variables, signal)).chatContext;
  }

  /** Items that match a query, best first. */
  async search(
    query: string,
    { signal, kinds, tags, alsoIn, ...options }: SearchOptions = {},
  ): Promise<SearchResult> {
    if (alsoIn !== undefined) {
      const each = { ...options, kinds, tags, signal };
      const sharedSearch = this.#sharedView(alsoIn).search(query, {
        ...each,
        sessionId: undefined,
      });
      const [own, theirs] = await Promise.all([this.search(query, each), sharedSearch]);
      return bothSearched(own, theirs, alsoIn, options.first);
    }
    const variables = {
      query,
      ...withoutUndefined(options),
      ...(kinds && { kinds: [...kinds] }),
      ...tagsArgument({ tags }),
      at: this.#at,
    };
    return (await this.read(operations.SearchDocument, variables, signal)).search;
  }

  /** A page of facts, in the order in which they were first recorded. */
  async facts({ signal, tags, ...options }: FactsOptions = {}): Promise<FactPage> {
    const variables = { ...withoutUndefined(options), ...tagsArgument({ tags }), at: this.#at };
    return (await this.read(operations.FactsDocument, variables, signal)).facts;
  }

  /** All facts, page after page. */
  async *allFacts(options: Omit<FactsOptions, "after"> = {}): AsyncGenerator<Fact> {
    let after: string | undefined;
    do {
      const { nodes, pageInfo } = await this.facts({
        first: 100,
        ...options,
        ...withoutUndefined({ after }),
      });
      yield* nodes;
      after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined;
    } while (after !== undefined);
  }

  /**
   * The known facts about an entity (id, key or name; `user` is the user); null if it is unknown.
   */
  async about(
    entity: string,
    { signal, ...options }: AboutOptions = {},
  ): Promise<EntityCard | null> {
    const variables = { ...entityArgument(entity), ...withoutUndefined(options), at: this.#at };
    return (await this.read(operations.AboutDocument, variables, signal)).entity;
  }

  /** Entities and the relationships between them. */
  async graph({ signal, focus, types, ...options }: GraphOptions = {}): Promise<EntityGraph> {
    const variables = {
      ...withoutUndefined(options),
      ...(focus && { focus: [...focus] }),
      ...(types && { types: [...types] }),
      at: this.#at,
    };
    return (await this.read(operations.GraphDocument, variables, signal)).graph;
  }

  /** The relationships of an entity and the entities near it; null if it is unknown. */
  async around(
    entity: string,
    { signal, types, ...options }: AroundOptions = {},
  ): Promise<Neighbourhood | null> {
    const variables = {
      ...entityArgument(entity),
      ...withoutUndefined(options),
      ...(types && { types: [...types] }),
      at: this.#at,
    };
    return (await this.read(operations.AroundDocument, variables, signal)).entity;
  }

  /**
   * All beliefs about an entity up to the time point, by slot. Each version has the interval for
   * which it was true and the one for which it was believed. Null if the entity is unknown.
   */
  async history(
    entity: string,
    { signal, ...options }: HistoryOptions = {},
  ): Promise<EntityHistory | null> {
    const variables = { ...entityArgument(entity), ...withoutUndefined(options), at: this.#at };
    return (await this.read(operations.HistoryDocument, variables, signal)).entity;
  }

  /**
   * The origin of a fact: message, decision, versions, and the fact that it replaced. Throws a
   * NotFoundError.
   */
  async why(fact: string, { signal }: CallOptions = {}): Promise<FactOrigin> {
    const { fact: origin } = await this.read(
      operations.WhyDocument,
      { id: fact, at: this.#at },
      signal,
    );
    if (!origin)
      throw new NotFoundError("NOT_FOUND", "The fact does not exist at this time point.");
    return origin;
  }

  /** This view of a shared space. */
  #sharedView(name: string): MemoryView {
    return new MemoryView(this.transport.inSpace(name), this.#at);
  }

  protected read<R, V extends object>(
    document: Document<R, V>,
    variables: V,
    signal: AbortSignal | undefined,
  ): Promise<R> {
    return this.transport.request(document, variables, { signal, isRepeatable: true });
  }
}

/** The memory of one user, with the verbs that read the present and those that write. */
export class Memory extends MemoryView {
  /** The memory of a shared space that the credentials grant, such as a team's. */
  inSpace(name: string): Memory {
    return new Memory(this.transport.inSpace(name));
  }

  /** The same memory at another time point. */
  at(at: At): MemoryView {
    return new MemoryView(this.transport, at);
  }

  /** Remembers a message and extracts its facts. */
  async remember(
    message: string,
    { signal, recentMessages, tags, occurredAt, ...options }: RememberOptions = {},
  ): Promise<Written> {
    const input = {
      idempotencyKey: crypto.randomUUID(),
      ...withoutUndefined({ ...options, occurredAt: saidAt(occurredAt) }),
      ...(recentMessages && { recentMessages: [...recentMessages] }),
      ...tagsArgument({ tags }),
      message,
    };
    return (await this.#write(operations.WriteDocument, { input }, signal, true)).write;
  }

  /** Records a fact as given, without calling a model. */
  async assert({ signal, ...options }: AssertOptions): Promise<Written> {
    const { validFrom, validTo, occurredAt, ...rest } = options;
    const input: operations.AssertFactInput = {
      idempotencyKey: crypto.randomUUID(),
      ...rest,
      ...withoutUndefined({
        validFrom: instant(validFrom, "validFrom", "start"),
        validTo: instant(validTo, "validTo", "start"),
        occurredAt: instant(occurredAt, "occurredAt", "start"),
      }),
    };
    return (await this.#write(operations.AssertFactDocument, { input }, signal, true)).assertFact;
  }

  /** Changes recorded since a time, oldest first. */
  async changes({ signal, since, until, ...options }: ChangesOptions): Promise<ChangePage> {
    const variables = {
      from: instantOf(since, "since", "start"),
      ...withoutUndefined({ ...options, to: instant(until, "until", "end") }),
    };
    return (await this.read(operations.ChangesDocument, variables, signal)).changes;
  }

  /**
   * Corrects a fact that was recorded wrongly. Views with an earlier record time still show the
   * error.
   */
  async correct(
    fact: string,
    { signal, validFrom, validTo, ...correction }: Correction,
  ): Promise<Settled> {
    const input = {
      fact,
      ...withoutUndefined({
        ...correction,
        validFrom: instant(validFrom, "validFrom", "start"),
        validTo: instant(validTo, "validTo", "start"),
      }),
    };
    return (await this.#write(operations.CorrectDocument, { input }, signal)).correctFact;
  }

  /** Ends a fact that is no longer true. */
  async end(fact: string, { signal, validTo, ...options }: EndOptions = {}): Promise<Settled> {
    const input = {
      fact,
      ...withoutUndefined({ ...options, validTo: instant(validTo, "validTo", "start") }),
    };
    return (await this.#write(operations.EndDocument, { input }, signal)).retractFact;
  }

  /** Undoes the effects of one decision. */
  async undo(decision: string, { signal, ...options }: OperationOptions = {}): Promise<Undone> {
    const input = { decision, ...withoutUndefined(options) };
    return (await this.#write(operations.UndoDocument, { input }, signal)).revertDecision;
  }

  /**
   * Erases permanently, at every time point, if `confirm` is true; otherwise returns what would be
   * erased.
   */
  async forget({ signal, confirm = false, ...target }: ForgetOptions): Promise<ErasureReceipt> {
    const input = { scope: target.scope, ...withoutUndefined({ id: target.id }), dryRun: !confirm };
    return (await this.#write(operations.ForgetDocument, { input }, signal)).erase.receipt;
  }

  async createSession({
    signal,
    ...options
  }: CallOptions & {
    readonly title?: string | undefined;
    readonly strategy?: operations.Strategy | undefined;
  } = {}): Promise<Session> {
    const variables = { input: withoutUndefined(options) };
    const { createSession } = await this.#write(
      operations.CreateSessionDocument,
      variables,
      signal,
    );
    return createSession.session;
  }

  /** Updates the summary of a session. */
  async summariseSession(sessionId: string, { signal }: CallOptions = {}): Promise<SessionSummary> {
    const variables = { input: { sessionId } };
    return (await this.#write(operations.SummariseSessionDocument, variables, signal))
      .summariseSession;
  }

  /**
   * Replies to a message, with memory as context. `for await` yields the reply piece by piece;
   * `await` returns the whole reply.
   */
  chat(
    message: string,
    { signal, occurredAt, tags, ...options }: ChatOptions,
  ): PromiseLike<Reply> & AsyncIterable<ChatPart> {
    const input = {
      idempotencyKey: crypto.randomUUID(),
      ...withoutUndefined({ ...options, occurredAt: saidAt(occurredAt) }),
      ...tagsArgument({ tags }),
      sessionId: options.sessionId,
      message,
    };
    const whole = async (): Promise<Reply> =>
      (await this.#write(operations.ChatDocument, { input }, signal, true)).chat;
    const parts = (): AsyncGenerator<ChatPart> => this.#parts(input, signal);
    return {
      // oxlint-disable-next-line unicorn/no-thenable -- asked only when it is awaited
      then: (onReply, onFailure) => whole().then(onReply, onFailure),
      [Symbol.asyncIterator]: parts,
    };
  }

  async *#parts(
    input: operations.ChatInput,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ChatPart> {
    const results = this.transport.subscribe(operations.ChatReplyDocument, { input }, { signal });
    for await (const { chatReply } of results) {
      if (chatReply.token !== null) yield { token: chatReply.token };
      if (chatReply.result) yield { reply: chatReply.result };
    }
  }

  /**
   * Every change from now on, including those by other agents; optionally only those of one entity.
   */
  async *watch({
    entity,
    signal,
  }: CallOptions & { readonly entity?: string | undefined } = {}): AsyncGenerator<Change> {
    const results = this.transport.subscribe(
      operations.WatchDocument,
      withoutUndefined({ entity }),
      {
        signal,
      },
    );
    for await (const { memoryChanged } of results) yield memoryChanged;
  }

  #write<R, V extends object>(
    document: Document<R, V>,
    variables: V,
    signal: AbortSignal | undefined,
    isRepeatable = false,
  ): Promise<R> {
    return this.transport.request(document, variables, { signal, isRepeatable });
  }
}
