import { inZone } from "../../../memory/time-zone.ts";
import type {
  ExtractedEntity,
  ExtractedRelation,
  Extraction,
  ExtractionInput,
} from "../../port.ts";
import type { Answer } from "../../answer.ts";
import { ANSWER_SCHEMAS } from "../answers/answer-schemas.ts";
import { readExtraction } from "../answers/read-extraction.ts";
import type { OpenAiSettings } from "../config.ts";
import type { Deadline } from "../endpoint/deadline.ts";
import { ModelFailure } from "../endpoint/model-failure.ts";
import { UsageTally } from "../endpoint/usage-tally.ts";
import { runAttempts, type ModelTask, type TaskContext } from "./attempts.ts";
import { dropUnsupported } from "./check-extraction.ts";
import { extractionTokens, recentMessagesToShow, weekdayOf } from "./extract.ts";

/**
 * Number of entities of a message from which on relations are asked for again if there were none.
 */
const ENTITIES_TO_RELATE = 2;

type Tokens = Pick<ModelTask<Extraction>, "tokens" | "tokensCap">;

const judgeTokensOf = ({ judgeTokens, judgeTokensCap }: OpenAiSettings): Tokens => ({
  tokens: judgeTokens,
  tokensCap: judgeTokensCap,
});

/** Runs one step of the extraction; all steps share deadline and usage. */
type RunStep = (
  name: string,
  request: ModelTask<Extraction>["request"],
  tokens: Tokens,
) => Promise<Answer<Extraction>>;

/** The first step: asks for the entities that the message names. */
const scanEntities = (
  { prompts, settings }: TaskContext,
  input: ExtractionInput,
  run: RunStep,
): Promise<Answer<Extraction>> => {
  const prompt = prompts.render("scan-entities", {
    speaker: input.speaker,
    speaker_named: input.speakerNamed,
    recent_messages: recentMessagesToShow(input, settings),
    message: input.message,
  });
  const request = { prompt, schema: ANSWER_SCHEMAS.entities };
  return run("scan-entities", request, judgeTokensOf(settings));
};

const extractFacts = async (
  { prompts, settings }: TaskContext,
  input: ExtractionInput,
  entities: readonly ExtractedEntity[],
  run: RunStep,
): Promise<Answer<Extraction>> => {
  const prompt = prompts.render("extract-facts", {
    speaker: input.speaker,
    occurred_at: inZone(input.occurredAt, input.timeZone),
    weekday: weekdayOf(input),
    entities,
    recent_messages: recentMessagesToShow(input, settings),
    message: input.message,
  });
  const request = { prompt, schema: ANSWER_SCHEMAS.facts };
  return run("extract-facts", request, {
    tokens: extractionTokens(input, settings),
    tokensCap: settings.extractionTokensCap,
  });
};

/** Relations are worth a second call, but not the failure of the extraction. */
const extractRelations = async (
  { prompts, settings }: TaskContext,
  input: ExtractionInput,
  entities: readonly ExtractedEntity[],
  run: RunStep,
): Promise<{
  readonly relations: readonly ExtractedRelation[];
  readonly notes: readonly string[];
}> => {
  const prompt = prompts.render("extract-relations", {
    speaker: input.speaker,
    entities,
    recent_messages: recentMessagesToShow(input, settings),
    message: input.message,
  });
  const request = { prompt, schema: ANSWER_SCHEMAS.relations };
  const ask = async (): Promise<readonly ExtractedRelation[]> =>
    (await run("extract-relations", request, judgeTokensOf(settings))).value.relations;
  try {
    const relations = await ask();
    if (relations.length > 0 || entities.length < ENTITIES_TO_RELATE)
      return { relations, notes: [] };
    const extraction = await ask();
    const note = `asked for relations a second time, which gave ${extraction.length}`;
    return { relations: extraction, notes: [note] };
  } catch (error) {
    if (error instanceof ModelFailure && error.kind !== "CANCELLED")
      return { relations: [], notes: [`no relations: ${error.kind}`] };
    throw error;
  }
};

/** Waits for both, so that the usage is complete when one of them fails. */
const bothSettled = async <A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
};

/**
 * Extracts in small steps, without known facts: first the entities, then facts and relations in
 * parallel. Rejects with a ModelFailure if there are no entities or no facts.
 */
export const extractInSteps = async (
  context: TaskContext,
  model: string,
  input: ExtractionInput,
  deadline: Deadline,
): Promise<Answer<Extraction>> => {
  const usage = new UsageTally();
  const run: RunStep = (name, request, tokens) =>
    runAttempts(
      context,
      {
        name,
        model,
        request,
        ...tokens,
        read: ({ text, truncated }) => readExtraction(text, truncated, input),
      },
      deadline,
      usage,
    );
  const scan = await scanEntities(context, input, run);
  const { entities } = scan.value;
  const [facts, relationAnswer] = await bothSettled(
    extractFacts(context, input, entities, run),
    extractRelations(context, input, entities, run),
  ).catch((error: unknown) => {
    throw error instanceof ModelFailure ? usage.failure(error) : error;
  });
  const extraction = {
    ...scan.value,
    facts: facts.value.facts,
    relations: relationAnswer.relations,
    profiles: [],
  };
  const notes = [...(scan.notes ?? []), ...(facts.notes ?? []), ...relationAnswer.notes];
  return dropUnsupported(usage.answer(extraction, facts.model, notes), input, context.log);
};
