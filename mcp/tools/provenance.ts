import { z } from "zod";
import { pageWithinTokens, withinTokens } from "../budget.ts";
import { interpretationsOf, readInstant, readTime } from "../instants.ts";
import {
  changesOf,
  changesShape,
  factOf,
  factShape,
  intervalOf,
  intervalShape,
  withoutNulls,
  PAGE,
  READ,
} from "../shapes.ts";
import { dateText, PAGING, READING, reference, TIME, TOKENS, type Tool } from "../tool.ts";

const changesInput = z.object({
  since: dateText("Start of the period.").unwrap(),
  until: dateText("End of the period. Default: now."),
  entity: reference("Only changes to this entity: name, key or id.").optional(),
  ...PAGING,
  ...TOKENS,
});
const changesOutput = z.object({
  since: z.string(),
  until: z.string(),
  read: z.string().optional(),
  changes: z.array(changesShape),
  nextPage: PAGE.nextPage,
  shortened: PAGE.shortened,
});

export const whatChanged: Tool<typeof changesInput, typeof changesOutput> = {
  name: "what_changed",
  title: "What changed",
  description:
    'What was recorded between two moments, oldest first: each message, and the facts, entities and relationships that it added, changed or ended, with the decision behind them. Use it to catch up ("what did you learn this week?") or to find a decision to undo. It reads the log itself, so since and until take the place of knownAt.',
  input: changesInput,
  output: changesOutput,
  annotations: READING,
  run: async ({ since, until, entity, first, page, tokenBudget }, { memory, signal, now }) => {
    const from = readInstant(since, "since", "start", now);
    const to = until === undefined ? undefined : readInstant(until, "until", "end", now);
    const interpretations = interpretationsOf([
      { name: "since", interpretation: from.interpretation },
      { name: "until", interpretation: to?.interpretation },
    ]);
    return pageWithinTokens(first, tokenBudget, async (first) => {
      const options = { entity, first, after: page, signal };
      const { nodes, pageInfo } = await memory.changes({
        since: from.instant,
        until: to?.instant,
        ...options,
      });
      return {
        since: from.instant,
        until: to?.instant ?? "now",
        changes: changesOf(nodes),
        ...withoutNulls({
          read: interpretations,
          nextPage: pageInfo.hasNextPage ? pageInfo.endCursor : undefined,
        }),
      };
    });
  },
};

const whyInput = z.object({ fact: reference("Id of the fact."), ...TIME, ...TOKENS });
const whyOutput = z.object({
  ...READ,
  fact: factShape,
  source: z.string().describe("STATED, CORRECTED, INFERRED_FROM_RELATION, ASSERTED, IMPORTED"),
  message: z
    .object({ event: z.string(), text: z.string(), speaker: z.string(), saidAt: z.string() })
    .optional(),
  decision: z.object({
    decision: z.string().describe("Id, for undo"),
    action: z.string(),
    by: z.string(),
    reason: z.string(),
    undoneAt: z.string().optional(),
    comparedWith: z.array(z.string()),
  }),
  versions: z.array(
    z.object({
      text: z.string(),
      ...intervalShape.shape,
      recordedAt: z.string(),
      expiredAt: z.string().optional(),
    }),
  ),
  chain: z.array(factShape).describe("What it replaced and what replaced it, oldest first"),
});

export const why: Tool<typeof whyInput, typeof whyOutput> = {
  name: "why",
  title: "Why",
  description:
    "Why memory believes a fact: the message that said it, who said it and when, the decision that recorded it with its reason, its versions, and the fact that it replaced. Call it before you contradict the user, and before you correct, end or forget.",
  input: whyInput,
  output: whyOutput,
  annotations: READING,
  run: async ({ fact, tokenBudget, ...time }, { memory, signal, now }) => {
    const { at, asOf } = readTime(time, now);
    const { event, decision, versions, history, ...origin } = await memory
      .at(at)
      .why(fact, { signal });
    return withinTokens(
      {
        asOf,
        fact: factOf(origin),
        source: origin.sourceContext,
        ...(event && {
          message: {
            event: event.id,
            text: event.message,
            speaker: event.speaker ?? "user",
            saidAt: event.occurredAt,
          },
        }),
        decision: {
          decision: decision.id,
          action: decision.action,
          by: decision.decidedBy,
          reason: decision.reason,
          comparedWith: decision.candidates.map(({ version }) => version.text),
          ...withoutNulls({ undoneAt: decision.revertedAt }),
        },
        versions: versions.map(({ text, recordedAt, expiredAt, ...interval }) =>
          withoutNulls({ text, ...intervalOf(interval), recordedAt, expiredAt }),
        ),
        chain: history.map(factOf),
      },
      tokenBudget,
    );
  },
};
