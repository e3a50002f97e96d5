import { foldText } from "../../../language/folding.ts";
import { listedWords } from "../data/words.ts";
import { isPastForm, lemmaOfThird } from "../portuguese/verbs.ts";
import { onlyOne, type NamedFact } from "./standing-facts.ts";
import { behindSubject } from "./standing-statement.ts";

const ARTICLES = listedWords("ended_in_portuguese_articles");
/** Words between the verb and the name that do not change what is meant: "faz aulas de alemão". */
const BEFORE_NAME = new Set([...ARTICLES, ...listedWords("ended_in_portuguese_before_name")]);
const AFTER_NAME = listedWords("ended_in_portuguese_after_name");

/** A statement about an ongoing state: "está aprendendo alemão", "tem um Fiat Uno vermelho". */
interface Ongoing {
  readonly lemma: string;
  readonly object: readonly string[];
}

const ONGOING =
  /^ (?:(?:ainda|também|já) )?(?<verb>\p{L}+)(?: (?:a )?\p{L}+(?:ndo|[aei]r)(?= ))? (?<object>.+)$/u;
const ongoing = (text: string, subject: string): Ongoing | null => {
  const { verb = "", object = "" } = ONGOING.exec(behindSubject(text, subject) ?? "")?.groups ?? {};
  const lemma = lemmaOfThird(verb);
  return lemma === null || isPastForm(verb) ? null : { lemma, object: object.split(" ") };
};

/** Whether the name is the object: "o Uno" of "um Fiat Uno vermelho", "gesso" of "de gesso". */
const hasNamed = ({ lemma, object }: Ongoing, name: readonly string[]): boolean => {
  const [first = ""] = name;
  if (name.length === 1 && lemma === first) return true;
  const isProper = /^\p{Lu}/u.test(first);
  const plain = (word = ""): string => foldText(word.replace(/,$/u, ""));
  const at = object.findIndex((_, i) =>
    name.every((word, j) => plain(object[i + j]) === plain(word)),
  );
  const next = object[at + name.length];
  const isEnd = object[at + name.length - 1]?.endsWith(",") === true || next === undefined;
  return (
    at >= 0 &&
    object.slice(0, at).every((word) => BEFORE_NAME.has(word) || (isProper && at <= 2)) &&
    (isEnd || isProper || AFTER_NAME.has(next) || /^\d/u.test(next))
  );
};

/** The only known ongoing statement about what a Portuguese statement says to be over. */
export const endedInPortuguese = <Known extends NamedFact>(
  { subject, value }: { readonly subject: string; readonly value: string | null },
  knownFacts: readonly Known[],
): Known | null => {
  const name = (value ?? "").split(" ").filter((word) => word !== "" && !ARTICLES.has(word));
  if (name.length === 0) return null;
  return onlyOne(
    knownFacts.filter(({ text, slot }) => {
      const statement = slot === null ? ongoing(text, subject) : null;
      return statement !== null && hasNamed(statement, name);
    }),
  );
};
