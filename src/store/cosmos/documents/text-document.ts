import type { FactTier } from "../../../memory/fact.ts";
import type { MemoryKind, SearchText } from "../../../memory/search-text.ts";
import type { Tagged } from "../../../memory/tags.ts";
import { BEGINNING, OPEN, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, SCHEMA_VERSION, type Envelope } from "./envelope.ts";
import { foldedWords } from "./folded-words.ts";
import {
  DocumentShape,
  isList,
  isNumber,
  isObject,
  isText,
  orAbsent,
  orNull,
  type StoredDocument,
} from "./shape.ts";

/** Nine digits distinguish all 32-bit floats; JSON would write up to seventeen. */
const DIGITS = 9;

export const vectorNumbers = (vector: Float32Array): number[] =>
  Array.from(vector, (x) => Number(x.toPrecision(DIGITS)));

/** The embedder whose vectors the store holds. */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
}

/** Throws a RangeError for a vector of another number of dimensions than the stored ones. */
export const checkDimensions = ({ id, dimensions }: Embedder, vector: Float32Array): void => {
  if (vector.length !== dimensions)
    throw new RangeError(`Vectors of ${id} have ${dimensions} dimensions, not ${vector.length}.`);
};

/**
 * The intervals of one version that has a text. A text and its vector are thus stored and indexed
 * once, however many versions share them. A ranking query may not look into a list, so it filters
 * by `Bounds`, and the spans of the returned rows are checked here.
 */
export interface Span extends Tagged {
  readonly n: number;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly validFrom: Instant;
  readonly validTo: Instant;
  readonly confidence: number;
  readonly session: string | null;
  /** For texts that are not facts: LONG_TERM unless they belong to a session. */
  readonly tier: FactTier;
}

/**
 * The limits of all spans of a text. A text of a release before 0.3 has no bounds, so they exclude
 * nothing.
 */
export interface Bounds {
  readonly validFrom: Instant;
  readonly validTo: Instant;
  /** The highest confidence of all spans. */
  readonly confidence: number;
  readonly sessions: readonly string[];
  readonly tiers: readonly FactTier[];
  /** Absent if no span has tags. */
  readonly tags?: readonly string[];
}

const earliest = (instants: readonly Instant[]): Instant =>
  instants.reduce((a, b) => (a < b ? a : b), OPEN);
const latest = (instants: readonly Instant[]): Instant =>
  instants.reduce((a, b) => (a > b ? a : b), BEGINNING);

const distinctTags = (tags: readonly string[]): Pick<Bounds, "tags"> =>
  tags.length === 0 ? {} : { tags: [...new Set(tags)] };

export const boundsOf = (spans: readonly Span[]): Bounds => ({
  validFrom: earliest(spans.map(({ validFrom }) => validFrom)),
  validTo: latest(spans.map(({ validTo }) => validTo)),
  confidence: Math.max(0, ...spans.map(({ confidence }) => confidence)),
  sessions: [...new Set(spans.flatMap(({ session }) => session ?? []))],
  tiers: [...new Set(spans.map(({ tier }) => tier))],
  ...distinctTags(spans.flatMap(({ tags = [] }) => tags)),
});

/** The bounds with one more span. */
export const boundsWith = (bounds: Bounds, span: Span): Bounds => {
  const own = boundsOf([span]);
  return {
    validFrom: earliest([bounds.validFrom, own.validFrom]),
    validTo: latest([bounds.validTo, own.validTo]),
    confidence: Math.max(bounds.confidence, own.confidence),
    sessions: [...new Set([...bounds.sessions, ...own.sessions])],
    tiers: [...new Set([...bounds.tiers, ...own.tiers])],
    ...distinctTags([...(bounds.tags ?? []), ...(own.tags ?? [])]),
  };
};

export interface TextDocument extends Envelope {
  readonly type: "text";
  readonly textId: string;
  readonly textKind: MemoryKind;
  readonly subject: string;
  /** Entity of the fact that it states; null for other kinds. */
  readonly entity: string | null;
  /** The text, followed by words about it and by the folded form of its words with accents. */
  readonly text: string;
  /** Length of the text itself in characters, if anything follows it. */
  readonly own?: number;
  /** Length up to the folded words, if there are any. */
  readonly unfolded?: number;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  /**
   * At most `MOST_SPANS`, except in documents of releases before 0.3. Further spans are in other
   * parts.
   */
  readonly spans: readonly Span[];
  /** The number of this part of the text. The first part has none. */
  readonly part?: number;
  /** In the first part, the number of the last part; absent if it is the only one. */
  readonly lastPart?: number;
  readonly bounds?: Bounds;
  /**
   * The latest end of belief of all spans. Separate from `bounds`, because closing a version
   * changes it without reading the text.
   */
  readonly believedUntil?: Instant;
  /** Absent if the text has no vector, so that vector search does not find it. */
  readonly vector?: readonly number[];
  readonly embedder?: string;
  readonly vectorAt?: Instant;
}

/** Whole texts are not cached, because they contain vectors. */
export const TEXT = new DocumentShape<TextDocument>(
  "text",
  {
    textId: isText,
    textKind: isText,
    subject: isText,
    entity: orNull(isText),
    text: isText,
    own: orAbsent(isNumber),
    unfolded: orAbsent(isNumber),
    recordedAt: isText,
    expiredAt: isText,
    spans: isList,
    part: orAbsent(isNumber),
    lastPart: orAbsent(isNumber),
    bounds: orAbsent(isObject),
    believedUntil: orAbsent(isText),
    vector: orAbsent(isList),
    embedder: orAbsent(isText),
    vectorAt: orAbsent(isText),
  },
  false,
);

/** Spans of one document of a text. */
export const MOST_SPANS = 32;

/** The condition that counts or finds each text once. */
export const IS_FIRST_PART = "NOT IS_DEFINED(c.part)";

export const textDocumentId = (text: string, part = 0): string =>
  part === 0 ? documentId("text", text) : documentId("text", text, part);

/** The ids of all parts of a text. */
export const idsOfParts = ({
  textId,
  lastPart = 0,
}: {
  readonly textId: string;
  readonly lastPart?: number | undefined;
}): string[] => Array.from({ length: lastPart + 1 }, (_, part) => textDocumentId(textId, part));

/** Throws a RangeError for a vector with other dimensions. */
export const vectorFields = (
  vector: Float32Array,
  embedder: Embedder,
  vectorAt: Instant,
): Required<Pick<TextDocument, "vector" | "embedder" | "vectorAt">> => {
  checkDimensions(embedder, vector);
  return { vector: vectorNumbers(vector), embedder: embedder.id, vectorAt };
};

/** The text without the further words. */
export const ownText = ({ text, own }: Pick<TextDocument, "text" | "own">): string =>
  own === undefined ? text : text.slice(0, own);

/** The text and the words about it, by which it is ranked. */
export const rankedText = ({ text, unfolded }: Pick<TextDocument, "text" | "unfolded">): string =>
  unfolded === undefined ? text : text.slice(0, unfolded);

/** The words about a text; undefined if there are none. */
export const wordsAbout = (
  document: Pick<TextDocument, "text" | "own" | "unfolded">,
): string | undefined => {
  const rankingText = rankedText(document);
  const { own = rankingText.length } = document;
  return rankingText.length > own ? rankingText.slice(own + 1) : undefined;
};

const indexedText = ({
  text,
  about,
}: SearchText): Pick<TextDocument, "text" | "own" | "unfolded"> => {
  const rankingText = about === undefined ? text : `${text}\n${about}`;
  const foldedForms = foldedWords(rankingText);
  return {
    text: foldedForms.length === 0 ? rankingText : `${rankingText}\n${foldedForms.join(" ")}`,
    ...(about === undefined && foldedForms.length === 0 ? {} : { own: text.length }),
    ...(foldedForms.length === 0 ? {} : { unfolded: rankingText.length }),
  };
};

/**
 * The document of a search text. `entity` is that of a fact; `spans` are the intervals of both axes
 * in which its subject is visible, and search filters by their bounds.
 */
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
  ...indexedText(text),
  recordedAt: text.recordedAt,
  expiredAt: text.expiredAt,
  spans,
  bounds: boundsOf(spans),
  believedUntil: latest(spans.map(({ expiredAt }) => expiredAt)),
  ...(text.vector ? vectorFields(text.vector, embedder, text.recordedAt) : {}),
});

/** A further part of a text, with the first of its own spans. */
export const furtherPart = (
  { _etag, lastPart: _lastPart, ...first }: StoredDocument<TextDocument>,
  part: number,
  span: Span,
): TextDocument => ({
  ...first,
  id: textDocumentId(first.textId, part),
  schema: SCHEMA_VERSION,
  part,
  spans: [span],
  bounds: boundsOf([span]),
  believedUntil: span.expiredAt,
});
