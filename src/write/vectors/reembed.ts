import { setTimeout as delay } from "node:timers/promises";
import { nextRecordTime } from "../../memory/time.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../../memory/usage.ts";
import { ModelUnavailable, type ModelFault } from "../../models/port.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { WriteServices } from "../services.ts";

/**
 * Number of texts that are read, embedded and committed together. A batch of Cosmos DB takes 100
 * operations.
 */
const BATCH = 90;
/**
 * The delay before a call that failed is repeated, in milliseconds: doubled each time, up to the
 * longest.
 */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;
/** Attempts for one batch. */
const ATTEMPTS = 8;

/** Errors that a text itself may cause. */
const TEXT_FAULTS: ReadonlySet<ModelFault> = new Set(["REJECTED", "FILTERED", "REFUSED"]);
/** Transient errors. */
const PASSING_FAULTS: ReadonlySet<ModelFault> = new Set([
  "RATE_LIMITED",
  "UNAVAILABLE",
  "TIMEOUT",
  "DEADLINE",
]);

/** The progress in one space. */
export interface ReembedProgress {
  readonly texts: number;
  /** Texts that the endpoint refuses. They stay without a vector. */
  readonly refusedTexts: number;
  readonly calls: number;
  readonly tokens: TokenUsage;
}

export interface ReembedServices extends Pick<WriteServices, "models" | "now"> {
  /** Default: a timer. */
  readonly wait?: (millis: number) => Promise<unknown>;
}

type Text = { readonly id: string; readonly text: string };
type Vectors = { readonly text: string; readonly vector: Float32Array }[];

class Reembedder {
  texts = 0;
  refusedTexts = 0;
  calls = 0;
  tokens = NO_TOKENS;

  constructor(
    private readonly services: ReembedServices,
    private readonly space: SpaceStore,
  ) {}

  /**
   * The vectors of the texts, without those that the endpoint refuses. Throws ModelUnavailable if
   * it answers none of the attempts.
   */
  async embed(texts: readonly Text[]): Promise<Vectors> {
    const { models, wait = delay } = this.services;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await models.embedder.embed(texts.map(({ text }) => text));
        this.#count(answer);
        return answer.value.flatMap((vector, i) => {
          const text = texts[i]?.id;
          return text === undefined ? [] : [{ text, vector }];
        });
      } catch (error) {
        if (!(error instanceof ModelUnavailable)) throw error;
        this.#count(error);
        if (TEXT_FAULTS.has(error.kind)) return this.#embedHalves(texts);
        if (!PASSING_FAULTS.has(error.kind) || attempt >= ATTEMPTS) throw error;
        await wait(Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT));
      }
    }
  }

  /** Embeds both halves separately, to find the text at fault. */
  async #embedHalves(texts: readonly Text[]): Promise<Vectors> {
    if (texts.length === 1) {
      this.refusedTexts += 1;
      return [];
    }
    const middle = Math.ceil(texts.length / 2);
    return [
      ...(await this.embed(texts.slice(0, middle))),
      ...(await this.embed(texts.slice(middle))),
    ];
  }

  /**
   * Commits on the current head, even if it has moved, because vectors cannot conflict with other
   * changes.
   */
  async commit(vectors: Vectors): Promise<void> {
    for (let isDone = vectors.length === 0; !isDone;) {
      const head = await this.space.head();
      isDone = await this.space.commit(head, {
        recordedAt: nextRecordTime(head.recordedAt, this.services.now()),
        vectors,
      });
    }
    this.texts += vectors.length;
  }

  #count({ calls, tokens }: Pick<ReembedProgress, "calls" | "tokens">): void {
    this.calls += calls;
    this.tokens = addTokens(this.tokens, tokens);
  }
}

/**
 * Gives every text of a space without a vector one of the current embedder, batch by batch, and
 * yields the progress after each commit. A run that is stopped continues where it stopped. Vector
 * search finds the texts from then on; searches with an earlier record time do not change. It is
 * safe while a service writes. Throws ModelUnavailable if the endpoint fails for some minutes.
 */
export async function* reembed(
  services: ReembedServices,
  space: SpaceStore,
): AsyncGenerator<ReembedProgress, void> {
  const work = new Reembedder(services, space);
  for (let after: string | undefined; ;) {
    const texts = await space.textsWithoutVector({ limit: BATCH, after });
    const last = texts.at(-1);
    if (!last) return;
    await work.commit(await work.embed(texts));
    after = last.id;
    yield {
      texts: work.texts,
      refusedTexts: work.refusedTexts,
      calls: work.calls,
      tokens: work.tokens,
    };
  }
}
