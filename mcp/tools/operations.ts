import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { DEFAULT_TOKENS, withinTokens } from "../budget.ts";
import { InvalidInputError } from "../../packages/client/src/errors.ts";
import { readInstants } from "../instants.ts";
import { decisionShape, factOf, factShape, settledOf, settledShape } from "../shapes.ts";
import { dateText, reference, type Tool } from "../tool.ts";

/** Operations keep the earlier beliefs: nothing is lost, and undo restores them. */
const UNDOABLE: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const FACT = reference("Id of the fact.");
const REASON = z.string().min(1).max(1000).optional().describe("Reason, stored with the decision.");
const PREVIEW = z
  .boolean()
  .default(false)
  .describe("true: only show what would change, and change nothing.");

const correctInput = z.object({
  fact: FACT,
  text: z.string().min(1).max(4096).optional().describe("The corrected statement."),
  value: z.string().min(1).max(4096).optional().describe("The correct value of its slot."),
  validFrom: dateText("Start of the fact."),
  validTo: dateText("End of the fact."),
  reason: REASON,
  preview: PREVIEW,
});

export const correct: Tool<typeof correctInput, typeof settledShape> = {
  name: "correct",
  title: "Correct a fact",
  description:
    "Correct a fact that was recorded wrongly and was never true in this form. The earlier belief stays on record. If it was true and no longer is, call end instead; if the user just said something new, call remember.",
  input: correctInput,
  output: settledShape,
  annotations: UNDOABLE,
  run: async ({ fact, preview, validFrom, validTo, ...rest }, { memory, signal, now }) => {
    if ([rest.text, rest.value, validFrom, validTo].every((part) => part === undefined))
      throw new InvalidInputError(
        "BAD_USER_INPUT",
        "Name what to correct: text, value, validFrom or validTo.",
      );
    const { instants, interpretation } = readInstants({ validFrom, validTo }, "start", now);
    const correction = { ...rest, ...instants, dryRun: preview, signal };
    const result = settledOf(await memory.correct(fact, correction), preview);
    return withinTokens({ ...result, ...interpretation }, DEFAULT_TOKENS);
  },
};

const endInput = z.object({
  fact: FACT,
  since: dateText("Since when it is no longer true. Default: now."),
  reason: REASON,
  preview: PREVIEW,
});

export const end: Tool<typeof endInput, typeof settledShape> = {
  name: "end",
  title: "End a fact",
  description:
    "End a fact that was true and no longer is: a former job, a former home, a cancelled plan. It stays true for the time before.",
  input: endInput,
  output: settledShape,
  annotations: UNDOABLE,
  run: async ({ fact, since, reason, preview }, { memory, signal, now }) => {
    const { instants, interpretation } = readInstants({ since }, "start", now);
    const options = { validTo: instants["since"], reason, dryRun: preview, signal };
    const result = settledOf(await memory.end(fact, options), preview);
    return withinTokens({ ...result, ...interpretation }, DEFAULT_TOKENS);
  },
};

const undoInput = z.object({
  decision: reference("Id of the decision, from remember, correct, end, why or what_changed."),
  reason: REASON,
  preview: PREVIEW,
});
const undoOutput = z.object({
  ...decisionShape.shape,
  facts: z.array(factShape),
  preview: z.boolean(),
  shortened: z.boolean().optional(),
});

export const undo: Tool<typeof undoInput, typeof undoOutput> = {
  name: "undo",
  title: "Undo a decision",
  description: "Undo the effects of one decision, and restore what it replaced.",
  input: undoInput,
  output: undoOutput,
  annotations: UNDOABLE,
  run: async ({ decision, reason, preview }, { memory, signal }) => {
    const reversal = await memory.undo(decision, { reason, dryRun: preview, signal });
    const { id, action, reason: decisionReason } = reversal.decision;
    const facts = reversal.facts.map(factOf);
    return withinTokens(
      { decision: id, action, reason: decisionReason, facts, preview },
      DEFAULT_TOKENS,
    );
  },
};

const SCOPES = ["FACT", "ENTITY", "EVENT", "SESSION", "SPACE"] as const;
const forgetInput = z.object({
  what: z.enum(SCOPES).describe("Kind. EVENT: a message with its facts. SPACE: everything."),
  id: reference("Its id; none for SPACE.").optional(),
  confirm: z
    .boolean()
    .default(false)
    .describe("true erases for good. Ask the user first, with the preview."),
});
const forgetOutput = z.object({
  erased: z.boolean().describe("false: a preview; nothing was erased"),
  removed: z.array(z.object({ kind: z.string(), count: z.number() })),
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      text: z.string().optional(),
      reason: z
        .string()
        .describe(
          "ASKED: requested. SOURCE: message that stated it. DRAWN_FROM: derived from it. LINK: record that refers to it. NOTHING_LEFT: nothing else is known about it. REPLY, OF_ENTITY, NAMES_ENTITY, SAID_BY_ENTITY: as named.",
        ),
      stays: z.boolean().optional().describe("true: it stays, without this text"),
    }),
  ),
  next: z.string().optional(),
  shortened: z.boolean().optional(),
});

export const forget: Tool<typeof forgetInput, typeof forgetOutput> = {
  name: "forget",
  title: "Forget for good",
  description:
    "Erase a fact, an entity, a message, a session or the whole memory permanently, also from every view of the past. Without confirm it only lists what would be erased: show that to the user, and call again with confirm: true only if they agree. For a fact that is merely wrong or over, use correct or end.",
  input: forgetInput,
  output: forgetOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  run: async ({ what, id, confirm }, { memory, signal }) => {
    const receipt = await memory.forget({ scope: what, id, confirm, signal });
    return withinTokens(
      {
        erased: !receipt.dryRun,
        removed: receipt.removed.map(({ kind, count }) => ({ kind, count })),
        items: receipt.items.map(({ id, kind, text, reason, stays }) => ({
          id,
          kind,
          reason,
          ...(text !== null && { text }),
          ...(stays && { stays }),
        })),
        ...(receipt.dryRun && {
          next: "Nothing was erased. Show this to the user; call again with confirm: true if they agree.",
        }),
      },
      DEFAULT_TOKENS,
    );
  },
};
