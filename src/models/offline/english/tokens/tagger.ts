import { LRUCache } from "lru-cache";
import { bulkMatch } from "./tagger-rules.ts";

/** What the part-of-speech tagger (compromise) says of the words of a sentence. */
export interface TaggedWord {
  readonly start: number;
  readonly end: number;
  readonly tags: ReadonlySet<string>;
}

export interface Tagger {
  tag(sentence: string): readonly TaggedWord[];
  /**
   * What its dictionary says of a word in lower case; `undefined` for a word that it does not list.
   */
  lookUp(word: string): string | undefined;
}

interface CompromiseTerm {
  readonly pre: string;
  readonly text: string;
  readonly post: string;
  readonly tags?: Set<string>;
}

/** Where each word lies; those that the tagger adds ("am" of "I'm") have no length. */
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

/** What is used of it. Its own types say nothing of the model. */
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
 * Sentences whose tags are kept. A message is read in several passes, and again as one of the messages
 * before the next.
 */
const KEPT_SENTENCES = 64;

const load = async (): Promise<Tagger> => {
  const nlp = (await import("compromise/two")).default as Compromise;
  nlp.plugin({ methods: { one: { bulkMatch } } });
  const { lexicon } = nlp.model().one;
  const tagged = new LRUCache<string, readonly TaggedWord[]>({ max: KEPT_SENTENCES });
  return {
    tag: (sentence) => {
      const words = tagged.get(sentence) ?? placedWords(nlp(sentence).document);
      tagged.set(sentence, words);
      return words;
    },
    lookUp: (word) => {
      const entry = Object.hasOwn(lexicon, word) ? lexicon[word] : undefined;
      return typeof entry === "string" || entry === undefined ? entry : entry.join(" ");
    },
  };
};

let loading: Promise<Tagger> | undefined;

/** The tagger, loaded on the first call, once. */
export const loadTagger = (): Promise<Tagger> => (loading ??= load());
