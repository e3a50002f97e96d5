import type { Instant } from "../../memory/time.ts";
import type { IncomingHttpHeaders } from "node:http";
import { Problem } from "../../memory/problem.ts";
import type { SpaceId } from "../../store/port.ts";

/** The sender of a request, who therefore owns the memory. */
export interface Caller {
  /** The user's own space, or the shared one that the request selected (`shared-spaces.ts`). */
  readonly space: SpaceId;
  readonly user: string;
  /**
   * Names of the tenant's shared spaces that the credentials grant; null for all, without
   * credentials.
   */
  readonly sharedSpaces: readonly string[] | null;
  /**
   * The further key under which the requests of the caller are counted; null without credentials.
   */
  readonly key: string | null;
  /** When the credentials expire, in milliseconds since 1970; null for never. */
  readonly expiresAt: number | null;
}

/**
 * The identification that a caller sent, by name in lower case; undefined for a name that was not
 * sent.
 */
export type Credentials = (name: string) => string | undefined;

/** Resolves to the caller. Rejects with UNAUTHENTICATED or BAD_USER_INPUT. */
export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/**
 * Creates the context of resolvers for one caller at one moment: the head of the caller's space is
 * read now, or when it has reached `atLeast`. The signal aborts when the caller disconnects before
 * the answer.
 */
export type ContextOf<C extends object> = (
  caller: Caller,
  disconnectSignal: AbortSignal,
  atLeast?: Instant | null,
) => Promise<C>;

const textOf = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" && first !== "" ? first : undefined;
};

export const credentialsOfRequest =
  (headers: IncomingHttpHeaders): Credentials =>
  (name) =>
    textOf(headers[name]);

/**
 * The header in which a front names the caller. A value sent by a client is replaced, and only the
 * front can reach the socket on which the header is trusted.
 */
export const CALLER_HEADER = "x-palimpsest-caller";

/**
 * Credentials of a socket: the parameters of `connection_init`, which a browser can set, before the
 * headers of the upgrade, which it cannot. The caller as named by a front is read only from the
 * headers, because parameters come from the client and a front passes them on unchanged.
 */
export const credentialsOfSocket = (
  params: Readonly<Record<string, unknown>> | undefined,
  headers: IncomingHttpHeaders,
): Credentials => {
  const byName = new Map(
    Object.entries(params ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  byName.delete(CALLER_HEADER);
  return (name) => textOf(byName.get(name)) ?? textOf(headers[name]);
};

/** The token of `Authorization: Bearer …`. */
export const bearerToken = (credentials: Credentials): string | undefined =>
  /^Bearer +(\S+)$/i.exec(credentials("authorization") ?? "")?.[1];

/** Maximum length in characters of the id of a tenant or a user. */
const MAX_ID_LENGTH = 256;
const USER_HEADER = "x-user-id";
/**
 * Prefix of the ids of shared spaces in a store, in place of ids of users. No user id has this
 * prefix.
 */
export const SHARED_SPACE_PREFIX = "shared:";

/**
 * Whether a text can be the id of a tenant or a user: 1 to 256 characters, without control
 * characters, lone surrogates, and spaces at either end, and not the id of a shared space.
 */
export const isPartyId = (id: unknown): id is string =>
  typeof id === "string" &&
  id.length >= 1 &&
  id.length <= MAX_ID_LENGTH &&
  id.trim() === id &&
  !id.startsWith(SHARED_SPACE_PREFIX) &&
  !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(id);

/**
 * The user that `x-user-id` names, exactly as it was sent. It must be ASCII: clients encode other
 * characters of a header in different ways, and two users must never become one.
 */
export const userOfHeader = (credentials: Credentials): string | undefined => {
  const user = credentials(USER_HEADER);
  if (user === undefined) return undefined;
  if (!isPartyId(user) || !/^[\x20-\x7e]+$/.test(user))
    throw new Problem(
      "BAD_USER_INPUT",
      `${USER_HEADER} must have 1 to ${MAX_ID_LENGTH} printable ASCII characters, and not begin with ${SHARED_SPACE_PREFIX}.`,
    );
  return user;
};
