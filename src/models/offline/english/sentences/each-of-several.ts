import { PHRASES } from "../../data/expressions.ts";

type Gender = "female" | "male" | null;

/** "my parents are called Ilse and Gerhard", "my mum and dad are Sue and Brian" */
const PARENTS_NAMED = PHRASES.one("each_of_several_parents");
/** "my parents, Joan and Phil, live" */
const PARENTS_BESIDE = PHRASES.one("each_of_several_parents_beside");
/** The parents one by one: "my mother is Ilse and my father is Gerhard". */
const withParentsNamed = (sentence: string, genderOf: (name: string) => Gender): string => {
  const termsOf = ({ first, second, one = "", other = "" }: Groups): readonly string[] =>
    first === undefined || second === undefined
      ? termsByGender(genderOf(one), genderOf(other))
      : [first, second];
  const apart =
    (between: string) =>
    (...match: readonly unknown[]): string => {
      const groups = match.at(-1) as Groups;
      const { whose = "", one, other } = groups;
      const later = whose.replace(/^(?:My|Our)$/u, (word) => word.toLowerCase());
      const [term, otherTerm] = termsOf(groups);
      return `${whose} ${term}${between}${one} and ${later} ${otherTerm}${between}${other}`;
    };
  return sentence.replace(PARENTS_NAMED, apart(" is ")).replace(PARENTS_BESIDE, apart(" "));
};
/** The words for two parents, as far as the names show who is the mother. */
const termsByGender = (one: Gender, other: Gender): readonly string[] => {
  if (one === null && other === null) return ["parent", "parent"];
  return one === "female" || (one === null && other === "male")
    ? ["mother", "father"]
    : ["father", "mother"];
};
type Groups = Readonly<Partial<Record<string, string>>>;

/** "Ava (7)", "Jo, who's 3,", "Leo, 5 and" */
const AGED = PHRASES.one("each_of_several_aged");
/** "three kids: Nell is 12, Hugo is 9" */
const LISTED = PHRASES.one("each_of_several_listed");
/** People of whom an age is given beside the name: "my kids", "her nephew". */
const OF_KIN = PHRASES.one("each_of_several_kin");
/** The sentence with the names alone, and one more sentence for each age behind a name. */
const withAgesApart = (sentence: string): readonly string[] => {
  if (!OF_KIN.test(sentence)) return [sentence];
  const ages: string[] = [];
  const apart = (...match: readonly unknown[]): string => {
    const { name = "", bracketed, told, behind } = match.at(-1) as Groups;
    ages.push(`${name} is ${bracketed ?? told ?? behind ?? ""}.`);
    return name;
  };
  const rest = sentence.replace(LISTED, apart).replace(AGED, apart);
  return [rest, ...ages];
};

/**
 * The sentences with one statement for each of several people: "my kids are Ava (7) and Jo (3)" also
 * says "Ava is 7" and "Jo is 3".
 */
export const withEachStated = (
  sentences: readonly string[],
  genderOf: (name: string) => Gender,
): string[] => sentences.flatMap((sentence) => withAgesApart(withParentsNamed(sentence, genderOf)));
