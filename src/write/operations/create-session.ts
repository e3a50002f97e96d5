import { createHash } from "node:crypto";
import { DEFAULT_STRATEGY, type Session, type Strategy } from "../../memory/session.ts";
import { instantOf } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { checkShort, IDEMPOTENCY_KEY_LENGTH } from "../limits.ts";
import type { WriteServices } from "../services.ts";

/** Hexadecimal digits of the hash of an idempotency key in the id of a session: 128 bits. */
const ID_DIGITS = 32;

/**
 * The id of the session for an idempotency key. Equal keys have equal ids, so repeated calls create
 * one session.
 */
const idOfKey = (key: string): string =>
  `key-${createHash("sha256").update(key).digest("hex").slice(0, ID_DIGITS)}`;

export interface CreateSessionRequest extends Pick<Session, "title"> {
  /** DEFAULT_STRATEGY by default. */
  readonly strategy?: Strategy | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * Creates a session. A repeated call with the same idempotency key returns the first session.
 * Throws BAD_USER_INPUT for a key that is blank or too long.
 */
export const createSession = async (
  { newId, now }: Pick<WriteServices, "newId" | "now">,
  space: SpaceStore,
  { title, strategy, idempotencyKey }: CreateSessionRequest,
): Promise<Session> => {
  const session: Session = {
    id: newId(),
    title,
    strategy: strategy ?? DEFAULT_STRATEGY,
    createdAt: instantOf(now()),
    turnCount: 0,
  };
  if (idempotencyKey == null) {
    await space.createSession(session);
    return session;
  }
  checkShort("idempotencyKey", idempotencyKey, IDEMPOTENCY_KEY_LENGTH);
  const keyedSession = { ...session, id: idOfKey(idempotencyKey) };
  const storedSession = async () => (await space.sessionsById([keyedSession.id]))[0] ?? null;
  const before = await storedSession();
  if (before) return before;
  try {
    await space.createSession(keyedSession);
    return keyedSession;
  } catch (error) {
    const meanwhile = await storedSession();
    if (meanwhile) return meanwhile;
    throw error;
  }
};
