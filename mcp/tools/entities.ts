import { z } from "zod";
import { InvalidInputError, NotFoundError } from "../../packages/client/src/errors.ts";
import type { EntityCard, EntityHistory } from "../../packages/client/src/index.ts";
import { pageWithinTokens } from "../budget.ts";
import { readTime } from "../instants.ts";
import {
  entityOf,
  entityShape,
  factOf,
  factShape,
  intervalOf,
  intervalShape,
  withoutNulls,
  PAGE,
} from "../shapes.ts";
import { PAGING, READING, reference, TIME, TOKENS, type Tool } from "../tool.ts";

const ENTITY = reference(
  "Name (`Ana`), key (`person:ana`) or id of a person, place, organization or thing; `user` is the user.",
);
const SLOT = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe("Only this attribute, such as residence, employer, pet.");

const unknownEntity = (entity: string): NotFoundError =>
  new NotFoundError(
    "NOT_FOUND",
    `Nothing is known about ${entity === "user" ? "the user" : JSON.stringify(entity)} as of this time.`,
  );

const aboutInput = z.object({
  entity: ENTITY.default("user"),
  slot: SLOT,
  ...PAGING,
  ...TIME,
  ...TOKENS,
});
const aboutOutput = z.object({
  ...PAGE,
  entity: entityShape.extend({
    aliases: z.array(z.string()),
    profile: z.string().optional(),
  }),
  slots: z.array(z.object({ slot: z.string(), facts: z.array(factShape) })),
  other: z.array(factShape).describe("Facts without a slot"),
});

/** The facts of a card by slot, in the order in which the slots first occur. */
const bySlot = (facts: EntityCard["facts"]["nodes"]) => {
  const slots = new Map<string, z.infer<typeof factShape>[]>();
  const other: z.infer<typeof factShape>[] = [];
  for (const fact of facts) {
    const group = fact.slot === null ? other : (slots.get(fact.slot) ?? []);
    if (fact.slot !== null) slots.set(fact.slot, group);
    group.push(factOf(fact));
  }
  return { slots: [...slots].map(([slot, facts]) => ({ slot, facts })), other };
};

export const about: Tool<typeof aboutInput, typeof aboutOutput> = {
  name: "about",
  title: "About",
  description:
    "What is known about one person, place, organization or thing, slot by slot, as true now or at validAt, as known now or at knownAt. Omit the entity for the user.",
  input: aboutInput,
  output: aboutOutput,
  annotations: READING,
  run: async ({ entity, slot, first, page, tokenBudget, ...time }, { memory, signal, now }) => {
    const { at, asOf } = readTime(time, now);
    return pageWithinTokens(first, tokenBudget, async (first) => {
      const card = await memory.at(at).about(entity, { slot, first, after: page, signal });
      if (!card) throw unknownEntity(entity);
      const { nodes, totalCount, pageInfo } = card.facts;
      return {
        asOf,
        entity: {
          ...entityOf(card),
          ...withoutNulls({ aliases: card.aliases, profile: card.profile }),
        },
        ...bySlot(nodes),
        total: totalCount,
        ...withoutNulls({ nextPage: pageInfo.hasNextPage ? pageInfo.endCursor : undefined }),
      };
    });
  },
};

const aroundInput = z.object({
  entity: ENTITY.default("user"),
  hops: z.int().min(1).max(3).default(1).describe("Maximum distance."),
  types: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(20)
    .optional()
    .describe("Only these relationships, such as works_at, lives_in. Default: all."),
  ...PAGING,
  ...TIME,
  ...TOKENS,
});
const aroundOutput = z.object({
  ...PAGE,
  entity: entityShape,
  relationships: z.array(
    z.object({
      source: z.string(),
      type: z.string(),
      target: z.string(),
      ...intervalShape.shape,
      because: z.string().optional().describe("A fact that states it"),
      fact: z.string().optional(),
    }),
  ),
  neighbours: z.array(entityShape.extend({ profile: z.string().optional() })),
});

/** The interval of a relationship without a visible fact. */
const UNSTATED = {
  validFromKnown: false,
  validFromPrecision: "INSTANT",
  validToPrecision: null,
} as const;

export const around: Tool<typeof aroundInput, typeof aroundOutput> = {
  name: "around",
  title: "Around",
  description:
    "The relationships of an entity and the entities near it: who works with whom, who lives where, how two things are connected, now or as of a past moment.",
  input: aroundInput,
  output: aroundOutput,
  annotations: READING,
  run: async (
    { entity, hops, types, first, page, tokenBudget, ...time },
    { memory, signal, now },
  ) => {
    const { at, asOf } = readTime(time, now);
    return pageWithinTokens(first, tokenBudget, async (first) => {
      const options = { hops, types, first, after: page, signal };
      const near = await memory.at(at).around(entity, options);
      if (!near) throw unknownEntity(entity);
      const { nodes, totalCount, pageInfo } = near.neighbours;
      return {
        asOf,
        entity: entityOf(near),
        relationships: near.relationships.nodes.map((relationship) =>
          withoutNulls({
            source: relationship.source.name,
            type: relationship.type,
            target: relationship.target.name,
            ...intervalOf({ ...UNSTATED, ...relationship, ...relationship.evidence }),
            because: relationship.evidence?.text,
            fact: relationship.evidence?.id,
          }),
        ),
        neighbours: nodes.map((node) => ({
          ...entityOf(node),
          ...withoutNulls({ profile: node.profile }),
        })),
        total: totalCount,
        ...withoutNulls({ nextPage: pageInfo.hasNextPage ? pageInfo.endCursor : undefined }),
      };
    });
  },
};

const historyInput = z.object({
  entity: ENTITY.default("user"),
  slot: SLOT,
  ...PAGING,
  ...TIME,
  ...TOKENS,
});
const historyOutput = z.object({
  ...PAGE,
  entity: entityShape,
  lines: z.array(
    z.object({
      slot: z.string().optional(),
      versions: z.array(
        z.object({
          text: z.string(),
          value: z.string().optional(),
          ...intervalShape.shape,
          recordedAt: z.string().describe("Believed since"),
          expiredAt: z.string().optional().describe("End of belief; none: still believed"),
        }),
      ),
    }),
  ),
});

type Line = EntityHistory["timeline"][number];
type Span = Line["spans"][number];

const versionOf = ({ version, text, value, recordedAt, expiredAt, ...times }: Span) =>
  withoutNulls({ text, value, ...intervalOf({ ...times, ...version }), recordedAt, expiredAt });

/** Versions by their line, in the order in which they occur. */
const byLine = (versions: readonly { readonly line: Line; readonly span: Span }[]) =>
  [...new Set(versions.map(({ line }) => line))].map((line) => ({
    ...withoutNulls({ slot: line.slot }),
    versions: versions.flatMap((one) => (one.line === line ? [versionOf(one.span)] : [])),
  }));

export const history: Tool<typeof historyInput, typeof historyOutput> = {
  name: "history",
  title: "History",
  description:
    'Everything that was ever believed about an entity, or about one slot of it, oldest first: what was true from when to when (validFrom, validTo), and from when to when that was believed (recordedAt, expiredAt). Use it for "where did I live before?" and "since when do we know that?".',
  input: historyInput,
  output: historyOutput,
  annotations: READING,
  run: async ({ entity, slot, first, page, tokenBudget, ...time }, { memory, signal, now }) => {
    const { at, asOf } = readTime(time, now);
    const start = page === undefined ? 0 : Number(page);
    if (!Number.isSafeInteger(start) || start < 0)
      throw new InvalidInputError("INVALID_CURSOR", "This is not a page of a history.");
    const history = await memory.at(at).history(entity, { slot, signal });
    if (!history) throw unknownEntity(entity);
    const versions = history.timeline.flatMap((line) => line.spans.map((span) => ({ line, span })));
    return pageWithinTokens(first, tokenBudget, async (first) => {
      const end = start + first;
      return {
        asOf,
        entity: entityOf(history),
        lines: byLine(versions.slice(start, end)),
        total: versions.length,
        ...(end < versions.length && { nextPage: String(end) }),
      };
    });
  },
};
