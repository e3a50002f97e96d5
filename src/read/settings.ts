/** What reading may be tuned by. */
export interface ReadSettings {
  /** The constant of reciprocal rank fusion (DESIGN.md §4): the larger, the less the first ranks count for more than the next. */
  readonly fusionConstant: number;
  /** Hits for a question, and for a statement (DESIGN.md §4). */
  readonly hitsForQuestion: number;
  readonly hitsForStatement: number;
  /**
   * From which share of the embedder's `related` cosine a hit of the vector list counts in HYBRID, where similarity decides nothing by
   * itself. Measured on hashed vectors: misspelt and inflected words lie above it, and one unrelated text in a thousand.
   */
  readonly relatedShare: number;
  /**
   * How an event is ranked in its conversation (docs/evaluation.md tells what each gives): the share of its score that goes to the events
   * one, two, three places before and after it; to the one after it where it asks.
   */
  readonly neighbourWeights: readonly number[];
  readonly answerWeight: number;
  /** By how much counts for more what someone said whom the query names. */
  readonly namedSpeakerFactor: number;
  /** How much more the session counts in which most of the query was talked about, told by so many of its events. */
  readonly sessionWeight: number;
  readonly sessionEvents: number;
  /** How much of a fact's score is that of the event which it was drawn from, in its conversation, where that was found. */
  readonly factContextShare: number;
  /** An event that has no word of the query is found where it gets this share of the best score from those around it. */
  readonly leastNeighbourShare: number;
  /** So many texts are looked at at least for the conversations that they are of, where several are searched. */
  readonly conversationDepth: number;
  /** Facts below this confidence are not found, unless the request says otherwise (DESIGN.md §4). */
  readonly minConfidence: number;
  /** Exact strings that the lexical supplement looks for (DESIGN.md §4). */
  readonly keywords: number;
  /** Terms of a full-text query: Cosmos DB takes no more (FACTS.md §3). */
  readonly terms: number;
  /** Characters of a query that are read; what follows is left out. */
  readonly queryLength: number;
  /** Hits that recall chooses from for each 1,000 tokens of its budget, and at least and at most. */
  readonly recalledPerThousandTokens: number;
  readonly recalledAtLeast: number;
  readonly recalledAtMost: number;
  /** Tokens that one quotation may take. */
  readonly quotationTokens: number;
}

export const DEFAULT_READ_SETTINGS: ReadSettings = {
  fusionConstant: 60,
  hitsForQuestion: 30,
  hitsForStatement: 15,
  relatedShare: 0.7,
  neighbourWeights: [0.5, 0.25, 0.12],
  answerWeight: 0.9,
  namedSpeakerFactor: 2.5,
  sessionWeight: 0.3,
  sessionEvents: 3,
  factContextShare: 0.5,
  leastNeighbourShare: 0.1,
  conversationDepth: 100,
  minConfidence: 0.55,
  keywords: 6,
  terms: 30,
  queryLength: 4000,
  recalledPerThousandTokens: 40,
  recalledAtLeast: 30,
  recalledAtMost: 200,
  quotationTokens: 120,
};
