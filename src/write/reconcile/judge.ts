import { contentHash } from "../../memory/content-hash.ts";
import type { Draft } from "../draft/draft.ts";
import type { Work } from "../work.ts";
import type { IncomingFact } from "./incoming-fact.ts";
import { byRule, type Judgement } from "./judgement.ts";
import { sameStatement } from "./same-statement.ts";
import { judgeBySimilarity } from "./similar-facts.ts";
import { sameValue } from "../../language/value.ts";
import { endableInSlot, judgeValue, replaceableInSlot } from "./slot.ts";

const holderCandidates = ({ replacedHolders }: IncomingFact) =>
  replacedHolders.map(({ fact }) => ({ fact, similarity: 1 }));

/** "Rex is no longer Ana's dog" ends the fact that names Rex as the holder. */
const judgeVacatedRole = (incoming: IncomingFact): Judgement | null => {
  const [first] = incoming.replacedHolders;
  return incoming.isEnding && first
    ? byRule("DELETE", first.fact, "The role is no longer held.", holderCandidates(incoming))
    : null;
};

/** A fact with a slot confirms, replaces or ends the value of the slot. */
const judgeSlot = async (
  { event: { occurredAt } }: Work,
  draft: Draft,
  { extracted: { slot, value, text }, subject, isEnding, comparedAt }: IncomingFact,
): Promise<Judgement | null> => {
  if (slot === null) return null;
  const query = { entity: subject, slot, validFrom: comparedAt, occurredAt };
  if (!isEnding)
    return judgeValue(slot, await replaceableInSlot(draft, query), ({ state }) =>
      value === null ? state.hash === contentHash(text) : sameValue(state.value, value),
    );
  const candidates = await endableInSlot(draft, query);
  const ended = candidates.find(
    ({ fact: { state } }) => value === null || sameValue(state.value, value),
  );
  return ended ? byRule("DELETE", ended.fact, `The statement ends the ${slot}.`, candidates) : null;
};

/** A relation role has passed to another holder, whatever words named the earlier one. */
const judgeNewHolder = (incoming: IncomingFact): Judgement | null => {
  const { replacedHolders, extracted } = incoming;
  const [first] = replacedHolders;
  if (incoming.isEnding || !first) return null;
  const candidates = holderCandidates(incoming);
  const same = replacedHolders.find(({ holder }) => sameValue(holder, extracted.value));
  return same
    ? byRule("NOOP", same.fact, "The holder of the role is already known.", candidates)
    : byRule("UPDATE", first.fact, "The role has passed to another holder.", candidates);
};

const judgeEmptySlot = ({ extracted: { slot }, isEnding }: IncomingFact): Judgement | null =>
  slot === null || isEnding ? null : byRule("ADD", null, `No ${slot} is known at that time.`);

/**
 * The same statement to the letter: of the time that the fact speaks of or, for a message that
 * arrives late, of a later time too.
 */
const judgeSameStatement = async (
  { event }: Work,
  draft: Draft,
  { extracted, subject, isEnding, comparedAt }: IncomingFact,
): Promise<Judgement | null> => {
  if (isEnding) return null;
  const times =
    event.occurredAt < event.recordedAt ? [comparedAt, draft.known.validAt] : [comparedAt];
  const same = await sameStatement(
    draft,
    { entity: subject, hash: contentHash(extracted.text) },
    times,
  );
  if (same === null) return null;
  return same.fact.state.validFrom <= comparedAt
    ? byRule("NOOP", same.fact, "The statement is already known.", [same])
    : byRule("ADD", same.fact, "The statement is known, but only from a later time on.", [same]);
};

/** A denial of a slot's value that ends nothing known is a claim all the same, and no fact. */
const keepDenial = (incoming: IncomingFact, judgement: Judgement): Judgement =>
  incoming.isEnding && incoming.extracted.slot !== null && judgement.action === "ADD"
    ? {
        ...judgement,
        action: "DELETE",
        reason: "Nothing that is known is ended by it. It counts for what is told later.",
      }
    : judgement;

/**
 * What a fact means beside the known facts about its subject: the first rule that has an answer,
 * and the judge where none has.
 */
export const judgeFact = async (
  work: Work,
  draft: Draft,
  incoming: IncomingFact,
): Promise<Judgement> =>
  judgeVacatedRole(incoming) ??
  (await judgeSlot(work, draft, incoming)) ??
  judgeNewHolder(incoming) ??
  judgeEmptySlot(incoming) ??
  (await judgeSameStatement(work, draft, incoming)) ??
  keepDenial(incoming, await judgeBySimilarity(work, draft, incoming));
