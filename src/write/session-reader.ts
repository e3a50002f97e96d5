import type { Turn } from "../memory/session.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import {
  FINAL_FAULTS,
  ModelUnavailable,
  type Extraction,
  type ExtractionInput,
  type TurnInput,
} from "../models/port.ts";
import type { Answer, Call } from "../models/answer.ts";
import { userSettings } from "../read/user-settings.ts";
import type { SpaceStore } from "../store/port.ts";
import { mayRememberMessage } from "./memory-switches.ts";
import { knownForMessage } from "./pipeline.ts";
import { RECENT_TURNS, recentMessagesOf } from "./recent-messages.ts";
import type { WriteServices } from "./services.ts";
import { canBeEvent } from "./write-turn.ts";

/**
 * Maximum number of turns in one call, and of their characters, so that the answer has room for the
 * facts of all of them.
 */
const MOST_TURNS = 12;
const MOST_CHARACTERS = 4_000;
/**
 * The share of the time limit of a message that a call for several turns may take. The rest remains
 * for a call for one turn.
 */
const SHARE_OF_TIME = 0.6;

/** A turn with the turns around it. */
export interface TurnInTalk {
  readonly turn: Turn;
  readonly before: readonly Turn[];
  readonly after: readonly Turn[];
}

/** The extraction of a turn, and the name under which its speaker was sent. */
interface TurnAnswer {
  readonly speaker: string;
  readonly answer: Answer<Extraction>;
}

interface Cost {
  readonly calls: number;
  readonly tokens: TokenUsage;
}
const FREE: Cost = { calls: 0, tokens: NO_TOKENS };

/** Adds an earlier cost to an answer, or to the failure to get one. */
const withCost = async (
  pendingAnswer: Promise<Answer<Extraction>>,
  { calls, tokens }: Cost,
): Promise<Answer<Extraction>> => {
  try {
    const answer = await pendingAnswer;
    return {
      ...answer,
      calls: answer.calls + calls,
      tokens: addTokens(answer.tokens, tokens),
    };
  } catch (error) {
    if (error instanceof ModelUnavailable) {
      error.calls += calls;
      error.tokens = addTokens(error.tokens, tokens);
    }
    throw error;
  }
};

/** Whether a call for one turn may succeed where a call for several failed. */
const isWorthOne = (error: unknown): error is ModelUnavailable =>
  error instanceof ModelUnavailable && (error.kind === "DEADLINE" || !FINAL_FAULTS.has(error.kind));

/**
 * Reads the turns of a session, which are written one after the other. The first turn is sent to
 * the model together with the next ones that fit into one call, and their answers are cached. A
 * turn that the answer omitted, or whose speaker has got another name since, is read again. After a
 * failed call, every turn is read separately.
 */
export class SessionReader {
  readonly #services: WriteServices;
  readonly #space: SpaceStore;
  /** The answers by turn; null for a turn that the answer omitted. */
  #answers = new Map<Turn["id"], TurnAnswer | null>();
  #isTogether = true;

  constructor(services: WriteServices, space: SpaceStore) {
    this.#services = services;
    this.#space = space;
  }

  /** The services that write a turn. */
  servicesFor(turn: TurnInTalk): WriteServices {
    const { models } = this.#services;
    if (models.extractTurns === undefined) return this.#services;
    const extract = (input: ExtractionInput, call?: Call): Promise<Answer<Extraction>> =>
      this.#extract(turn, input, call);
    return { ...this.#services, models: { ...models, extract } };
  }

  /**
   * Extracts from a turn: from the cached answer if the speaker still has the name under which it
   * was read, else by reading on from this turn, else by a call for this turn alone. A turn that an
   * answer omitted (null) is not sent together with others again.
   */
  async #extract(
    talk: TurnInTalk,
    input: ExtractionInput,
    call: Call = {},
  ): Promise<Answer<Extraction>> {
    const startedAt = performance.now();
    const knownAnswer = this.#answers.get(talk.turn.id);
    if (knownAnswer?.speaker === input.speaker) return knownAnswer.answer;
    const cost = knownAnswer === null ? FREE : await this.#readOn(talk, input, call);
    const answer = this.#answers.get(talk.turn.id);
    if (answer?.speaker === input.speaker) return answer.answer;
    const remainingMs =
      call.timeoutMs && Math.max(0, call.timeoutMs - (performance.now() - startedAt));
    const alone = this.#services.models.extract(input, { ...call, timeoutMs: remainingMs });
    return withCost(alone, cost);
  }

  /**
   * Reads a turn together with the turns after it, if there are any. Returns the cost that no
   * answer contains.
   */
  async #readOn(talk: TurnInTalk, input: ExtractionInput, call: Call): Promise<Cost> {
    const { models, log } = this.#services;
    const turns = this.#isTogether ? await this.#fitting(talk) : [];
    if (turns.length < 2 || models.extractTurns === undefined) return FREE;
    try {
      const inputs = await this.#inputs(turns, talk, input);
      const timeoutMs = call.timeoutMs && call.timeoutMs * SHARE_OF_TIME;
      const answer = await models.extractTurns(inputs, { ...call, timeoutMs });
      return this.#keep(turns, input.speaker, answer);
    } catch (error) {
      if (!isWorthOne(error)) throw error;
      this.#isTogether = false;
      log.warn({ error }, "A session could not be read in one call. Each turn is read by itself.");
      return error;
    }
  }

  /**
   * Caches the answers of turns. The first one carries the cost of the call. If it is missing, the
   * cost is returned.
   */
  #keep(
    turns: readonly Turn[],
    speaker: string,
    { value, calls, tokens, ...answer }: Answer<readonly (Extraction | null)[]>,
  ): Cost {
    this.#answers = new Map();
    for (const [i, { id }] of turns.entries()) {
      const extraction = value[i] ?? null;
      const cost = i === 0 ? { calls, tokens } : FREE;
      const ofTurn = extraction && { ...answer, ...cost, value: extraction };
      this.#answers.set(id, ofTurn && { speaker, answer: ofTurn });
    }
    return value[0] ? FREE : { calls, tokens };
  }

  /** A turn with the turns after it that fit into the same call. */
  async #fitting({ turn, after }: TurnInTalk): Promise<readonly Turn[]> {
    const permits = await userSettings(this.#space);
    const turns: Turn[] = [];
    let characters = 0;
    for (const one of [turn, ...after]) {
      if (!canBeEvent(one)) continue;
      characters += one.content.length;
      const isOther =
        one.speaker !== turn.speaker ||
        !mayRememberMessage(permits, { session: one.session, message: one.content });
      if (isOther || characters > MOST_CHARACTERS || turns.length === MOST_TURNS) break;
      turns.push(one);
    }
    return turns;
  }

  /**
   * The input of the model for each turn. All turns share the known facts and the other properties
   * of `input`, which is that of the first turn.
   */
  async #inputs(
    turns: readonly Turn[],
    { turn, before, after }: TurnInTalk,
    input: ExtractionInput,
  ): Promise<TurnInput[]> {
    const { models } = this.#services;
    const talk = [...before, turn, ...after];
    const placeOf = (one: Turn): number => talk.indexOf(one);
    const knownFacts = await knownForMessage(this.#services, this.#space, {
      message: turns.map(({ content }) => content).join("\n"),
      speaker: turn.speaker ?? null,
      session: turn.session,
      occurredAt: turns.at(-1)?.occurredAt ?? turn.occurredAt,
    });
    return turns.map((one, i) => {
      const place = placeOf(one);
      const earlier = turns[i - 1];
      const since = earlier === undefined ? place : placeOf(earlier) + 1;
      return {
        ...input,
        ...knownFacts,
        message: one.content,
        occurredAt: one.occurredAt,
        timeZone: one.timeZone ?? input.timeZone,
        recentMessages: recentMessagesOf(
          models,
          talk.slice(Math.max(0, place - RECENT_TURNS), place),
        ),
        saidBefore: recentMessagesOf(models, talk.slice(since, place)),
      };
    });
  }
}
