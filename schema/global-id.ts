import { Problem } from "../src/memory/problem.ts";
import { parseInstant, type TimePoint } from "../src/memory/time.ts";

export const NODE_KINDS = [
  "Entity",
  "Fact",
  "FactVersion",
  "Relationship",
  "Event",
  "Decision",
  "Session",
  "Turn",
  "ThreadSummary",
  "UserSummary",
  "Episode",
  "Procedure",
  "Observation",
  "Job",
] as const;
/** The types of the objects that have a global id. */
export type NodeKind = (typeof NODE_KINDS)[number];

/** What a global id says: which object, and the time point of the view that it is of; null for the present. */
export interface GlobalId {
  readonly kind: NodeKind;
  readonly id: string;
  readonly at: TimePoint | null;
}

const FORM = new RegExp(`^(${NODE_KINDS.join("|")}):([\\w.-]{1,200})(?:@([^,]+),([^,]+))?$`);

const withArticle = (kind: NodeKind): string => `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}`;

/** Opaque to clients: base64url. A view of the past has an id of its own, so that a cache that goes by ids keeps it apart from the present. */
export const globalId = (kind: NodeKind, id: string, past: TimePoint | null = null): string =>
  Buffer.from(
    past === null ? `${kind}:${id}` : `${kind}:${id}@${past.knownAt},${past.validAt}`,
    "utf8",
  ).toString("base64url");

const decode = (text: string): GlobalId | undefined => {
  const plain = Buffer.from(text, "base64url").toString("utf8");
  const [, kind, id, knownText, validText] = FORM.exec(plain) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  const knownAt = parseInstant(knownText ?? "");
  const validAt = parseInstant(validText ?? "");
  const at = knownAt !== undefined && validAt !== undefined ? { knownAt, validAt } : null;
  const read: GlobalId = { kind: kind as NodeKind, id, at };
  return globalId(read.kind, id, at) === text ? read : undefined;
};

/** Whether a text is a global id, of whatever kind. */
export const isGlobalId = (text: string): boolean => decode(text) !== undefined;

/** Reads an id of any kind. Throws INVALID_ID for a text that is none. */
export const parseNodeId = (text: string): GlobalId => {
  const read = decode(text);
  if (read === undefined)
    throw new Problem("INVALID_ID", "This is not an id that the service gave.");
  return read;
};

/** Reads an id of one kind, of the present or of the past. Throws INVALID_ID, which names the kind, for anything else. */
export const parseGlobalId = (text: string, kind: NodeKind): GlobalId => {
  const read = decode(text);
  if (read === undefined)
    throw new Problem(
      "INVALID_ID",
      `This is not an id that the service gave; the id of ${withArticle(kind)} is needed here.`,
    );
  if (read.kind !== kind)
    throw new Problem(
      "INVALID_ID",
      `This is the id of ${withArticle(read.kind)}; the id of ${withArticle(kind)} is needed here.`,
    );
  return read;
};

/** The local id that a global id of one kind stands for. Throws INVALID_ID. */
export const localId = (text: string, kind: NodeKind): string => parseGlobalId(text, kind).id;
