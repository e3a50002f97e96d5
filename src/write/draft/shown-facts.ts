import { sameValue } from "../../language/value.ts";
import { ownWords, type Closing, type FactState, type SupersedeReason } from "../../memory/fact.ts";
import type { DecisionId, FactId } from "../../memory/ids.ts";
import type { Piece } from "../../memory/line/line.ts";
import { epochMillis, type Instant } from "../../memory/time.ts";
import { isStatement, type ClaimingFact, type DraftFact } from "./draft-fact.ts";

/** The operations on the facts of a draft by which they show the pieces of their lines. */
export interface ShowingFacts {
  get(id: FactId): DraftFact;
  /** The fact that shows a claim again after it was covered. */
  showAgain(id: FactId, state: FactState, decision: DecisionId): DraftFact;
  newText(): string;
}

/** A piece of a line, with the fact that shows it. */
export interface ShownPiece {
  readonly piece: Piece;
  readonly fact: FactId;
  /** The fact that shows the following piece of the same line. */
  readonly next: FactId | null;
}

/**
 * Assigns the pieces of a line to the facts that show them. Each piece has the id of its first
 * claim that no earlier piece has.
 */
export const shownPieces = (pieces: readonly Piece[]): ShownPiece[] => {
  const leads = new Set<FactId>();
  const facts = pieces.map((piece) => {
    const [first] = piece.claims;
    const lead = piece.claims.find(({ id }) => !leads.has(id))?.id;
    if (lead !== undefined) leads.add(lead);
    return lead ?? `${first?.id ?? ""}~${piece.after ?? epochMillis(piece.from)}`;
  });
  return pieces.flatMap((piece, i) => {
    const fact = facts[i];
    return fact === undefined ? [] : [{ piece, fact, next: facts[i + 1] ?? null }];
  });
};

/** Whether both ends come from the same fact. A merge has its own reason for an end. */
const isSameEnd = (a: Closing | null, b: Closing | null): boolean =>
  a?.by === b?.by && (a === null) === (b === null);

const isUnchanged = (state: FactState, { own, ...changes }: Partial<FactState>): boolean =>
  own?.by === state.own?.by &&
  (Object.keys(changes) as (keyof typeof changes)[]).every(
    (field) => changes[field] === state[field],
  );

/** Writes the pieces of settled lines into facts: each fact shows one piece, or nothing. */
export class ShownFacts {
  /** The fact that shows each claim of the settled lines. */
  readonly #showing = new Map<FactId, FactId>();
  readonly #facts: ShowingFacts;
  readonly #hasMany: (slot: string | null) => boolean;

  constructor(facts: ShowingFacts, hasMany: (slot: string | null) => boolean) {
    this.#facts = facts;
    this.#hasMany = hasMany;
  }

  /** The fact that shows a claim after its line is settled; null if nothing of it shows. */
  of(claim: FactId): DraftFact | null {
    const fact = this.#showing.get(claim);
    return fact === undefined ? null : this.#facts.get(fact);
  }

  /**
   * Records which fact shows each claim of a line. `facts` are all facts of the line before it was
   * settled.
   */
  note(facts: readonly ClaimingFact[], pieces: readonly ShownPiece[]): void {
    for (const { fact } of facts) this.#showing.delete(fact);
    for (const { fact, piece } of pieces)
      for (const { id } of piece.claims) this.#showing.set(id, fact);
  }

  /**
   * Makes a fact for a piece that no fact shows yet: its claim shows again after another claim
   * covered it.
   */
  showAgain({ fact, piece }: ShownPiece, decision: DecisionId): DraftFact | null {
    const [claim] = piece.claims;
    const lead = claim && this.#facts.get(claim.id).state;
    if (!claim || !lead) return null;
    const resumedState = {
      ...lead,
      ...ownWords(lead),
      own: null,
      resumes: claim.id,
      hasText: false,
    };
    return this.#facts.showAgain(fact, resumedState, decision);
  }

  /** Lets a fact show a piece of its line, with the text of the claim said last. */
  show(
    fact: ClaimingFact,
    piece: Piece,
    next: FactId | null,
    decision: DecisionId,
    reason: SupersedeReason | undefined,
  ): void {
    const start = piece.claims.find(({ from, fromStated }) => fromStated && from === piece.from);
    const end = this.#endOf(fact, piece, next);
    const changes = {
      validFrom: piece.from,
      validFromKnown: start !== undefined,
      validFromPrecision: piece.fromPrecision,
      validToPrecision: piece.toPrecision,
      ...this.#wordsOf(fact, piece),
    };
    this.#change(fact, changes, piece.to, end, decision, reason);
  }

  /** The reason for the end of a fact, from the end of its piece. */
  #endOf(
    { firstRecordedAt }: DraftFact,
    { end, claims, to }: Piece,
    next: FactId | null,
  ): Closing | null {
    if (end.kind === "ENDED" || end.kind === "LAPSED") return { reason: "RETRACTED", by: null };
    if (end.kind === "REPLACED" || end.kind === "TAKEN_OVER") {
      const { firstRecordedAt: recordedNext } = this.#facts.get(end.by);
      const by = end.kind === "REPLACED" ? next : (this.#showing.get(end.by) ?? null);
      return { reason: firstRecordedAt > recordedNext ? "BACKFILL" : "UPDATE", by };
    }
    const closedState = claims
      .map(({ id }) => this.#facts.get(id).state)
      .find((state) => state?.claimedTo === to && state.claimedEnd !== null);
    return closedState?.claimedEnd ?? null;
  }

  /** The text of the claim said last. A changed text has a text record of its own. */
  #wordsOf(
    { fact, state, storedVersion }: ClaimingFact,
    { words }: Piece,
  ): Pick<FactState, "text" | "value" | "confidence" | "hash" | "textId" | "own" | "hasText"> {
    const own = ownWords(state);
    const claim = this.#facts.get(words.id).state;
    if (claim === null || words.id === fact) {
      const textId = state.hasText ? own.textId : this.#facts.newText();
      return { ...own, textId, own: null, hasText: true };
    }
    const { text, value, confidence, hash } = ownWords(claim);
    const knownWords = [own, state, ...(storedVersion ? [storedVersion] : [])].find(
      (words) => state.hasText && words.hash === hash,
    );
    const textId = knownWords?.textId ?? this.#facts.newText();
    const isOwn = hash === own.hash && value === own.value && confidence === own.confidence;
    return {
      text,
      value,
      confidence,
      hash,
      textId,
      own: isOwn || state.resumes !== null ? null : { ...own, by: words.id },
      hasText: true,
    };
  }

  /** Lets a fact show nothing: its claim is covered or denied, or another fact shows it. */
  hide(
    fact: ClaimingFact,
    pieces: readonly ShownPiece[],
    decision: DecisionId,
    reason: SupersedeReason | undefined,
  ): void {
    const { state } = fact;
    const closing = this.#joinedBy(fact, pieces);
    if (state.resumes !== null) {
      const withdrawnFact: DraftFact = fact;
      withdrawnFact.state = null;
      withdrawnFact.cause ??= closing ?? { reason: reason ?? "UPDATE", by: null };
      withdrawnFact.decision = decision;
      return;
    }
    const { claimedFrom, fromStated, fromPrecision, toPrecision } = state;
    const changes = {
      validFrom: claimedFrom,
      validFromKnown: fromStated,
      validFromPrecision: fromPrecision,
      validToPrecision: toPrecision,
      ...ownWords(state),
      own: null,
      hasText: state.hasText && fact.storedVersion !== null,
    };
    const end = closing === null && isStatement(fact) ? this.#coveredBy(fact, pieces) : null;
    this.#change(fact, changes, claimedFrom, end, decision, reason, closing);
  }

  #joinedBy(fact: DraftFact, pieces: readonly ShownPiece[]): Closing | null {
    const claim = fact.state?.resumes ?? fact.fact;
    const by = pieces.find(({ piece }) => piece.claims.some(({ id }) => id === claim));
    return by === undefined ? null : { reason: "DUPLICATE", by: by.fact };
  }

  /** The fact that shows at the start of a covered claim. */
  #coveredBy(
    { state, firstRecordedAt }: ClaimingFact,
    pieces: readonly ShownPiece[],
  ): Closing | null {
    const { value } = ownWords(state);
    const over = pieces.find(
      ({ piece, fact }) =>
        piece.from <= state.claimedFrom &&
        state.claimedFrom < piece.to &&
        (!this.#hasMany(state.slot) ||
          sameValue(this.#facts.get(fact).state?.value ?? null, value)),
    );
    if (over === undefined || state.claimedEnd !== null) return state.claimedEnd;
    const coverRecordedAt = this.#facts.get(over.piece.words.id).firstRecordedAt;
    return { reason: firstRecordedAt > coverRecordedAt ? "BACKFILL" : "UPDATE", by: over.fact };
  }

  /**
   * Changes what a fact shows. If nothing changes, the fact gets no new version. `cause` is the
   * reason for its version if that is not its end.
   */
  #change(
    fact: ClaimingFact,
    changes: Partial<FactState>,
    validTo: Instant,
    end: Closing | null,
    decision: DecisionId,
    reason: SupersedeReason | undefined,
    cause: Closing | null = null,
  ): void {
    const { state } = fact;
    if (fact.validTo === validTo && isSameEnd(fact.end, end) && isUnchanged(state, changes)) return;
    const closing = end && reason ? { reason, by: end.by } : end;
    fact.state = { ...state, ...changes };
    fact.validTo = validTo;
    fact.end = closing;
    fact.cause ??= cause ?? closing ?? { reason: reason ?? "REVERTED", by: null };
    fact.decision = decision;
  }
}
