import { COUNTS } from "../../../language/calendar-words.ts";
import { epochMillis } from "../../../memory/time.ts";
import type { ExtractionInput, KnownEntity } from "../../port.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";

/** "when I was 19", "since Nora was five", "until he was ten" */
const AT_AGE = PHRASES.one("ages_at_age");
/** "at the age of 25", "from the age of 7" of the speaker: "I moved here at the age of 25" */
const AGED = PHRASES.one("ages_aged");
/** "I was 19 when I moved here" */
const AGE_FIRST = PHRASES.one("ages_age_first");
/** "I was born in 1988", "she was born on 3 May 2018" */
const BORN = PHRASES.one("ages_born");
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/u;
/** Whether a text names the age of somebody, which is a year if it is known when they were born. */
export const namesAge = (text: string): boolean =>
  [AT_AGE, AGED, AGE_FIRST].some((pattern) => text.search(pattern) >= 0);
const SPEAKER = /^I$/u;
const PRONOUN = /^s?he$/iu;

/** The year in which somebody was born, by a known fact. */
const knownBirth = (known: readonly KnownEntity[], isMeant: (one: KnownEntity) => boolean) => {
  const facts = known.filter(isMeant).flatMap((one) => one.facts);
  const born = facts.find(
    ({ slot, value }) => /^birth(?:day|_year)$/u.test(slot ?? "") && YEAR.test(value ?? ""),
  );
  return born === undefined ? null : Number(YEAR.exec(born.value ?? "")?.[0]);
};

const WORDS: Readonly<Partial<Record<string, string>>> = {
  from: "from",
  since: "since",
  until: "until",
  till: "until",
};
/** The word before a year in place of the word before an age, with its capital. */
const beforeYear = (word: string): string => {
  const plain = WORDS[word.toLowerCase()] ?? "in";
  return /^\p{Lu}/u.test(word) ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
};

/**
 * The sentences with years in place of ages, where the message or memory says when somebody was
 * born: "I lived there when I was 19". Other ages stay as they are.
 */
export const withYearsOfAges = (
  sentences: readonly string[],
  { speaker, knownEntities, mayBeMeant = [], occurredAt }: ExtractionInput,
): readonly string[] => {
  if (!sentences.some(namesAge)) return sentences;
  const born = new Map(
    sentences.flatMap((sentence) => {
      const { who = "", year } = groupsIn(BORN, sentence);
      return year === undefined ? [] : [[who.toLowerCase(), Number(year)] as const];
    }),
  );
  const thisYear = new Date(epochMillis(occurredAt)).getUTCFullYear();
  const yearOf = (who: string, age: string): number | null => {
    const isMeant = ({ name }: KnownEntity): boolean =>
      SPEAKER.test(who) ? name === speaker : name === who;
    const birth =
      born.get(who.toLowerCase()) ??
      (PRONOUN.test(who) ? null : knownBirth([...knownEntities, ...mayBeMeant], isMeant));
    const year = birth === null ? null : birth + (COUNTS.get(age.toLowerCase()) ?? Number(age));
    return year === null || Number.isNaN(year) || year > thisYear ? null : year;
  };
  return sentences.map((sentence) => {
    const first = groupsIn(AGE_FIRST, sentence);
    const yearFirst = yearOf("I", first["age"] ?? "");
    if (first["rest"] !== undefined && yearFirst !== null)
      return `${first["rest"]} in ${yearFirst}`;
    return sentence
      .replace(AT_AGE, (words, word: string, who: string, age: string) => {
        const year = yearOf(who, age);
        return year === null ? words : `${beforeYear(word)} ${year}`;
      })
      .replace(AGED, (words, word: string, age: string) => {
        const year = yearOf("I", age);
        return year === null ? words : `${beforeYear(word)} ${year}`;
      });
  });
};
