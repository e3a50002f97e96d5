import type { FactTier } from "../../../memory/fact.ts";
import type { MemoryKind, SearchText } from "../../../memory/search-text.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";
import { checkDimensions, vectorNumbers, type Embedder } from "./vector-numbers.ts";

/**
 * When a text is found: for every version of a fact that has it, its intervals. So the text and its vector are stored and indexed once, and
 * a search asks for a span that is visible at its time point.
 */
export interface Span {
  readonly n: number;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly validFrom: Instant;
  readonly validTo: Instant;
  readonly confidence: number;
  readonly session: string | null;
  /** Of what is no fact: LONG_TERM where it belongs to no session. */
  readonly tier: FactTier;
}

export interface TextDocument extends Envelope {
  readonly type: "text";
  readonly textId: string;
  readonly textKind: MemoryKind;
  readonly subject: string;
  /** Whose fact it states; null for other kinds. */
  readonly entity: string | null;
  /** The text, and behind it the words by which it is found besides. */
  readonly text: string;
  /** How many characters are the text's own, where other words stand behind them. */
  readonly own?: number;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly spans: readonly Span[];
  /** Not there where the text has no vector, so that no vector search comes upon it. */
  readonly vector?: readonly number[];
  readonly embedder?: string;
  readonly vectorAt?: Instant;
}

export const textDocumentId = (text: string): string => documentId("text", text);

/** Throws a RangeError for a vector of other dimensions. */
export const vectorFields = (
  vector: Float32Array,
  embedder: Embedder,
  vectorAt: Instant,
): Required<Pick<TextDocument, "vector" | "embedder" | "vectorAt">> => {
  checkDimensions(embedder, vector);
  return { vector: vectorNumbers(vector), embedder: embedder.id, vectorAt };
};

/** The text itself. */
export const ownText = ({ text, own }: Pick<TextDocument, "text" | "own">): string =>
  own === undefined ? text : text.slice(0, own);

export const textDocument = (
  space: SpaceId,
  text: SearchText,
  entity: string | null,
  spans: readonly Span[],
  embedder: Embedder,
): TextDocument => ({
  ...envelope(space, "text", textDocumentId(text.id)),
  textId: text.id,
  textKind: text.kind,
  subject: text.subject,
  entity,
  ...(text.about === undefined
    ? { text: text.text }
    : { text: `${text.text}\n${text.about}`, own: text.text.length }),
  recordedAt: text.recordedAt,
  expiredAt: text.expiredAt,
  spans,
  ...(text.vector ? vectorFields(text.vector, embedder, text.recordedAt) : {}),
});
