import type {
  Answer,
  ExtractedEntity,
  ExtractedRelation,
  Extraction,
  ExtractionInput,
} from "../port.ts";
import { ASKED } from "./asked.ts";
import { Bill } from "./bill.ts";
import { attempt, type Desk, type Task } from "./chain.ts";
import { checked } from "./extract.ts";
import { ModelFailure } from "./failure.ts";
import { readExtraction } from "./read-extraction.ts";
import { extractionBudget, recentShown } from "./shown.ts";
import type { Span } from "./span.ts";
import { weekday } from "./weekday.ts";

/** From how many entities on a message without any relation is looked at once more (seed 004). */
const ENTITIES_TO_RELATE = 2;

/**
 * Extraction in small steps, without what is known (DESIGN.md §3, stage 6): a scan for entities, then facts and relations side by side. Relations that
 * fail cost no facts. Rejects with a ModelFailure where the entities or the facts cannot be had.
 */
export const extractInSteps = async (
  desk: Desk,
  model: string,
  input: ExtractionInput,
  span: Span,
): Promise<Answer<Extraction>> => {
  const { settings, prompts } = desk;
  const bill = new Bill();
  const { speaker, message, occurredAt: occurred_at } = input;
  const recent_messages = recentShown(input, settings);
  const step = (
    name: string,
    question: Task<Extraction>["question"],
    tokens: number,
    tokensCap: number,
  ): Promise<Answer<Extraction>> =>
    attempt(
      desk,
      {
        name,
        model,
        question,
        tokens,
        tokensCap,
        read: ({ text, truncated }) => readExtraction(text, truncated, speaker),
      },
      span,
      bill,
    );

  const scanPrompt = prompts.render("scan-entities", {
    speaker,
    speaker_named: input.speakerNamed,
    recent_messages,
    message,
  });
  const scan = await step(
    "scan-entities",
    { prompt: scanPrompt, schema: ASKED.entities },
    settings.judgeTokens,
    settings.judgeTokensCap,
  );
  const entities: readonly ExtractedEntity[] = scan.value.entities;

  const facts = async (): Promise<Answer<Extraction>> => {
    const prompt = prompts.render("extract-facts", {
      speaker,
      occurred_at,
      weekday: weekday(occurred_at),
      entities,
      recent_messages,
      message,
    });
    return step(
      "extract-facts",
      { prompt, schema: ASKED.facts },
      extractionBudget(input, settings),
      settings.extractionTokensCap,
    );
  };
  const relations = async (): Promise<readonly ExtractedRelation[]> => {
    const prompt = prompts.render("extract-relations", {
      speaker,
      entities,
      recent_messages,
      message,
    });
    const ask = async (): Promise<readonly ExtractedRelation[]> =>
      (
        await step(
          "extract-relations",
          { prompt, schema: ASKED.relations },
          settings.judgeTokens,
          settings.judgeTokensCap,
        )
      ).value.relations;
    try {
      const found = await ask();
      return found.length === 0 && entities.length >= ENTITIES_TO_RELATE ? await ask() : found;
    } catch (error) {
      if (error instanceof ModelFailure && error.kind !== "CANCELLED") return [];
      throw error;
    }
  };

  const [factsFound, relationsFound] = await Promise.allSettled([facts(), relations()]);
  for (const found of [factsFound, relationsFound]) {
    if (found.status === "rejected")
      throw found.reason instanceof ModelFailure ? bill.failed(found.reason) : found.reason;
  }
  const {
    value,
    model: answered,
    notes = [],
  } = (factsFound as PromiseFulfilledResult<Answer<Extraction>>).value;
  const relationsOf = (relationsFound as PromiseFulfilledResult<readonly ExtractedRelation[]>)
    .value;
  return checked(
    desk,
    bill.answer(
      { ...scan.value, facts: value.facts, relations: relationsOf, profiles: [] },
      answered,
      [...(scan.notes ?? []), ...notes],
    ),
    input,
  );
};
