import type { SessionId } from "../../../memory/ids.ts";
import type { Role, Session, Turn } from "../../../memory/session.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isNumber, isObject, isText, orAbsent } from "./shape.ts";
import { expiryOf, lifetime, type Lifetime } from "./lifetime.ts";

/**
 * A session, stored with its turns. It counts all turns ever added, and its ETag prevents two turns
 * from getting the same number.
 */
export interface SessionDocument extends Envelope {
  readonly type: "session";
  readonly session: SessionId;
  /** Position in the order in which sessions were created. */
  readonly since: string;
  readonly turnCount: number;
  /** Properties that the rest of the document does not contain. */
  readonly body: Omit<Session, "turnCount" | "id">;
}

export interface TurnDocument extends Envelope, Lifetime {
  readonly type: "turn";
  readonly session: SessionId;
  readonly turn: string;
  readonly seq: number;
  readonly role: Role;
  /** Position in the order in which the turns of all sessions were recorded. */
  readonly since: string;
  /** Properties that the rest of the document does not contain. */
  readonly body: Omit<Turn, "seq" | "session" | "expiresAt" | "id" | "role">;
}

export const SESSION = new DocumentShape<SessionDocument>("session", {
  session: isText,
  since: isText,
  turnCount: isNumber,
  body: isObject,
});

export const TURN = new DocumentShape<TurnDocument>("turn", {
  session: isText,
  turn: isText,
  seq: isNumber,
  role: isText,
  since: isText,
  expiresAt: isText,
  ttl: orAbsent(isNumber),
  body: isObject,
});

export const SESSION_ID = documentId("session");
export const turnDocumentId = (turn: string): string => documentId("turn", turn);

export const sessionDocument = (
  space: SpaceId,
  { turnCount, id, ...body }: Session,
): SessionDocument => ({
  ...envelope(space, "session", SESSION_ID),
  session: id,
  since: `${body.createdAt} ${documentId("session", id)}`,
  turnCount,
  body,
});

const SEQ_DIGITS = 9;
const positionOfTurn = (recordedAt: Instant, seq: number, session: SessionId): string =>
  `${recordedAt} ${String(seq).padStart(SEQ_DIGITS, "0")}.${documentId("session", session)}`;

/** `now`: time of the write, in milliseconds since 1970. */
export const turnDocument = (
  space: SpaceId,
  session: SessionId,
  seq: number,
  { expiresAt, id, role, ...body }: Omit<Turn, "seq" | "session">,
  now: number,
): TurnDocument => ({
  ...envelope(space, "turn", turnDocumentId(id)),
  session,
  turn: id,
  seq,
  role,
  since: positionOfTurn(body.recordedAt, seq, session),
  body,
  ...lifetime(expiresAt, now),
});

export const sessionOf = ({ body, session, turnCount }: SessionDocument): Session => ({
  ...body,
  id: session,
  turnCount,
});
export const turnOf = (document: TurnDocument): Turn => ({
  ...document.body,
  id: document.turn,
  role: document.role,
  session: document.session,
  seq: document.seq,
  expiresAt: expiryOf(document),
});
