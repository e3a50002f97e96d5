import { contentHash } from "../memory/content-hash.ts";
import type { Decision } from "../memory/decision.ts";
import { isEmpty, type FactVersion } from "../memory/fact.ts";
import type { FactId } from "../memory/ids.ts";
import { visibleAt, type TimePoint } from "../memory/time.ts";
import { foldText } from "./fold-text.ts";
import { meaningfulWords } from "./query-words.ts";
import { sentencesOf } from "./sentences.ts";

/** The facts that a decision drew from its event: what it added, or what it confirmed. What it took back was not drawn from it. */
export const factsDrawn = ({ action, effects, fact }: Decision): FactId[] => {
  if (action === "DELETE") return [];
  const added = effects.flatMap((effect) =>
    effect.kind === "FACT" && effect.before === null ? [effect.fact] : [],
  );
  return added.length > 0 || fact === null ? added : [fact];
};

/** Two facts with a key in common tell the same of the same entity. */
export const sayings = ({ entity, hash, slot, value }: FactVersion): string[] => [
  `${entity} ${hash}`,
  ...(slot === null || value === null ? [] : [`${entity} ${slot} ${foldText(value)}`]),
];

/** What the facts of a view say, and where the view stands. */
export interface Standing {
  readonly at: TimePoint;
  /** The newest version, recorded up to the view's record time, of each fact that was drawn from an event. */
  readonly newest: ReadonlyMap<FactId, FactVersion>;
  /** The `sayings` of facts that are visible: what another fact still says is not overruled. */
  readonly said: ReadonlySet<string>;
}

/**
 * Whether what a decision drew from its event stands no more: superseded, retracted, reverted, or corrected to say something else. Not
 * where it is still ahead, where it has run out as it said it would, or where it was closed because another fact says the same.
 */
const isOverruled = (
  { factText }: Decision,
  newest: FactVersion,
  { at, said }: Standing,
): boolean => {
  if (visibleAt(newest, at))
    return newest.sourceContext === "CORRECTED" && newest.hash !== contentHash(factText);
  const isOver = newest.validTo <= at.validAt || isEmpty(newest);
  const closing = newest.expiredAt <= at.knownAt ? newest.closing : isOver ? newest.end : null;
  return (
    closing !== null &&
    closing.reason !== "DUPLICATE" &&
    !sayings(newest).some((key) => said.has(key))
  );
};

/** The sentence that tells most of a fact, and every other one that names its value. */
const tellsOf = (
  sentences: readonly string[],
  decision: Decision,
  newest: FactVersion,
): Set<number> => {
  const words = meaningfulWords(decision.factText);
  const shared = sentences.map((sentence) => {
    const own = new Set(meaningfulWords(sentence));
    return words.filter((word) => own.has(word)).length;
  });
  const most = Math.max(...shared);
  const value =
    newest.value === null || newest.sourceContext === "CORRECTED" ? null : foldText(newest.value);
  return new Set(
    sentences.flatMap((sentence, index) =>
      (most > 0 && shared[index] === most) || (value !== null && foldText(sentence).includes(value))
        ? [index]
        : [],
    ),
  );
};

/**
 * What may be quoted of a message at a view, so that nothing is told as current that is not: all of it where nothing was drawn from
 * it or all that was still stands, the sentences that tell nothing overruled where some of it does, and null where none does.
 */
export const standingQuotation = (
  message: string,
  decisions: readonly Decision[],
  standing: Standing,
): string | null => {
  const drawn = decisions.flatMap((decision) =>
    factsDrawn(decision).flatMap((fact) => {
      const version = standing.newest.get(fact);
      return version === undefined ? [] : [{ decision, version }];
    }),
  );
  const overruled = drawn.filter(({ decision, version }) =>
    isOverruled(decision, version, standing),
  );
  if (overruled.length === 0) return message;
  if (overruled.length === drawn.length) return null;
  const sentences = sentencesOf(message);
  const left = new Set(sentences.keys());
  for (const { decision, version } of overruled)
    for (const index of tellsOf(sentences, decision, version)) left.delete(index);
  return left.size === 0 ? null : [...left].map((index) => sentences[index]!.trim()).join(" ");
};
