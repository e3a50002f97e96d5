import { foldName } from "../language/names.ts";
import type { FactId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import type { Strategy } from "../memory/session.ts";
import { instantOf, type Instant } from "../memory/time.ts";
import { NO_TOKENS } from "../memory/usage.ts";
import { PLAIN_FACT, type ExtractedFact, type Extraction, type Models } from "../models/port.ts";
import { beginImport, endImport } from "../portable/import-state.ts";
import type { SpaceStore } from "../store/port.ts";
import { correctFact } from "../write/operations/correct-fact.ts";
import { createSession } from "../write/operations/create-session.ts";
import { mergeEntities } from "../write/operations/merge-entities.ts";
import type { WriteServices } from "../write/services.ts";
import { write } from "../write/write.ts";
import {
  DEMO_MESSAGES,
  DEMO_TYPES,
  SELF,
  type DemoFact,
  type DemoMessage,
} from "./demo-messages.ts";

/** The time of day of all messages. */
const MORNING = "T09:00:00.000Z";
const MINUTE_MS = 60_000;
/** A strategy whose turns stay. Those of most others would have expired by now. */
const STRATEGY: Strategy = "TIERED";
/** The id in the note of the import. */
const DEMO = "demo";

const instantOfDay = (day: string): Instant => instantOf(Date.parse(`${day}${MORNING}`));
const startOfDay = (day: string | undefined): Instant | null =>
  day === undefined ? null : instantOf(Date.parse(`${day}T00:00:00.000Z`));

const extractedFact = (fact: DemoFact): ExtractedFact => ({
  ...PLAIN_FACT,
  subject: fact.subject,
  text: fact.text,
  slot: fact.slot,
  value: fact.value,
  action: fact.polarity === "ENDED" ? "DELETE" : "NEW",
  polarity: fact.polarity ?? "HOLDS",
  confidence: 0.95,
  category: fact.milestone ? "BIOGRAPHICAL_MILESTONE" : "SPECIFIC_EVENT",
  validFrom: startOfDay(fact.from),
  fromPrecision: fact.from === undefined ? null : "DAY",
  validTo: startOfDay(fact.to),
  toPrecision: fact.to === undefined ? null : "DAY",
  corrects:
    fact.corrects === undefined
      ? null
      : { subject: fact.subject, slot: fact.slot, value: fact.corrects },
  relations:
    fact.relation === undefined || fact.value === null
      ? []
      : [{ source: fact.subject, type: fact.relation, target: fact.value }],
});

/**
 * The extraction that a model would return for a message: its facts, and the entities that they
 * name. The first message introduces the user.
 */
const extractionOf = (message: DemoMessage): Extraction => {
  const names = new Set(
    message.facts.flatMap(({ subject, value }) => (value === null ? [subject] : [subject, value])),
  );
  const entities = [...names].flatMap((name) => {
    const type = DEMO_TYPES[name];
    return type === undefined ? [] : [{ name, type, aliases: [] }];
  });
  const facts = message.facts.map(extractedFact);
  return {
    entities,
    facts,
    relations: [],
    profiles: [],
    selfName: message === DEMO_MESSAGES[0] ? SELF : null,
    emotion: null,
  };
};

/**
 * Models that return the extractions written in the demo messages, and embed like the given models.
 */
const demoModels = (models: Models, message: DemoMessage): Models => {
  const extract: Models["extract"] = async () => ({
    value: extractionOf(message),
    calls: 0,
    tokens: NO_TOKENS,
    model: "demo",
  });
  return {
    ...models,
    extractor: "demo",
    usesKnownFacts: false,
    extractionIncludesEmotion: true,
    extract,
    extractBlind: extract,
    reconcile: async ({ questions }) => ({
      value: questions.map(() => ({
        action: "ADD" as const,
        candidate: null,
        reason: "The statement is new.",
      })),
      calls: 0,
      tokens: NO_TOKENS,
      model: "demo",
    }),
    disambiguate: async () => ({ value: null, calls: 0, tokens: NO_TOKENS, model: "demo" }),
  };
};

/** Merges two entities by their names at the head. Does nothing if one of them is not found. */
const mergeNamed = async (
  services: WriteServices,
  space: SpaceStore,
  names: NonNullable<DemoMessage["merge"]>,
  reason: string,
): Promise<void> => {
  const { recordedAt: knownAt } = await space.head();
  if (knownAt === null) return;
  const [[from] = [], [into] = []] = await space.entitiesByName(
    [foldName(names.from), foldName(names.into)],
    knownAt,
  );
  if (from !== undefined && into !== undefined)
    await mergeEntities(services, space, { from, into, reason });
};

/** The operations beside the write that a message causes. */
const applyOperations = async (
  services: WriteServices,
  space: SpaceStore,
  { text, moves = [], merge }: DemoMessage,
  facts: ReadonlyMap<string, FactId>,
): Promise<void> => {
  const reason = `“${text}”`;
  for (const { fact: name, to } of moves) {
    const fact = facts.get(name);
    const validFrom = startOfDay(to);
    if (fact === undefined) throw new Error(`No message of the demo says “${name}”.`);
    await correctFact(services, space, { fact, validFrom, reason });
  }
  if (merge) await mergeNamed(services, space, merge, reason);
};

/**
 * Writes the demo memory into an empty space, at the times at which its messages were said and
 * recorded. The clock of these writes follows the messages; everything else is the usual pipeline.
 * `first` is the number of messages to write, by default all. Returns the number of messages
 * written. Throws BAD_USER_INPUT for a `first` less than 1, and CONFLICT if the space has any
 * recorded data.
 */
export const loadDemo = async (
  services: WriteServices,
  space: SpaceStore,
  first: number | null = null,
): Promise<number> => {
  if (first !== null && first < 1)
    throw new Problem("BAD_USER_INPUT", `first must be at least 1, not ${first}.`);
  const messages = DEMO_MESSAGES.slice(0, first ?? DEMO_MESSAGES.length);
  const { recordedAt } = await space.head();
  if (recordedAt !== null)
    throw new Problem(
      "CONFLICT",
      "The demo memory needs an empty space, and this space is not empty. Choose another user.",
    );
  // Jobs that started meanwhile would commit at the present, and the rest of the demo must not come
  // after them.
  await beginImport(space, DEMO);
  const sessions = new Map<string, string>();
  const facts = new Map<string, FactId>();
  for (const message of messages) {
    const at = Date.parse(`${message.on}${MORNING}`);
    const own: WriteServices = {
      ...services,
      now: () => at,
      models: demoModels(services.models, message),
    };
    const session =
      sessions.get(message.session) ??
      (await createSession(own, space, { title: message.session, strategy: STRATEGY })).id;
    sessions.set(message.session, session);
    const { addedFacts, updatedFacts } = await write(own, space, {
      message: message.text,
      session,
      occurredAt: instantOfDay(message.saidAt ?? message.on),
    });
    for (const { text, fact } of [...addedFacts, ...updatedFacts]) facts.set(text, fact);
    await applyOperations({ ...own, now: () => at + MINUTE_MS }, space, message, facts);
  }
  await endImport(space, DEMO);
  return messages.length;
};
