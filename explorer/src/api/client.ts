import { cacheExchange, type Cache } from "@urql/exchange-graphcache";
import type { FormattedExecutionResult } from "graphql";
import { createClient as createSocket } from "graphql-ws";
import { Client, type CombinedError, fetchExchange, mapExchange, subscriptionExchange } from "urql";

/** The caller. Without credentials, the service uses the user that `user` names. */
export interface Identity {
  readonly user: string | null;
  /** A shared space; null for the user's own. */
  readonly space: string | null;
  /** API key or token. */
  readonly secret: string | null;
}

const headersOf = ({ user, space, secret }: Identity): Record<string, string> => ({
  ...(user !== null && { "x-user-id": user }),
  ...(space !== null && { "x-palimpsest-space": space }),
  ...(secret !== null && { authorization: `Bearer ${secret}` }),
});

/** Marks all cached data as outdated, so that the parts on the page are read again. */
const outdateAll = (cache: Cache): void => {
  for (const { fieldName, arguments: args } of cache.inspectFields("Query"))
    cache.invalidate("Query", fieldName, args ?? undefined);
};

/** Types without an id, which stay within the object to which they belong. */
const EMBEDDED = `TimeCoordinates Extent ChangeCount TimelineLane TimelineSpan
  RelationshipVersion EntityVersion DecisionCandidate Claim PageInfo ClaimConnection
  EventConnection FactConnection ChangeConnection SessionConnection TurnConnection MemoryJobConnection
  EntityConnection MemoryJobProgress MemorySettings Recall TimeAsked SearchHit ChatContext ContextMessage ContextCut TokenUsage Emotion
  WriteResult FactPayload RevertDecisionPayload EntityPayload Handover RelationshipConnection ErasePayload LoadDemoPayload
  ErasureReceipt ErasureCheck ErasedItem ErasedCount RunJobPayload RetryJobPayload
  UpdateSettingsPayload`.split(/\s+/u);

/** Mutations that change a memory. Dry runs change nothing and are not cached. */
const MUTATIONS = `loadDemo write correctFact retractFact revertDecision mergeEntities splitEntity
  erase updateSettings retryEvent runJob retryJob`.split(/\s+/u);

/**
 * Ids of past views contain their time point, so that one cache can hold the present and every
 * visited past.
 */
const cacheOf = (onChanged: () => void) => {
  const outdate = (_result: unknown, _args: unknown, cache: Cache): void => {
    outdateAll(cache);
    onChanged();
  };
  return cacheExchange({
    keys: Object.fromEntries(EMBEDDED.map((type) => [type, () => null])),
    updates: {
      Mutation: Object.fromEntries(MUTATIONS.map((name) => [name, outdate])),
      Subscription: { memoryChanged: outdate },
    },
  });
};

const GRAPHQL_PATH = "/graphql";

/**
 * Minimum number of milliseconds between two reads of outdated data. A message can cause many
 * changes, and a demo thousands.
 */
const LIVE_EVERY_MS = 500;

/** Calls at once, and again with the last value after a while if further calls came meanwhile. */
const throttle = <T>(call: (value: T) => void): ((value: T) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: T } | undefined;
  const pass = (value: T): void => {
    call(value);
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting === undefined) return;
      const { value: last } = waiting;
      waiting = undefined;
      pass(last);
    }, LIVE_EVERY_MS);
  };
  return (value) => {
    if (timer === undefined) pass(value);
    else waiting = { value };
  };
};

const socketExchange = (identity: Identity) => {
  const { protocol, host } = globalThis.location;
  const socket = createSocket({
    url: `${protocol.replace("http", "ws")}//${host}${GRAPHQL_PATH}`,
    connectionParams: headersOf(identity),
    retryAttempts: 50,
    shouldRetry: () => true,
  });
  return subscriptionExchange({
    forwardSubscription: ({ query = "", variables }) => ({
      subscribe: (sink) => ({
        unsubscribe: socket.subscribe(
          { query, variables: { ...variables } },
          {
            next: throttle<FormattedExecutionResult>(({ data = null, errors }) =>
              sink.next({ data, ...(errors && { errors }) }),
            ),
            error: (cause) => sink.error(cause),
            complete: () => sink.complete(),
          },
        ),
      }),
    }),
  });
};

/** The file with the whole memory of an identity. */
export const fetchExport = async (identity: Identity): Promise<Blob> => {
  const response = await fetch("/export", { headers: headersOf(identity) });
  if (!response.ok) throw new Error(`The export was refused (${response.status}).`);
  return response.blob();
};

interface Handlers {
  /** Called when the service requires credentials, with its message. */
  readonly onRefused: (sentence: string) => void;
  /** Called when the memory has changed, by this page or by anybody else. */
  readonly onChanged: () => void;
}

/** The clients of an identity. */
export interface Api {
  /** Each identity has a client, and therefore a cache, of its own. */
  readonly client: Client;
  /**
   * A client without a cache: for dry runs, whose answers are hypothetical, and for graphs of
   * thousands of entities, which the cache would read as a whole for every part.
   */
  readonly direct: Client;
}

const refusalsTo = (onRefused: Handlers["onRefused"]) =>
  mapExchange({
    onError: (error) => {
      if (codeOf(error) === "UNAUTHENTICATED") onRefused(sentenceOf(error));
    },
  });

const optionsOf = (identity: Identity) => ({
  url: GRAPHQL_PATH,
  preferGetMethod: false,
  fetchOptions: {
    headers: { "content-type": "application/json", ...headersOf(identity) },
  },
});

/** A client without a cache. */
export const createDirect = (
  identity: Identity,
  { onRefused }: Pick<Handlers, "onRefused">,
): Client =>
  new Client({ ...optionsOf(identity), exchanges: [refusalsTo(onRefused), fetchExchange] });

export const createApi = (identity: Identity, { onRefused, onChanged }: Handlers): Api => ({
  client: new Client({
    ...optionsOf(identity),
    exchanges: [refusalsTo(onRefused), cacheOf(onChanged), fetchExchange, socketExchange(identity)],
  }),
  direct: createDirect(identity, { onRefused }),
});

const codeOf = ({ graphQLErrors }: CombinedError): unknown =>
  graphQLErrors[0]?.extensions?.["code"];

/** The error message of the service. */
export const sentenceOf = (error: CombinedError): string => {
  const [first] = error.graphQLErrors;
  if (first) return first.message;
  return "The service does not answer. It may have stopped, or the connection is lost.";
};
