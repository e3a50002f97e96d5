/** How the scripted server answers one request. */
export type Reply =
  /** A completion. An object is sent as JSON; a stream sends `pieces` pieces. */
  | {
      readonly content: unknown;
      readonly finish?: "stop" | "length" | "content_filter";
      readonly refusal?: string;
      readonly usage?: Readonly<Record<string, unknown>> | null;
      readonly pieces?: number;
      /** The stream breaks off after so many pieces. */
      readonly breaksAfter?: number;
      /** The stream stays open after so many pieces and sends nothing more. */
      readonly stallsAfter?: number;
    }
  /** An error in the form of OpenAI, or with its own body. */
  | {
      readonly status: number;
      readonly message?: string;
      readonly code?: string;
      readonly param?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** Status 200 with any body, which may never end. */
  | { readonly raw: string; readonly type?: string; readonly stalls?: true }
  /** No answer, ever. */
  | { readonly hangs: true }
  /** A dropped connection. */
  | { readonly drops: true }
  /** Another reply, after a promise. */
  | { readonly after: Promise<unknown>; readonly reply: Reply };

/** The parts of a completion request that scripts look at. */
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

/** A request that the server received. */
export interface ReceivedRequest<B> {
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: B;
}

/** A prompt as a script sees it. */
export interface ReceivedPrompt {
  /** The name of the JSON schema that it asks for; null without one. */
  readonly task: string | null;
  readonly model: string;
  /** The data part of the prompt; empty if it is not JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: ChatBody;
}

export const promptIn = (body: ChatBody): ReceivedPrompt => {
  let data: Readonly<Record<string, unknown>> = {};
  try {
    data = JSON.parse(body.messages.at(-1)?.content ?? "") as Readonly<Record<string, unknown>>;
  } catch {
    // A conversation, not one of our prompts.
  }
  return { task: body.response_format?.json_schema?.name ?? null, model: body.model, data, body };
};

/** The empty answer to each task. */
export const EMPTY_ANSWERS: Readonly<Record<string, unknown>> = {
  extraction: {
    entities: [],
    facts: [],
    relations: [],
    profiles: [],
    self_name: null,
    emotion: null,
  },
  entities: { entities: [], self_name: null, emotion: null },
  turns: { turns: [] },
  facts: { facts: [] },
  relations: { relations: [] },
  disambiguation: { candidate: null },
  reconciliation: { verdicts: [] },
  comparison: { duplicates: [], contradictions: [] },
  session_summary: { topic: [], decisions: [], open_issues: [], next_steps: [] },
  user_summary: { profile: [], preferences: [], work: [], environment: [], constraints: [] },
  records: { episodes: [], procedures: [] },
  description: { profile: "Nothing is known.", observations: [] },
  emotion: { emotion: null },
};
