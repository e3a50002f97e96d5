import { stemmer } from "@orama/stemmers/english";
import { cachedByText } from "./cached-by-text.ts";

/**
 * American roots and their British spellings. They match whole words and the beginnings of longer
 * ones.
 */
const BRITISH_ROOTS: readonly (readonly [american: string, british: string])[] = (
  "color colour|favorite favourite|flavor flavour|neighbor neighbour|honor honour|labor labour|humor humour|behavior behaviour|harbor harbour|rumor rumour|parlor parlour|savor savour|" +
  "center centre|theater theatre|fiber fibre|liter litre|kilometer kilometre|centimeter centimetre|defense defence|offense offence|license licence|program programme|catalog catalogue|dialog dialogue|" +
  "gray grey|pajama pyjama|jewelry jewellery|traveler traveller|traveling travelling|traveled travelled|canceled cancelled|canceling cancelling|modeling modelling|mustache moustache|" +
  "skeptic sceptic|enroll enrol|fulfill fulfil|airplane aeroplane|tire tyre|esthetic aesthetic|anesthe anaesthe|pediatric paediatric|gynecolog gynaecolog|orthopedic orthopaedic|diarrhea diarrhoea|celiac coeliac|plow plough"
)
  .split("|")
  .map((pair) => {
    const [american = "", british = ""] = pair.split(" ");
    return [american, british] as const;
  });

const IZE = /(?<=\p{L}{3})(?<middle>[iy])z(?=(?:e[drs]?|ers|ing|ations?)$)/u;
const ISE = /(?<=\p{L}{3})(?<middle>[iy])s(?=(?:e[drs]?|ers|ing|ations?)$)/u;

/** A folded word in British spelling. */
const britishSpelling = (word: string): string => {
  const root = BRITISH_ROOTS.find(
    ([american, british]) => word.startsWith(american) && !word.startsWith(british),
  );
  const spelt = root === undefined ? word : root[1] + word.slice(root[0].length);
  return spelt.replace(IZE, "$<middle>s");
};

const americanSpelling = (word: string): string => {
  const root = BRITISH_ROOTS.find(([, british]) => word.startsWith(british));
  const spelt = root === undefined ? word : root[0] + word.slice(root[1].length);
  return spelt.replace(ISE, "$<middle>z");
};

/** Stems with a noun in -y and an adjective in -ic: `allergy`, `allergies`, `allergic`. */
const STEM = "(?<=erg|log|graph|nom|histor|dem|phon|iron|mon|soph|path|metr|trop|arch)";
const CONDITION = new RegExp(`${STEM}(?:ies|y)$`, "u");
const CONDITIONED = new RegExp(`${STEM}ics?$`, "u");

/**
 * At most two other forms of a folded word that stemming does not join: the other English spelling
 * (`favourite`, `favorite`), and -ic for -y (`allergic`, `allergies`).
 */
export const otherForms = (word: string): string[] => {
  const british = britishSpelling(word);
  const spelling = british === word ? americanSpelling(word) : british;
  const form = CONDITION.test(word)
    ? word.replace(CONDITION, "ic")
    : word.replace(CONDITIONED, "y");
  return [...new Set([spelling, form])].filter((other) => other !== word);
};

const ENGLISH = /^[a-z]{3,}$/u;
const STEM_END = /(?<=[a-z]{3})(?:ic|i)$/u;

/**
 * The key of a folded word. Spellings and forms of one English word have the same key (`allergies`,
 * `allergic`; `color`, `colours`; `live`, `living`). Cached because questions and facts use the
 * same words repeatedly.
 */
export const wordKey = cachedByText((word) =>
  ENGLISH.test(word) ? stemmer(britishSpelling(word)).replace(STEM_END, "") : word,
);
