import { MONTH_WORDS, WEEKDAY_WORDS } from "../language/calendar-words.ts";
import { foldText } from "../language/folding.ts";
import { foldName } from "../language/names.ts";

/** The types that values of slots have. */
export const VALUE_TYPES = [
  "place",
  "organization",
  "person",
  "animal",
  "product",
  "date",
  "time",
  "amount",
  "number",
  "contact",
  "language",
  "activity",
  "name",
  "text",
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** The types of entity to which slots are restricted. */
export const ENTITY_TYPES = [
  "person",
  "animal",
  "organization",
  "place",
  "product",
  "project",
  "event",
] as const;
export type EntityTypeName = (typeof ENTITY_TYPES)[number];

const TYPE_OF_ENTITY: ReadonlyMap<string, EntityTypeName> = new Map([
  ...ENTITY_TYPES.map((type): [string, EntityTypeName] => [type, type]),
  ["pet", "animal"],
  ["company", "organization"],
  ["organisation", "organization"],
  ["city", "place"],
  ["country", "place"],
  ["location", "place"],
]);

/**
 * The type in the vocabulary for an entity's free type: a `pet` is an animal. Null for a type that
 * says too little, such as `concept`.
 */
export const vocabularyType = (entityType: string): EntityTypeName | null =>
  TYPE_OF_ENTITY.get(entityType) ?? null;

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Words that take the place of a value but are none. */
const PLACEHOLDERS =
  wordSet(`it this that these those he she they him her them i me you we us here there now then same
  nothing none null unknown undecided anything something whatever nowhere anywhere somewhere elsewhere everywhere nobody anybody someone
  somebody everybody yes no maybe tbd n/a isso isto aquilo ele ela eles elas aqui ali lá nada nenhum nenhuma algo alguém ninguém mesmo mesma desconhecido`);

/** Adverbs of place, time and manner, which name nothing. */
const ADVERBS =
  wordSet(`abroad again ago ahead alone already also always away back before behind daily downtown early else ever far fast forever
  forward hard home indoors inside instead just late later less locally lately long more most much nearby never next not often once online only out outdoors
  outside overseas perhaps quite rather really recently remotely right sideways slow sometimes somehow soon still straight suddenly today together tomorrow tonight too
  twice up upstairs downstairs usually very well yesterday yet hoje ontem amanhã agora depois antes cedo tarde sempre nunca longe perto fora dentro bem mal`);

/** Adjectives, which name nothing either. */
const ADJECTIVES =
  wordSet(`amazing annoying awesome awful bad beautiful better best big boring brilliant broken busy calm cheap clean close cold complicated cool
  cosy cozy crazy crowded cute dangerous dead different difficult dirty easy empty excellent exciting expensive famous fantastic far fine friendly full fun funny good gorgeous
  great happy hard helpful horrible hot huge humid hungry important impossible interesting kind large late lost loud lovely messy nasty nice noisy ok okay old peaceful perfect
  pleasant polluted poor pretty quiet rainy ready rich sad safe scary serious sick similar simple slow small smart stressful strange strict stunning sunny supportive terrible
  tiny tired toxic tough ugly unbearable reliable unreliable comfortable unsafe useful useless vibrant walkable warm weird wet wonderful worse worst wrong young
  bonito bonita lindo linda bom boa ótimo ótima ruim péssimo péssima grande pequeno pequena caro cara barato barata legal feio feia chato chata tranquilo tranquila`);

/** Beginnings of phrases that say when, where to or how rather than what. */
const PHRASE =
  /^(?:(?:in|within|after|before|since|until|till|by|on|for|from|at|to|into|toward|towards|with|without|about|around|near|next to|close to|opposite|beside|between|behind|below|above|under|over|because|if|when|while|as|than|like|so|very|too|really|quite|pretty|rather|more|less|not|never|no longer|em|até|desde|para|por|com|sem|quando|porque|como|muito|mais|menos|bem|não)\s)/iu;
const SAME = /^(?:the |a |o )?(?:same|mesm[oa])\b/iu;
const TIME_SPAN =
  /^(?:(?:in|within|for|after|em|daqui a)\s+)?(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|several|\d+|next|last|this|uma?|dois|duas|três)\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|weekends?|mornings?|evenings?|segundos?|minutos?|horas?|dias?|semanas?|m[eê]s(?:es)?|anos?)\b/iu;
/** How much of each day, week or year: "three days a week". As a text, it can be a value. */
const RATE =
  /^\S+ (?:hours?|days?|weeks?|months?) (?:a|per|each|every) (?:day|week|month|year)\b/iu;
/** How long something takes: "45 minutes", but not "in 45 minutes" or "two weeks". */
const LENGTH =
  /^(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+)(?: and a half)? (?:minutes?|hours?)$/iu;
const saysWhen = (value: string): boolean =>
  TIME_SPAN.test(value) && !RATE.test(value) && !LENGTH.test(value);
const CLAUSE =
  /\b(?:is|are|was|were|isn't|aren't|will|would|have been|has been|é|era|está|estão)\b/u;
/** Names that end like an adverb. */
const NAMES_IN_LY = wordSet(
  "italy sicily emily kelly sally molly billy polly lilly lily holly beverly assembly family waverly grizzly butterfly fly",
);
/** How often: "once a month". */
const OFTEN = /^(?:once|twice|\p{Ll}+ times|every) (?:an?|every|other|day|week|month|year)\b/iu;
const isTimeOrMoney = (value: string): boolean =>
  TIME_SPAN.test(value) || OFTEN.test(value) || MONEY.test(value);
const CLOCK = /^\d{1,2}:\d{2}\b/u;
const DIGIT = /\d/u;
const LETTER = /[\p{L}\p{N}]/u;

const NUMBER_WORDS =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|quarter|free|um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|vinte|trinta|cem|mil|milhão|milhões)\b/iu;
const CALENDAR_WORDS = [
  ...MONTH_WORDS.flat(),
  ...WEEKDAY_WORDS.flat(),
  "mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun",
  "today|tomorrow|tonight|yesterday|weeks?|weekend|months?|years?|quarter|q[1-4]",
  "spring|summer|autumn|fall|winter|easter|christmas|eve",
  "hoje|amanha|ontem|semana|mes|ano",
];
/** A word for a date, in a folded text. */
const CALENDAR_WORD = new RegExp(String.raw`\b(?:${CALENDAR_WORDS.join("|")})\b`, "u");
const namesDate = (value: string): boolean => CALENDAR_WORD.test(foldText(value));
const TIME_WORDS =
  /\b(?:noon|midnight|morning|afternoon|evening|night|dawn|dusk|manhã|tarde|noite|meio-dia)\b/iu;
const ADDRESS = /@|\d{3}|:\/\/|\.\p{L}{2,}|^[@+]/u;

/**
 * Whether words name nothing in particular, whatever the type: "the same as before", "it",
 * "unknown".
 */
const saysNothing = (value: string, foldedValue: string): boolean =>
  foldedValue === "" || (PLACEHOLDERS.has(foldedValue) && value !== NAME_TOO) || SAME.test(value);
/** A given name that is the Portuguese "there" in small letters. */
const NAME_TOO = "Ali";

/** Whether a word says how, when or where rather than what. */
const isDescription = (word: string): boolean =>
  ADVERBS.has(word) ||
  ADJECTIVES.has(word) ||
  (word.length > 3 && word.endsWith("ly") && !NAMES_IN_LY.has(word)) ||
  word.endsWith("mente");

const JOINS = /^(?:and|but|or|yet|e|mas|ou)$/u;
/** Whether words only describe: "amazing", "amazing in spring", "old but reliable". */
const describes = (words: readonly string[]): boolean => {
  const end = words.findIndex((_, i) => PHRASE.test(words.slice(i).join(" ")));
  return words
    .slice(0, end < 1 ? words.length : end)
    .every((word, i) => isDescription(word) || (i > 0 && JOINS.test(word)));
};

/** A sum of money at the beginning: "£300 a month". */
const MONEY =
  /^(?:about |around |only )?(?:[$€£]\s?\d|\d[\d.,]*k?\s?(?:€|£|\$|(?:euros?|pounds?|dollars?|quid|reais)\b))/iu;

/** Maximum number of words of a name. A longer text is a statement, not a name. */
const WORDS_IN_NAME = 10;

/**
 * Whether words can be a name: no adverb, adjective, time or clause. Words with a capital letter
 * inside a sentence count as a name.
 */
const canBeName = (value: string, foldedValue: string): boolean => {
  if (!LETTER.test(value)) return false;
  const words = foldedValue.split(" ");
  const isWrittenAsName = /^["“«]|^(?:the |o |a |os |as )?\p{Lu}/u.test(value);
  if (words.length > WORDS_IN_NAME || isTimeOrMoney(value)) return false;
  if (isWrittenAsName) return true;
  return !(describes(words) || PHRASE.test(value) || CLAUSE.test(value));
};

type ValueCheck = (value: string, foldedValue: string) => boolean;

const CHECKS: Readonly<Record<ValueType, ValueCheck>> = {
  place: canBeName,
  organization: canBeName,
  person: (value, foldedValue) => canBeName(value, foldedValue) && !/^\d+$/u.test(value),
  animal: canBeName,
  product: canBeName,
  language: canBeName,
  activity: (value) => !TIME_SPAN.test(value) && !SAME.test(value),
  name: canBeName,
  date: (value) => DIGIT.test(value) || namesDate(value),
  time: (value) => DIGIT.test(value) || TIME_WORDS.test(value) || namesDate(value),
  amount: (value) => (DIGIT.test(value) && !CLOCK.test(value)) || NUMBER_WORDS.test(value),
  number: (value) => DIGIT.test(value) || NUMBER_WORDS.test(value),
  contact: (value) => ADDRESS.test(value),
  text: (value) => LETTER.test(value) && !saysWhen(value),
};

/** Maximum number of characters of a value that is checked. A longer text is not a value. */
const LONGEST_VALUE = 300;

/**
 * Whether a value can have a type. It recognises what cannot be a value ("the same as before",
 * "beautiful" and "in two weeks" are not places), and accepts unknown words: "lisbon" may be a
 * place, and so may "Kwxyz".
 */
export const isValueOfType = (type: ValueType, value: string): boolean => {
  const trimmedValue = value.trim();
  if (trimmedValue === "" || trimmedValue.length > LONGEST_VALUE) return false;
  const foldedValue = foldName(trimmedValue);
  return (
    !(foldedValue === ""
      ? !LETTER.test(trimmedValue) && type !== "text"
      : saysNothing(trimmedValue, foldedValue)) && CHECKS[type](trimmedValue, foldedValue)
  );
};
