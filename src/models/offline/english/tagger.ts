/** What the part-of-speech tagger (compromise) says of the words of a sentence. */
export interface TaggedWord {
  readonly start: number;
  readonly end: number;
  readonly tags: ReadonlySet<string>;
}

export interface Tagger {
  tag(sentence: string): readonly TaggedWord[];
  /** What its dictionary says of a word in lower case; `undefined` for a word that it does not list. */
  lookUp(word: string): string | undefined;
}

interface CompromiseTerm {
  readonly pre: string;
  readonly text: string;
  readonly post: string;
  readonly tags?: Set<string>;
}

/** Where each word lies in the sentence; words that the tagger adds of its own (the "am" of "I'm") have no length. */
const placed = (document: readonly (readonly CompromiseTerm[])[]): TaggedWord[] => {
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

let loading: Promise<Tagger> | undefined;

/** Loads the tagger on the first call (about 0.1 s), once. */
export const loadTagger = (): Promise<Tagger> => {
  loading ??= import("compromise/two").then(({ default: nlp }) => {
    const lexicon = (nlp.model() as { one: { lexicon: Record<string, string | string[] | undefined> } }).one.lexicon;
    return {
      tag: (sentence) => placed((nlp(sentence) as unknown as { document: CompromiseTerm[][] }).document),
      lookUp: (word) => {
        const found = Object.hasOwn(lexicon, word) ? lexicon[word] : undefined;
        return Array.isArray(found) ? found.join(" ") : found;
      },
    };
  });
  return loading;
};
