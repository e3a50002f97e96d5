import type { SlotDefinition } from "../../../../vocabulary/slot.ts";
import type { Vocabulary } from "../../../../vocabulary/vocabulary.ts";
import { loadTable } from "../../data/load.ts";
import { PREPOSITIONS } from "../../word-lists/sets.ts";
import { keys, words } from "../../data/words.ts";
import { upToComma, type Phrase } from "../clauses/phrases.ts";
import { tokenAt, type Token } from "../tokens/token.ts";
import { IRREGULAR_PAST, knownVerb } from "../tokens/verb-forms.ts";
import { sForm } from "../clauses/voice.ts";
import { objectOf, type Statement } from "./statement.ts";

export type Phase = "starts" | "holds" | "ends";
/** `value`: one value; `each`: every item of a list; `items`: so, and a fact for each; `names`: names only; `tools`: software only. */
export type Picked = "value" | "each" | "items" | "names" | "tools";

/** What a table says of verb phrases. */
interface FrameRow {
  readonly say: readonly string[];
  readonly slot?: string;
  readonly phase?: Phase;
  readonly relation?: string;
  readonly former?: string;
  readonly denied?: string;
  readonly target?: string;
  readonly pick?: Picked;
  /** The relation is named after the verb: `manages`, and `managed` once it is over. */
  readonly derived?: boolean;
  /** The slot that each item of a list is a value of. */
  readonly itemSlot?: string;
  /** Another slot of which nothing holds any longer. */
  readonly denies?: string;
  /** The relationship status that it makes. */
  readonly status?: string;
  /** Whether it says so only of what goes on: "has been at Acme since May". */
  readonly ongoing?: boolean;
  /** What its subject is: "my car" that is stolen; or what its object has: "Tom manages me". */
  readonly of?: "subject" | "object";
  /** What ends by its name alone, whatever slot it has. */
  readonly parted?: "object" | "given" | "subject";
  /** Whether it gives up a plan. */
  readonly plan?: boolean;
  /** Whether only what is known for a firm by its name is meant: "moved to Tesco", not "moved to Rome". */
  readonly named?: boolean;
  /** Prepositions behind which it says something else. */
  readonly unless?: string;
  /** Whether a noun must name the slot: "have a Netflix subscription". */
  readonly labelled?: boolean;
  /** The state that it makes an end of, where it names none. */
  readonly over?: string;
  /** Whether what it ends is worth a fact of its own: a graduation. */
  readonly milestone?: boolean;
}

const TABLE = loadTable<{
  readonly frames: readonly FrameRow[];
  readonly former: Readonly<Record<string, string>>;
  readonly planned: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}>("english");

/** The relation that remains of one that is over: of `lives_in` it is `lived_in`. */
export const FORMER_RELATIONS: ReadonlyMap<string, string> = new Map(Object.entries(TABLE.former));
export const PLANNED_RELATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLE.planned),
);
/** The only values of a slot, where they are few, by their words in lower case. */
export const CLOSED_VALUES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(TABLE.values).map(([slot, list]) => [
    slot,
    new Map([...words(list)].map((value) => [value.toLowerCase(), value])),
  ]),
);

/** A verb phrase and what it says. */
export interface Frame extends Shape {
  readonly phase: Phase;
  readonly slot: SlotDefinition | null;
  readonly relation: string | null;
  readonly former: string | null;
  readonly denied: string | null;
  readonly target: string | null;
  readonly pick: Picked;
  readonly itemSlot: string | null;
  readonly denies: string | null;
  readonly status: string | null;
  readonly ongoing: boolean;
  readonly milestone: boolean;
  readonly over: string | null;
  readonly of: "subject" | "object" | null;
  readonly unless: readonly string[];
  readonly labelled: boolean;
  readonly plan: boolean;
  readonly named: boolean;
  readonly parted: "object" | "given" | "subject" | null;
}

/** The verb by which a value is read; none in "start a job at", where the noun tells of work. */
export const verbOf = ({ lemma, words, slot }: Frame): string =>
  slot?.slot === "employer" && words.length > 0 ? "" : lemma;

export const isParticle = (word: string): boolean => PARTICLES.has(word);
const PARTICLES = words("up down off out away back over along through");
/** "give Olive away", "put Miso to sleep": words that may stand behind the object. */
const isBehindObject = (alternatives: readonly string[]): boolean =>
  alternatives.every((word) => isParticle(word) || word === "to");
const SKIPPED = /^(?:an?|the|no|longer|stop|not)$/u;

interface Shape {
  readonly lemma: string;
  readonly passive: boolean;
  /** Words between the verb and what it is about: "up", "a member". */
  readonly words: readonly (readonly string[])[];
  /** Null where it is about its object. */
  readonly prepositions: readonly string[] | null;
}

const isPreposition = (word: string): boolean =>
  (PREPOSITIONS.has(word) || word === "to") && !PARTICLES.has(word);

/**
 * The shapes of a phrase such as "be promoted|named to|as"; none where the verb group reads it:
 * "start working at", "no longer live in".
 */
const shapesOf = (phrase: string): Shape[] => {
  const [first = [], ...rest] = phrase
    .split(" ")
    .filter((word) => !/^(?:an?|the)$/u.test(word))
    .map((word) => word.split("|"));
  const [second = []] = rest;
  const participle = knownVerb(second[0] ?? "")?.forms;
  const isAuxiliary = first.every((word) => /^(?:be|get)$/u.test(word));
  const passive = isAuxiliary && (participle?.has("participle") ?? false);
  if (first.some((word) => SKIPPED.test(word)) || (participle?.has("gerund") ?? false)) return [];
  const behind = passive ? rest.slice(1) : rest;
  const last = behind.at(-1) ?? [];
  const hasPreposition = last.length > 0 && last.every(isPreposition);
  const shape = {
    passive,
    words: hasPreposition ? behind.slice(0, -1) : behind,
    prepositions: hasPreposition ? last : null,
  };
  return (passive ? second : first).map((verb) => ({
    ...shape,
    lemma: passive ? (knownVerb(verb)?.lemma ?? verb) : verb,
  }));
};

const derivedRelations = (lemma: string): { readonly now: string; readonly once: string } => ({
  now: sForm(lemma),
  once: IRREGULAR_PAST.get(lemma) ?? (lemma.endsWith("e") ? `${lemma}d` : `${lemma}ed`),
});

const DEFAULTS = {
  phase: "holds",
  relation: null,
  former: null,
  denied: null,
  target: null,
  status: null,
  itemSlot: null,
  denies: null,
  ongoing: false,
  milestone: false,
  over: null,
  of: null,
  labelled: false,
  plan: false,
  named: false,
  parted: null,
} as const;

const framesOf = (
  { say: _say, slot: name = "", derived = false, unless = "", ...row }: FrameRow,
  vocabulary: Vocabulary,
  phrase: string,
): Frame[] =>
  shapesOf(phrase).map((shape) => {
    const slot = vocabulary.definition(name);
    const verb = derived ? derivedRelations(shape.lemma) : null;
    const relation = row.relation ?? slot?.relationship?.type ?? verb?.now ?? null;
    return {
      ...shape,
      ...DEFAULTS,
      pick: slot?.cardinality === "MANY" ? "each" : "value",
      target: TARGETS.get(slot?.value ?? "") ?? null,
      ...row,
      unless: [...keys(unless)].filter((word) => word !== ""),
      slot,
      relation,
      former: row.former ?? verb?.once ?? FORMER_RELATIONS.get(relation ?? "") ?? null,
    };
  });

/** The types of entity that values of a slot are. */
const TARGETS: ReadonlyMap<string, string> = new Map(
  ["place", "organization", "person", "product", "language"].map((type) => [type, type]),
);

/** Slots that other rules read, by more than a verb: who has a pet, what somebody is. */
const READ_ELSEWHERE = keys("pet diet age birthday owns uses colleague nickname knows_language");
/** "be a student at": what somebody is, which tells where as well (`withBase`). */
const TELLS_ROLE = /^be an? \p{L}+ at$/u;
const PHASES = ["starts", "holds", "ends"] as const;

/** The verb phrases that the model reads, by the verb: its own before those of the vocabulary. */
export class Frames {
  readonly #byLemma = new Map<string, Frame[]>();

  constructor(vocabulary: Vocabulary) {
    const own = TABLE.frames.flatMap((row) =>
      row.say.flatMap((phrase) => framesOf(row, vocabulary, phrase)),
    );
    const shippedFrames = vocabulary.slots
      .filter(({ slot }) => !READ_ELSEWHERE.has(slot))
      .flatMap((slot) =>
        PHASES.flatMap((phase) =>
          slot.verbs.en[phase]
            .filter((phrase) => !TELLS_ROLE.test(phrase))
            .flatMap((phrase) => framesOf({ say: [], slot: slot.slot, phase }, vocabulary, phrase)),
        ),
      );
    for (const frame of [...own, ...shippedFrames]) {
      const frames = this.#byLemma.get(frame.lemma) ?? [];
      this.#byLemma.set(frame.lemma, [...frames, frame]);
    }
    for (const frames of this.#byLemma.values())
      // Stable: the model's own stay before the vocabulary's.
      frames.sort((a, b) => b.words.length - a.words.length);
  }

  of(lemma: string): readonly Frame[] {
    return this.#byLemma.get(lemma) ?? [];
  }
}

/** Whether a word may stand before a word of a frame: "a proud member of". */
const mayPrecede = ({ part, name }: Token): boolean =>
  name === null && /^(?:determiner|adjective|adverb|number|possessive|noun|gerund)$/u.test(part);

/** Where the words of a frame end in a complement; null where they do not stand there. */
const endOfWords = (
  complement: readonly Token[],
  wantedWords: readonly (readonly string[])[],
): number | null => {
  let from = 0;
  for (const alternatives of wantedWords) {
    const at = complement.findIndex(({ lower }, i) => i >= from && alternatives.includes(lower));
    if (at < 0) return null;
    if (!isBehindObject(alternatives) && !complement.slice(from, at).every(mayPrecede)) return null;
    from = at + 1;
  }
  return from;
};

/** Whether nothing but adverbs and times stands where an object would. */
export const isIntransitive = ({ phrases }: Statement): boolean =>
  phrases[0]?.preposition !== null ||
  phrases[0].tokens.every(
    ({ part, time, lower }) =>
      part === "adverb" || part === "negation" || time !== null || PARTICLES.has(lower),
  );

const lastWord = (text: string): string => text.slice(text.lastIndexOf(" ") + 1);

/**
 * What a statement says of by the words of a frame: the phrase behind them, which is empty where
 * they need none; null where the frame does not fit.
 */
export const phraseOf = (frame: Frame, statement: Statement): Phrase | null => {
  const { complement, phrases, verb } = statement;
  const { prepositions } = frame;
  const isAnyVoice = frame.pick === "tools" && prepositions !== null;
  if (frame.passive !== verb.passive && !isAnyVoice) return null;
  if (prepositions?.[0] === "of") return behindOf(complement, frame.words);
  // "are together": the adverb stands with the verb.
  const wantedWords = frame.words.filter((words) => !words.some((word) => verb.adverbs.has(word)));
  const end = endOfWords(complement, wantedWords);
  if (end === null) return null;
  if (prepositions !== null) {
    const particlesOnly = frame.words.flat().every(isParticle);
    const isStrict = frame.phase !== "holds" && frame.pick !== "tools";
    // "swapped the Golf for a Skoda" has an object as well.
    const isExchange =
      frame.parted === "given" || (frame.words.length === 0 && prepositions[0] === "for");
    if (particlesOnly && isStrict && !isExchange && !isIntransitive(statement)) return null;
    // "works in support at Acme": by the preposition that stands first in the frame.
    const [phrase] = prepositions.flatMap(
      (wanted) =>
        phrases.find(
          ({ preposition, tokens }) =>
            preposition !== null &&
            lastWord(preposition) === wanted &&
            complement.indexOf(tokenAt(tokens, 0)) >= end,
        ) ?? [],
    );
    return phrase ?? pointedAt(complement.slice(end), prepositions);
  }
  const particles = (frame.words.at(-1) ?? []).filter(isParticle);
  const behind = phrases.find(
    ({ preposition, tokens }) =>
      preposition !== null && particles.includes(lastWord(preposition)) && tokens.length > 0,
  );
  return behind ?? withoutWords(objectOf(statement) ?? EMPTY, wantedWords, complement, end);
};

/** "works there", "moved here": in the place of a phrase. */
const pointedAt = ([token]: readonly Token[], [preposition]: readonly string[]): Phrase | null =>
  token !== undefined && /^(?:here|there)$/u.test(token.lower)
    ? { preposition: preposition ?? null, tokens: [token], time: null }
    : null;

/** The object without the words of the frame: nothing of "made redundant". */
const withoutWords = (
  object: Phrase,
  wantedWords: Shape["words"],
  complement: readonly Token[],
  end: number,
): Phrase =>
  wantedWords[0] === undefined || isBehindObject(wantedWords[0])
    ? object
    : { ...object, tokens: object.tokens.filter((token) => complement.indexOf(token) >= end) };

/** What follows "out of", "a fan of". */
const behindOf = (complement: readonly Token[], before: Shape["words"]): Phrase | null => {
  const end = endOfWords(complement, [...before, ["of"]]);
  const behind = end === null ? [] : upToComma(complement.slice(end));
  const tokens = behind.filter(({ time }) => time === null);
  return tokens.length === 0 ? null : { preposition: "of", tokens, time: null };
};

export const EMPTY: Phrase = { preposition: null, tokens: [], time: null };

/** Whether a phrase is empty but for adverbs: "quit", "quit yesterday". */
export const isEmptyPhrase = ({ tokens }: Phrase): boolean =>
  tokens.every(
    ({ part, time, lower }) => part === "adverb" || time !== null || PARTICLES.has(lower),
  );

/** Whether it says what is still to come: "is joining Acme", "will move". */
export const isPlan = ({ ahead, verb }: Statement, { phase }: Frame): boolean =>
  ahead ||
  verb.tense === "future" ||
  (phase !== "holds" &&
    verb.tense === "present" &&
    (!verb.passive || verb.progressive) &&
    !/^(?:have|hold|be|eat)$/u.test(verb.lemma));
