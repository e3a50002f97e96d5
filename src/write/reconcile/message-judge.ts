import { underName } from "../../language/names.ts";
import { namesOf } from "../../memory/entity.ts";
import { later } from "../../memory/time.ts";
import type { ReconciliationQuestion, Verdict } from "../../models/port.ts";
import type { Answer } from "../../models/answer.ts";
import type { Draft } from "../draft/draft.ts";
import { isBelieved } from "../draft/draft-fact.ts";
import type { Work } from "../work.ts";
import type { IncomingFact } from "./incoming-fact.ts";
import { byRule, type Candidate, type Judgement } from "./judgement.ts";
import { similarFacts } from "./similar-facts.ts";

/** A fact that no rule decides, with the known facts that it is compared with. */
interface Comparison {
  /** Null if there was no vector to search with. */
  readonly candidates: readonly Candidate[] | null;
  /** The verdict of the judge; null if it was not called, failed, or did not answer. */
  readonly answer: Answer<Verdict> | null;
}

/** The question for the judge: the new fact, and its candidates under the same name. */
const questionOf = (
  { entities, facts: { lines } }: Draft,
  { subject: entity, extractedFact, isOver }: IncomingFact,
  candidates: readonly Candidate[],
): ReconciliationQuestion => {
  const { subject, text, action, slot, value } = extractedFact;
  const knownEntity = entities.root(entity);
  const names = [subject, ...namesOf(knownEntity)];
  // The judge compares statements and not names: "Anna smokes", "user's wife quit smoking".
  const underOneName = (statement: string): string =>
    underName(statement, knownEntity.name, names) ?? statement;
  const isOwn = ({ fact: { state } }: Candidate): boolean =>
    entities.root(state.entity) === knownEntity;
  return {
    fact: {
      subject: knownEntity.name,
      text: underOneName(text),
      action,
      slot,
      value,
      ...(isOver && { isOver }),
    },
    candidates: candidates.filter(isOwn).map(({ fact: { fact: id, state }, similarity }) => ({
      id,
      text: underOneName(state.text),
      slot: state.slot,
      value: state.value,
      label: lines.hasMany(state.slot) ? state.label : null,
      validFrom: state.validFrom,
      similarity,
    })),
    ofOthers: candidates
      .filter((candidate) => !isOwn(candidate))
      .map(({ fact: { fact: id, state } }) => ({
        id,
        subject: entities.root(state.entity).name,
        text: state.text,
        slot: state.slot,
        value: state.value,
        label: lines.hasMany(state.slot) ? state.label : null,
      })),
  };
};

const keyOf = ({ subject, extractedFact: { text, action } }: IncomingFact): string =>
  JSON.stringify([subject, action, text]);

/** The share of one verdict in the cost of an answer; the first verdict takes the remainder. */
const shareOf = (
  { calls, tokens, model, notes }: Answer<unknown>,
  verdict: Verdict,
  isFirst: boolean,
  count: number,
): Answer<Verdict> => {
  const share = (total: number): number =>
    Math.floor(total / count) + (isFirst ? total % count : 0);
  return {
    value: verdict,
    calls: calls === 0 ? 0 : 1,
    tokens: {
      input: share(tokens.input),
      output: share(tokens.output),
      cached: share(tokens.cached),
    },
    model,
    notes,
  };
};

/**
 * A verdict as a judgement. A verdict on a fact that was not a candidate is refused. A fact with a
 * slot replaces one without a slot that says the same, so that the slot gets its value.
 */
const judgementOf = (
  answer: Answer<Verdict>,
  { extractedFact }: IncomingFact,
  candidates: readonly Candidate[],
): Judgement => {
  const { action, candidate, reason, alsoEnds = [], handsOver = [] } = answer.value;
  const decidedBy = answer.calls === 0 ? "RULE" : "MODEL";
  const alsoEnded = candidates.flatMap(({ fact }) => (alsoEnds.includes(fact.fact) ? [fact] : []));
  const rewordedFacts = handsOver.flatMap(({ id, text, value }) =>
    candidates.flatMap(({ fact }) => (fact.fact === id ? [{ fact, text, value }] : [])),
  );
  const further = {
    alsoEnded,
    reworded: rewordedFacts,
    decidedBy,
    reason,
    candidates,
    answer,
  } as const;
  if (action === "ADD") return { ...further, action, target: null };
  const target = candidates.find(({ fact: { fact: id } }) => id === candidate)?.fact;
  const givesSlot = action === "NOOP" && extractedFact.slot !== null && target?.state.slot === null;
  if (target) return { ...further, action: givesSlot ? "UPDATE" : action, target };
  const refusal = `Refused: the verdict was ${action}, but on none of the candidates. "${reason}"`;
  return { ...byRule("ADD", null, refusal, candidates), answer };
};

/** The undecided facts of a message. */
export type UndecidedFacts = () => Promise<readonly IncomingFact[]>;

/**
 * Judges the facts of one message that no rule decides, against the most similar known facts. All
 * of them are judged in one call, which is made for the first of them.
 */
export class MessageJudge {
  readonly #work: Work;
  readonly #draft: Draft;
  readonly #undecidedFacts: UndecidedFacts;
  #comparisons: Promise<ReadonlyMap<string, Comparison>> | null = null;

  /** `undecided` returns the remaining facts of the message that no rule decides. */
  constructor(work: Work, draft: Draft, undecidedFacts: UndecidedFacts = async () => []) {
    this.#work = work;
    this.#draft = draft;
    this.#undecidedFacts = undecidedFacts;
  }

  /**
   * The meaning of a fact for the similar known facts. Without candidates or without an answer the
   * fact is added.
   */
  async judge(incomingFact: IncomingFact): Promise<Judgement> {
    this.#comparisons ??= this.#compare(incomingFact);
    const comparison = (await this.#comparisons).get(keyOf(incomingFact));
    if (comparison === undefined)
      return byRule("ADD", null, "No known fact says the same in other words.");
    const { candidates, answer } = comparison;
    if (candidates === null)
      return byRule("ADD", null, "The fact could not be compared, because it has no vector.");
    if (candidates.length === 0)
      return {
        ...byRule("ADD", null, "No known fact about the subject is similar."),
        decidedBy: "SIMILARITY",
      };
    if (answer === null) return byRule("ADD", null, "The model did not answer.", candidates);
    return judgementOf(
      answer,
      incomingFact,
      candidates.filter(({ fact }) => isBelieved(fact)),
    );
  }

  /**
   * Compares a fact, and all facts of the message that are still undecided, with the known ones.
   * The judge is called once for all of them.
   */
  async #compare(first: IncomingFact): Promise<ReadonlyMap<string, Comparison>> {
    const all = [first, ...(await this.#undecidedFacts())];
    const facts = [
      ...new Map(all.map((incomingFact) => [keyOf(incomingFact), incomingFact])).values(),
    ];
    const { occurredAt } = this.#work.event;
    const { vocabulary } = this.#draft;
    const isKnown = ({ subject }: IncomingFact): boolean =>
      this.#draft.entities.storedMembers(subject).length > 0;
    await this.#work.vectors.of(facts.filter(isKnown).map(({ extractedFact: { text } }) => text));
    const comparisons = await Promise.all(
      facts.map(async (incomingFact) => {
        const { subject, extractedFact, isEnding, comparedAt } = incomingFact;
        const at = isEnding ? occurredAt : later(comparedAt, occurredAt);
        const { slot, action } = extractedFact;
        const endsOthers = slot !== null && vocabulary.mayEndOthers(slot);
        const isChange = isEnding || action === "UPDATE" || endsOthers;
        const query = { subject, text: extractedFact.text, at, isChange };
        return { incomingFact, candidates: await similarFacts(this.#work, this.#draft, query) };
      }),
    );
    const questions = comparisons.flatMap(({ incomingFact, candidates }) =>
      candidates === null || candidates.length === 0 ? [] : [{ incomingFact, candidates }],
    );
    const answers = await this.#ask(questions);
    return new Map(
      comparisons.map(({ incomingFact, candidates }) => [
        keyOf(incomingFact),
        { candidates, answer: answers.get(incomingFact) ?? null },
      ]),
    );
  }

  /** The verdicts of the judge, in one call; none if it fails. */
  async #ask(
    questions: readonly {
      readonly incomingFact: IncomingFact;
      readonly candidates: readonly Candidate[];
    }[],
  ): Promise<ReadonlyMap<IncomingFact, Answer<Verdict>>> {
    const answers = new Map<IncomingFact, Answer<Verdict>>();
    if (questions.length === 0) return answers;
    const { event, services, signal, judges } = this.#work;
    const input = {
      occurredAt: event.occurredAt,
      questions: questions.map(({ incomingFact, candidates }) =>
        questionOf(this.#draft, incomingFact, candidates),
      ),
    };
    try {
      const answer = await judges.reconcile.of(input, () =>
        services.models.reconcile(input, { signal }),
      );
      for (const [i, { incomingFact }] of questions.entries()) {
        const verdict = answer.value[i];
        if (verdict != null)
          answers.set(incomingFact, shareOf(answer, verdict, i === 0, questions.length));
      }
    } catch (error) {
      services.log.warn(
        { event: event.id, error },
        "The judge failed. The facts are added without it.",
      );
    }
    return answers;
  }
}
