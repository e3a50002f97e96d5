/** The weights by which events are ranked within their conversations. */
export interface ConversationWeights {
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
}

export const CONVERSATION_WEIGHTS: ConversationWeights = {
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
};
