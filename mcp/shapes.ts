import { z } from "zod";
import type { Change, Fact, Found, Settled, Written } from "../packages/client/src/index.ts";

/** The interval in which something is true. Answers of tools omit a property without a value. */
export const intervalShape = z.object({
  validFrom: z.string().describe("Start of the fact"),
  startStated: z
    .boolean()
    .describe("false: nobody stated the start, and validFrom is the time at which it was said"),
  validFromPrecision: z.string().optional().describe("YEAR, MONTH or DAY. None: the instant"),
  validTo: z.string().optional().describe("End of the fact; none: it is still true"),
  validToPrecision: z.string().optional(),
});
export const factShape = z.object({
  id: z.string(),
  text: z.string(),
  slot: z.string().optional(),
  value: z.string().optional(),
  entity: z.string().optional().describe("Key of its entity"),
  ...intervalShape.shape,
  recordedAt: z.string().optional().describe("Time at which this became known"),
});
export const entityShape = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  type: z.string(),
});
export const foundShape = z.object({
  id: z.string(),
  kind: z.string().describe("Fact, Entity, Relationship, Event (a message), a summary …"),
  text: z.string(),
  at: z.string().optional().describe("Start of the fact, or the time at which it was said"),
  until: z.string().optional(),
  space: z.string().optional().describe("Name of the shared space; none for the user's own space"),
});
export const decisionShape = z.object({
  decision: z.string().describe("Id, for undo"),
  action: z.string(),
  reason: z.string(),
});
const asOfShape = z.object({
  knownAt: z.string(),
  validAt: z.string(),
  read: z.string().optional().describe("Interpretation of the dates"),
});
/** The changes of one message, or of one operation. */
export const changesShape = z.object({
  at: z.string(),
  said: z.string().optional().describe("The message that caused it"),
  changed: z.array(
    z.object({
      kind: z.string(),
      before: z.string().optional(),
      after: z.string().optional(),
      fact: z.string().optional().describe("Id of the fact, for why"),
      decision: z.string().optional().describe("Id, for undo"),
      reason: z.string().optional(),
    }),
  ),
});
/** The common fields of the answers of reading tools. */
export const READ = {
  asOf: asOfShape,
  shortened: z
    .boolean()
    .optional()
    .describe("Whether texts or lists were shortened to fit the budget"),
};
export const PAGE = {
  ...READ,
  total: z.number().optional(),
  nextPage: z.string().optional().describe("Pass it as `page` to get the next page"),
};

/** The object without properties that are null or undefined. */
export const withoutNulls = <T extends object>(
  value: T,
): { [K in keyof T]: Exclude<T[K], null | undefined> } =>
  Object.fromEntries(
    Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined),
  ) as { [K in keyof T]: Exclude<T[K], null | undefined> };

interface Interval {
  readonly validFrom: string;
  readonly validFromKnown: boolean;
  readonly validFromPrecision: string;
  readonly validTo: string | null;
  readonly validToPrecision: string | null;
}

/** A precision that adds information to the instant beside it. */
const coarse = (precision: string | null): string | undefined =>
  precision === null || precision === "INSTANT" ? undefined : precision;

export const intervalOf = (interval: Interval): z.infer<typeof intervalShape> =>
  withoutNulls({
    validFrom: interval.validFrom,
    startStated: interval.validFromKnown,
    validFromPrecision: interval.validFromKnown ? coarse(interval.validFromPrecision) : undefined,
    validTo: interval.validTo,
    validToPrecision: coarse(interval.validToPrecision),
  });

export const factOf = (fact: Fact): z.infer<typeof factShape> =>
  withoutNulls({
    id: fact.id,
    text: fact.text,
    slot: fact.slot,
    value: fact.value,
    entity: fact.entity.key,
    ...intervalOf(fact),
    recordedAt: fact.recordedAt,
  });

export const entityOf = ({
  id,
  key,
  name,
  type,
}: z.infer<typeof entityShape>): z.infer<typeof entityShape> => ({ id, key, name, type });

const textOf = (node: Found): string => {
  if ("text" in node) return node.text;
  if ("message" in node) return node.speaker ? `${node.speaker}: ${node.message}` : node.message;
  if ("content" in node) return node.content;
  if ("source" in node) return `${node.source.name} ${node.type} ${node.target.name}`;
  if ("name" in node) return node.profile ? `${node.name}: ${node.profile}` : node.name;
  return "";
};

export const foundOf = (node: Found & { readonly space?: string }): z.infer<typeof foundShape> =>
  withoutNulls({
    id: node.id,
    kind: node.__typename,
    text: textOf(node),
    at:
      "validFrom" in node
        ? node.validFrom
        : "occurredAt" in node
          ? node.occurredAt
          : "recordedAt" in node
            ? node.recordedAt
            : undefined,
    until: "validTo" in node ? node.validTo : undefined,
    space: node.space,
  });

/** Kinds of changes that only follow from the change of a fact, whose decision gives the reason. */
const FOLLOWING: ReadonlySet<string> = new Set([
  "ENTITY_ADDED",
  "RELATIONSHIP_ADDED",
  "RELATIONSHIP_CLOSED",
]);

const changeOf = ({ kind, before, after, decision }: Change) => {
  const node = after ?? before;
  return withoutNulls({
    kind,
    before: before && textOf(before),
    after: after && textOf(after),
    fact: node?.__typename === "Fact" ? node.id : undefined,
    ...(!FOLLOWING.has(kind) && { decision: decision?.id, reason: decision?.reason }),
  });
};

/** Changes in groups, one for each message or operation. */
export const changesOf = (changes: readonly Change[]): z.infer<typeof changesShape>[] => {
  const groups = new Map<string, z.infer<typeof changesShape>>();
  for (const change of changes) {
    const { at, event } = change;
    const cause = JSON.stringify([at, event?.id]);
    const group = groups.get(cause) ?? withoutNulls({ at, said: event?.message, changed: [] });
    groups.set(cause, { ...group, changed: [...group.changed, changeOf(change)] });
  }
  return [...groups.values()];
};

export const settledShape = z.object({
  ...decisionShape.shape,
  facts: z.array(factShape).describe("Every changed fact, in its new state"),
  preview: z.boolean().describe("Whether this is only a preview"),
  read: z.string().optional().describe("Interpretation of the dates"),
});

export const settledOf = (
  { fact, decision, facts }: Settled,
  preview: boolean,
): z.infer<typeof settledShape> => ({
  decision: decision.id,
  action: decision.action,
  reason: decision.reason,
  facts: (facts.length > 0 ? facts : [fact]).map(factOf),
  preview,
});

export const writtenShape = z.object({
  event: z.string().optional().describe("Id of the stored message"),
  sessionId: z.string().optional(),
  added: z.array(factShape),
  changed: z.array(factShape),
  ended: z.array(factShape),
  alreadyKnown: z.array(factShape),
  decisions: z.array(
    decisionShape.extend({ text: z.string().describe("The statement that it is about") }),
  ),
  note: z.string().optional(),
  read: z.string().optional().describe("Interpretation of the date"),
  shortened: z.boolean().optional(),
});

const versionOf = (version: Written["factsAdded"][number]): z.infer<typeof factShape> =>
  withoutNulls({
    id: version.fact.id,
    text: version.text,
    slot: version.slot,
    value: version.value,
    ...intervalOf(version),
    recordedAt: version.recordedAt,
  });

const noteOf = ({ success, error, decisions, event }: Written): string | undefined => {
  if (error !== null)
    return success
      ? `Not recorded: ${error}`
      : `The message is kept and will be processed again: ${error}`;
  if (event !== null && decisions.length === 0)
    return "The message is kept and can be found; no fact was found in it.";
  return undefined;
};

export const writtenOf = (result: Written): z.infer<typeof writtenShape> =>
  withoutNulls({
    event: result.event?.id,
    added: result.factsAdded.map(versionOf),
    changed: result.factsUpdated.map(versionOf),
    ended: result.factsDeleted.map(versionOf),
    alreadyKnown: result.factsUnchanged.map(versionOf),
    decisions: result.decisions.map(({ id, action, reason, factText }) => ({
      decision: id,
      action,
      reason,
      text: factText,
    })),
    note: noteOf(result),
  });
