import type { EntityVersion } from "../memory/entity.ts";
import { countTokens } from "../memory/tokens.ts";
import { blockOf, costOf, recallKey, type RecallBlock, type RecallItem } from "./recall-block.ts";

export interface CountedBlock extends RecallBlock {
  readonly tokens: number;
}

const counted = async (block: RecallBlock): Promise<CountedBlock> => ({
  ...block,
  tokens: block.text === "" ? 0 : await countTokens(block.text),
});

/**
 * The block with as many items, best first, as a budget of tokens holds; one that is too long is left out and the next is tried.
 * What the block takes is counted exactly, and never more than the budget.
 */
export const fillBudget = async (
  user: EntityVersion | null,
  items: readonly RecallItem[],
  budget: number,
): Promise<CountedBlock> => {
  const alone = await counted(blockOf(user, []));
  const named = alone.tokens <= budget ? user : null;
  let left = named === null ? budget : budget - alone.tokens;
  const chosen: RecallItem[] = [];
  const seen = new Set<string>();
  const headed = new Set<string>();
  for (const item of items) {
    const key = recallKey(item);
    if (seen.has(key)) continue;
    seen.add(key);
    const entity = item.kind === "FACT" ? item.entity.entity : null;
    const cost = await costOf(item, entity !== null && headed.has(entity));
    if (cost > left) continue;
    left -= cost;
    chosen.push(item);
    if (entity !== null) headed.add(entity);
  }
  let block = await counted(blockOf(named, chosen));
  while (block.tokens > budget) {
    chosen.pop();
    block = await counted(blockOf(named, chosen));
  }
  return block;
};
