import { setTimeout as delay } from "node:timers/promises";
import { nextRecordTime } from "../memory/time.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import { ModelUnavailable, type ModelFault } from "../models/port.ts";
import type { SpaceStore } from "../store/port.ts";
import type { WriteServices } from "./services.ts";

/** Texts that are read, embedded and committed together: one batch of Cosmos DB takes 100 operations. */
const BATCH = 90;
/** How long to wait before an endpoint that did not serve is asked again: doubled each time, up to the longest. In milliseconds. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;
/** How often a batch is tried. */
const TRIES = 8;

/** The text itself is at fault, or so it may be. */
const OF_THE_TEXT: ReadonlySet<ModelFault> = new Set(["REJECTED", "FILTERED", "REFUSED"]);
/** It may go better later. */
const PASSING: ReadonlySet<ModelFault> = new Set([
  "RATE_LIMITED",
  "UNAVAILABLE",
  "TIMEOUT",
  "DEADLINE",
]);

/** What was done so far, in one space. */
export interface Reembedded {
  readonly texts: number;
  /** Texts that the endpoint takes in no way; they stay without a vector. */
  readonly refused: number;
  readonly calls: number;
  readonly tokens: TokenUsage;
}

export interface ReembedServices extends Pick<WriteServices, "models" | "now"> {
  /** Default: by the clock. */
  readonly wait?: (millis: number) => Promise<unknown>;
}

type Text = { readonly id: string; readonly text: string };
type Vectors = { readonly text: string; readonly vector: Float32Array }[];

class Reembedding {
  texts = 0;
  refused = 0;
  calls = 0;
  tokens = NO_TOKENS;

  constructor(
    private readonly services: ReembedServices,
    private readonly space: SpaceStore,
  ) {}

  /** The vectors of as many of the texts as the endpoint takes. Throws a ModelUnavailable where it serves none, also after a while. */
  async embed(texts: readonly Text[]): Promise<Vectors> {
    const { models, wait = delay } = this.services;
    for (let tries = 1; ; tries++) {
      try {
        const answer = await models.embedder.embed(texts.map(({ text }) => text));
        this.#count(answer);
        return texts.map(({ id }, i) => ({ text: id, vector: answer.value[i]! }));
      } catch (error) {
        if (!(error instanceof ModelUnavailable)) throw error;
        this.#count(error);
        if (OF_THE_TEXT.has(error.kind)) return this.#embedHalves(texts);
        if (!PASSING.has(error.kind) || tries >= TRIES) throw error;
        await wait(Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT));
      }
    }
  }

  /** Finds the text that is at fault. */
  async #embedHalves(texts: readonly Text[]): Promise<Vectors> {
    if (texts.length === 1) {
      this.refused += 1;
      return [];
    }
    const middle = Math.ceil(texts.length / 2);
    return [
      ...(await this.embed(texts.slice(0, middle))),
      ...(await this.embed(texts.slice(middle))),
    ];
  }

  /** On whatever head there is: a vector gets in nobody's way. */
  async commit(vectors: Vectors): Promise<void> {
    for (let done = vectors.length === 0; !done;) {
      const head = await this.space.head();
      done = await this.space.commit(head, {
        recordedAt: nextRecordTime(head.recordedAt, this.services.now()),
        vectors,
      });
    }
    this.texts += vectors.length;
  }

  #count({ calls, tokens }: Pick<Reembedded, "calls" | "tokens">): void {
    this.calls += calls;
    this.tokens = addTokens(this.tokens, tokens);
  }
}

/**
 * Gives every text of a space that has none a vector of the embedder in use, batch by batch: each is told as soon as it is on record, so that
 * whoever is stopped and started again goes on from there. Vectors are found from then on; what a search as of before found stays as it was.
 * Safe beside a service that writes. Throws a ModelUnavailable where the endpoint does not serve, also after some minutes.
 */
export async function* reembed(
  services: ReembedServices,
  space: SpaceStore,
): AsyncGenerator<Reembedded, void> {
  const work = new Reembedding(services, space);
  for (let after: string | undefined; ;) {
    const texts = await space.textsWithoutVector({ limit: BATCH, after });
    const last = texts.at(-1);
    if (!last) return;
    await work.commit(await work.embed(texts));
    after = last.id;
    yield { texts: work.texts, refused: work.refused, calls: work.calls, tokens: work.tokens };
  }
}
