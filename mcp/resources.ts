import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  UriTemplate,
  type Variables,
} from "@modelcontextprotocol/server";
import { InvalidInputError, NotFoundError } from "../packages/client/src/errors.ts";
import type { Change, Found, Memory } from "../packages/client/src/index.ts";
import { MOST_TOKENS } from "./budget.ts";
import { about } from "./tools/entities.ts";

/** The card of the user, as true and known now. */
const ME = "palimpsest://me";
const ENTITY = "palimpsest://entity/";
const TYPE = "application/json";
/** Maximum number of facts of a card. */
const FACTS = 50;

const ME_KEY = "user";

/** A key in a URI, as templates encode it and as people write it. */
const urisOfKey = (key: string): readonly string[] => [
  `${ENTITY}${encodeURIComponent(key)}`,
  `${ENTITY}${key}`,
];

interface NamedEntity {
  readonly entity: string;
  readonly knownAt?: string | undefined;
  readonly validAt?: string | undefined;
}

/** The object of a URI; undefined if it is not a URI of ours. */
const namedBy = (uri: string): NamedEntity | undefined => {
  if (uri === ME) return { entity: ME_KEY };
  if (!uri.startsWith(ENTITY) || !URL.canParse(uri)) return undefined;
  const { pathname, searchParams } = new URL(uri);
  const time = {
    knownAt: searchParams.get("knownAt") ?? undefined,
    validAt: searchParams.get("validAt") ?? undefined,
  };
  try {
    const entity = decodeURIComponent(pathname.slice(1));
    return entity === "" ? undefined : { entity, ...time };
  } catch {
    return undefined;
  }
};

/**
 * Matches a URI with either time, both or none, where templates of the library want every variable.
 */
class EntityUris extends UriTemplate {
  override match(uri: string): Variables | null {
    const target = namedBy(uri);
    return target && uri !== ME ? { key: target.entity } : null;
  }
}

const entitiesOf = (node: Found | null): readonly { readonly key: string }[] => {
  if (node?.__typename === "Fact") return [node.entity];
  return node?.__typename === "Entity" ? [node] : [];
};

/** The resources that a change makes outdated, each once. */
const urisOf = ({ before, after }: Change, userKey: string | undefined): string[] => {
  const uris = [...entitiesOf(before), ...entitiesOf(after)].flatMap(({ key }) =>
    key === userKey ? [...urisOfKey(key), ME] : urisOfKey(key),
  );
  return [...new Set(uris)];
};

/** The key of the user's entity; undefined if nothing is known about the user yet. */
const userKeyOf = async (memory: Memory, signal: AbortSignal): Promise<string | undefined> =>
  (await memory.about(ME_KEY, { first: 1, signal }))?.key;

/** Calls `onUpdate` for each resource that changes from now on, until the signal aborts. */
export const watchResources = async (
  memory: Memory,
  onUpdate: (uri: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  let userKey = await userKeyOf(memory, signal);
  for await (const change of memory.watch({ signal })) {
    userKey ??= await userKeyOf(memory, signal);
    urisOf(change, userKey).forEach(onUpdate);
  }
};

/** Maximum number of URIs that one connection may watch at a time. */
const MOST_WATCHED = 100;

/**
 * Answers `resources/subscribe` of a connection. One watch of the memory serves all its URIs, and
 * ends with the last of them or with the connection. A URI of a past moment is accepted, although
 * the past does not change.
 */
const addSubscriptions = (
  { server }: McpServer,
  memory: Memory,
  onFault: (error: unknown) => void,
): void => {
  const watchedUris = new Set<string>();
  let stopController: AbortController | undefined;
  const stop = (): void => {
    stopController?.abort();
    stopController = undefined;
  };
  const start = (): void => {
    const controller = new AbortController();
    stopController = controller;
    const onUpdate = (uri: string): void => {
      if (watchedUris.has(uri)) server.sendResourceUpdated({ uri }).catch(onFault);
    };
    watchResources(memory, onUpdate, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) onFault(error);
    });
  };
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (!namedBy(uri))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no resource ${JSON.stringify(uri.slice(0, 200))}. Subscribe to ${ME} or ${ENTITY}{key}.`,
      );
    if (watchedUris.size >= MOST_WATCHED)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `At most ${MOST_WATCHED} resources can be watched. Unsubscribe from one first.`,
      );
    watchedUris.add(uri);
    if (!stopController) start();
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    watchedUris.delete(uri);
    if (watchedUris.size === 0) stop();
    return {};
  });
  const { onclose } = server;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the server is no event target
  server.onclose = () => {
    onclose?.();
    stop();
  };
};

/**
 * An error in the name of a resource, as in the protocol; anything else is a fault of the server.
 */
const asProtocolError = (error: unknown, uri: string): unknown => {
  if (error instanceof NotFoundError) return new ResourceNotFoundError(uri, error.message);
  if (error instanceof InvalidInputError)
    return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  return error;
};

/** Adds the card of the user and those of entities, now or at a past moment, to a server. */
export const addResources = (
  server: McpServer,
  memory: Memory,
  onFault: (error: unknown) => void,
): void => {
  const read = async ({ href }: URL, signal: AbortSignal) => {
    const target = namedBy(href);
    if (!target) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${href} is not known.`);
    const size = { first: FACTS, tokenBudget: MOST_TOKENS };
    try {
      const card = await about.run({ ...target, ...size }, { memory, signal, now: new Date() });
      return { contents: [{ uri: href, mimeType: TYPE, text: JSON.stringify(card) }] };
    } catch (error) {
      throw asProtocolError(error, href);
    }
  };
  server.registerResource(
    "me",
    ME,
    {
      title: "The user",
      description: "What is known about the user now, slot by slot.",
      mimeType: TYPE,
    },
    (uri, { mcpReq }) => read(uri, mcpReq.signal),
  );
  const template = new ResourceTemplate(new EntityUris(`${ENTITY}{key}{?knownAt,validAt}`), {
    list: undefined,
    complete: {
      key: async (value) => {
        const { hits } = await memory.search(value === "" ? "user" : value, {
          kinds: ["ENTITY"],
          first: 10,
        });
        return hits.flatMap(({ node }) => (node.__typename === "Entity" ? [node.key] : []));
      },
    },
  });
  server.registerResource(
    "entity",
    template,
    {
      title: "An entity",
      description:
        "What is known about a person, place, organization or thing by its key (`person:ana`), now, or as of knownAt and validAt.",
      mimeType: TYPE,
    },
    (uri, _variables, { mcpReq }) => read(uri, mcpReq.signal),
  );
  addSubscriptions(server, memory, onFault);
};
