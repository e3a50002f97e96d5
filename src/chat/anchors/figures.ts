import { z } from "zod";
import { statementsOf } from "../../language/sentences.ts";
import { withoutEnd } from "../../language/trimming.ts";

const FIGURE_KINDS = ["BUDGET", "MONTHLY_COST", "ACCURACY"] as const;
type FigureKind = (typeof FIGURE_KINDS)[number];

/** A figure that the user stated, word for word. `about` is its subject: the words next to it. */
export const figureSchema = z
  .object({ kind: z.enum(FIGURE_KINDS), value: z.string(), about: z.string() })
  .readonly();
type Figure = z.infer<typeof figureSchema>;

/** Maximum number of figures that are kept (the latest ones), and of words of a subject. */
const MOST_FIGURES = 24;
const MOST_WORDS = 6;

const MONEY =
  /(?:US|R|C|A)?[$€£¥]\s?\d[\d.,]{0,20}(?:\s?(?:k|m|bn|mn|thousand|million|billion|mil|milh(?:ão|ões)))?(?![\p{L}\p{N}])|(?<![\d.,])\d[\d.,]{0,20}\s?(?:USD|EUR|GBP|BRL|dollars|euros|reais)\b/giu;
const PERCENTAGE = /(?<!\d)\d{1,12}(?:[.,]\d{1,12})?\s?%/gu;

/** Words that make an amount monthly: right after it, or anywhere in its statement. */
const PER_MONTH =
  /^\s?(?:\/\s?(?:month|mo|mês)\b|(?:per|a|each|every|por)\s+(?:month|mês)\b|monthly\b|mensais\b)/iu;
const MONTHLY = /\b(?:monthly|per month|a month|por mês|mensal)\b/iu;

/** Topics of a statement whose amounts are budgets, and whose percentages are accuracies. */
const ABOUT_BUDGET = /\b(?:budgets?|funding|approv(?:al|ed)|allocat(?:ed|ion)|orçamento|verba)\b/iu;
const ABOUT_ACCURACY = /\b(?:accura(?:cy|te)|precision|recall|f1|acurácia|precisão)\b/iu;

/** Income is not a cost. */
const ABOUT_INCOME =
  /\b(?:salar(?:y|ies)|wages?|income|earn(?:s|ed|ing)?|pension|revenue|salário|renda)\b/iu;

/** Words that say that a figure has changed. */
const CHANGE =
  /\b(?:now|no longer|chang(?:ed|es)|increas(?:ed|es)|rais(?:ed|es)|reduc(?:ed|es)|cut|cuts|lower(?:ed|s)|(?:gone|goes|went|going) (?:up|down)|r[io]ses?|risen|f[ae]ll(?:s|en)?|dropp?(?:s|ed)?|updated?|revised|instead|agora|mudou|aumentou|passou|caiu|subiu)\b/iu;

const wordList = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const WORD = /§|[\p{L}\p{N}][\p{L}\p{N}&+#./'-]*/gu;
/** The placeholder for a figure in its clause. */
const FIGURE = "§";
/** Nouns for the kind of a figure: its subject is right before, or after `of`. */
const HEADS = wordList(
  "budget budgets funding approval allocation accuracy precision recall f1 cost costs orçamento verba acurácia precisão custo",
);
/** Words that refer to something named before. */
const REFERRING = wordList("it its they their which that this those these he she his her");
const PREPOSITIONS = wordList("for of on do da de dos das para em no na");
/** Verbs that often precede or follow a figure. */
const VERBS = wordList(
  "is are was were be been has have had will would cost costs costing go goes gone going went come comes came rise rises rose risen fall falls fell drop drops dropped get gets got reach reaches reached hit hits pay pays paid paying spend spends spent make makes made keep keeps kept bring brings brought " +
    "set sets change changed changes increase increased increases raise raised raises reduce reduced reduces lower lowered lowers cut cuts revise revised update updated approve approved allocate allocated grant granted é foi custa custam passou aumentou",
);
/** Other words that carry no information about the subject of a figure. */
const FILLER_WORDS = wordList(
  "a an the or and to in at with by from our my we us i you your now about around roughly approximately just only new old instead total month monthly per so far up down back additional extra another further " +
    "accurate currently right already still again once more less than until since o os as um uma e meu minha nosso nossa agora mês",
);
const CLAUSE_END = / ?(?:, (?!\d)|; |: | (?:and|but|plus|while|because|e|mas) )/u;

/** A figure in a statement. `text` is the part of the statement that it covers. */
interface StatedFigure {
  readonly kind: FigureKind;
  readonly value: string;
  readonly text: string;
  readonly index: number;
}

/** An amount of money as a monthly cost or a budget; nothing if it is neither in the statement. */
const amountAt = (statement: string, amount: string, index: number): StatedFigure[] => {
  const money = withoutEnd(amount, /[.,]/u);
  const perMonth = PER_MONTH.exec(statement.slice(index + money.length))?.[0] ?? "";
  const text = `${money}${perMonth}`;
  const isCost = !ABOUT_INCOME.test(statement);
  if (perMonth !== "") return isCost ? [{ kind: "MONTHLY_COST", value: text, text, index }] : [];
  if (isCost && MONTHLY.test(statement))
    return [{ kind: "MONTHLY_COST", value: `${money} monthly`, text, index }];
  return ABOUT_BUDGET.test(statement) ? [{ kind: "BUDGET", value: money, text, index }] : [];
};

const figuresIn = (statement: string): StatedFigure[] => {
  const amounts = Array.from(statement.matchAll(MONEY)).flatMap(({ 0: amount, index }) =>
    amountAt(statement, amount, index),
  );
  const accuracies = ABOUT_ACCURACY.test(statement)
    ? Array.from(statement.matchAll(PERCENTAGE), ({ 0: text, index }): StatedFigure => ({
        kind: "ACCURACY",
        value: text,
        text,
        index,
      }))
    : [];
  return [...amounts, ...accuracies].toSorted((a, b) => a.index - b.index).slice(0, MOST_FIGURES);
};

const isStop = (word: string): boolean => {
  const lower = word.toLowerCase();
  return (
    word === FIGURE ||
    /^\d/u.test(word) ||
    [HEADS, REFERRING, PREPOSITIONS, VERBS, FILLER_WORDS].some((words) => words.has(lower))
  );
};

const wordsIn = (clause: string): string[] =>
  (clause.match(WORD) ?? [])
    .map((word) => withoutEnd(word.replace(/['’]s$/u, ""), /[.'/-]/u))
    .filter((word) => word !== "");

const isOneOf = (words: ReadonlySet<string>, word: string | undefined): boolean =>
  word !== undefined && words.has(word.toLowerCase());

/** The sequence of informative words from a position on, without leading references. */
const phraseFrom = (words: readonly string[], start: number): string[] => {
  const rest = words.slice(start);
  const first = rest.findIndex((word) => !isOneOf(FILLER_WORDS, word));
  const tellingWords = first === -1 ? [] : rest.slice(first);
  const end = tellingWords.findIndex(isStop);
  return end === -1 ? tellingWords : tellingWords.slice(0, end);
};

/** The sequence of informative words that ends before a position. */
const phraseBefore = (words: readonly string[], end: number): string[] =>
  words.slice(words.slice(0, end).findLastIndex(isStop) + 1, end);

/** A duration is not a subject: `for the first year`. */
const TIMES = wordList("day days week weeks month months quarter quarters year years now");
/** Measures that often occur together. */
const MEASURES = wordList("precision recall f1");

/** The words after the preposition that follows position `place`: `for the fit-out`. */
const complementAfter = (words: readonly string[], place: number): string[] =>
  isOneOf(PREPOSITIONS, words[place + 1]) ? phraseFrom(words, place + 2) : [];

/**
 * The subject of the figure of a clause: the complement of its noun ("the cloud budget", "budget
 * for the fit-out"), its purpose, its object, or the subject of the clause.
 */
const aboutInClause = (words: readonly string[]): readonly string[] => {
  const figure = words.indexOf(FIGURE);
  const head = words.findIndex((word) => isOneOf(HEADS, word) && !isVerbAt(words, word));
  const ofHead = head === -1 ? [] : [...phraseBefore(words, head), ...complementAfter(words, head)];
  if (ofHead.length > 0) return ofHead;
  const purpose = words.findIndex((word, at) => at > figure && isOneOf(PREPOSITIONS, word));
  const ofPurpose = purpose === -1 ? [] : phraseFrom(words, purpose + 1);
  if (ofPurpose.length > 0 && !isOneOf(TIMES, ofPurpose.at(-1))) return ofPurpose;
  const verb = words.findIndex((word) => isOneOf(VERBS, word));
  if (verb === -1 || verb > figure) return phraseFrom(words.slice(0, figure), 0);
  const object = phraseFrom(words.slice(verb + 1, figure), 0);
  return object.length > 0 ? object : phraseFrom(words.slice(0, verb), 0);
};

/**
 * `costs` before a figure is a verb unless another word of the clause says otherwise: "Hosting
 * costs us §".
 */
const isVerbAt = (words: readonly string[], word: string): boolean =>
  isOneOf(VERBS, word) && words.indexOf(word) < words.indexOf(FIGURE);

/** The last noun of a clause. */
const lastPhrase = (words: readonly string[]): string[] => {
  const end = words.findLastIndex((word) => !isStop(word)) + 1;
  return phraseBefore(words, end);
};

/**
 * The subject of the figure of a clause, from its own words or, if these refer back, from the words
 * before.
 */
const aboutOf = (clauses: readonly string[], own: number, text: string): string => {
  const words = wordsIn((clauses[own] ?? "").replace(text, ` ${FIGURE} `));
  const about = aboutInClause(words);
  const pointsBack = about.length === 0 && words.some((word) => isOneOf(REFERRING, word));
  const before = clauses[own - 1];
  const aboutWords = pointsBack && before !== undefined ? lastPhrase(wordsIn(before)) : about;
  const measure = words.filter((word) => isOneOf(MEASURES, word));
  return [...aboutWords.slice(-MOST_WORDS), ...measure].join(" ");
};

/** Each figure of a statement, with its subject. */
const figuresOf = (statement: string): Figure[] => {
  const clauses = statement.replace(/\s+/gu, " ").split(CLAUSE_END);
  return figuresIn(statement).map(({ kind, value, text }) => {
    const own = clauses.findIndex((clause) => clause.includes(text));
    return { kind, value, about: own === -1 ? "" : aboutOf(clauses, own, text) };
  });
};

const wordsOf = (about: string): Set<string> =>
  new Set(
    about
      .toLowerCase()
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => (word.length > 3 ? withoutEnd(word, /s/u) : word)),
  );
const isWithin = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].every((word) => b.has(word));

/**
 * The older figure that a figure replaces: the one with the same subject; else, if the statement
 * says that something changed, the only one with the same subject in more or fewer words.
 */
const replacedBy = (
  newer: Figure,
  knownFigures: readonly Figure[],
  saysChange: boolean,
): Figure | undefined => {
  const ofKind = knownFigures.filter(({ kind }) => kind === newer.kind);
  const own = wordsOf(newer.about);
  const same = ofKind.findLast(({ about }) => {
    const words = wordsOf(about);
    return isWithin(own, words) && isWithin(words, own);
  });
  if (same !== undefined) return same;
  const near = ofKind.filter(({ about }) => {
    const words = wordsOf(about);
    return saysChange && (isWithin(own, words) || isWithin(words, own));
  });
  return near.length === 1 ? near[0] : undefined;
};

/** The more informative of two names of one thing. */
const labelOf = (newer: Figure, older: Figure): string =>
  wordsOf(newer.about).size < wordsOf(older.about).size ? older.about : newer.about;

/** The current figures after a further text, the oldest first. */
export const figuresAfter = (knownFigures: readonly Figure[], text: string): readonly Figure[] => {
  let figures = [...knownFigures];
  for (const statement of statementsOf(text)) {
    const saysChange = CHANGE.test(statement);
    for (const figure of figuresOf(statement)) {
      const older = replacedBy(figure, figures, saysChange);
      const about = older === undefined ? figure.about : labelOf(figure, older);
      figures = [...figures.filter((one) => one !== older), { ...figure, about }].slice(
        -MOST_FIGURES,
      );
    }
  }
  return figures;
};

const LABELS: Readonly<Record<FigureKind, string>> = {
  BUDGET: "Budget",
  MONTHLY_COST: "Monthly cost",
  ACCURACY: "Accuracy",
};

export const figureText = ({ kind, about, value }: Figure): string =>
  `- ${LABELS[kind]}${about === "" ? "" : ` (${about})`}: ${value}.`;
