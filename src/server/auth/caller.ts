import { Problem } from "../../memory/problem.ts";
import type { SpaceId } from "../../store/port.ts";
import type { Credentials } from "./credentials.ts";

/** Who is asking, and so whose memory it is about. */
export interface Caller {
  readonly space: SpaceId;
  /** When the credentials end, in milliseconds since 1970; null where they do not. */
  readonly expiresAt: number | null;
}

/** Gives the caller, or throws UNAUTHENTICATED or BAD_USER_INPUT. */
export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/** The longest id of a tenant or a user, in characters. */
const LONGEST_ID = 256;
const USER_HEADER = "x-user-id";

/** Whether a text can name a tenant or a user: 1 to 256 characters, no control characters, no half characters, no blanks around it. */
export const isPartyId = (id: unknown): id is string =>
  typeof id === "string" &&
  id.length >= 1 &&
  id.length <= LONGEST_ID &&
  id.trim() === id &&
  !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(id);

/**
 * The user that `x-user-id` names. It is taken as it stands, and must be ASCII: what else a header may hold reads differently from one
 * client to the next, and two users must never become one.
 */
export const userOfHeader = (credentials: Credentials): string | undefined => {
  const user = credentials(USER_HEADER);
  if (user === undefined) return undefined;
  if (!isPartyId(user) || !/^[\x20-\x7e]+$/.test(user))
    throw new Problem(
      "BAD_USER_INPUT",
      `${USER_HEADER} must have 1 to ${LONGEST_ID} printable ASCII characters.`,
    );
  return user;
};
