import type { SessionId } from "../../../memory/ids.ts";
import type { Session, Turn } from "../../../memory/session.ts";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";

/** A session, beside its turns: it counts them, and its ETag guards that no two turns get one number. */
export interface SessionDocument extends Envelope {
  readonly type: "session";
  readonly session: SessionId;
  /** Its place in the order in which sessions were created. */
  readonly since: string;
  readonly turnCount: number;
  readonly body: Omit<Session, "turnCount">;
  readonly _etag?: string;
}

export interface TurnDocument extends Envelope {
  readonly type: "turn";
  readonly session: SessionId;
  readonly turn: string;
  readonly seq: number;
  readonly body: Omit<Turn, "seq" | "session">;
}

export const SESSION_ID = documentId("session");
export const turnDocumentId = (turn: string): string => documentId("turn", turn);

export const sessionDocument = (space: SpaceId, { turnCount, ...body }: Session): SessionDocument => ({
  ...envelope(space, "session", SESSION_ID), session: body.id, since: `${body.createdAt} ${documentId("session", body.id)}`, turnCount, body,
});

export const turnDocument = (space: SpaceId, session: SessionId, seq: number, body: Omit<Turn, "seq" | "session">): TurnDocument => ({
  ...envelope(space, "turn", turnDocumentId(body.id)), session, turn: body.id, seq, body,
});

export const sessionOf = ({ body, turnCount }: SessionDocument): Session => ({ ...body, turnCount });
export const turnOf = ({ session, seq, body }: TurnDocument): Turn => ({ ...body, session, seq });
