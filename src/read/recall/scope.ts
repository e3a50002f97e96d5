import type { EntityId, SessionId } from "../../memory/ids.ts";

/** What a block may contain. */
export interface RecallScope {
  /** The only session whose memory is read. */
  readonly session: SessionId | null;
  /** Tags that every item must have. */
  readonly tags?: readonly string[] | undefined;
  /**
   * Whether the block contains only hits of the search, and no further facts about its entities.
   */
  readonly onlyFound: boolean;
  /** Whether the newest messages are added. */
  readonly withNewest: boolean;
  /** Whether changes that later messages may state are marked. */
  readonly withChanges?: boolean;
  /** The user's own entity. */
  readonly self: EntityId | null;
  /** Token limit of all items together. It determines how many messages are read. */
  readonly tokenBudget: number;
}
