/** A rule of the tagger that looks at several words, as compromise compiles it. */
interface TaggerRule {
  readonly match: string;
  /** What a sentence must hold: words, and tags after `#`. */
  readonly needs: readonly string[];
  readonly ifNo?: readonly string[];
  /** Of these it must hold some, `minWant` of them. */
  readonly wants: readonly string[];
  readonly minWant: number;
  readonly minWords: number;
}

/** All rules, by each word that they need or want. A rule is the same object in every list. */
interface RuleNet {
  readonly hooks: Readonly<Record<string, readonly TaggerRule[]>>;
  readonly always: readonly TaggerRule[];
}

/** Where a rule fits: sentence, start and end. */
type Pointer = [sentence: number, start: number, end: number];

/** What is used of the methods of compromise. `Term` is a word of its own form. */
export interface TaggerMethods<Term = unknown> {
  readonly one: {
    cacheDoc(sentences: readonly (readonly Term[])[]): readonly ReadonlySet<string>[];
    match(
      sentences: readonly (readonly Term[])[],
      rule: TaggerRule,
    ): { readonly ptrs: readonly Pointer[] };
  };
}

/** A rule with its place in each list of the net that holds it. */
interface RankedRule {
  readonly rule: TaggerRule;
  readonly ranks: ReadonlyMap<string, number>;
}

/** Rules by one of the words that they need, or by all that they want if they need none. */
type RuleIndex = ReadonlyMap<string, readonly RankedRule[]>;

/** Stands between the ranks of two lists: no list is longer. */
const LIST_RANKS = 10_000;

/** The word that the fewest rules have: most sentences hold the tags of nouns and verbs. */
const rarest = (words: readonly string[], { hooks }: RuleNet): string =>
  words.reduce((a, b) => ((hooks[b]?.length ?? 0) < (hooks[a]?.length ?? 0) ? b : a));

const indexOf = (net: RuleNet): RuleIndex => {
  const ranksOfRules = new Map<TaggerRule, Map<string, number>>();
  for (const [list, [hook, rules]] of Object.entries(net.hooks).entries())
    for (const [position, rule] of rules.entries()) {
      const ranks = ranksOfRules.get(rule) ?? new Map<string, number>();
      ranksOfRules.set(rule, ranks.set(hook, list * LIST_RANKS + position));
    }
  const index = new Map<string, RankedRule[]>();
  for (const [rule, ranks] of ranksOfRules) {
    const words = rule.needs.length > 0 ? [rarest(rule.needs, net)] : rule.wants;
    for (const word of new Set(words))
      index.set(word, [...(index.get(word) ?? []), { rule, ranks }]);
  }
  return index;
};

const indexes = new WeakMap<RuleNet, RuleIndex>();
const indexOfNet = (net: RuleNet): RuleIndex => {
  const index = indexes.get(net) ?? indexOf(net);
  indexes.set(net, index);
  return index;
};

const isFit = (
  { needs, ifNo, wants, minWant, minWords }: TaggerRule,
  holds: ReadonlySet<string>,
  wordCount: number,
): boolean =>
  wordCount >= minWords &&
  needs.every((need) => holds.has(need)) &&
  ifNo?.some((no) => holds.has(no)) !== true &&
  (wants.length === 0 || wants.filter((want) => holds.has(want)).length >= minWant);

/** Where a rule stands among those that a sentence may fit: in the first list that its words open. */
const rankOf = ({ ranks }: RankedRule, holds: ReadonlySet<string>): number => {
  let first = Infinity;
  for (const [word, rank] of ranks) if (rank < first && holds.has(word)) first = rank;
  return first;
};

/** The rules that a sentence may fit, in the order in which they change its tags. */
const rulesFor = (
  holds: ReadonlySet<string>,
  wordCount: number,
  net: RuleNet,
): readonly TaggerRule[] => {
  const index = indexOfNet(net);
  const ranks = new Map<TaggerRule, number>();
  for (const word of holds)
    for (const ranked of index.get(word) ?? [])
      if (isFit(ranked.rule, holds, wordCount)) ranks.set(ranked.rule, rankOf(ranked, holds));
  return [
    ...[...ranks].toSorted(([, a], [, b]) => a - b).map(([rule]) => rule),
    ...net.always.filter(({ minWords }) => wordCount >= minWords),
  ];
};

/**
 * Takes the place of compromise's method of this name, which tries all words of all rules on each
 * sentence: a fifth of the time in which a message is read. This one finds the same rules, in the
 * same order, by the words of the sentence.
 */
export const bulkMatch = <Term>(
  sentences: readonly (readonly Term[])[],
  net: RuleNet,
  methods: TaggerMethods<Term>,
  { matchOne }: { readonly matchOne?: boolean } = {},
): (TaggerRule & { readonly pointer: Pointer })[] => {
  const matches = methods.one.cacheDoc(sentences).flatMap((holds, position) => {
    const sentence = sentences[position] ?? [];
    return rulesFor(holds, sentence.length, net).flatMap((rule) =>
      methods.one.match([sentence], rule).ptrs.map((pointer) => {
        pointer[0] = position;
        return { ...rule, pointer };
      }),
    );
  });
  return matchOne === true ? matches.slice(0, 1) : matches;
};
