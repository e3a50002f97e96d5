import type OpenAI from "openai";
import type { Bill } from "./bill.ts";
import { openClient } from "./client.ts";
import type { EndpointConfig, OpenAiSettings } from "./config.ts";
import { Dialects, refusedFeature, type Dialect, type Feature } from "./dialect.ts";
import type { Edges } from "./edges.ts";
import { failureOf, type ModelFailure } from "./failure.ts";
import { createSlots, type TakeSlot } from "./slots.ts";
import type { Span } from "./span.ts";

/** A request, as it is put in a dialect. */
export interface Order<T> {
  readonly model: string;
  /** The features that it makes use of in this dialect. */
  readonly features: (dialect: Dialect) => readonly Feature[];
  readonly post: (client: OpenAI, dialect: Dialect, signal: AbortSignal) => PromiseLike<T>;
}

export interface Terms {
  readonly span: Span;
  readonly bill: Bill;
  /** Whether there is another model to go to: a request then has less time, and is not repeated for what may be the model's fault. */
  readonly alternative: boolean;
}

/** A request that was answered and holds its place at the endpoint until it is closed, so that a stream can be read. */
export interface Opened<T> {
  readonly value: T;
  readonly span: Span;
  readonly close: () => void;
}

/** One endpoint: how many requests it takes at a time, which dialect it speaks, when to ask again. */
export class Endpoint {
  readonly #client: OpenAI;
  readonly #takeSlot: TakeSlot;
  readonly #dialects = new Dialects();

  constructor(
    config: EndpointConfig,
    private readonly settings: OpenAiSettings,
    private readonly edges: Edges,
  ) {
    this.#client = openClient(config);
    this.#takeSlot = createSlots(settings.concurrency);
  }

  /** Sends a request and gives what was answered. Rejects with a ModelFailure. */
  async send<T>(order: Order<T>, terms: Terms): Promise<T> {
    const opened = await this.open(order, terms);
    opened.close();
    return opened.value;
  }

  /** Sends a request: in plainer terms where the endpoint refuses a feature, again where it asks to wait. The caller closes what it gets. */
  async open<T>(order: Order<T>, terms: Terms): Promise<Opened<T>> {
    let dialect = this.#dialects.of(order.model);
    for (let repetition = 0; ;) {
      try {
        const opened = await this.#once(order, dialect, terms);
        this.#dialects.learn(order.model, dialect);
        return opened;
      } catch (error) {
        const ended = terms.span.failure();
        if (ended !== null) throw ended;
        const refused = refusedFeature(error, order.features(dialect));
        if (refused !== null) {
          dialect = new Set([...dialect, refused]);
          continue;
        }
        const failure = failureOf(error, order.model, this.edges.now());
        const wait = this.#waitAfter(failure, repetition, terms);
        if (wait === null) throw failure;
        repetition += 1;
        await this.edges.wait(wait, terms.span.signal);
      }
    }
  }

  async #once<T>(order: Order<T>, dialect: Dialect, terms: Terms): Promise<Opened<T>> {
    const release = await this.#takeSlot(terms.span.signal);
    const span = terms.span.within(terms.alternative ? this.settings.attemptTimeoutMs : null);
    const close = (): void => {
      span.close();
      release();
    };
    try {
      terms.bill.countCall();
      return { value: await order.post(this.#client, dialect, span.signal), span, close };
    } catch (error) {
      const ended = span.failure();
      close();
      throw ended ?? error;
    }
  }

  /** Milliseconds before a request is worth repeating; null where it is not, or not within the time that is left. */
  #waitAfter(failure: ModelFailure, repetition: number, terms: Terms): number | null {
    const passing =
      failure.kind === "RATE_LIMITED" || (failure.kind === "UNAVAILABLE" && !terms.alternative);
    if (!passing || repetition >= this.settings.retries) return null;
    const wait =
      failure.retryAfterMs ??
      this.settings.backOffMs * 2 ** repetition * (1 - this.edges.random() / 4);
    return wait < terms.span.remaining() ? wait : null;
  }
}
