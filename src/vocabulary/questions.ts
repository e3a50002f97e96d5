import { foldText } from "../language/folding.ts";
import { questionParts } from "../language/questions.ts";
import { wordKey } from "../language/spelling.ts";
import { isStopWord } from "../language/stop-words.ts";
import type { SlotDefinition } from "./slot.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The keys of the words of a text, in order. */
const keysOf = (text: string): string[] =>
  Array.from(foldText(text).matchAll(WORD), ([word]) => wordKey(word));

/**
 * Verbs that go with everything: `have a baby`, `take a job`. On their own they ask for no slot.
 */
const GENERIC_VERBS = new Set(
  "be have do get go take make come start stop begin become turn use run play call know like enjoy find give keep want need see tell say ser estar ter fazer ir vir dar começar parar gostar"
    .split(" ")
    .map((word) => wordKey(foldText(word))),
);

/** How certain it is that a question asks for a slot. */
type Sureness = "QUESTION" | "NAME" | "VERB";

interface Phrase {
  readonly slot: string;
  readonly keys: readonly string[];
  readonly sureness: Sureness;
}

/**
 * The words that ask for slots, indexed by their first key that is no stop word, so that a question
 * is compared with few of them.
 */
export class QuestionWords {
  readonly #byKey = new Map<string, Phrase[]>();

  constructor(slots: readonly SlotDefinition[]) {
    for (const { slot, names, questions, verbs } of slots) {
      for (const text of [...questions.en, ...questions.pt]) this.#add(slot, text, "QUESTION");
      for (const text of [slot.replaceAll("_", " "), ...names.en, ...names.pt])
        this.#add(slot, text, "NAME");
      for (const { starts, holds } of [verbs.en, verbs.pt])
        for (const text of [...starts, ...holds]) this.#add(slot, text, "VERB");
    }
  }

  /** Adds a phrase to the index, under its first word that is not a stop word. */
  #add(slot: string, text: string, sureness: Sureness): void {
    const all = keysOf(text);
    const keys =
      sureness === "VERB" ? all.filter((key) => !isStopWord(key) && !GENERIC_VERBS.has(key)) : all;
    const indexKey = keys.find((key) => !isStopWord(key)) ?? keys[0];
    if (indexKey === undefined) return;
    const phrase: Phrase = { slot, keys, sureness };
    const phrases = this.#byKey.get(indexKey);
    if (phrases === undefined) this.#byKey.set(indexKey, [phrase]);
    else phrases.push(phrase);
  }

  /** The slots that a text asks for, in the order of its questions. */
  slotsAsked(text: string): string[] {
    return [...new Set(questionParts(text).flatMap((part) => this.#slotsOfOne(part)))];
  }

  /**
   * The slots that one question asks for, in the order of its words: those whose question words it
   * contains ("where live") or that it names ("my wife"), else those whose verbs it uses ("Who do I
   * report to?"). Empty if it asks for none.
   */
  #slotsOfOne(question: string): string[] {
    const keys = keysOf(question);
    const keySet = new Set(keys);
    const text = ` ${keys.join(" ")} `;
    const slotsBySureness = new Map<Sureness, Set<string>>();
    for (const key of keySet)
      for (const { slot, keys: phraseKeys, sureness } of this.#byKey.get(key) ?? []) {
        const isAsked =
          sureness === "NAME"
            ? text.includes(` ${phraseKeys.join(" ")} `)
            : phraseKeys.every((one) => keySet.has(one));
        if (isAsked)
          slotsBySureness.set(sureness, (slotsBySureness.get(sureness) ?? new Set()).add(slot));
      }
    const sure = [
      ...(slotsBySureness.get("QUESTION") ?? []),
      ...(slotsBySureness.get("NAME") ?? []),
    ];
    return [...new Set(sure.length > 0 ? sure : slotsBySureness.get("VERB"))];
  }
}
