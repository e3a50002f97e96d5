import type { SlotDefinition } from "../../../../vocabulary/slot.ts";
import type { Vocabulary } from "../../../../vocabulary/vocabulary.ts";
import type { Departure } from "../../data/departures.ts";
import { loadTable } from "../../data/load.ts";
import { PREPOSITIONS } from "../../data/word-sets.ts";
import { keys, listedWords, words } from "../../data/words.ts";
import { upTo } from "../../text/list-items.ts";
import type { Token } from "../tokens/token.ts";
import { knownVerb, pastOf, sForm } from "../tokens/verb-forms.ts";

export type Phase = "starts" | "holds" | "ends";
/**
 * How a frame reads its phrase. `value`: one value; `each`: every item of a list; `items`: the
 * same, with a fact for each; `names`: only names; `tools`: only software.
 */
export type Picked = "value" | "each" | "items" | "names" | "tools";

/** The meaning of a verb phrase. What the table does not give is null or false. */
interface FrameMeaning {
  readonly phase: Phase;
  readonly relation: string | null;
  readonly former: string | null;
  readonly denied: string | null;
  readonly target: string | null;
  readonly pick: Picked;
  /** The slot in which each item of a list is a value. */
  readonly itemSlot: string | null;
  /** Another slot whose values end. */
  readonly denies: string | null;
  /** The relationship status that follows. */
  readonly status: string | null;
  /** Whether the row applies only to ongoing states: "has been at Acme since May". */
  readonly ongoing: boolean;
  /**
   * `subject`: the subject is the value ("my car" is stolen). `object`: the object owns the value
   * ("Tom manages me").
   */
  readonly of: "subject" | "object" | null;
  /** The part of the statement that names the ended value, in whatever slot. */
  readonly parted: "object" | "given" | "taken" | "subject" | null;
  /** How the subject departs, which also ends facts about others: see `departures.ts`. */
  readonly departs: Departure | null;
  /** Whether it gives up a plan. */
  readonly plan: boolean;
  /** Whether the row applies only to a known firm: "moved to Tesco", but not "moved to Rome". */
  readonly named: boolean;
  /** Whether a noun must name the slot: "have a Netflix subscription". */
  readonly labelled: boolean;
  /** The state that ends, if the statement does not name it. */
  readonly over: string | null;
  /** The values that end, if the statement names none. */
  readonly values: string | null;
  /** Whether the end deserves a fact of its own: a graduation. */
  readonly milestone: boolean;
}

/** A row of the table of verb phrases. */
interface FrameRow extends Partial<FrameMeaning> {
  readonly say: readonly string[];
  readonly slot?: string;
  /** Whether the relation has the name of the verb: `manages`, and `managed` when it is over. */
  readonly derived?: boolean;
  /** Prepositions with which the phrase means something else. */
  readonly unless?: string;
}

const TABLE = loadTable<{
  readonly frames: readonly FrameRow[];
  readonly former: Readonly<Record<string, string>>;
  readonly planned: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly dependents: readonly {
    readonly base: string;
    readonly verbs: string;
    readonly slot: string;
    readonly wording: string;
    /** Undefined if the value is the object. */
    readonly prepositions?: string;
  }[];
}>("english");

/** Slots that a statement may give together with the one on which they depend. */
export const DEPENDENTS = TABLE.dependents;

/** The relation after a relation has ended: `lived_in` for `lives_in`. */
export const FORMER_RELATIONS: ReadonlyMap<string, string> = new Map(Object.entries(TABLE.former));
export const PLANNED_RELATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLE.planned),
);
/** The possible values of slots that have only a few, by their words in lower case. */
export const CLOSED_VALUES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(TABLE.values).map(([slot, list]) => [
    slot,
    new Map([...words(list)].map((value) => [value.toLowerCase(), value])),
  ]),
);

/** A verb phrase with its meaning. */
export interface Frame extends Shape, FrameMeaning {
  readonly slot: SlotDefinition | null;
  readonly unless: readonly string[];
}

/**
 * The verb by which a value is read. Where a noun shows what it is about, none for "start a job
 * at", and "study" for "start a PhD at".
 */
export const verbOf = ({ lemma, words, slot }: Frame): string => {
  if (slot?.slot === "employer" && words.length > 0) return "";
  return slot?.slot === "school" && words.some((nouns) => nouns[0] === "degree") ? "study" : lemma;
};

export const isParticle = (word: string): boolean => PARTICLES.has(word);
const PARTICLES = listedWords("frames_particles");
const SKIPPED = /^(?:an?|the|no|longer|stop|not)$/u;

export interface Shape {
  readonly lemma: string;
  readonly passive: boolean;
  /** Words between the verb and its phrase: "up", "a member". */
  readonly words: readonly (readonly string[])[];
  /** Null if the phrase is the object. */
  readonly prepositions: readonly string[] | null;
}

export const isPreposition = (word: string): boolean =>
  (PREPOSITIONS.has(word) || word === "to") && !PARTICLES.has(word);

/** What stands in the table for a home of which most people have one: "flat", but not "caravan". */
const HOME = "HOME";
const MAIN_HOMES = listedWords("main_homes");
/** Words for a home: "flat", "house". */
export const HOMES: ReadonlySet<string> = new Set([...MAIN_HOMES, ...listedWords("homes")]);

/**
 * The shapes of a phrase such as "be promoted|named to|as". Empty for phrases that the verb group
 * covers: "start working at", "no longer live in".
 */
const shapesOf = (phrase: string): Shape[] => {
  if (phrase === "stop") return [{ lemma: "stop", passive: false, words: [], prepositions: null }];
  const [first = [], ...rest] = phrase
    .split(" ")
    .filter((word) => !/^(?:an?|the)$/u.test(word))
    .map((word) => (word === HOME ? [...MAIN_HOMES] : word.split("|")));
  const [second = []] = rest;
  const participle = knownVerb(second[0] ?? "")?.forms;
  const isAuxiliary = first.every((word) => /^(?:be|get)$/u.test(word));
  const passive = isAuxiliary && (participle?.has("participle") ?? false);
  if (first.some((word) => SKIPPED.test(word)) || (participle?.has("gerund") ?? false)) return [];
  const afterVerb = passive ? rest.slice(1) : rest;
  const last = afterVerb.at(-1) ?? [];
  const hasPreposition = last.length > 0 && last.every(isPreposition);
  const shape = {
    passive,
    words: hasPreposition ? afterVerb.slice(0, -1) : afterVerb,
    prepositions: hasPreposition ? last : null,
  };
  return (passive ? second : first).map((verb) => ({
    ...shape,
    lemma: passive ? (knownVerb(verb)?.lemma ?? verb) : verb,
  }));
};

const derivedRelations = (lemma: string): { readonly now: string; readonly once: string } => ({
  now: sForm(lemma),
  once: pastOf(lemma),
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
  values: null,
  of: null,
  labelled: false,
  plan: false,
  named: false,
  parted: null,
  departs: null,
} as const;

/**
 * The frames of a verb phrase of a row. The row overrides the defaults; where it gives no slot's
 * pick, target or relation, the vocabulary does.
 */
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
      target: TARGETS.has(slot?.value ?? "") ? (slot?.value ?? null) : null,
      ...row,
      unless: [...keys(unless)].filter((word) => word !== ""),
      slot,
      relation,
      former: row.former ?? verb?.once ?? FORMER_RELATIONS.get(relation ?? "") ?? null,
    };
  });

/** The types of slot values that are types of entities. */
const TARGETS = keys("place organization person product language");

/** Slots that other rules read with more than a verb, such as pets. */
const READ_ELSEWHERE = keys("pet diet age birthday owns uses colleague nickname knows_language");
/** A role that also gives the place, which `withBase` reads: "be a student at". */
const TELLS_ROLE = /^be an? \p{L}+ at$/u;
const PHASES = ["starts", "holds", "ends"] as const;

/**
 * Whether nothing but these words and circumstances follow: "its doors for good", "in the storm".
 */
const hasNoObject = (complement: readonly Token[], words: readonly string[]): boolean =>
  upTo(complement, ({ part, lower }) => part === "preposition" && !words.includes(lower)).every(
    ({ part, time, lower }) =>
      time !== null ||
      words.includes(lower) ||
      /^(?:adverb|determiner|possessive|adjective)$/u.test(part),
  );

/** The verb phrases by verb. The model's own precede those of the vocabulary. */
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
            // Who stops something may do so for a moment: only the model's own phrases have it alone.
            .filter((phrase) => !TELLS_ROLE.test(phrase) && phrase !== "stop")
            .flatMap((phrase) => framesOf({ say: [], slot: slot.slot, phase }, vocabulary, phrase)),
        ),
      );
    for (const frame of [...own, ...shippedFrames]) {
      const frames = this.#byLemma.get(frame.lemma) ?? [];
      this.#byLemma.set(frame.lemma, [...frames, frame]);
    }
    for (const frames of this.#byLemma.values())
      // The sort is stable: the model's own phrases stay before those of the vocabulary.
      frames.sort((a, b) => b.words.length - a.words.length);
  }

  of(lemma: string): readonly Frame[] {
    return this.#byLemma.get(lemma) ?? [];
  }

  /** Whether the words may say that their subject is no more: "folded", "has been knocked down". */
  mayDepart(lemma: string, complement: readonly Token[]): boolean {
    const has = (alternatives: readonly string[]): boolean =>
      complement.some(({ lower }) => alternatives.includes(lower));
    return this.of(lemma).some(
      ({ departs, words, prepositions }) =>
        (departs === "itself" || departs === "given") &&
        words.every(has) &&
        (prepositions === null
          ? hasNoObject(complement, words.flat())
          : complement.some(({ lower }) => prepositions.includes(lower))),
    );
  }
}
