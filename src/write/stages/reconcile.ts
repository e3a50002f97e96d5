import { contentHash } from "../../memory/content-hash.ts";
import type { DecidedBy, Verdicts } from "../../memory/decision.ts";
import type { FactState, SourceContext } from "../../memory/fact.ts";
import type { DecisionId, EntityId, FactId } from "../../memory/ids.ts";
import { IMPORTANCE } from "../../memory/importance.ts";
import { BEGINNING, earlier, later, OPEN, type Instant } from "../../memory/time.ts";
import type { Answer, ExtractedFact, Verdict } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import { coversTime, isBelieved, type DraftFact } from "../draft/facts.ts";
import { promoteConfirmed, tierOf } from "../fact-tier.ts";
import { mentionsIn } from "../mentions.ts";
import { holdings, placeTold, type Holding, type ToldPlace } from "../places.ts";
import { sameValue } from "../same-value.ts";
import { mayTouch, permittedTier } from "../write-gate.ts";
import { judged, type Stage, type Work } from "../work.ts";
import type { Resolved } from "./resolve.ts";

/** What became of one extracted fact: which decision, and which fact it added, confirmed, put in place of another, or closed. */
export interface Reconciled {
  readonly decision: DecisionId;
  readonly action: Verdicts;
  readonly fact: FactId | null;
}

interface Candidate {
  readonly fact: DraftFact & { state: FactState };
  readonly similarity: number;
}

interface Judgement {
  readonly action: Verdicts;
  readonly target: DraftFact | null;
  readonly decidedBy: DecidedBy;
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  readonly answer?: Answer<Verdict>;
}

/** The number of the version that a candidate has or will have. */
const versionOf = (fact: DraftFact): string =>
  `${fact.fact}.${fact.stored && fact.cause === null ? fact.stored.n : (fact.stored?.n ?? 0) + 1}`;

const believed = (facts: readonly DraftFact[], at: Instant): Candidate[] =>
  facts.flatMap((fact) =>
    isBelieved(fact) && coversTime(fact, at) ? [{ fact, similarity: 1 }] : [],
  );

/** Against what stands in the same slot: the same value confirms, another replaces, a retraction of it closes. */
const judgeSlot = (fact: ExtractedFact, standing: readonly Candidate[]): Judgement | null => {
  const [first] = standing;
  if (fact.action === "DELETE") {
    const meant = standing.find(
      ({ fact: { state } }) => fact.value === null || sameValue(state.value, fact.value),
    );
    return meant
      ? {
          action: "DELETE",
          target: meant.fact,
          decidedBy: "RULE",
          reason: `It takes back the ${fact.slot}.`,
          candidates: standing,
        }
      : null;
  }
  if (!first) return null;
  const same = standing.find(({ fact: { state } }) =>
    fact.value === null
      ? state.hash === contentHash(fact.text)
      : sameValue(state.value, fact.value),
  );
  return same
    ? {
        action: "NOOP",
        target: same.fact,
        decidedBy: "RULE",
        reason: `The ${fact.slot} is known to be this.`,
        candidates: standing,
      }
    : {
        action: "UPDATE",
        target: first.fact,
        decidedBy: "RULE",
        reason: `The ${fact.slot} has one value at a time.`,
        candidates: standing,
      };
};

/** Facts of a slot that a statement speaks to: what stands at the time that it names, and what stood when it was said without a known start. */
const addressed = (
  line: readonly DraftFact[],
  validFrom: Instant,
  occurredAt: Instant,
): Candidate[] => {
  const then = believed(line, validFrom);
  const said = believed(line, occurredAt).filter(
    ({ fact }) => !fact.state.validFromKnown && !then.some((other) => other.fact === fact),
  );
  return [...then, ...said];
};

/** The same statement, if it is known: of the time that is spoken of or, for a message that arrives late, of a later time too. */
const findTwin = async (
  work: Work,
  draft: Draft,
  owners: readonly EntityId[],
  hash: string,
  validFrom: Instant,
): Promise<Candidate | null> => {
  const times =
    work.event.occurredAt < work.event.recordedAt ? [validFrom, draft.known.validAt] : [validFrom];
  for (const time of times) {
    const stored = await draft.facts.adopt(
      await draft.space.factsByHash(owners, hash, draft.validAt(time)),
    );
    const added = draft.facts.added.filter(
      ({ state }) => state?.hash === hash && owners.includes(state.entity),
    );
    const twin = believed([...stored, ...added], time)[0];
    if (twin) return twin;
  }
  return null;
};

const judge = async (
  work: Work,
  draft: Draft,
  entity: EntityId,
  fact: ExtractedFact,
  validFrom: Instant,
  held: readonly Holding[],
): Promise<Judgement> => {
  const { occurredAt } = work.event;
  const owners = draft.entities.members(entity);
  const takesBack = fact.action === "DELETE";
  if (takesBack && held[0])
    return {
      action: "DELETE",
      target: held[0].fact,
      decidedBy: "RULE",
      reason: "It takes back who has that place.",
      candidates: held.map(({ fact: holding }): Candidate => ({ fact: holding, similarity: 1 })),
    };
  if (fact.slot !== null) {
    const line = await draft.facts.line(
      { entity, slot: fact.slot, chain: "" },
      earlier(validFrom, occurredAt),
    );
    const verdict = judgeSlot(
      fact,
      takesBack ? believed(line, occurredAt) : addressed(line, validFrom, occurredAt),
    );
    if (verdict) return verdict;
    const candidates = held.map(({ fact: holding }): Candidate => ({
      fact: holding,
      similarity: 1,
    }));
    const same = held.find(({ holder }) => sameValue(holder, fact.value));
    if (same)
      return {
        action: "NOOP",
        target: same.fact,
        decidedBy: "RULE",
        reason: "The same one is known to have that place.",
        candidates,
      };
    if (held[0])
      return {
        action: "UPDATE",
        target: held[0].fact,
        decidedBy: "RULE",
        reason: "Another one has the place now.",
        candidates,
      };
    if (!takesBack)
      return {
        action: "ADD",
        target: null,
        decidedBy: "RULE",
        reason: `No ${fact.slot} is known for that time.`,
        candidates: [],
      };
  }
  if (!takesBack) {
    const twin = await findTwin(work, draft, owners, contentHash(fact.text), validFrom);
    if (twin && twin.fact.state.validFrom <= validFrom)
      return {
        action: "NOOP",
        target: twin.fact,
        decidedBy: "RULE",
        reason: "The same statement is known.",
        candidates: [twin],
      };
    if (twin)
      return {
        action: "ADD",
        target: twin.fact,
        decidedBy: "RULE",
        reason: "The same statement is known of a later time.",
        candidates: [twin],
      };
  }

  const { models, log } = work.services;
  const time = takesBack ? occurredAt : later(validFrom, occurredAt);
  const related = work.settings.related ?? models.embedder.related;
  const vectors = await work.vectors.of([fact.text]);
  if (vectors === null)
    return {
      action: "ADD",
      target: null,
      decidedBy: "RULE",
      reason: "It could not be compared with what is known.",
      candidates: [],
    };
  const near = await draft.space.similarFacts({
    entities: owners,
    text: fact.text,
    vector: vectors[0]!,
    at: draft.validAt(time),
    limit: work.settings.factCandidates,
  });
  const read = await draft.facts.adopt(near.map(({ version }) => version));
  const candidates = near.flatMap(({ similarity }, i): Candidate[] => {
    const candidate = read[i]!;
    return isBelieved(candidate) && coversTime(candidate, time) && similarity >= related
      ? [{ fact: candidate, similarity }]
      : [];
  });
  if (candidates.length === 0)
    return {
      action: "ADD",
      target: null,
      decidedBy: "SIMILARITY",
      reason: "Nothing known about the subject is similar.",
      candidates: [],
    };
  const question = {
    fact: {
      subject: fact.subject,
      text: fact.text,
      action: fact.action,
      slot: fact.slot,
      value: fact.value,
    },
    occurredAt,
    candidates: candidates.map(({ fact: { fact: id, state }, similarity }) => ({
      id,
      text: state.text,
      slot: state.slot,
      value: state.value,
      validFrom: state.validFrom,
      similarity,
    })),
  };
  try {
    const answer = await judged(work, `reconcile ${JSON.stringify(question)}`, () =>
      models.reconcile(question, { signal: work.signal }),
    );
    const { action, candidate, reason } = answer.value;
    const decidedBy: DecidedBy = answer.calls === 0 ? "RULE" : "MODEL";
    const target = candidates.find(({ fact: { fact: id } }) => id === candidate)?.fact ?? null;
    if (action === "ADD") return { action, target: null, decidedBy, reason, candidates, answer };
    if (target === null)
      return {
        action: "ADD",
        target: null,
        decidedBy: "RULE",
        reason: `Refused: the verdict was ${action}, on no fact that was shown. "${reason}"`,
        candidates,
        answer,
      };
    return { action, target, decidedBy, reason, candidates, answer };
  } catch (error) {
    log.warn({ event: work.event.id, error }, "reconciliation failed; the fact is added");
    return {
      action: "ADD",
      target: null,
      decidedBy: "RULE",
      reason: "The model could not be asked.",
      candidates,
    };
  }
};

/**
 * Stage 9. Decides for each fact what it means beside the visible facts of the same subject, and of nobody else: ADD, UPDATE, NOOP or
 * DELETE (DESIGN.md §3), and does it in the draft. Every decision is recorded with its reason. Null where the user's settings let it not be written.
 */
export const reconcileFact = async (
  work: Work,
  draft: Draft,
  resolved: Resolved,
  extracted: ExtractedFact,
  sourceContext: SourceContext = "STATED",
): Promise<Reconciled | null> => {
  const { event } = work;
  const { permits } = draft;
  const entity = resolved.get(extracted.subject);
  if (entity === undefined) throw new Error(`The subject ${extracted.subject} was not resolved.`);
  // Over before it was said, with no start told: it was true at some time before its end, and is not true now.
  const isPast =
    extracted.validFrom === null &&
    extracted.validTo !== null &&
    extracted.validTo <= event.occurredAt;
  const validFrom = isPast ? BEGINNING : (extracted.validFrom ?? event.occurredAt);
  const place = await placeTold(draft, resolved, extracted);
  const changes = place !== null && extracted.action === "UPDATE";
  const fact = changes ? { ...extracted, slot: place.slot } : extracted;
  const leaves = place !== null && extracted.action === "DELETE";
  const told =
    changes || leaves
      ? (await holdings(draft, place, leaves ? event.occurredAt : validFrom)).filter(
          ({ fact: { state } }) => state.occurredAt <= event.occurredAt,
        )
      : [];
  const held = leaves ? told.filter(({ holder }) => sameValue(holder, extracted.value)) : told;
  const judgement = await judge(
    work,
    draft,
    entity,
    fact,
    isPast ? event.occurredAt : validFrom,
    held,
  );
  const { target, answer } = judgement;
  const overruled =
    target?.state && target.state.occurredAt > event.occurredAt && judgement.action !== "NOOP";
  const action = overruled ? "NOOP" : judgement.action;
  const tier = permittedTier(
    permits,
    tierOf(event, work.isKept(fact.text), action === "UPDATE" ? (target?.state ?? null) : null),
    event.session,
  );
  if (tier === null || !mayTouch(permits, target?.state)) return null;
  const decision = draft.decisions.take({
    action,
    decidedBy: judgement.decidedBy,
    reason: overruled ? "It was said before what is known, which stands." : judgement.reason,
    factText: fact.text,
    candidates: judgement.candidates.map(({ fact: candidate, similarity }) => ({
      version: versionOf(candidate),
      similarity,
    })),
    event: event.id,
    occurredAt: event.occurredAt,
    model: answer && answer.calls > 0 ? answer.model : null,
    tokens: answer && answer.calls > 0 ? answer.tokens : null,
  });
  if (action === "NOOP") {
    if (target && !overruled) {
      draft.decisions.concerns(decision, target.fact);
      if (permits.longTermMemory)
        await promoteConfirmed(draft, target, event, work.isKept(fact.text), work.settings);
      await vacate(draft, held, target, validFrom, decision);
    }
    return { decision, action, fact: target && !overruled ? target.fact : null };
  }
  if (action === "DELETE" && target?.state) {
    await draft.facts.edit(
      target,
      {
        ...target.state,
        claimedTo: isPast ? extracted.validTo : validFrom,
        claimedEnd: { reason: "RETRACTED", by: null },
      },
      decision,
      { reason: "RETRACTED", by: null },
    );
    for (const { fact: holding } of held) {
      if (holding !== target && coversTime(holding, validFrom))
        await draft.facts.edit(
          holding,
          { ...holding.state, claimedTo: validFrom, claimedEnd: { reason: "RETRACTED", by: null } },
          decision,
          { reason: "RETRACTED", by: null },
        );
    }
    return { decision, action, fact: target.fact };
  }
  const takesBack = fact.action === "DELETE";
  const joined =
    target?.state && fact.slot === null
      ? { slot: target.state.slot, chain: target.state.chain }
      : {};
  const validTo = fact.validTo ?? OPEN;
  const passed =
    changes || leaves || place === null ? null : await passedOn(work, draft, place, validFrom);
  const added = await draft.facts.add(
    {
      entity: draft.entities.root(entity).entity,
      text: fact.text,
      slot: takesBack ? null : fact.slot,
      value: takesBack ? null : fact.value,
      confidence: fact.confidence,
      importanceCategory: fact.category,
      importance: IMPORTANCE[fact.category],
      sourceContext,
      tier,
      validFrom,
      validFromKnown: fact.validFrom !== null,
      claimedTo: passed === null ? validTo : earlier(validTo, passed.validFrom),
      claimedEnd:
        passed !== null && passed.validFrom < validTo
          ? { reason: "BACKFILL", by: passed.fact }
          : null,
      occurredAt: event.occurredAt,
      mentions: mentionsIn(fact.text, entity, resolved, draft),
      hash: contentHash(fact.text),
      textId: draft.facts.newText(),
      speaker: event.speaker,
      event: event.id,
      session: event.session,
      ...joined,
    },
    decision,
  );
  if (action === "UPDATE" && target?.state && !sameLine(target.state, added.state)) {
    const end = { reason: "UPDATE" as const, by: added.fact };
    await draft.facts.edit(
      target,
      { ...target.state, claimedTo: isPast ? validTo : validFrom, claimedEnd: end },
      decision,
      end,
    );
    draft.decisions.concerns(decision, added.fact);
  }
  await vacate(draft, held, added, validFrom, decision);
  return { decision, action, fact: added.fact };
};

/** Ends what says that anybody else has a place which somebody has now. */
const vacate = async (
  draft: Draft,
  held: readonly Holding[],
  by: DraftFact,
  from: Instant,
  decision: DecisionId,
): Promise<void> => {
  const end = { reason: "UPDATE" as const, by: by.fact };
  for (const { fact, holder } of held) {
    if (fact === by || !coversTime(fact, from) || sameValue(holder, by.state?.value ?? null))
      continue;
    await draft.facts.edit(
      fact,
      { ...fact.state, claimedTo: from, claimedEnd: end },
      decision,
      end,
    );
    draft.decisions.concerns(decision, by.fact);
  }
};

/** The first that is known to have a place after an instant, since it passed to another: who is told late to have had it has it no more from then on. */
const passedOn = async (
  work: Work,
  draft: Draft,
  { owner, slot }: ToldPlace,
  after: Instant,
): Promise<{ readonly fact: FactId; readonly validFrom: Instant } | null> => {
  if (work.event.occurredAt >= work.event.recordedAt) return null;
  const line = await draft.facts.line({ entity: owner, slot, chain: "" }, after);
  const later = line
    .filter(isBelieved)
    .filter(({ state }) => state.validFrom > after)
    .toSorted((a, b) => (a.state.validFrom < b.state.validFrom ? -1 : 1))[0];
  return later ? { fact: later.fact, validFrom: later.state.validFrom } : null;
};

const sameLine = (a: FactState, b: FactState | null): boolean =>
  b !== null && (a.slot === null ? b.slot === null && a.chain === b.chain : a.slot === b.slot);

export interface ReconciledMessage {
  readonly facts: readonly Reconciled[];
  /** Facts that could not be recorded, with the reason. */
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[];
  /** How many the user's settings let nobody write. */
  readonly switchedOff: number;
}

export const reconcile: Stage<
  { readonly draft: Draft; readonly resolved: Resolved; readonly facts: readonly ExtractedFact[] },
  ReconciledMessage
> = async (work, { draft, resolved, facts }) => {
  const done: Reconciled[] = [];
  let switchedOff = 0;
  const leftOut: { text: string; reason: string }[] = [];
  for (const fact of facts) {
    if (fact.validFrom !== null && fact.validTo !== null && fact.validTo <= fact.validFrom)
      leftOut.push({ text: fact.text, reason: "It ends before it begins." });
    else {
      const reconciled = await reconcileFact(work, draft, resolved, fact);
      if (reconciled) done.push(reconciled);
      else switchedOff += 1;
    }
  }
  const count = (action: Verdicts) => done.filter((one) => one.action === action).length;
  return {
    value: { facts: done, leftOut, switchedOff },
    data: {
      ADD: count("ADD"),
      UPDATE: count("UPDATE"),
      NOOP: count("NOOP"),
      DELETE: count("DELETE"),
      leftOut: leftOut.length,
      ...(switchedOff > 0 && { switchedOff }),
    },
  };
};
