import { LRUCache } from "lru-cache";
import { bulkMatch } from "./tagger-rules.ts";

/** A word of a sentence with the tags of the part-of-speech tagger (compromise). */
export interface TaggedWord {
  readonly start: number;
  readonly end: number;
  readonly tags: ReadonlySet<string>;
}

export interface Tagger {
  tag(sentence: string): readonly TaggedWord[];
  /** The dictionary entry of a word in lower case; `undefined` if it is not listed. */
  lookUp(word: string): string | undefined;
}

interface CompromiseTerm {
  readonly pre: string;
  readonly text: string;
  readonly post: string;
  readonly tags?: Set<string>;
}

/**
 * The position of each word. Words that the tagger adds ("am" in "I'm") have no length and are
 * omitted.
 */
const placedWords = (document: readonly (readonly CompromiseTerm[])[]): TaggedWord[] => {
  const words: TaggedWord[] = [];
  let at = 0;
  for (const term of document.flat()) {
    const start = at + term.pre.length;
    const end = start + term.text.length;
    if (term.text !== "") words.push({ start, end, tags: term.tags ?? new Set() });
    at = end + term.post.length;
  }
  return words;
};

/** The used part of the API. Its own types do not describe the model. */
interface Compromise {
  (text: string): { readonly document: readonly (readonly CompromiseTerm[])[] };
  model(): {
    readonly one: {
      readonly lexicon: Readonly<Record<string, string | readonly string[] | undefined>>;
    };
  };
  plugin(plugin: { readonly methods: { readonly one: { readonly bulkMatch: unknown } } }): void;
}

/**
 * Maximum number of sentences with cached tags. A message is read in several passes, and again as a
 * recent message of the next one.
 */
const KEPT_SENTENCES = 64;

/** The end of a sentence, by which its words have no other tags. */
const END = /(?<![.!])[.!]+$/u;

const load = async (): Promise<Tagger> => {
  const nlp = (await import("compromise/two")).default as Compromise;
  nlp.plugin({ methods: { one: { bulkMatch } } });
  const { lexicon } = nlp.model().one;
  const wordsBySentence = new LRUCache<string, readonly TaggedWord[]>({ max: KEPT_SENTENCES });
  return {
    tag: (whole) => {
      const sentence = whole.replace(END, "");
      const words = wordsBySentence.get(sentence) ?? placedWords(nlp(sentence).document);
      wordsBySentence.set(sentence, words);
      return words;
    },
    lookUp: (word) => {
      const entry = Object.hasOwn(lexicon, word) ? lexicon[word] : undefined;
      return typeof entry === "string" || entry === undefined ? entry : entry.join(" ");
    },
  };
};

let loading: Promise<Tagger> | undefined;

/** The tagger, loaded once on the first call. */
export const loadTagger = (): Promise<Tagger> => (loading ??= load());
