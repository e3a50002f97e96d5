import { z } from "zod";
import { statementsOf } from "../../language/sentences.ts";
import { withoutEnd } from "../../language/trimming.ts";

const FIGURE_KINDS = ["BUDGET", "MONTHLY_COST", "ACCURACY"] as const;
type FigureKind = (typeof FIGURE_KINDS)[number];

/**
 * A figure that the user stated, to the letter. `about` is what it is a figure of: the words beside
 * it.
 */
export const figureSchema = z
  .object({ kind: z.enum(FIGURE_KINDS), value: z.string(), about: z.string() })
  .readonly();
type Figure = z.infer<typeof figureSchema>;

/** Figures that are kept, the newest, and words that tell what one is about. */
const MOST_FIGURES = 24;
const MOST_WORDS = 8;

const MONEY =
  /(?:US|R|C|A)?[$€£¥]\s?\d[\d.,]{0,20}(?:\s?(?:k|m|bn|mn|thousand|million|billion|mil|milh(?:ão|ões)))?(?![\p{L}\p{N}])|(?<![\d.,])\d[\d.,]{0,20}\s?(?:USD|EUR|GBP|BRL|dollars|euros|reais)\b/giu;
const PERCENTAGE = /(?<!\d)\d{1,12}(?:[.,]\d{1,12})?\s?%/gu;

/** What makes an amount monthly: words right after it, or anywhere in its statement. */
const PER_MONTH =
  /^\s?(?:\/\s?(?:month|mo|mês)\b|(?:per|a|each|every|por)\s+(?:month|mês)\b|monthly\b|mensais\b)/iu;
const MONTHLY = /\b(?:monthly|per month|a month|por mês|mensal)\b/iu;

/** What a statement must be about for its amounts to be budgets, and its percentages accuracies. */
const ABOUT_BUDGET = /\b(?:budgets?|funding|approv(?:al|ed)|allocat(?:ed|ion)|orçamento|verba)\b/iu;
const ABOUT_ACCURACY = /\b(?:accura(?:cy|te)|precision|recall|f1|acurácia|precisão)\b/iu;

/** Words that say that a figure has changed. */
const CHANGE =
  /\b(?:now|chang(?:ed|es)|increas(?:ed|es)|rais(?:ed|es)|reduc(?:ed|es)|cut to|lower(?:ed|s)|went up|dropped to|updated?|revised|instead|agora|mudou|aumentou|passou)\b/iu;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}&+#./'-]*/gu;
/** Words that tell nothing of what a figure is about. */
const FILLER_WORDS = new Set(
  (
    "a an the and or of to for in on at with by from is are was were be been has have had will would that this it its our my we us i you your their his her so now about around roughly approximately just " +
    "budget budgets set changed changes change increased increase raised reduced lowered updated revised new instead total month monthly per cost costs costing spend spending pay paying accuracy accurate currently right got " +
    "o os as um uma de do da e para em no na é foi meu minha nosso nossa agora mês orçamento custo"
  ).split(" "),
);
const CLAUSE_END = / ?(?:, (?!\d)|; | (?:and|but|plus|while|e|mas) )/u;

/** A figure in a statement. `text` is what of the statement it takes up. */
interface StatedFigure {
  readonly kind: FigureKind;
  readonly value: string;
  readonly text: string;
  readonly index: number;
}

/** An amount of money as a monthly cost or a budget; nothing if the statement makes it neither. */
const amountAt = (statement: string, amount: string, index: number): StatedFigure[] => {
  const money = withoutEnd(amount, /[.,]/u);
  const perMonth = PER_MONTH.exec(statement.slice(index + money.length))?.[0] ?? "";
  const text = `${money}${perMonth}`;
  if (perMonth !== "") return [{ kind: "MONTHLY_COST", value: text, text, index }];
  if (MONTHLY.test(statement))
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

/** The words of a clause that tell what its figures are about. */
const aboutOf = (clause: string, figures: readonly StatedFigure[]): string => {
  const rest = figures.reduce((text, figure) => text.replace(figure.text, " "), clause);
  return (rest.match(WORD) ?? [])
    .map((word) => withoutEnd(word, /[.'/-]/u))
    .filter((word) => word !== "" && !FILLER_WORDS.has(word.toLowerCase()) && !/^\d/u.test(word))
    .slice(0, MOST_WORDS)
    .join(" ");
};

/** Each figure of a statement, with the words of its own clause. */
const figuresOf = (statement: string): Figure[] => {
  const figures = figuresIn(statement);
  const clauses =
    figures.length === 1 ? [statement] : statement.replace(/\s+/gu, " ").split(CLAUSE_END);
  const abouts = new Map<string, string>();
  return figures.map(({ kind, value, text }) => {
    const clause = clauses.find((one) => one.includes(text)) ?? statement;
    const about = abouts.get(clause) ?? aboutOf(clause, figures);
    abouts.set(clause, about);
    return { kind, value, about };
  });
};

const wordsOf = (about: string): Set<string> =>
  new Set(
    about
      .toLowerCase()
      .split(" ")
      .filter((word) => word !== ""),
  );
const isWithin = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].every((word) => b.has(word));

/**
 * Whether a figure replaces an older one: it is about the same, or its statement says that
 * something changed and it is about the same in more or fewer words.
 */
const replaces = (newer: Figure, older: Figure, saysChange: boolean): boolean => {
  if (newer.kind !== older.kind) return false;
  const [newWords, oldWords] = [wordsOf(newer.about), wordsOf(older.about)];
  const [isNarrower, isWider] = [isWithin(oldWords, newWords), isWithin(newWords, oldWords)];
  return saysChange ? isNarrower || isWider : isNarrower && isWider;
};

/** The figures that hold after another text, the oldest first. */
export const figuresAfter = (known: readonly Figure[], text: string): readonly Figure[] => {
  let figures = [...known];
  for (const statement of statementsOf(text)) {
    const saysChange = CHANGE.test(statement);
    for (const figure of figuresOf(statement))
      figures = [...figures.filter((older) => !replaces(figure, older, saysChange)), figure].slice(
        -MOST_FIGURES,
      );
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
