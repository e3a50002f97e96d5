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
  "SessionSummary",
  "UserSummary",
  "Episode",
  "Procedure",
  "Observation",
  "MemoryJob",
  "Change",
] as const;
/** Types of the objects that have a global id. */
export type NodeKind = (typeof NODE_KINDS)[number];

/** The parts of a global id. `at` is the time point of its view; null for the present. */
export interface GlobalId {
  readonly kind: NodeKind;
  readonly id: string;
  readonly at: TimePoint | null;
}

const FORM = new RegExp(`^(${NODE_KINDS.join("|")}):([\\w.-]{1,200})(?:@([^,]+),([^,]+))?$`);

const withArticle = (kind: NodeKind): string => `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}`;

/**
 * The global id of an object, as opaque base64url. The id in a past view differs, so that caches
 * keep the two apart.
 */
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
  const parsedId: GlobalId = { kind: kind as NodeKind, id, at };
  return globalId(parsedId.kind, id, at) === text ? parsedId : undefined;
};

/** Whether a text is a global id of any type. */
export const isGlobalId = (text: string): boolean => decode(text) !== undefined;

/** Parses an id of any type. Throws INVALID_ID. */
export const parseNodeId = (text: string): GlobalId => {
  const parsedId = decode(text);
  if (parsedId === undefined)
    throw new Problem("INVALID_ID", "The id is not an id of this service.");
  return parsedId;
};

/** Parses an id of one type, of the present or the past. Throws INVALID_ID, naming the type. */
export const parseGlobalId = (text: string, kind: NodeKind): GlobalId => {
  const parsedId = decode(text);
  if (parsedId === undefined)
    throw new Problem(
      "INVALID_ID",
      `The id is not an id of this service. Give the id of ${withArticle(kind)}.`,
    );
  if (parsedId.kind !== kind)
    throw new Problem(
      "INVALID_ID",
      `The id belongs to ${withArticle(parsedId.kind)}. Give the id of ${withArticle(kind)}.`,
    );
  return parsedId;
};

/** The local id in a global id of one type. Throws INVALID_ID. */
export const localId = (text: string, kind: NodeKind): string => parseGlobalId(text, kind).id;
