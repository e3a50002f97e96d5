import { statementsOf } from "./sentences.ts";

export type FigureKind = "BUDGET" | "MONTHLY_COST" | "ACCURACY";

/** A figure that the user has stated, to the letter, and what it is of: the words beside it. */
export interface Figure {
  readonly kind: FigureKind;
  readonly about: string;
  readonly value: string;
}

/** How many figures are kept, the newest. */
const MOST_FIGURES = 24;
const MOST_WORDS = 8;

const MONEY =
  /(?:US|R|C|A)?[$€£¥]\s?\d[\d.,]*(?:\s?(?:k|m|bn|mn|thousand|million|billion|mil|milh(?:ão|ões)))?(?![\p{L}\p{N}])|\b\d[\d.,]*\s?(?:USD|EUR|GBP|BRL|dollars|euros|reais)\b/giu;
const PER_MONTH =
  /^\s?(?:\/\s?(?:month|mo|mês)\b|(?:per|a|each|every|por)\s+(?:month|mês)\b|monthly\b|mensais\b)/iu;
const PERCENT = /\d+(?:[.,]\d+)?\s?%/gu;
const OF_BUDGET = /\b(?:budgets?|funding|approv(?:al|ed)|allocat(?:ed|ion)|orçamento|verba)\b/iu;
const OF_ACCURACY = /\b(?:accura(?:cy|te)|precision|recall|f1|acurácia|precisão)\b/iu;
const MONTHLY = /\b(?:monthly|per month|a month|por mês|mensal)\b/iu;
const OVERRULES =
  /\b(?:now|chang(?:ed|es)|increas(?:ed|es)|rais(?:ed|es)|reduc(?:ed|es)|cut to|lower(?:ed|s)|went up|dropped to|updated?|revised|instead|agora|mudou|aumentou|passou)\b/iu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}&+#./'-]*/gu;
const IDLE = new Set(
  (
    "a an the and or of to for in on at with by from is are was were be been has have had will would that this it its our my we us i you your their his her so now about around roughly approximately just " +
    "budget budgets is set changed changes change increased increase raised reduced lowered updated revised new instead total month monthly per cost costs costing spend spending pay paying accuracy accurate currently right got have " +
    "o os as um uma de do da e para em no na é foi meu minha nosso nossa agora mês orçamento custo"
  ).split(" "),
);
const CLAUSE = /\s*(?:,\s+(?!\d)|;\s+|\s+(?:and|but|plus|while|e|mas)\s+)/u;

const aboutOf = (clause: string, values: readonly string[]): string => {
  const rest = values.reduce((text, value) => text.replace(value, " "), clause);
  return (rest.match(WORD) ?? [])
    .map((word) => word.replace(/[.'/-]+$/u, ""))
    .filter((word) => word !== "" && !IDLE.has(word.toLowerCase()) && !/^\d/u.test(word))
    .slice(0, MOST_WORDS)
    .join(" ");
};

interface Found {
  readonly kind: FigureKind;
  readonly value: string;
  readonly raw: string;
  readonly index: number;
}

const foundIn = (statement: string): Found[] => {
  const found: Found[] = [];
  for (const { 0: raw, index } of statement.matchAll(MONEY)) {
    const money = raw.replace(/[.,]+$/u, "");
    const after = PER_MONTH.exec(statement.slice(index + money.length))?.[0] ?? "";
    const monthly = after !== "" || MONTHLY.test(statement);
    if (monthly)
      found.push({
        kind: "MONTHLY_COST",
        value: after === "" ? `${money} monthly` : `${money}${after}`,
        raw: `${money}${after}`,
        index,
      });
    else if (OF_BUDGET.test(statement))
      found.push({ kind: "BUDGET", value: money, raw: money, index });
  }
  if (OF_ACCURACY.test(statement))
    for (const { 0: value, index } of statement.matchAll(PERCENT))
      found.push({ kind: "ACCURACY", value, raw: value, index });
  return found.toSorted((a, b) => a.index - b.index);
};

/** Each figure of a statement with the words of its own clause. */
const figuresOf = (statement: string): Figure[] => {
  const found = foundIn(statement);
  const clauses = statement.split(CLAUSE);
  return found.map(({ kind, value, raw }) => {
    const clause =
      found.length === 1 ? statement : (clauses.find((part) => part.includes(raw)) ?? statement);
    return {
      kind,
      value,
      about: aboutOf(
        clause,
        found.map((one) => one.raw),
      ),
    };
  });
};

const wordsOf = (about: string): Set<string> =>
  new Set(
    about
      .toLowerCase()
      .split(" ")
      .filter((word) => word !== ""),
  );
const within = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].every((word) => b.has(word));

/** Whether a figure takes the place of an older one: it is of the same, or says so and is of what the other is of, in more or fewer words. */
const replaces = (newer: Figure, older: Figure, overrules: boolean): boolean => {
  if (newer.kind !== older.kind) return false;
  const [ours, theirs] = [wordsOf(newer.about), wordsOf(older.about)];
  return (
    (within(ours, theirs) && within(theirs, ours)) ||
    (overrules && (within(ours, theirs) || within(theirs, ours)))
  );
};

/** The figures that stand after another text, the oldest first. */
export const figuresAfter = (known: readonly Figure[], text: string): readonly Figure[] => {
  let figures = [...known];
  for (const statement of statementsOf(text)) {
    const overrules = OVERRULES.test(statement);
    for (const figure of figuresOf(statement))
      figures = [...figures.filter((older) => !replaces(figure, older, overrules)), figure];
  }
  return figures.slice(-MOST_FIGURES);
};

const LABELS: Readonly<Record<FigureKind, string>> = {
  BUDGET: "Budget",
  MONTHLY_COST: "Monthly cost",
  ACCURACY: "Accuracy",
};

export const figureText = ({ kind, about, value }: Figure): string =>
  `- ${LABELS[kind]}${about === "" ? "" : ` (${about})`}: ${value}.`;
