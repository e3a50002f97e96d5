/** Settings of search and recall. */
export interface ReadSettings {
  /**
   * Constant of reciprocal rank fusion. The larger it is, the less the first ranks outweigh the
   * next ones.
   */
  readonly fusionConstant: number;
  /** Number of hits by default, for a question and for a statement. */
  readonly hitsForQuestion: number;
  readonly hitsForStatement: number;
  /**
   * Share of the embedder's `related` cosine from which a hit of the vector list counts in HYBRID,
   * for an embedder whose similarity decides nothing by itself. Measured on hashed vectors:
   * misspelt and inflected words lie above it, and one unrelated text in a thousand.
   */
  readonly relatedShare: number;
  /**
   * How an event is ranked within its conversation (docs/reference/evaluation.md gives the gain of
   * each setting). Share of an event's score that goes to the events one, two and three positions
   * before and after it: in its session or, without one, within an hour.
   */
  readonly neighbourWeights: readonly number[];
  /**
   * Share of a question's score that goes to the event right after it, if somebody else said that.
   */
  readonly answerWeight: number;
  /**
   * Among the scores that an event receives for one term from several neighbours, the share of the
   * best one; the rest counts for the sum. Events that together have all terms therefore rank above
   * one with many occurrences of one term.
   */
  readonly bestNeighbourShare: number;
  /** Factor for the score of an event whose speaker the query names. */
  readonly namedSpeakerFactor: number;
  /** Factor for the score of an event that is itself a question. */
  readonly askingFactor: number;
  /** Factor for the score of an event that states a time, if the query asks for one. */
  readonly timeFactor: number;
  /**
   * Weight of the session that is most about the query, and number of its best events by which this
   * is measured.
   */
  readonly sessionWeight: number;
  readonly sessionEvents: number;
  /**
   * Share of a fact's score that comes from the conversation of its event, if that event was found.
   */
  readonly factContextShare: number;
  /**
   * Share of the best score that an event without a word of the query must get from its neighbours
   * to be found.
   */
  readonly leastNeighbourShare: number;
  /** Minimum number of texts whose conversations are read when several sessions are searched. */
  readonly conversationDepth: number;
  /** Confidence below which facts are not found unless the request says otherwise. */
  readonly minConfidence: number;
  /** Number of exact strings of a query that the lexical list looks for. */
  readonly keywords: number;
  /** Number of terms of a full-text query. Cosmos DB accepts no more. */
  readonly terms: number;
  /** Number of related words that are added to the terms. */
  readonly relatedWords: number;
  /** Number of characters of a query that are read. The rest is ignored. */
  readonly queryLength: number;
  /**
   * Number of hits from which recall chooses: per 1,000 tokens of its budget, minimum, and maximum.
   */
  readonly recalledPerThousandTokens: number;
  readonly recalledAtLeast: number;
  readonly recalledAtMost: number;
  /** Maximum number of tokens of one quotation. */
  readonly quotationTokens: number;
}

export const DEFAULT_READ_SETTINGS: ReadSettings = {
  fusionConstant: 60,
  hitsForQuestion: 30,
  hitsForStatement: 15,
  relatedShare: 0.7,
  neighbourWeights: [0.6, 0.4, 0.3],
  answerWeight: 0.9,
  bestNeighbourShare: 0.8,
  namedSpeakerFactor: 1.6,
  askingFactor: 0.8,
  timeFactor: 1.2,
  sessionWeight: 0.3,
  sessionEvents: 3,
  factContextShare: 0.5,
  leastNeighbourShare: 0.1,
  conversationDepth: 60,
  minConfidence: 0.55,
  keywords: 6,
  terms: 30,
  relatedWords: 4,
  queryLength: 4000,
  recalledPerThousandTokens: 17,
  recalledAtLeast: 20,
  recalledAtMost: 200,
  quotationTokens: 120,
};
