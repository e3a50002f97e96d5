/** What the scripted server does with one request. */
export type Reply =
  /** A completion; an object is written as JSON, and a stream sends it in so many pieces. */
  | {
      readonly content: unknown;
      readonly finish?: "stop" | "length" | "content_filter";
      readonly refusal?: string;
      readonly usage?: Readonly<Record<string, unknown>> | null;
      readonly pieces?: number;
      /** A stream breaks off after so many pieces. */
      readonly breaksAfter?: number;
      /** A stream stops after so many pieces, and says no more. */
      readonly stallsAfter?: number;
    }
  /** An error as OpenAI words it, or with a body of its own. */
  | {
      readonly status: number;
      readonly message?: string;
      readonly code?: string;
      readonly param?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** Status 200 with whatever, which may never come to its end. */
  | { readonly raw: string; readonly type?: string; readonly stalls?: true }
  /** Nothing, ever. */
  | { readonly hangs: true }
  /** The connection is cut. */
  | { readonly drops: true }
  /** Waits for a promise, then goes on. */
  | { readonly after: Promise<unknown>; readonly reply: Reply };

/** A request for a completion, as far as a script looks at it. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: {
      readonly name: string;
      readonly strict: boolean;
      readonly schema: Readonly<Record<string, unknown>>;
    };
  };
  readonly max_completion_tokens?: number;
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly reasoning_effort?: string;
}

export interface EmbeddingBody {
  readonly model: string;
  readonly input: string | readonly string[];
  readonly dimensions?: number;
  readonly encoding_format?: string;
}

/** What was received, in the order of arrival. */
export interface Received<B> {
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: B;
}

/** A question as a script sees it. */
export interface Asked {
  /** The name of the schema that it wants answered; null in plainer forms. */
  readonly task: string | null;
  readonly model: string;
  /** The data part of the prompt; empty where it is no JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: ChatBody;
}

export const askedIn = (body: ChatBody): Asked => {
  let data: Readonly<Record<string, unknown>> = {};
  try {
    data = JSON.parse(body.messages.at(-1)?.content ?? "") as Readonly<Record<string, unknown>>;
  } catch {
    // A conversation, not one of our prompts.
  }
  return { task: body.response_format?.json_schema?.name ?? null, model: body.model, data, body };
};

/** What a model answers that has nothing to say. */
export const NOTHING_TO_SAY: Readonly<Record<string, unknown>> = {
  extraction: {
    entities: [],
    facts: [],
    relations: [],
    profiles: [],
    self_name: null,
    emotion: null,
  },
  entities: { entities: [], self_name: null, emotion: null },
  facts: { facts: [] },
  relations: { relations: [] },
  disambiguation: { candidate: null },
  reconciliation: { action: "ADD", candidate: null, reason: "Nothing of the kind is known." },
  comparison: { duplicates: [], contradictions: [] },
  thread_summary: { topic: [], decisions: [], open_issues: [], next_steps: [] },
  user_summary: { profile: [], preferences: [], work: [], environment: [], constraints: [] },
  records: { episodes: [], procedures: [] },
  description: { profile: "Nothing is known.", observations: [] },
  emotion: { emotion: null },
};
