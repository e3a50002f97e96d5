import { inZone } from "../../../memory/time-zone.ts";
import type { Extraction, TurnInput } from "../../port.ts";
import type { Answer } from "../../answer.ts";
import { ANSWER_SCHEMAS } from "../answers/answer-schemas.ts";
import { readTurns } from "../answers/read-extraction.ts";
import type { OpenAiSettings } from "../config.ts";
import type { Deadline } from "../endpoint/deadline.ts";
import { runAttempts, type TaskContext } from "./attempts.ts";
import { checkExtraction, noteDropped } from "./check-extraction.ts";
import { recentMessagesToShow, weekdayOf } from "./extract.ts";

/** Output tokens of a turn with hardly any content. */
const TOKENS_PER_TURN = 250;

/** Output tokens for turns: those for one message of their length, and some for each turn. */
const tokensOf = (turns: readonly TurnInput[], settings: OpenAiSettings): number => {
  const characters = turns.reduce((sum, { message }) => sum + message.length, 0);
  const expectedTokens =
    TOKENS_PER_TURN * turns.length + characters * settings.extractionTokensPerCharacter;
  return Math.min(
    settings.extractionTokensCap,
    Math.max(settings.extractionTokens, Math.ceil(expectedTokens)),
  );
};

const labelOf = (index: number): string => String(index + 1);

const shownTurn = (turn: TurnInput, index: number): object => ({
  turn: labelOf(index),
  said_before: index === 0 ? [] : turn.saidBefore,
  speaker: turn.speaker,
  speaker_has_a_name: turn.speakerNamed,
  occurred_at: inZone(turn.occurredAt, turn.timeZone),
  weekday: weekdayOf(turn),
  message: turn.message,
});

/** Extracts from several turns in one call, with the known facts. */
export const extractTogether = async (
  context: TaskContext,
  model: string,
  turns: readonly TurnInput[],
  deadline: Deadline,
): Promise<Answer<readonly (Extraction | null)[]>> => {
  const [first] = turns;
  if (first === undefined) throw new Error("There are no turns to extract from.");
  const { prompts, settings, log } = context;
  const prompt = prompts.render("extract-turns", {
    recent_messages: recentMessagesToShow(first, settings),
    wants_profiles: first.wantsProfiles ?? true,
    known: [...first.knownEntities, ...(first.toldLast ?? [])],
    turns: turns.map(shownTurn),
  });
  const turnsByLabel = new Map(turns.map((turn, index) => [labelOf(index), turn]));
  const answer = await runAttempts(
    context,
    {
      name: "extract-turns",
      model,
      request: { prompt, schema: ANSWER_SCHEMAS.turns },
      tokens: tokensOf(turns, settings),
      tokensCap: settings.extractionTokensCap,
      read: ({ text, truncated }) => readTurns(text, truncated, turnsByLabel),
    },
    deadline,
  );
  let droppedCount = 0;
  const value = answer.value.map((extraction, index) => {
    const turn = turns[index];
    if (extraction === null || turn === undefined) return null;
    const checkedExtraction = checkExtraction(extraction, turn);
    droppedCount += checkedExtraction.droppedCount;
    return checkedExtraction.value;
  });
  return noteDropped({ ...answer, value }, droppedCount, log);
};
