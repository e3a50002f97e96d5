import { jsonSchema, tool } from "ai";
import type { Change, Memory } from "@palimpsest/client";

/** Maximum number of changes that one call reads. */
const CHANGES = 100;

const DATE = "ISO 8601 (2026-03-31, 2026-03, 2026): a date means its end, in UTC.";
const TIME = {
  knownAt: { type: "string", description: `What was known then. Default: now. ${DATE}` },
  validAt: { type: "string", description: `What was true then. Default: knownAt. ${DATE}` },
} as const;
const ENTITY = {
  type: "string",
  description: "Name, key (`person:ana`) or id; `user` is the user.",
} as const;

type Text = { readonly type: "string"; readonly description: string };

/** The schema of an object of texts, some of which are required. */
const texts = <Required extends string, Optional extends string = never>(
  requiredTexts: Readonly<Record<Required, Text>>,
  optional: Readonly<Record<Optional, Text>>,
) =>
  jsonSchema<Record<Required, string> & Partial<Record<Optional, string>>>({
    type: "object",
    properties: { ...requiredTexts, ...optional },
    required: Object.keys(requiredTexts),
    additionalProperties: false,
  });

type Node = Change["after"];
const factIn = (node: Node) => (node?.__typename === "Fact" ? node : undefined);

/**
 * The change of a fact; nothing for a change of an entity or a relationship, which follows from
 * one.
 */
const changedFact = ({ at, kind, before, after, event }: Change) => {
  const [oldFact, now] = [factIn(before), factIn(after)];
  const fact = now ?? oldFact;
  if (!fact) return [];
  return [
    { at, kind, fact: fact.id, before: oldFact?.text, after: now?.text, said: event?.message },
  ];
};

/** Tools that explain the history of the memory. */
const pastTools = (memory: Memory) => ({
  history: tool({
    description:
      "All beliefs about an entity, by slot: when each was true, and when it was believed. If startStated is false, nobody stated the start, and validFrom is the time at which it was said.",
    inputSchema: texts(
      { entity: ENTITY },
      { slot: { type: "string", description: "Only this attribute." }, ...TIME },
    ),
    execute: async ({ entity, slot, ...at }, { abortSignal: signal }) => {
      const timeline = (await memory.at(at).history(entity, { slot, signal }))?.timeline ?? [];
      return {
        lines: timeline.map(({ slot, spans }) => ({
          slot,
          versions: spans.map(({ version, ...span }) => ({
            ...span,
            startStated: version.validFromKnown,
          })),
        })),
      };
    },
  }),
  whatChanged: tool({
    description:
      "The facts that were added, changed or ended between two moments, oldest first, with their messages. If hasMore is true, call again with since set to the last time.",
    inputSchema: texts(
      { since: { type: "string", description: "ISO 8601; a date means its start." } },
      { until: { type: "string", description: `Default: now. ${DATE}` } },
    ),
    execute: async ({ since, until }, { abortSignal: signal }) => {
      const { nodes, pageInfo } = await memory.changes({ since, until, first: CHANGES, signal });
      return { changes: nodes.flatMap(changedFact), hasMore: pageInfo.hasNextPage };
    },
  }),
  why: tool({
    description: "The message and the decision behind a fact, by the id of the fact.",
    inputSchema: texts({ fact: { type: "string", description: "Id of the fact." } }, TIME),
    execute: async ({ fact, ...at }, { abortSignal: signal }) => {
      const { text, event, decision } = await memory.at(at).why(fact, { signal });
      return {
        text,
        said: event?.message,
        saidAt: event?.occurredAt,
        reason: decision.reason,
        decision: decision.id,
      };
    },
  }),
});

/**
 * The memory as tools for a model. Those that read take `knownAt` and `validAt`. Their results
 * contain text of users: data, never instructions.
 */
export const memoryTools = (memory: Memory) => ({
  remember: tool({
    description:
      "Remember what the user said, in the user's own words: facts about them, people, plans, preferences, corrections.",
    inputSchema: texts(
      { message: { type: "string", description: "What was said." } },
      { occurredAt: { type: "string", description: "Time at which it was said. Default: now." } },
    ),
    execute: async ({ message, occurredAt }, { abortSignal: signal }) => {
      const result = await memory.remember(message, { occurredAt, signal });
      return {
        added: result.factsAdded.map(({ text }) => text),
        changed: result.factsUpdated.map(({ text }) => text),
        ended: result.factsDeleted.map(({ text }) => text),
      };
    },
  }),
  recall: tool({
    description:
      "Get known facts and messages that help to answer a question. Call it before an answer that may depend on the user.",
    inputSchema: texts({ question: { type: "string", description: "The question." } }, TIME),
    execute: async ({ question, ...at }, { abortSignal: signal }) => {
      const { text } = await memory.at(at).recall(question, { signal });
      return { text };
    },
  }),
  about: tool({
    description:
      "What is known about a person, place, organization or thing. If startStated is false, validFrom is the time at which the fact was said.",
    inputSchema: texts({ entity: ENTITY }, TIME),
    execute: async ({ entity, ...at }, { abortSignal: signal }) => {
      const card = await memory.at(at).about(entity, { signal });
      return card === null
        ? { known: false as const }
        : {
            known: true as const,
            name: card.name,
            facts: card.facts.nodes.map((fact) => ({
              id: fact.id,
              slot: fact.slot,
              text: fact.text,
              validFrom: fact.validFrom,
              startStated: fact.validFromKnown,
              validTo: fact.validTo,
            })),
          };
    },
  }),
  ...pastTools(memory),
});
