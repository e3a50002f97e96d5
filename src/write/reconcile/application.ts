import { contentHash } from "../../memory/content-hash.ts";
import type { FactTier } from "../../memory/fact.ts";
import type { DecisionId } from "../../memory/ids.ts";
import { IMPORTANCE } from "../../memory/importance.ts";
import { OPEN } from "../../memory/time.ts";
import type { Draft } from "../draft/draft.ts";
import type { NewFact } from "../draft/draft-fact.ts";
import { mentionsIn } from "../draft/mentions.ts";
import type { ResolvedEntities } from "../stages/resolve.ts";
import type { Work } from "../work.ts";
import type { IncomingFact } from "./incoming-fact.ts";
import type { Judgement } from "./judgement.ts";
import { takesOver } from "./slot.ts";

/** A judgement to apply in a draft. */
export interface Application {
  readonly work: Work;
  readonly draft: Draft;
  readonly resolvedEntities: ResolvedEntities;
  readonly incomingFact: IncomingFact;
  readonly judgement: Judgement;
  readonly tier: FactTier;
  readonly decision: DecisionId;
}

/** The new fact as the message states it, with its claim. */
export const claimedState = ({
  work,
  draft,
  resolvedEntities,
  incomingFact,
  tier,
}: Application): NewFact => {
  const { extractedFact, subject, sourceContext, validFrom } = incomingFact;
  const { event } = work;
  const category = extractedFact.category ?? draft.vocabulary.categoryOf(extractedFact.slot);
  return {
    entity: draft.entities.root(subject).entity,
    text: extractedFact.text,
    slot: extractedFact.slot,
    value: extractedFact.value,
    confidence: extractedFact.confidence,
    importanceCategory: category,
    importance: IMPORTANCE[category],
    sourceContext,
    tier,
    validFrom,
    validFromKnown: extractedFact.validFrom !== null,
    position: draft.facts.addedFacts.length,
    label: extractedFact.label,
    takesOver: takesOver(draft, extractedFact),
    still: extractedFact.still,
    fromPrecision: extractedFact.fromPrecision ?? "INSTANT",
    toPrecision: extractedFact.toPrecision ?? "INSTANT",
    claimedTo: extractedFact.validTo ?? OPEN,
    claimedEnd: null,
    occurredAt: event.occurredAt,
    mentions: mentionsIn(extractedFact.text, subject, resolvedEntities, draft),
    hash: contentHash(extractedFact.text),
    textId: draft.facts.newText(),
    speaker: event.speaker,
    event: event.id,
    session: event.session,
    tags: event.tags,
  };
};
