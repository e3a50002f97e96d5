import { cacheExchange, type Cache } from "@urql/exchange-graphcache";
import type { FormattedExecutionResult } from "graphql";
import { createClient as createSocket } from "graphql-ws";
import { Client, type CombinedError, fetchExchange, mapExchange, subscriptionExchange } from "urql";

/** Who asks. Without credentials the service takes whom `user` names. */
export interface Identity {
  readonly user: string | null;
  /** API key or token. */
  readonly secret: string | null;
}

const headersOf = ({ user, secret }: Identity): Record<string, string> => ({
  ...(user !== null && { "x-user-id": user }),
  ...(secret !== null && { authorization: `Bearer ${secret}` }),
});

/** Marks everything that was read as old: whatever the page shows of it is read again. */
const outdateAll = (cache: Cache): void => {
  for (const { fieldName, arguments: args } of cache.inspectFields("Query"))
    cache.invalidate("Query", fieldName, args ?? undefined);
};

const outdate = (_result: unknown, _args: unknown, cache: Cache): void => outdateAll(cache);

/** A dry run changes nothing, so nothing is read again. */
const outdateUnlessDry = (_result: unknown, args: { input?: unknown }, cache: Cache): void => {
  const { input } = args;
  const isDry =
    typeof input === "object" && input !== null && "dryRun" in input && input.dryRun === true;
  if (!isDry) outdateAll(cache);
};

/** Types without an id: they stay within the object that they belong to. */
const EMBEDDED = `Graph TimeCoordinates Extent ChangeCount TimelineLane TimelineSpan
  RelationshipVersion EntityVersion DecisionCandidate Claim PageInfo ClaimConnection
  EventConnection FactConnection ChangeConnection SessionConnection TurnConnection MemoryJobConnection
  EntityConnection MemoryJobProgress MemorySettings Recall SearchResult SearchHit
  SearchList ChatContext ContextMessage ContextCut TokenUsage Emotion
  WriteResult FactPayload RevertDecisionPayload EntityPayload ErasePayload LoadDemoPayload
  ErasureReceipt ErasureCheck ErasedItem ErasedCount RunJobPayload RetryJobPayload
  UpdateSettingsPayload`.split(/\s+/u);

/**
 * Ids of past views carry their moment, so one cache holds the present and every past that was
 * visited without mixing them up.
 */
const cache = () =>
  cacheExchange({
    keys: Object.fromEntries(EMBEDDED.map((type) => [type, () => null])),
    updates: {
      Mutation: {
        loadDemo: outdate,
        write: outdateUnlessDry,
        correctFact: outdateUnlessDry,
        retractFact: outdateUnlessDry,
        revertDecision: outdateUnlessDry,
        mergeEntities: outdateUnlessDry,
        splitEntity: outdateUnlessDry,
        erase: outdateUnlessDry,
        updateSettings: outdate,
        retryEvent: outdate,
        runJob: outdate,
        retryJob: outdate,
      },
      Subscription: { memoryChanged: outdate },
    },
  });

const GRAPHQL_PATH = "/graphql";

/** A message can bring many changes, and a demo thousands: what they outdate is read again this often at most. */
const LIVE_EVERY_MS = 500;

/** Calls at once, and again with the last value after a while if more came meanwhile. */
const throttled = <T>(call: (value: T) => void): ((value: T) => void) => {
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
            next: throttled<FormattedExecutionResult>(({ data = null, errors }) =>
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

const fetchOptionsOf = (identity: Identity) => ({
  headers: { "content-type": "application/json", ...headersOf(identity) },
});

/** A client without a cache. */
export const createRehearsal = (identity: Identity): Client =>
  new Client({
    url: GRAPHQL_PATH,
    preferGetMethod: false,
    fetchOptions: fetchOptionsOf(identity),
    exchanges: [fetchExchange],
  });

/** The file with the whole memory of an identity. */
export const fetchExport = async (identity: Identity): Promise<Blob> => {
  const response = await fetch("/export", { headers: headersOf(identity) });
  if (!response.ok) throw new Error(`The export was refused (${response.status}).`);
  return response.blob();
};

/** The client of one identity. Another identity gets a client, and so a cache, of its own. */
export const createApi = (identity: Identity, onRefused: (sentence: string) => void): Client =>
  new Client({
    url: GRAPHQL_PATH,
    preferGetMethod: false,
    requestPolicy: "cache-first",
    fetchOptions: fetchOptionsOf(identity),
    exchanges: [
      mapExchange({
        onError: (error) => {
          if (codeOf(error) === "UNAUTHENTICATED") onRefused(sentenceOf(error));
        },
      }),
      cache(),
      fetchExchange,
      socketExchange(identity),
    ],
  });

const codeOf = ({ graphQLErrors }: CombinedError): unknown =>
  graphQLErrors[0]?.extensions?.["code"];

/** What went wrong, as the service says it. */
export const sentenceOf = (error: CombinedError): string => {
  const [first] = error.graphQLErrors;
  if (first) return first.message;
  return "The service does not answer. It may have stopped, or the connection is gone.";
};
