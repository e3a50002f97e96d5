import { foldName, replaceName } from "../../language/names.ts";
import { inPlaceOf, sameValue } from "../../language/value.ts";
import { contentHash } from "../../memory/content-hash.ts";
import type { FactState } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { MILLIS_PER_DAY, OPEN, parseInstant, plusMillis, type Instant } from "../../memory/time.ts";
import type { CorrectedFact, ExtractedEntity, ExtractedFact } from "../../models/port.ts";
import { correctInDraft, type Correction } from "../draft/corrections.ts";
import { candidateOf, type BelievedFact, type NewFact } from "../draft/draft-fact.ts";
import type { Draft } from "../draft/draft.ts";
import { mentionsIn } from "../draft/mentions.ts";
import { mayTouch } from "../memory-switches.ts";
import type { SpeakerOfMessage } from "../speaker.ts";
import type { ResolvedEntities } from "../stages/resolve.ts";
import type { Work } from "../work.ts";
import {
  correctedFact,
  correctedTerms,
  isLastDay,
  toldLast,
  type ToldTerm,
} from "./corrected-fact.ts";
import type { Reconciliation } from "./reconcile-fact.ts";

/** The data from which a correction is computed. */
export interface CorrectionContext {
  readonly work: Work;
  readonly draft: Draft;
  readonly resolvedEntities: ResolvedEntities;
  readonly speaker: SpeakerOfMessage;
  /** The entities of the message. */
  readonly entities: readonly ExtractedEntity[];
}

/**
 * The outcome of a fact that corrects another: the decisions; FORBIDDEN if the settings of the user
 * do not allow the change; or NEWS if nothing else was recorded about it, so that it is an ordinary
 * fact.
 */
export type CorrectionOutcome = readonly Reconciliation[] | "FORBIDDEN" | "NEWS";

const takeDecision = (
  { work: { event }, draft }: CorrectionContext,
  text: string,
  target: BelievedFact | null,
  reason: string,
) =>
  draft.decisions.take({
    action: target === null ? "NOOP" : "UPDATE",
    decidedBy: "RULE",
    reason,
    factText: text,
    candidates: target === null ? [] : [candidateOf(target)],
    event: event.id,
    occurredAt: event.occurredAt,
  });

/** A correction without a clear target: it is only recorded as a decision. */
const leftAlone = (context: CorrectionContext, { text }: ExtractedFact): Reconciliation => ({
  decision: takeDecision(
    context,
    text,
    null,
    "The message is a correction, but it is unclear which fact it corrects. Nothing was changed.",
  ),
  action: "NOOP",
  fact: null,
});

/** Corrects a fact in the draft, or removes it if the message says that it was never true. */
const apply = async (
  context: CorrectionContext,
  target: BelievedFact,
  correction: Correction,
  text: string,
): Promise<Reconciliation> => {
  const decision = takeDecision(
    context,
    text,
    target,
    correction.never
      ? "The message says that this was a mistake."
      : "The message corrects an earlier statement.",
  );
  await correctInDraft(context.draft, target, correction, decision);
  return { decision, action: correction.never ? "DELETE" : "UPDATE", fact: target.fact };
};

/** The new content of a fact that corrects another one. */
const correctionBy = (
  { draft, resolvedEntities }: CorrectionContext,
  { text, value, confidence, ...statedFields }: ExtractedFact,
  { state }: BelievedFact,
): Correction => ({
  text,
  value,
  confidence,
  mentions: mentionsIn(text, state.entity, resolvedEntities, draft),
  // A fact that shows again after another fact ends has no start of its own to correct.
  ...(statedFields.validFrom !== null &&
    state.resumes === null && {
      validFrom: statedFields.validFrom,
      validFromKnown: true,
      validFromPrecision: statedFields.fromPrecision,
    }),
  ...(statedFields.validTo !== null && {
    validTo: statedFields.validTo,
    validToPrecision: statedFields.toPrecision,
  }),
});

/** Whether a correction leaves the fact any time. */
const leavesTime = ({ state }: BelievedFact, { validFrom, validTo }: Correction): boolean =>
  (validFrom ?? state.claimedFrom) < (validTo ?? state.claimedTo);

/** Whether the corrected fact already has the content of the correction. */
const saysSo = ({ state }: BelievedFact, { text, value, validFrom }: ExtractedFact): boolean =>
  state.hash === contentHash(text) &&
  (value === null || state.value === value) &&
  (validFrom === null || state.validFrom === validFrom);

/** Whether a correction of nothing known is an ordinary fact. */
const isNews = (
  { draft }: CorrectionContext,
  { slot, value, polarity }: ExtractedFact,
  corrected: CorrectedFact,
  target: "UNKNOWN" | "UNCLEAR",
): boolean => {
  if (slot === null || value === null || polarity !== "HOLDS") return false;
  // "No, I like tea" adds tea to several known values.
  return target === "UNKNOWN" || (corrected.value === null && draft.facts.lines.hasMany(slot));
};

/**
 * Records the same statement about another entity, from the same time on, and removes the fact
 * about the wrong entity.
 */
const moveFact = async (
  context: CorrectionContext,
  { fact, words }: ToldTerm,
  value: string,
  owner: EntityId,
): Promise<Reconciliation> => {
  const { draft, resolvedEntities } = context;
  const { state } = fact;
  const text = replaceName(state.text, words, value);
  const { chain: _, own: __, resumes: ___, ...ownState } = state;
  const movedFact: NewFact = {
    ...ownState,
    entity: owner,
    text,
    hash: contentHash(text),
    textId: draft.facts.newText(),
    validFrom: state.claimedFrom,
    mentions: mentionsIn(
      text,
      owner,
      new Map([...resolvedEntities, ...ofState(draft, state)]),
      draft,
    ),
    restates: null,
    claimedTo: state.claimedEnd === null ? state.claimedTo : OPEN,
    claimedEnd: null,
  };
  const { decision } = await apply(context, fact, { never: true }, text);
  const addedFact = await draft.facts.add(movedFact, decision);
  draft.decisions.setFact(decision, addedFact.fact);
  const statedRelationships = await draft.space.relationshipsByEvidence([fact.fact]);
  await draft.entities.load(statedRelationships.flatMap(({ source, target }) => [source, target]));
  const wrong = draft.entities.root(state.entity);
  const rightOf = (id: EntityId): EntityId => (draft.entities.root(id) === wrong ? owner : id);
  for (const { source, type, target } of statedRelationships)
    await draft.relationships.relate({
      source: rightOf(source),
      type,
      target: rightOf(target),
      evidence: addedFact.fact,
      decision,
    });
  return { decision, action: "UPDATE", fact: addedFact.fact };
};

/**
 * The entity of a name that replaces another name in a correction: a known entity, or a new one of
 * the same type.
 */
const entityOf = async (
  { draft, resolvedEntities }: CorrectionContext,
  name: string,
  type: string | null,
): Promise<EntityId> =>
  resolvedEntities.get(name) ??
  (await draft.entities.byName(name))?.entity ??
  (await draft.entities.create({ name, type: type ?? "concept" })).entity;

/** The entities that a fact names, by their names. */
const ofState = (draft: Draft, { mentions }: FactState): (readonly [string, EntityId])[] =>
  mentions.map((id) => [draft.entities.root(id).name, id]);

/**
 * A date with the year and the month of the date that it replaces, unless its own words state them.
 */
const sameYear = (date: Instant, replacedDate: Instant, words: string): Instant => {
  if (/\d{4}/u.test(words)) return date;
  const givenLength = /\p{L}{3,}/u.test(words) ? 4 : 7;
  return parseInstant(replacedDate.slice(0, givenLength) + date.slice(givenLength)) ?? date;
};

/** Replaces the wrong words in a fact by those of a correction. */
const correctTerm = async (
  context: CorrectionContext,
  term: ToldTerm,
  fact: ExtractedFact,
  value: string,
): Promise<Reconciliation> => {
  const { draft, resolvedEntities } = context;
  const { state } = term.fact;
  const namedEntity = term.entity === null ? null : await entityOf(context, value, term.kind);
  if (namedEntity !== null && draft.entities.root(state.entity).entity === term.entity)
    return moveFact(context, term, value, namedEntity);
  const text = replaceName(state.text, term.words, value);
  const isValue = state.value !== null && replaceName(state.value, term.words, value);
  const isDated = term.kind === "date" && state.fromStated && fact.validFrom !== null;
  const validFrom = isDated ? sameYear(fact.validFrom, state.claimedFrom, value) : null;
  // What is due on a day is over the day after it.
  const lastDay =
    fact.validFrom !== null && isLastDay(term.words, term.fact)
      ? sameYear(fact.validFrom, state.claimedTo, value)
      : null;
  return apply(
    context,
    term.fact,
    {
      text,
      value: isValue || null,
      mentions: mentionsIn(
        text,
        state.entity,
        new Map([
          ...resolvedEntities,
          ...ofState(draft, state),
          ...(namedEntity ? [[value, namedEntity] as const] : []),
        ]),
        draft,
      ),
      ...(validFrom !== null && { validFrom, validFromPrecision: fact.fromPrecision }),
      ...(lastDay !== null && {
        validTo: plusMillis(lastDay, MILLIS_PER_DAY),
        validToPrecision: state.toPrecision,
      }),
    },
    text,
  );
};

/** The words of the last statements that a correction replaces; none if it is unclear which. */
const termsToCorrect = async (
  { work, draft, speaker, entities }: CorrectionContext,
  fact: ExtractedFact,
  mayBeAbout: (told: BelievedFact) => boolean = () => true,
): Promise<readonly ToldTerm[]> => {
  const self = (await speaker.knownEntity(draft))?.entity ?? null;
  const typeOf = async (name: string): Promise<string | null> =>
    entities.find((entity) => foldName(entity.name) === foldName(name))?.type ??
    (await draft.entities.byName(name))?.type ??
    null;
  return correctedTerms(work, draft, self, fact, typeOf, mayBeAbout);
};

/** Replaces the wrong words in each fact that has them. */
const correctTerms = async (
  context: CorrectionContext,
  terms: readonly ToldTerm[],
  fact: ExtractedFact,
): Promise<CorrectionOutcome> => {
  const { value } = fact;
  if (value === null || terms.length === 0) return [leftAlone(context, fact)];
  if (!terms.every((term) => mayTouch(context.draft.permits, term.fact.state))) return "FORBIDDEN";
  const correctedFacts: Reconciliation[] = [];
  for (const term of terms)
    correctedFacts.push(await correctTerm(context, term, fact, inPlaceOf(term.words, value)));
  return correctedFacts;
};

/** Applies a correction that does not say what it corrects. */
const correctToldLast = async (
  context: CorrectionContext,
  fact: ExtractedFact,
): Promise<CorrectionOutcome> => correctTerms(context, await termsToCorrect(context, fact), fact);

/**
 * Applies a correction of a part of what was said of an attribute: "the appointment is at eleven, not
 * ten" after "my dentist appointment is on Monday at ten". Null if no statement about the attribute
 * has the wrong words.
 */
const correctPart = async (
  context: CorrectionContext,
  fact: ExtractedFact,
  { slot, value: wrong }: CorrectedFact,
): Promise<CorrectionOutcome | null> => {
  if (slot === null || wrong === null || fact.polarity !== "HOLDS") return null;
  const about = slot.split("_");
  const isAbout = ({ state }: BelievedFact): boolean => {
    const words = new Set(foldName(state.text).split(" "));
    return about.every((word) => words.has(word));
  };
  const ofPart = { ...fact, corrects: { subject: null, slot, value: wrong } };
  const terms = await termsToCorrect(context, ofPart, isAbout);
  return terms.length > 0 ? correctTerms(context, terms, fact) : null;
};

/**
 * Removes the same statement about somebody else, if it was said last: "Sorry, I meant Jess lives in
 * York" after "Jo lives in York".
 */
const removeFromOther = async (
  context: CorrectionContext,
  fact: ExtractedFact,
  { slot, value }: CorrectedFact,
  subject: EntityId,
): Promise<void> => {
  if (slot === null || value !== null || fact.polarity !== "HOLDS") return;
  const { draft, work } = context;
  const toldFacts = await toldLast(work, draft, fact.value);
  const ofOthers = toldFacts.filter(
    ({ state }) =>
      state.slot === slot &&
      sameValue(state.value, fact.value) &&
      draft.entities.root(state.entity).entity !== draft.entities.root(subject).entity,
  );
  const [other] = ofOthers;
  if (other !== undefined && ofOthers.length === 1 && mayTouch(draft.permits, other.state))
    await apply(context, other, { never: true }, fact.text);
};

/** Applies a correction that names what it corrects. */
const correctNamed = async (
  context: CorrectionContext,
  fact: ExtractedFact,
  namedCorrection: CorrectedFact,
  subject: EntityId,
): Promise<CorrectionOutcome> => {
  const { work, draft, resolvedEntities } = context;
  const target = await correctedFact(work, draft, subject, namedCorrection, fact);
  const partOutcome =
    target === "UNKNOWN" ? await correctPart(context, fact, namedCorrection) : null;
  if (partOutcome !== null) return partOutcome;
  if (target === "UNKNOWN") await removeFromOther(context, fact, namedCorrection, subject);
  if (typeof target === "string")
    return isNews(context, fact, namedCorrection, target) ? "NEWS" : [leftAlone(context, fact)];
  if (saysSo(target, fact)) return "NEWS";
  if (!mayTouch(draft.permits, target.state)) return "FORBIDDEN";
  if (fact.polarity !== "HOLDS") return [await apply(context, target, { never: true }, fact.text)];
  const owner = resolvedEntities.get(fact.subject);
  const staysInPlace =
    owner !== undefined &&
    draft.entities.root(owner).entity === draft.entities.root(target.state.entity).entity &&
    (fact.slot === null || fact.slot === target.state.slot);
  if (!staysInPlace) {
    await apply(context, target, { never: true }, fact.text);
    return "NEWS";
  }
  const correction = correctionBy(context, fact, target);
  return leavesTime(target, correction)
    ? [await apply(context, target, correction, fact.text)]
    : [leftAlone(context, fact)];
};

/**
 * Applies a fact that corrects another one, on the record axis: views with an earlier record time
 * keep the error, later ones show the correction. If it is unclear what is corrected, nothing
 * changes and nothing is added.
 */
export const correctByMessage = async (
  context: CorrectionContext,
  fact: ExtractedFact,
): Promise<CorrectionOutcome> => {
  const { corrects } = fact;
  if (corrects === null) return "NEWS";
  if (corrects.subject === null) return correctToldLast(context, fact);
  const { draft, resolvedEntities } = context;
  const subject =
    resolvedEntities.get(corrects.subject) ??
    (await draft.entities.byName(corrects.subject))?.entity;
  if (subject === undefined) return fact.slot === null ? [leftAlone(context, fact)] : "NEWS";
  return correctNamed(context, fact, corrects, subject);
};
