import { PHRASES } from "../../data/expressions.ts";
import { anyWord, keys, listedWords, words, wordsOf } from "../../data/words.ts";
import { CALENDAR } from "../../data/word-sets.ts";
import { deviceIn } from "../../data/closings.ts";
import type { SlotDefinition } from "../../../../vocabulary/slot.ts";
import { vocabularyType, type ValueType } from "../../../../vocabulary/value-type.ts";
import type { Vocabulary } from "../../../../vocabulary/vocabulary.ts";
import { upTo } from "../../text/list-items.ts";
import { unmask } from "../../text/protected-spans.ts";
import { isCapitalised, lastWord, tidy } from "../../text/tidy.ts";
import { isMemberOf } from "../../data/kinds.ts";
import { headOf, nameIn, phraseText, upToComma, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import {
  introducesNoun,
  firstOf,
  isNaming,
  lastOf,
  NO_TOKEN,
  textOf,
  tokenAt,
  type Token,
} from "../tokens/token.ts";
import { CLOSED_VALUES, isParticle } from "./frames.ts";
import { isPlainPost, isRole } from "./role.ts";
import {
  headValue,
  isCalledOtherwise,
  isKnownPlace,
  isFirmNoun,
  organizationIn,
  targetIn,
  valueIn,
  type Target,
} from "./targets.ts";

/** The text of a value, and the entity that it names. The target is null if it names none. */
export interface Value {
  readonly text: string;
  readonly target: Target | null;
}

/** Nouns that do not name a place. */
const NO_PLACE = anyWord("no_places");
const SCHOOLING = anyWord("schooling");
/** The end of the name of a school: "Lincoln High". */
const HIGH = /\bhigh$/iu;
const VEHICLE = anyWord("vehicle_words");
/** Slots that only the noun identifies: "the platform team", "Dr. Osei". */
const IDENTIFIED_BY_NOUN = new Set(wordsOf("slots_by_noun"));
/**
 * The verb after which a name alone suffices for such a slot: "rents from Mr Shah", "moved in with
 * Ana".
 */
const NAMED_BY_VERB: Readonly<Partial<Record<string, string>>> = {
  landlord: "rent",
  roommate: "move",
};
const GYM =
  /\b(?:\p{L}*gym|\p{L}*fitness|[\p{L}-]*(?<!bene)fit|fit(?:x|4less)|crossfit|leisure centre|leisure center|sports centre)\b/iu;
/** Whether the phrase names a gym: "the gym", "PureGym", "David Lloyd". */
const isGym = (phrase: Phrase): boolean =>
  GYM.test(phraseText(phrase)) || isMemberOf(nameIn(phrase)?.name ?? "", "gym");
const PART_OF_FIRM = listedWords("values_part_of_firm");
/** Verbs that are only about schools. */
const OF_SCHOOLS = listedWords("of_schools");

/**
 * The place in a phrase: "Rome", "pune", but not "a house", "Otto" or "decaf". With `surely`, the
 * name is a place whatever its words are.
 */
export const placeIn = (phrase: Phrase, discourse: Discourse, surely = false): Target | null => {
  const target = targetIn(phrase, discourse, "place", surely);
  const isDescribed = /^(?:the|my|our|his|her|their|an?)$/u.test(firstOf(phrase.tokens).lower);
  return target === null ||
    /^(?:person|organization|product|pet)$/u.test(target.type ?? "") ||
    (!target.proper &&
      (isDescribed ||
        NO_PLACE.test(target.name) ||
        isPlural(target.name, discourse) ||
        (discourse.lexicon.capitals &&
          /^\p{Ll}/u.test(target.name) &&
          !isKnownPlace(target.name, discourse)))) ||
    (target.proper && (isOwnedOrCompared(phrase) || isPartOfNamed(phrase)))
    ? null
    : target;
};

/** Whether the name only distinguishes a part: "the Fraud team", "the Rome office". */
const isPartOfNamed = (phrase: Phrase): boolean => {
  const { name, lower } = lastOf(headOf(phrase));
  // "a village called Bosham" has a name.
  const isCalled = isNaming(tokenAt(phrase.tokens, headOf(phrase).length));
  return name === null && NO_PLACE.test(lower) && !isCalled;
};

/** Whether the name is a plural: "leggings", but not "athens". */
const isPlural = (name: string, { lexicon }: Discourse): boolean =>
  /[^su]s$/u.test(name) && !/City|Country|Region|Place/u.test(lexicon.tagger.lookUp(name) ?? "");

/**
 * Whether the name belongs to an owner or a comparison, so that it is not the value: "Ana's flat",
 * "a city like Rome".
 */
const isOwnedOrCompared = (phrase: Phrase): boolean =>
  headOf(phrase).some(({ owns, lower }) => owns || lower === "like");

const GROUPS = listedWords("groups");
/** Associations whose names say nothing of it: "the National Trust". */
const ASSOCIATIONS = listedWords("associations");
/**
 * Whether the phrase is a group that has members rather than employees: "a choir called Singalong",
 * "the Labour Party".
 */
const isGroup = ({ tokens }: Phrase): boolean =>
  tokens.some(
    ({ lower, text }) => text === "group" || GROUPS.has(lastWord(lower)) || ASSOCIATIONS.has(lower),
  );

/** The name of a group: "Night Buses" in "a band called Night Buses". Null for other phrases. */
const calledIn = ({ tokens }: Phrase): Value | null => {
  const calling = tokens.findIndex(isNaming);
  const isOfGroup = GROUPS.has(tokenAt(tokens, calling - 1).lower);
  const name = tidy(textOf(upToComma(tokens.slice(calling + 1)))).replace(/^The /u, "");
  const isName = isCapitalised(name) && name !== "The";
  return calling > 0 && isOfGroup && isName ? { text: name, target: null } : null;
};

/**
 * The group in a phrase: "the Wombats", "the parish choir", but not "a choir", which has no name.
 */
const groupIn = (phrase: Phrase, discourse: Discourse): Value | null => {
  const isKnown = /^(?:the|my|our|his|her|their)$/u.test(firstOf(phrase.tokens).lower);
  // "the Otley brass band", "my choir"
  if (isKnown && GROUPS.has(lastOf(phrase.tokens).lower)) return plain(headValue(phrase));
  return calledIn(phrase) ?? proper(targetIn(phrase, discourse, "organization"));
};

const hasNumber = ({ tokens }: Phrase): boolean =>
  tokens.some(
    ({ part, span, text }) => part === "number" || span?.kind === "money" || /^\d/u.test(text),
  );

/** The label of a slot with the words before it. */
export interface Label {
  readonly slot: SlotDefinition;
  readonly before: readonly Token[];
}

/**
 * The slot whose label ends the words, and the words before the label: "platform team" for `team`.
 * Null if there is none.
 */
export const labelIn = (tokens: readonly Token[], vocabulary: Vocabulary): Label | null => {
  for (let from = Math.max(0, tokens.length - 3); from < tokens.length; from += 1) {
    const label = tokens
      .slice(from)
      .map(({ lower }) => lower)
      .join(" ");
    for (const form of [label, label.replace(/s$/u, "")]) {
      const slot = vocabulary.definition(vocabulary.canonicalSlot(form, "person"));
      if (slot !== null) return { slot, before: tokens.slice(0, from) };
    }
  }
  return null;
};

const isIdentifiedByNoun = (slot: SlotDefinition, phrase: Phrase, discourse: Discourse): boolean =>
  firstOf(phrase.tokens).part !== "number" &&
  !/^an?$/u.test(firstOf(phrase.tokens).lower) &&
  labelIn(
    headOf(phrase).filter(({ time }) => time === null),
    discourse.vocabulary,
  )?.slot === slot;

/**
 * The value of a slot in a phrase, by the value type of the slot; null if the phrase gives none.
 */
export const valueOf = (
  slot: SlotDefinition,
  phrase: Phrase,
  lemma: string,
  discourse: Discourse,
): Value | null => {
  const foundValue = readValue({ slot, phrase, lemma }, discourse);
  return foundValue !== null && isAccepted(slot.slot, foundValue.text, discourse)
    ? foundValue
    : null;
};

/** "My religion is football": a word that names no faith. */
const isNoFaith = (value: string): boolean =>
  /^\p{Ll}/u.test(value) && CLOSED_VALUES.get("religion")?.has(value) !== true;
/** Whether the vocabulary accepts a value for a slot. */
export const isAccepted = (
  slot: string,
  value: string,
  { vocabulary, lexicon }: Discourse,
): boolean =>
  // "switched from Slack to Teams"
  value.toLowerCase().replace(/s$/u, "") !== slot &&
  !(slot === "religion" && isNoFaith(value)) &&
  vocabulary.accepts(slot, unmask(value, lexicon.spans));

const namedValue = (target: Target | null): Value | null =>
  target === null ? null : { text: target.name, target };

const proper = (target: Target | null): Value | null =>
  target?.proper ? namedValue(target) : null;

/** The slot, the phrase of the value, and the verb before it. */
interface Place {
  readonly slot: SlotDefinition;
  readonly phrase: Phrase;
  readonly lemma: string;
}

type ValueReader = (place: Place, discourse: Discourse) => Value | null;

const plain = (text: string): Value => ({ text, target: null });

const readPlace: ValueReader = ({ phrase }, discourse) => {
  const isAddress = phrase.preposition === "at" && firstOf(phrase.tokens).part === "number";
  if (isAddress) return { text: valueIn(phrase), target: townIn(phrase) };
  // After "lives in", a name that looks like a first name is a town, unless the gazetteer knows it.
  const namedHead = nameIn(phrase);
  const { tagger, gazetteer } = discourse.lexicon;
  const isTown =
    namedHead?.proper === true &&
    gazetteer.get(namedHead.name) === undefined &&
    (namedHead.type === "person" ||
      (namedHead.type === "product" && isKnownPlace(namedHead.name, discourse)) ||
      (namedHead.type === "organization" &&
        tagger.lookUp(namedHead.name.toLowerCase()) === undefined));
  const target = placeIn(phrase, discourse, isTown);
  const isSure = phrase.preposition !== "at" || nameIn(phrase)?.type === "place";
  const text = headValue(phrase);
  const { name = "" } = namedHead ?? {};
  return target === null || !isSure ? null : { text: text.includes(name) ? text : name, target };
};

/** Whether the phrase may mean a firm or a partner: "has been with Globex". */
export const mayBeEither = (phrase: Phrase): boolean => {
  const namedHead = phrase.preposition === "with" ? nameIn(phrase) : null;
  const isUntyped = namedHead !== null && /^(?:concept)?$/u.test(namedHead.type ?? "");
  return isUntyped && !namedHead.name.includes(" ");
};

const SCHOOLS = listedWords("schools");
const OF_SAINT = /^(?:st\.?|saint) \p{L}+(?:'s|s')$/iu;
/** Whether the text is the name of a school: "Hill School", "Eton", "St Mary's". */
const isSchoolName = (text: string): boolean =>
  SCHOOLING.test(text) || HIGH.test(text) || OF_SAINT.test(text) || SCHOOLS.has(text.toLowerCase());

/**
 * The school in a phrase: "McGill" after a verb that is only about schools, or "Hill School". Null
 * if there is none.
 */
const schoolIn = (phrase: Phrase, lemma: string, discourse: Discourse): Target | null => {
  // "studies in Manchester" names a town.
  const isOfSchools =
    (OF_SCHOOLS.has(lemma) && phrase.preposition !== "in") || isSchoolName(headValue(phrase));
  const target = isOfSchools
    ? targetIn(phrase, discourse, "organization", true)
    : organizationIn(phrase, discourse);
  const isSchool = (isOfSchools && target?.proper) || isSchoolName(target?.name ?? "");
  return isSchool ? target : null;
};

/** Verbs for work that people also do for others: "cooking for my in-laws". */
const FOR_OTHERS = listedWords("values_for_others");
/**
 * The firm in a phrase: "Acme", but not "the fraud team", "in sales", "in the kitchen", or the
 * school at which somebody starts. Null if there is none.
 */
const firmIn = (phrase: Phrase, lemma: string, discourse: Discourse): Target | null => {
  const isSchooling = /^(?:start|be)$/u.test(lemma) && isSchoolName(headValue(phrase));
  const isPart = PART_OF_FIRM.has(lastOf(headOf(phrase)).lower);
  const isProper = nameIn(phrase)?.proper === true;
  const { part } = firstOf(phrase.tokens);
  const isField =
    !isProper &&
    ((phrase.preposition === "in" && (part !== "determiner" || !isFirmNoun(phrase))) ||
      (part === "possessive" && FOR_OTHERS.has(lemma)));
  return isSchooling || isPart || isField || (lemma === "join" && isCalledOtherwise(phrase))
    ? null
    : organizationIn(phrase, discourse);
};

/**
 * The group of which somebody is a member: "a member of the Wombats", "in a band called Night Buses",
 * but not "in the choir", whose name may be known, or "in the fraud team".
 */
const readGroup = (
  phrase: Phrase,
  lemma: string,
  isOfGroup: boolean,
  discourse: Discourse,
): Value | null => {
  const isMember = lemma === "be" && phrase.preposition === "of";
  if (!isOfGroup && !isMember) return null;
  const group = groupIn(phrase, discourse);
  const isWithin = lemma === "be" && phrase.preposition === "in";
  const isTeam = labelIn(headOf(phrase), discourse.vocabulary)?.slot.slot === "team";
  return isWithin && (isTeam || !isCapitalised(group?.text ?? "")) ? null : group;
};

/** The gym in a phrase: "David Lloyd", "the university gym", but not "a new gym". */
const gymIn = (phrase: Phrase, discourse: Discourse): Value | null => {
  const head = headOf(phrase);
  const isDescribed = head.length === 3 && tokenAt(head, 1).part === "noun" && isTheOne(head);
  return (
    proper(targetIn(phrase, discourse, "organization", true)) ??
    (isDescribed ? plain(headValue(phrase)) : null)
  );
};
const isTheOne = (tokens: readonly Token[]): boolean => firstOf(tokens).lower === "the";

const readOrganization: ValueReader = ({ slot: { slot }, phrase, lemma }, discourse) => {
  if (IDENTIFIED_BY_NOUN.has(slot)) return plain(headValue(phrase));
  const isOfGroup = isGroup(phrase);
  if (slot === "member_of") return readGroup(phrase, lemma, isOfGroup, discourse);
  const isOfGym = isGym(phrase);
  if (slot === "gym") return isOfGym ? gymIn(phrase, discourse) : null;
  if (slot === "school" && isOfGym) return null;
  if ((isOfGroup || isOfGym) && /^(?:join|leave|quit|teach|coach)$/u.test(lemma)) return null;
  return namedValue((slot === "school" ? schoolIn : firmIn)(phrase, lemma, discourse));
};

const NO_PERSON = /^(?:organization|product|pet)$/u;
const readPerson: ValueReader = ({ phrase }, discourse) => {
  const target = targetIn(phrase, discourse, "person");
  // "lives with Crohn's": a possessive is not a person.
  const isNobody = NO_PERSON.test(target?.type ?? "") || /['’]s$/u.test(target?.name ?? "");
  return isNobody ? null : proper(target);
};

const DURABLES = listedWords("durables");
const SERVICES = listedWords("services");
const HAVING = listedWords("values_having");
const CHANGING = words("upgrade switch");
/** The preposition before a device that somebody gets, by the verb. */
const GETTING: Readonly<Record<string, string>> = {
  have: "",
  get: "",
  buy: "",
  upgrade: "to",
  switch: "to",
};
const PARTING = listedWords("values_parting");
/** "a Canon R5" and "have a Fender Strat" name a product; "have a Zoom at five" does not. */
const isProductName = (head: readonly Token[], lemma: string): boolean => {
  const { name } = lastOf(head);
  return (
    name !== null &&
    !VEHICLE.test(name.name) &&
    /^(?:product|concept)$/u.test(name.type ?? "concept") &&
    firstOf(head).part === "determiner" &&
    (lemma !== "have" || name.name.includes(" "))
  );
};

/** Whether the words name one thing: "my old car", but not "my mum a car". */
const isOneThing = (head: readonly Token[]): boolean =>
  head.every((token, i) => i === 0 || !introducesNoun(token));

/** The value for `owns`: "a kayak", "an old guitar", but not "a coffee" or "a house for Ana". */
const readOwned = (phrase: Phrase, lemma: string): Value | null => {
  const head = headOf(phrase);
  // "scrapped the Corsa" names the thing, whatever it is.
  const isNamed =
    nameIn(phrase)?.proper === true && /^(?:the|my|our|his|her|their)$/u.test(firstOf(head).lower);
  if (isNamed && PARTING.has(lemma)) return plain(headValue(phrase));
  const isOwn =
    /^(?:an?|my|our|his|her|their|\d+)$/u.test(firstOf(head).lower) ||
    (PARTING.has(lemma) && firstOf(head).lower === "the");
  const isDevice = deviceIn(lastOf(head).text) !== null;
  const isDurable =
    lemma === "own" || isProductName(head, lemma) || isDevice || DURABLES.has(lastOf(head).lower);
  const start = tokenAt(head, 1).lower === "new" ? 2 : 1;
  const isGot = isDevice && GETTING[lemma] === (phrase.preposition ?? "");
  if (isGot && head.length > start) return plain(textOf(head.slice(start)));
  if (CHANGING.has(lemma) && !isDevice) return null;
  return isOwn && head.length <= 4 && isDurable ? plain(headValue(phrase)) : null;
};

const MEDICINES = listedWords("medicines");
const MEDICINE_ENDING = new RegExp(`(?:${[...listedWords("medicine_endings")].join("|")})$`, "u");
/** What says how often a dose is taken: "two a day". */
const OFTEN = /^(?:an?|per|daily)$/u;
const UNIT = PHRASES.one("values_unit");
/** The words of a medicine without its dose: "20 mg Vyvanse", "metformin 500". */
const withoutDose = (head: readonly Token[]): readonly Token[] => {
  const isDose = ({ lower, part, text }: Token): boolean =>
    part === "number" || /^\d+(?:mg|ml|g|mcg|iu)?$/iu.test(text) || UNIT.test(lower);
  const last = head.findLastIndex((token) => token.lower === "of" || isDose(token));
  const first = head.findIndex(isDose);
  return last === head.length - 1 && first > 0 ? head.slice(0, first) : head.slice(last + 1);
};
/** The medicine in a phrase: "metformin", "my antidepressants", but not "the bus". */
const readMedicine = (phrase: Phrase, discourse: Discourse): Value | null => {
  const tokens = upTo(
    withoutDose(headOf(phrase)),
    ({ lower: word }, i) => i > 0 && OFTEN.test(word),
  );
  const { lower } = tokens.at(-1) ?? firstOf(tokens);
  const isMedicine =
    MEDICINES.has(lower) || MEDICINES.has(phraseText({ ...phrase, tokens }).toLowerCase());
  const namedPhrase = { ...phrase, tokens };
  return isMedicine || MEDICINE_ENDING.test(lower)
    ? { text: headValue(namedPhrase), target: targetIn(namedPhrase, discourse, "product") }
    : null;
};

/** Names of car models: "the Polo". */
export const CAR_MODELS = listedWords("car_models");

/** What people have beside a car, so that it replaces none. */
const TWO_WHEELED = listedWords("values_two_wheeled");

/** Whether the phrase lists possessions: "own a Vespa and a Canon". */
const isListed = ({ tokens }: Phrase, lemma: string): boolean =>
  lemma === "own" && tokens.some(({ lower }) => lower === "and");

/** Whether the target is a name of neither a person nor a place. */
const isNameOfThing = (target: Target | null): target is Target =>
  target?.proper === true && !/^(?:person|place)$/u.test(target.type ?? "");

const DRIVING = words("drive ride");
/** Verbs of having a vehicle, which have many other things as objects. */
const POSSESSING = words("have own");

/**
 * The vehicle in a phrase: "a Vauxhall Corsa", "the Panda", but not "my mum a car" or "a car
 * magazine".
 */
const readVehicle = (phrase: Phrase, target: Target | null, lemma: string): Value | null => {
  const isProduct = isNameOfThing(target);
  const foundValue = isProduct ? { text: headValue(phrase), target } : null;
  // "have a Tesla poster" and "sold my Golf clubs" are about other things.
  const isWhole = isProduct && headValue(phrase).endsWith(target.name);
  const isModel = isWhole && CAR_MODELS.has(target.name.toLowerCase());
  const head = headOf(phrase);
  if (!isOneThing(head) || isListed(phrase, lemma)) return null;
  if (isModel || (isProduct && /^(?:drive|scrap)$/u.test(lemma))) return foundValue;
  if (TWO_WHEELED.has(lastOf(head).lower) && !DRIVING.has(lemma)) return null;
  if (foundValue === null && firstOf(head).part === "possessive") return null;
  if (POSSESSING.has(lemma) && !isWhole) return null;
  if (foundValue !== null) return VEHICLE.test(phraseText(phrase)) ? foundValue : null;
  return VEHICLE.test(lastOf(head).text) ? plain(headValue(phrase)) : null;
};

/** Whether the phrase names a car or another vehicle: "a Fiat Panda", "a new Vespa". */
const namesCar = ({ tokens }: Phrase): boolean => {
  const car = tokens.find(({ name }) => name !== null);
  const [model = ""] = (car ?? tokenAt(tokens, 1)).lower.split(" ");
  return CAR_MODELS.has(model) || (car !== undefined && VEHICLE.test(car.text));
};

/**
 * Whether the phrase may be a subscription: "have Netflix", "cancelled The Guardian", but not "have
 * a car", "left the choir" or "joined a gym".
 */
const maySubscribe = (phrase: Phrase, lemma: string): boolean =>
  !isGroup(phrase) &&
  !(lemma === "quit" && isGym(phrase)) &&
  (!HAVING.has(lemma) || SERVICES.has(headValue(phrase).toLowerCase()));

const readProduct: ValueReader = ({ slot, phrase, lemma }, discourse) => {
  if (slot.slot === "medication") return readMedicine(phrase, discourse);
  if (slot.slot === "subscription" && !maySubscribe(phrase, lemma)) return null;
  const service = tidy(phraseText({ ...phrase, tokens: upToComma(phrase.tokens) }));
  if (slot.slot === "subscription" && SERVICES.has(service.toLowerCase())) return plain(service);
  // "have" gives a vehicle only for a known car: "have a Fiat Panda".
  if (slot.slot === "vehicle" && lemma === "have" && !namesCar(phrase)) return null;
  const isOne = isOneThing(headOf(phrase));
  const ownedThing = slot.slot === "owns" && isOne ? readOwned(phrase, lemma) : null;
  if (slot.slot === "owns" && ownedThing === null) return null;
  // A name with an article is no place: "a Vauxhall Corsa".
  const isOneOf = nameIn(phrase)?.indefinite === true;
  const target = targetIn(phrase, discourse, "product", isOneOf);
  if (ownedThing !== null) return ownedThing;
  if (slot.slot === "vehicle") return readVehicle(phrase, target, lemma);
  return productIn(phrase, target);
};

/** The product that a phrase names: "a Netflix plan", and "Pact" for "a coffee box called Pact". */
const productIn = (phrase: Phrase, target: Target | null): Value | null => {
  if (target?.proper !== true || /^(?:person|place)$/u.test(target.type ?? "")) return null;
  return { text: phrase.tokens.some(isNaming) ? target.name : headValue(phrase), target };
};

/** The animal in a phrase: "gave Olive away". "sold Duke" needs a known animal. */
const readAnimal: ValueReader = ({ phrase, lemma }, discourse) => {
  const knownType = discourse.lexicon.gazetteer.get(nameIn(phrase)?.name ?? "")?.type;
  if (lemma === "sell" && vocabularyType(knownType ?? "") !== "animal") return null;
  const target = targetIn(phrase, discourse, "pet");
  return target?.proper && !/^(?:place|organization|product)$/u.test(target.type ?? "")
    ? namedValue(target)
    : null;
};

const PAY =
  /^(?:[$€£]\s?\d[\d.,]*k?|\d[\d.,]*k)(?: (?:a|per|an) (?:year|month|week|hour)| plus .{2,20})?$/iu;
const OF_MONEY = keys("salary budget rent price");
/** What tells an amount of money from other amounts: "thirty grand", but not "twelve dogs". */
const MONEY = /\d|grand|thousand|million|pounds|dollars|euros|quid/iu;
/** Units of other amounts: "went up to 84 kilos", "was bumped up to 40 mg". */
const OTHER_UNIT = /\d ?(?:mg|mcg|ml|kg|kilos?|stone|lbs?|km|miles|units|mbps|[gt]b)(?!\p{L})/iu;
/**
 * The amount up to a comma: "94 kg". A salary is "on 34k", but not "on 10 mg" or "up to four days".
 */
const readAmount: ValueReader = ({ slot, phrase, lemma }, discourse) => {
  const amount = { ...phrase, tokens: upToComma(phrase.tokens) };
  const text = unmask(headValue(amount), discourse.lexicon.spans);
  const isPay = slot.slot === "salary" && lemma === "be";
  const isOther =
    OF_MONEY.has(slot.slot) && (!(isPay ? PAY : MONEY).test(text) || OTHER_UNIT.test(text));
  return hasNumber(amount) && !isOther ? plain(valueIn(amount)) : null;
};

const NAMES_ROLE = listedWords("values_names_role");
/** What a team or a pupil is promoted to: "the next round", "League One", "the top set". */
const NO_POST = /(?:top|bottom|round|league(?: \p{L}+)?|division(?: \p{L}+)?|team|squad|set)$/iu;
const LONGEST_SUBSTANCE = 3;
/** The substance in a phrase, which is the target of a relation: "peanuts", "cow's milk". */
const readSubstance = (phrase: Phrase, discourse: Discourse): Value | null => {
  const text = headValue(phrase);
  const isNoun = headOf(phrase).every(
    ({ part, time }) => time === null && !/^(?:pronoun|auxiliary|conjunction|number)$/u.test(part),
  );
  const name = isNoun && text.split(" ").length <= LONGEST_SUBSTANCE ? text : "";
  const target = discourse.findings.entity(name, "concept");
  return target === null
    ? null
    : { text, target: { name: target, type: "concept", proper: false } };
};

const readText: ValueReader = ({ slot, phrase, lemma }, discourse) => {
  if (slot.relationship !== null) return readSubstance(phrase, discourse);
  const head = headOf(phrase);
  // "starts as a mail carrier"; not "starts as usual", "as a joke".
  const isPost = /^an?$/u.test(firstOf(head).lower) && head.length > 2 && isPlainPost(head);
  const isNamed = NAMES_ROLE.has(lemma) && !NO_POST.test(textOf(head));
  return slot.slot !== "role" || isNamed || isPost || isRole(head)
    ? plain(headValue(phrase))
    : null;
};

/** The field of study: "marine biology", "law", but not "the map", "whales" or "for the exam". */
const fieldIn = (whole: Phrase, lemma: string): Value | null => {
  // In "studying law here", "here" is not part of the field.
  const phrase = {
    ...whole,
    tokens: whole.tokens.filter(({ lower }) => !/^(?:here|there)$/u.test(lower)),
  };
  const head = headOf(phrase);
  const { lower } = lastOf(head);
  const isField =
    head.length > 0 &&
    head.length <= LONGEST_SUBSTANCE &&
    head.length === upToComma(phrase.tokens).length &&
    head.every(
      ({ part, time, name, text }) =>
        time === null &&
        // "majoring in CS"
        ((name === null && FIELD_PARTS.has(part)) || (lemma === "major" && ACRONYM.test(text))),
    ) &&
    !NO_FIELD.has(lower) &&
    (!/[^su]s$/u.test(lower) || FIELDS.test(lower) || ACRONYM.test(lastOf(head).text));
  return isField ? plain(headValue(phrase)) : null;
};
const ACRONYM = /^\p{Lu}{2,5}$/u;
const FIELD_PARTS = keys("noun adjective gerund");
const NO_FIELD = listedWords("no_field");
const FIELDS = PHRASES.one("values_fields");

const NO_HOBBY = listedWords("no_hobby");
/**
 * The activity in a phrase: "tennis", "the guitar", "ultimate frisbee", but not "a fire" or
 * "waiting".
 */
const readActivity: ValueReader = ({ phrase, lemma }, discourse) => {
  const mayHaveArticle = lemma !== "start" && lemma !== "quit";
  const head = headOf(phrase).filter(({ lower }) => !(mayHaveArticle && lower === "the"));
  const isActivity = head.every(
    ({ part, lower, text, time }, i) =>
      time === null &&
      !NO_HOBBY.has(lower) &&
      // A known activity is a name in lower case: "football".
      (/^(?:noun|gerund)$/u.test(part) ||
        (part === "proper" && text === lower) ||
        (part === "adjective" && lemma === "take" && i === 0)),
  );
  // "start kindergarten" contains the label of a slot.
  const isLabel = labelIn(head, discourse.vocabulary)?.before.length === 0;
  return head.length <= 2 && isActivity && !isLabel ? plain(headValue(phrase)) : null;
};

const UNNAMED = listedWords("values_unnamed");
/** Whether the words name no activity: "that game", "professionally", "curling up with a book". */
export const isNoPastime = (tokens: readonly Token[]): boolean => {
  const [first = NO_TOKEN, second = NO_TOKEN] = tokens;
  return (
    UNNAMED.has(first.lower) ||
    first.part === "adverb" ||
    NO_HOBBY.has(first.lower) ||
    // "plays doubles Tue and Thu mornings"
    tokens.some(({ lower, name }) => CALENDAR.has(name?.name.toLowerCase() ?? lower)) ||
    (first.lower.endsWith("ing") && isParticle(second.lower))
  );
};

const READERS: Readonly<Partial<Record<ValueType, ValueReader>>> = {
  place: readPlace,
  organization: readOrganization,
  person: readPerson,
  product: readProduct,
  animal: readAnimal,
  amount: readAmount,
  number: readAmount,
  text: readText,
  activity: readActivity,
};

const readValue = (place: Place, discourse: Discourse): Value | null => {
  const { slot, phrase } = place;
  if (phrase.tokens.length === 0) return null;
  const text = headValue(phrase);
  const closedValues = CLOSED_VALUES.get(slot.slot);
  if (closedValues !== undefined) {
    const value = closedValues.get(text.toLowerCase());
    return value === undefined ? null : plain(value);
  }
  if (slot.slot === "field_of_study" && /^(?:study|major)$/u.test(place.lemma))
    return fieldIn(phrase, place.lemma);
  const isShared = slot.slot === "roommate" && /^(?:share|live|be)$/u.test(place.lemma);
  const isDoctor = slot.slot === "doctor" && /^Dra?\b/u.test(text);
  const isNamed = NAMED_BY_VERB[slot.slot] === place.lemma;
  if (
    IDENTIFIED_BY_NOUN.has(slot.slot) &&
    !isDoctor &&
    !isShared &&
    !isNamed &&
    !isIdentifiedByNoun(slot, phrase, discourse)
  )
    return null;
  if (slot.slot === "hobby" && isNoPastime(phrase.tokens)) return null;
  return READERS[slot.value]?.(place, discourse) ?? null;
};

/** The town in an address: "27 Oak Street, Lyon". Null if there is none. */
const townIn = ({ tokens }: Phrase): Target | null => {
  const town = tokens.findLast(({ name }, i) => name !== null && tokens[i - 1]?.after === ",");
  return town?.name == null ? null : { name: town.name.name, type: "place", proper: true };
};
