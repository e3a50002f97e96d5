import { foldName, nameWords } from "./names.ts";

/** How many letters a short form has at least (DESIGN.md §3, 8: "Carol" for "Carolina", never "Jo" for "João"). */
const SHORTEST = 3;

/** Names that stand for themselves although longer names begin with them: Maria is not short for Mariana. */
const WHOLE_NAMES = new Set(
  "maria ana anna julia carla paula clara laura joan john jean jose mario marco luis luisa eva lena nina ella emma eric erica marta martin tina rosa sara".split(
    " ",
  ),
);

/** Whether one word is the beginning of a longer first name, as a person is called for short. */
export const isShortFor = (short: string, full: string): boolean => {
  const a = nameWords(foldName(short));
  const b = nameWords(foldName(full));
  const [word, first] = [a[0], b[0]];
  return (
    a.length === 1 &&
    word !== undefined &&
    first !== undefined &&
    word.length >= SHORTEST &&
    word !== first &&
    first.startsWith(word) &&
    !WHOLE_NAMES.has(word)
  );
};
