import type { Chrono } from "chrono-node";
import { foldName, isKnownAs } from "../../../language/names.ts";
import type { ExtractionInput, Extraction, KnownEntity } from "../../port.ts";
import { withYearsOfAges } from "../dates/ages.ts";
import { withDatesOfSequences } from "../dates/sequences.ts";
import { withCompany } from "../extraction/company.ts";
import { withExchanges, withServices } from "../extraction/exchanges.ts";
import { withSuccessions } from "../extraction/successions.ts";
import { CONFIDENCE, Findings } from "../extraction/findings.ts";
import { withoutPastedText } from "../text/pasted-text.ts";
import {
  maskOpeningNames,
  maskSpans,
  unmask,
  type ProtectedSpan,
} from "../text/protected-spans.ts";
import { questionBefore, recentTexts } from "../text/recent-messages.ts";
import { readableSentences } from "../text/sentences.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { PHRASES } from "../data/expressions.ts";
import { Frames } from "./meaning/frames.ts";
import { expandContractions } from "./sentences/expand-contractions.ts";
import { isQuoting } from "./sentences/trim-sentence.ts";
import { withChangesJoined } from "./sentences/attribute-statements.ts";
import { asOwn, confirmedBy, withAnswer } from "./sentences/answers.ts";
import { withEachStated } from "./sentences/each-of-several.ts";
import { asideOf, Conversation, discourseOf, type Discourse } from "./discourse.ts";
import { endedIn, mentionMeant, peopleMeant } from "./meant-people.ts";
import { Gazetteer } from "./tokens/lexicon.ts";
import {
  introductionStatements,
  isSamePerson,
  readIntroduction,
  type Introduction,
} from "./sentences/introductions.ts";
import { plainSentence, readSentence, addIntroduction } from "./sentences/read-sentence.ts";
import type { Tagger } from "./tokens/tagger.ts";
import { isOrdinary } from "./tokens/proper-words.ts";
import { tokenAt, type Token } from "./tokens/token.ts";
import { tokenise } from "./tokens/tokenise.ts";
import { listedWords } from "../data/words.ts";
import { knownVerb } from "./tokens/verb-forms.ts";
import { isAttributeNoun } from "../data/attributes.ts";

const PRONOUN = /\b(?:he|she|they|him|her|his|hers|their|it|its|them|there|here)\b/iu;
/** Number of sentences after which other requests get a turn. */
const SENTENCES_PER_TURN = 40;
const GREETING = /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|yo|greetings)\b/iu;
/** The pronoun of the speaker, which is not a name although it has a capital: "I've". */
const SPEAKER_CONTRACTED = /^I['’]/u;
const SAYS_WE = /(?<!\p{L})(?:we|our|us)(?!\p{L})/iu;
const SAYS_I = /(?<!\p{L})(?:I|[Mm]y|[Mm]e)(?!\p{L})/u;
const SPOKEN_BY = /^(?<by>[\p{L} .'-]{1,40}):\s+/u;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Words before the name of a thing: "a 2018 Berlingo", "at OHSU"; "in" and "to" stand before places
 * too.
 */
const OF_THINGS = /^(?:determiner|number|adjective)$/u;
const BEFORE_PLACE = listedWords("read_message_before_place");
const GOING = listedWords("read_message_going");
const INITIALS = /^\p{Lu}{2,}$/u;
/** Whether the name at `i` may be a person: not "move to Kerry", "a 2018 Berlingo", "at OHSU". */
const mayBePerson = (tokens: readonly Token[], i: number): boolean => {
  const { name, owns } = tokenAt(tokens, i);
  if (name === null || owns || INITIALS.test(name.name)) return false;
  // Whatever is of no known type is a concept in memory.
  if (!/^(?:person|concept)?$/u.test(name.type ?? "")) return false;
  const before = tokenAt(tokens, i - 1);
  const verb = knownVerb(tokenAt(tokens, i - 2).lower)?.lemma ?? "";
  if (before.after !== "") return true;
  if (before.lower === "in" || (before.lower === "to" && GOING.has(verb))) return false;
  return name.type === "person" || !(OF_THINGS.test(before.part) || BEFORE_PLACE.has(before.lower));
};

/** Mentions names of unknown people, whom "she" may mean if nobody else was mentioned. */
const mentionOthers = (sentence: string, { lexicon, conversation }: Discourse): void => {
  if (conversation.people.some(({ earlier }) => earlier === undefined)) return;
  const tokens = tokenise(sentence, lexicon);
  const names = tokens.flatMap(({ name }, i) =>
    mayBePerson(tokens, i) && name !== null ? name : [],
  );
  // The placeholder of a masked string is not a person.
  const unmaskedNames = names.filter(
    ({ name }) => unmask(name, lexicon.spans) === name && !SPEAKER_CONTRACTED.test(name),
  );
  for (const { name, gender } of unmaskedNames) conversation.mention({ name, gender });
};

/** Mentions the people of recent messages, whom "she" may mean. It adds no findings. */
const overhear = (messages: readonly string[], into: Discourse, speaker: string): void => {
  for (const message of messages) {
    const by = SPOKEN_BY.exec(message)?.groups?.["by"];
    const maskedText = maskSpans(withoutPastedText(message.replace(SPOKEN_BY, "")));
    const isSpeaker = by === undefined || /^(?:user|me|I)$/iu.test(by);
    const aside = asideOf(into, new Findings(maskedText.spans), isSpeaker ? speaker : by);
    into.conversation.beginMessage();
    for (const sentence of readableSentences(maskedText.text)) {
      readSentence(sentence, aside, {
        recentMessages: [],
        known: [],
        confidence: CONFIDENCE.explicit,
        depth: 0,
      });
      mentionOthers(sentence, aside);
    }
  }
};

const TAKEN_BACK = PHRASES.one("taken_back");
/** The sentences without those that the next one calls a joke: "I moved to Rome. Just kidding!" */
const withoutJokes = (sentences: readonly string[]): string[] =>
  sentences.filter(
    (_, i) =>
      i === sentences.length - 1 || !TAKEN_BACK.test(expandContractions(sentences[i + 1] ?? "")),
  );

const END_OF_THE_PET = PHRASES.one("end_of_the_pet");
/**
 * The sentences with the speaker's own pet in the first one: "The cat died". Behind others, the pet
 * may be anybody's.
 */
const withOwnPet = ([first = "", ...others]: readonly string[]): string[] => [
  first.replace(END_OF_THE_PET, "my "),
  ...others,
];

/** The introductions in a message, and the remaining sentences. */
interface Opening {
  readonly introduced: Introduction | null;
  readonly aliases: readonly Introduction[];
  readonly rest: readonly string[];
}

const FULL_NAME = /^\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,3}$/u;
/**
 * The introduction behind another one: "My name is Ana but call me Ani". The name itself counts
 * only if it may follow, behind a nickname. Null if there is none.
 */
const secondIntroduction = (
  { rest }: Introduction,
  nameMayFollow: boolean,
  tagger: Tagger,
  speaker: string,
): Introduction | null => {
  const second = readIntroduction(
    rest.replace(/^(?:but|and|though|although)\s+/iu, ""),
    tagger,
    false,
    speaker,
  );
  return second !== null && (second.alias || nameMayFollow) ? second : null;
};

const statementsBehind = ({ rest, follows }: Introduction): readonly string[] => {
  if (rest === "") return [];
  return follows ? [rest] : introductionStatements(rest);
};

const readOpening = (
  sentences: readonly string[],
  { speaker, speakerNamed }: ExtractionInput,
  tagger: Tagger,
): Opening => {
  let speakerIntroduction: Introduction | null = null;
  const aliases: Introduction[] = [];
  const rest: string[] = [];
  for (const sentence of sentences) {
    const isGreeting = !speakerNamed && GREETING.test(sentence);
    const introduction = isQuoting(sentence)
      ? null
      : readIntroduction(plainSentence(sentence), tagger, isGreeting, speaker);
    if (introduction === null) {
      rest.push(sentence);
      continue;
    }
    if (introduction.alias && (speakerNamed || speakerIntroduction !== null))
      aliases.push(introduction);
    else speakerIntroduction ??= introduction;
    // "name is Gwen by the way, Gwen Parry"
    if (FULL_NAME.test(introduction.rest) && isSamePerson(introduction.rest, introduction.name)) {
      if (!introduction.alias && introduction.rest.length > introduction.name.length)
        speakerIntroduction = { ...introduction, name: introduction.rest, rest: "" };
      continue;
    }
    // "People call me Bex but my name's Rebecca"
    const isNickname = introduction.alias && speakerIntroduction === introduction;
    const second = secondIntroduction(introduction, isNickname, tagger, speaker);
    if (second !== null && !second.alias) {
      speakerIntroduction = second;
      aliases.push(introduction);
    } else if (second !== null) aliases.push(second);
    rest.push(...statementsBehind(second === null ? introduction : { ...second, follows: false }));
  }
  return { introduced: speakerIntroduction, aliases, rest };
};

/** Adds the identity of the speaker from the introductions. */
const addSpeaker = (
  { introduced, aliases }: Opening,
  input: ExtractionInput,
  discourse: Discourse,
): void => {
  if (introduced !== null) {
    addIntroduction(introduced, input.speaker, input.speakerNamed, discourse);
    if (input.speakerNamed && isSamePerson(introduced.name, input.speaker))
      discourse.findings.entity(introduced.name, "person", input.speaker);
  }
  for (const alias of aliases) addIntroduction(alias, discourse.speaker, true, discourse);
};

/**
 * Whether the name is a common noun. "company" names nothing, although a known entity may have that
 * name.
 */
const isCommon = (name: string): boolean => !/\p{Lu}/u.test(name) && isAttributeNoun(name);

/** The gender of a name by its first word; null if unknown. */
const genderOf = (name: string, tagger: Tagger): "female" | "male" | null => {
  const entry = tagger.lookUp(name.slice(0, name.search(/\s|$/u)).toLowerCase()) ?? "";
  return entry.includes("FemaleName") ? "female" : entry.includes("MaleName") ? "male" : null;
};

/** Words that stand behind a name as they do before a verb: "Hope just left". */
const BEFORE_VERB = /^(?:is|was|has|had|will|would|does|did|just|still|now|never|finally)$/u;
/**
 * Whether the first word of a sentence is the name of somebody known, although it is a word too:
 * "Hope has left Acme", "Drew moved to Leeds".
 */
const isKnownName = (names: ReadonlySet<string>, tagger: Tagger) => {
  const isVerb = (next: string): boolean => {
    const forms = knownVerb(next)?.forms;
    return BEFORE_VERB.test(next) || forms?.has("past") === true || forms?.has("third") === true;
  };
  const isWord = (lower: string): boolean =>
    isOrdinary(lower, tagger) || tagger.lookUp(lower) === "Noun";
  return (word: string, next: string): boolean =>
    names.has(word) && isWord(word.toLowerCase()) && isVerb(next);
};

/** The message with placeholders for what no rule reads, and for names that are also words. */
const maskMessage = (
  { message, knownEntities }: ExtractionInput,
  tagger: Tagger,
): ReturnType<typeof maskSpans> => {
  const people = knownEntities.filter(({ type }) => type === "person");
  const names = new Set(people.flatMap(({ name, aliases }) => [name, ...aliases]));
  return maskOpeningNames(maskSpans(withoutPastedText(message)), isKnownName(names, tagger));
};

const gazetteerOf = (
  { knownEntities }: ExtractionInput,
  spans: ReadonlyMap<string, ProtectedSpan>,
  tagger: Tagger,
): Gazetteer => {
  const gazetteer = new Gazetteer();
  for (const [placeholder, { text, kind }] of spans)
    if (kind === "name")
      gazetteer.add(placeholder, { name: text, type: "person", gender: genderOf(text, tagger) });
  for (const { name, type, aliases } of knownEntities)
    for (const writtenName of [name, ...aliases].filter((one) => !isCommon(one)))
      gazetteer.add(writtenName, {
        name,
        type,
        gender: type === "person" ? genderOf(name, tagger) : null,
      });
  return gazetteer;
};

const SMALL_WORD = /(?<![\p{L}\p{N}@._/-])\p{Ll}{3,}(?![\p{L}\p{N}@_/-])/gu;
/**
 * The text with the capitals of known names: "kev's moved out". An ordinary word keeps its small
 * letter.
 */
const withCapitals = (text: string, { knownEntities }: ExtractionInput, tagger: Tagger): string => {
  const names = new Map(
    knownEntities
      .flatMap(({ name, aliases }) => [name, ...aliases])
      .filter((name) => /^\p{Lu}\p{Ll}+$/u.test(name))
      .map((name) => [name.toLowerCase(), name]),
  );
  return names.size === 0
    ? text
    : text.replace(SMALL_WORD, (word) =>
        isOrdinary(word, tagger) ? word : (names.get(word) ?? word),
      );
};

const framesByVocabulary = new WeakMap<Vocabulary, Frames>();
const framesOf = (vocabulary: Vocabulary): Frames => {
  const frames = framesByVocabulary.get(vocabulary) ?? new Frames(vocabulary);
  framesByVocabulary.set(vocabulary, frames);
  return frames;
};

/** What the reading of a message needs besides the message. */
interface Rules {
  readonly tagger: Tagger;
  readonly chrono: Chrono;
  readonly vocabulary: Vocabulary;
}

/** Whom a message is about without naming them. */
interface Meant {
  readonly people: readonly KnownEntity[];
  /**
   * Whether the first sentence is read as theirs: "the divorce came through". Else pronouns mean the
   * only one of them.
   */
  readonly speak: boolean;
}
/** Whom a message means, and its reading as a message about them, if it was read so already. */
interface MeantPeople extends Meant {
  readonly reading: Extraction | null;
}
const NOBODY: MeantPeople = { people: [], speak: false, reading: null };

/**
 * The sentences with the statement of a yes or a no to a question instead of it. It counts if it
 * tells an attribute, an end or a preference, since questions of a conversation are about much
 * else: "Are you ready?"
 */
const withConfirmation = (
  question: string,
  sentences: readonly string[],
  discourse: Discourse,
): readonly string[] => {
  const [first = "", ...others] = sentences;
  const statement = confirmedBy(question, first);
  if (statement === null) return sentences;
  const findings = new Findings(discourse.findings.spans);
  const aside = asideOf(
    discourse,
    findings,
    discourse.speaker,
    new Conversation(discourse.speaker),
  );
  const reading = { recentMessages: [], known: [], confidence: CONFIDENCE.explicit, depth: 0 };
  readSentence(statement, aside, reading);
  const tellsKnown = findings.facts.some(
    ({ slot, polarity, category }) =>
      slot !== null || polarity !== "HOLDS" || category === "STABLE_PREFERENCE",
  );
  return tellsKnown ? [statement, ...others] : sentences;
};

/** A message that is about to be read, with what the messages before it say. */
interface OpenedMessage {
  readonly opening: Opening;
  readonly discourse: Discourse;
  readonly findings: Findings;
}

/** The sentences, each as a statement that can be read on its own. */
const statedSentences = (
  sentences: readonly string[],
  input: ExtractionInput,
  tagger: Tagger,
): readonly string[] =>
  withYearsOfAges(
    withEachStated(
      withDatesOfSequences(withOwnPet(withoutJokes(withChangesJoined(sentences)))),
      (name) => genderOf(name, tagger),
    ),
    input,
  );

const openMessage = (
  input: ExtractionInput,
  { tagger, chrono, vocabulary }: Rules,
): OpenedMessage => {
  const maskedText = maskMessage(input, tagger);
  const findings = new Findings(maskedText.spans);
  const text = withCapitals(maskedText.text, input, tagger);
  const question = questionBefore(input.recentMessages);
  const sentences = statedSentences(withAnswer(question, readableSentences(text)), input, tagger);
  const introductions = readOpening(sentences, input, tagger);
  const speaker = introductions.introduced?.name ?? input.speaker;
  const discourse = discourseOf({
    speaker,
    occurredAt: input.occurredAt,
    findings,
    lexicon: {
      tagger,
      gazetteer: gazetteerOf(input, maskedText.spans, tagger),
      known: new Set(
        input.knownEntities.flatMap(({ name, aliases }) => [name, ...aliases]).map(foldName),
      ),
      spans: maskedText.spans,
      capitals: /^\p{Lu}|\bI\b/u.test(input.message),
    },
    chrono,
    vocabulary,
    frames: framesOf(vocabulary),
    conversation: new Conversation(speaker),
  });
  findings.entity(speaker, "person");
  if (PRONOUN.test(input.message) && input.recentMessages.length > 0)
    overhear(
      [...recentTexts(input.recentMessages), asOwn(question)].filter((text) => text !== ""),
      discourse,
      speaker,
    );
  const opening = {
    ...introductions,
    rest: withConfirmation(question, introductions.rest, discourse),
  };
  return { opening, discourse, findings };
};

/** The extraction of an English message about people whom it does not name. */
const readAbout = async (
  { people, speak }: Meant,
  { opening, discourse, findings }: OpenedMessage,
  input: ExtractionInput,
): Promise<Extraction> => {
  discourse.conversation.beginMessage();
  const isSomebody = people.length === 1 && people[0]?.name !== discourse.speaker;
  if (isSomebody) for (const person of people) mentionMeant(person, discourse);
  addSpeaker(opening, input, discourse);
  for (const [i, sentence] of opening.rest.entries()) {
    discourse.conversation.saysWe = SAYS_WE.test(sentence) && !SAYS_I.test(sentence);
    if (i % SENTENCES_PER_TURN === SENTENCES_PER_TURN - 1) await nextTurn();
    const asides =
      speak && i === 0 ? people.map(({ name }) => asideOf(discourse, findings, name)) : [discourse];
    for (const aside of asides)
      readSentence(sentence, aside, {
        recentMessages: input.recentMessages,
        known: input.knownEntities,
        confidence: CONFIDENCE.explicit,
        depth: 0,
      });
    mentionOthers(sentence, discourse);
  }
  const extraction = findings.extraction(opening.introduced?.name ?? null);
  const known = [...input.knownEntities, ...(input.mayBeMeant ?? [])];
  return withCompany(withServices(withExchanges(extraction, input.knownEntities), known), known);
};

/** The speaker, if they are the partner of somebody: the baby of the one is that of the other. */
const partnerOf = (
  person: KnownEntity,
  { speaker, mayBeMeant = [] }: ExtractionInput,
): KnownEntity | null =>
  mayBeMeant.find(
    ({ name, facts }) =>
      name === speaker &&
      facts.some(
        ({ slot, value, to }) => slot === "spouse" && to === null && isKnownAs(person, value ?? ""),
      ),
  ) ?? null;

/**
 * Whom a message means without naming them: the only person of whom it ends something known, after
 * "she's sold Bramble". "The divorce came through" may be about several with the same known fact; it
 * is about nobody if the facts differ.
 */
const meantIn = async (input: ExtractionInput, rules: Rules): Promise<MeantPeople> => {
  const { people, speak } = peopleMeant(input, (name) => genderOf(name, rules.tagger));
  const fitting: {
    readonly person: KnownEntity;
    readonly reading: Extraction;
    readonly endedText: string;
  }[] = [];
  for (const person of people) {
    const openedMessage = openMessage(input, rules);
    // A pronoun rather means somebody whom the messages before name.
    if (!speak && openedMessage.discourse.conversation.people.length > 0) continue;
    const reading = await readAbout({ people: [person], speak }, openedMessage, input);
    const endedText = endedIn(person, reading, input.message, rules.vocabulary);
    if (endedText !== null) fitting.push({ person, reading, endedText });
  }
  const [first, ...others] = fitting;
  const isOfSpeaker = fitting.some(({ person }) => person.name === input.speaker);
  if (first === undefined || (speak ? isOfSpeaker : others.length > 0)) return NOBODY;
  if (others.length === 0) {
    const partner = speak ? partnerOf(first.person, input) : null;
    return partner === null
      ? { people: [first.person], speak, reading: first.reading }
      : { people: [first.person, partner], speak, reading: null };
  }
  const isSame = others.every(({ endedText }) => endedText === first.endedText);
  return { people: isSame ? fitting.map(({ person }) => person) : [], speak, reading: null };
};

/** The extraction of an English message. Facts are in the third person. */
export const readEnglish = async (
  input: ExtractionInput,
  tagger: Tagger,
  chrono: Chrono,
  vocabulary: Vocabulary,
): Promise<Extraction> => {
  const rules = { tagger, chrono, vocabulary };
  const { reading, ...meant } = await meantIn(input, rules);
  const extraction = reading ?? (await readAbout(meant, openMessage(input, rules), input));
  const known = [...input.knownEntities, ...(input.mayBeMeant ?? [])];
  return withSuccessions(extraction, known, input.speaker);
};
