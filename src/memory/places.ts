import { foldName } from "./names.ts";

/** Who has which place in somebody's life: Rex is Ana's dog. One may have several dogs, so that it is no attribute with a single value. */
export interface Place {
  readonly owner: string;
  /** What is had: `dog`, `melhor amigo`. */
  readonly label: string;
  readonly holder: string;
}

const COUNT = String.raw`(?:an?|one|two|three|four|five|six|\d+|um|uma|dois|duas|três)`;
/** "bicho de estimação de Ana", "cachorro de Ana de Souza": the first "de" or the last one may tell whose it is, so that both are tried. */
const FORMS: readonly RegExp[] = [
  /^(?<owner>.+)['’]s (?<label>(?:(?! is | are )[^'’])+) (?:is|are)(?: now)? (?<holder>.+)$/u,
  /^(?<holder>(?:(?! is ).)+) is(?: now)? (?<owner>.+)['’]s (?<label>[^'’]+)$/u,
  new RegExp(
    String.raw`^(?<owner>.+?) (?:has|have|adopted|got) ${COUNT} (?<label>[^,:'’]+?)(?:,|:| (?:named|called)) (?<holder>.+)$`,
    "u",
  ),
  /^[OA]s? (?<label>.+?) d[eoa] (?<owner>.+?) (?:agora )?(?:é|são|se chama)(?: agora)? (?:[oa] )?(?<holder>.+)$/u,
  /^[OA]s? (?<label>.+) d[eoa] (?<owner>.+?) (?:agora )?(?:é|são|se chama)(?: agora)? (?:[oa] )?(?<holder>.+)$/u,
  /^(?<holder>.+?) é (?:agora )?(?:[oa] )?(?<label>.+?) d[eoa] (?<owner>.+)$/u,
  /^(?<holder>.+?) é (?:agora )?(?:[oa] )?(?<label>.+) d[eoa] (?<owner>.+)$/u,
  new RegExp(
    String.raw`^(?<owner>.+?) tem ${COUNT} (?<label>[^,:]+?)(?:,|:| chamad[oa]s?) (?<holder>.+)$`,
    "u",
  ),
];

/** "Ana's dog is no longer Rex". */
const LEFT: readonly RegExp[] = [
  /^(?<owner>.+)['’]s (?<label>(?:(?! is | used | was )[^'’])+) (?:is no longer|used to be|(?:is|was) not) (?<holder>.+?)(?: anymore| any longer)?$/u,
  /^[OA]s? (?<label>.+?) d[eoa] (?<owner>.+?) não é mais (?:[oa] )?(?<holder>.+)$/u,
  /^[OA]s? (?<label>.+) d[eoa] (?<owner>.+?) não é mais (?:[oa] )?(?<holder>.+)$/u,
];

/** Longer statements tell more than who has a place. */
const LONGEST = 300;

/** Every way to read a statement as one of who has a place; with `LEFT`, as one of who has it no more. */
export const placesIn = (text: string, told: "HELD" | "LEFT" = "HELD"): Place[] =>
  text.length > LONGEST
    ? []
    : (told === "HELD" ? FORMS : LEFT).flatMap((form) => {
        const { owner, label, holder } = form.exec(text)?.groups ?? {};
        return owner === undefined || label === undefined || holder === undefined
          ? []
          : [{ owner, label, holder }];
      });

/** "two older dogs" has a dog. */
const sameLabel = (a: string, b: string): boolean => {
  const [wordsA, wordsB] = [a, b].map((label) => foldName(label).replace(/s$/u, ""));
  return wordsA === wordsB || wordsA!.endsWith(` ${wordsB}`);
};

/** Who has the place of somebody (by any of these names) as a statement tells it; null where it tells of something else. */
export const holderIn = (text: string, owners: readonly string[], label: string): string | null => {
  const folded = new Set(owners.map(foldName));
  return (
    placesIn(text).find(
      (place) => folded.has(foldName(place.owner)) && sameLabel(place.label, label),
    )?.holder ?? null
  );
};
