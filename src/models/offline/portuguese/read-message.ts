import type { Chrono } from "chrono-node";
import { foldName, isKnownAs } from "../../../language/names.ts";
import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { shippedVocabulary } from "../../../vocabulary/load.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { ExtractionInput, Extraction } from "../../port.ts";
import { groupsIn } from "../data/expressions.ts";
import { listedWords, pairs } from "../data/words.ts";
import { UNDATED, type Validity } from "../dates/validity.ts";
import { categoryOf } from "../extraction/category.ts";
import { CONFIDENCE, Findings, type Confidence, type FoundFact } from "../extraction/findings.ts";
import {
  addCorrection,
  addOpenCorrection,
  type EarlierFact,
} from "../extraction/corrected-facts.ts";
import { maskSpans, unmask } from "../text/protected-spans.ts";
import { recentTexts } from "../text/recent-messages.ts";
import { readableSentences } from "../text/sentences.ts";
import { tidy, withCapital } from "../text/tidy.ts";
import { slotOfKin, type KinTerm } from "../data/kinship.ts";
import { portugueseValidity } from "./find-times.ts";
import {
  clauseOf,
  compile,
  isPortugueseAttribute,
  namesIn,
  PORTUGUESE,
  portugueseKin,
  portugueseSlot,
  sentenceForm,
} from "./grammar.ts";
import { readPortuguese, type PortugueseMeaning } from "./relations.ts";
import { fromFirstPerson, isPastForm, lemmaOfThird, PAST_ENDINGS, pastOf } from "./verbs.ts";

const LONGEST_SENTENCE = 1000;

/**
 * The extraction of a Portuguese message: statements about work, home, family and tastes. Facts are
 * in the third person.
 */
export const readPortugueseMessage = (
  input: ExtractionInput,
  chrono: Chrono,
  vocabulary: Vocabulary = shippedVocabulary(),
): Extraction => {
  const maskedText = maskSpans(input.message);
  const reading = new PortugueseReading(input, new Findings(maskedText.spans), chrono, vocabulary);
  reading.findings.entity(input.speaker, "person");
  for (const message of recentTexts(input.recentMessages)) reading.overhear(message);
  for (const sentence of readableSentences(maskedText.text)) reading.sentence(sentence);
  return reading.findings.extraction(reading.selfName);
};

const OPENING = sentenceForm("opening");
const ARTICLES = pairs("portuguese_articles");
const ASIDES = listedWords("portuguese_asides");
const NOT_A_NAME = listedWords("portuguese_no_names");
const CLAUSE_OPENINGS = listedWords("portuguese_clause_openings");
const CORRECTIONS = PORTUGUESE.corrections.map(compile);
const LONGEST_CORRECTION = 300;
const KIN_STATEMENTS = PORTUGUESE.kin.map(({ say, action }) => ({
  expression: compile(say),
  action,
}));
const WHEN = /^(?:ontem|hoje)$/iu;
/** Predicates about the future, whose dates do not date a fact. */
const AHEAD = /^(?:vai|vão|irá|pretende|quer|planeja|precisa|deve)\s/u;
/** Words before a value that are not part of it: "no dia 14". */
const OPENS_VALUE = /^(?:no dia|dia|em|no|na|o|a|os|as|de) (?=\d|\p{Lu}|R\$|Zq)/u;
const RENEWED = /^(?:nov[oa]s?|atual) (?=\p{L})/iu;
const CHANGED = /mudou|agora|passou|virou|alterad|subiu|aumentou|caiu|baixou|diminuiu/iu;
const NEGATION = /^(?:não|nunca)$/iu;
const BEFORE_VERB =
  /^(?<asides>(?:(?:não|nunca|já|também|agora|hoje|ainda|só|atualmente|sempre) )+)(?<predicate>.+)$/u;
/** The words before the verb of a predicate, and the predicate from the verb on: "já não mora aqui". */
const partedAsides = (said: string): Pick<ClauseStatement, "asides" | "predicate"> => {
  const { asides = "", predicate = said } = groupsIn(BEFORE_VERB, said);
  return { asides: asides.split(" ").filter((word) => word !== ""), predicate };
};
/** Verbs whose subject may be an animal: "O Bidu morreu". */
const OF_ANIMALS_TOO = /^(?:morreu|faleceu|fugiu|sumiu|late|mia)$/u;
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

/** "trocou o Itaú pelo Nubank": what is new is a fact of its own. */
const EXCHANGED = /^trocou .{2,40} (?:por|pel[ao]|num|numa|em uma?) (?<taken>.+)$/u;
const FOR_SOME_TIME =
  /^[Ff]az (?<time>\p{L}+ (?:dias?|semanas?|m[eê]s(?:es)?|anos?)) que (?<rest>.+)$/u;
/** "Parei de fumar há três meses" for "Faz três meses que parei de fumar". */
const sinceWhen = (sentence: string): string => {
  const { time, rest = "" } = clauseOf("fronted", sentence);
  if (time !== undefined)
    return `${withCapital(rest.replace(/[.!]+$/u, ""))} ${time.toLowerCase()}`;
  return sentence.replace(
    FOR_SOME_TIME,
    (_, length: string, told: string) => `${withCapital(told.replace(/[.!]+$/u, ""))} há ${length}`,
  );
};

/** Short forms of a chat: "tô" for "estou". */
const CHAT_WORDS: Readonly<Partial<Record<string, string>>> = pairs("portuguese_chat_words");
const withWholeWords = (sentence: string): string =>
  sentence.replace(/(?<!\p{L})\p{L}{2,5}(?!\p{L})/gu, (word) => {
    const whole = CHAT_WORDS[word.toLowerCase()];
    return whole === undefined ? word : isCapital(word) ? withCapital(whole) : whole;
  });

const BEHIND_VERB = /(?<![\p{L}-])(?<verb>\p{L}{3,})-(?<self>me|se)(?![-\p{L}])/gu;
/** The pronoun before its verb, as in Brazil: "se mudou" for "mudou-se". */
const withPronounFirst = (sentence: string): string =>
  sentence.replace(BEHIND_VERB, (written: string, verb: string, self: string) => {
    const isVerb = (self === "me" ? fromFirstPerson(verb) : lemmaOfThird(verb)) !== null;
    if (!isVerb) return written;
    return isCapital(verb) ? `${withCapital(self)} ${verb.toLowerCase()}` : `${self} ${verb}`;
  });

const SAYINGS = PORTUGUESE.sayings.map(({ text, means }) => ({ expression: compile(text), means }));
/** The sentence in plain words, if a saying matches: "Meu aluguel é 900 euros". */
const inPlainWords = (sentence: string): string => {
  const { expression, means } = SAYINGS.find((one) => one.expression.test(sentence)) ?? {};
  if (expression === undefined || means === undefined) return sentence;
  return withCapital(sentence.replace(expression, means));
};

/** A clause in the third person. */
interface ClauseStatement {
  readonly subject: string;
  readonly type: string | null;
  readonly asides: readonly string[];
  readonly predicate: string;
  /** The words for the subject, if it is not its name. */
  readonly wording?: string;
}

/**
 * Reads a clause of one kind. Returns its subject, which a next clause without a subject continues;
 * null for a clause of another kind.
 */
type ClauseReader = (clause: string) => string | null;

/** Whether a statement denies something, and whether it is over: "não mora mais", "já não mora". */
const polarityOf = (asides: readonly string[], predicate: string) => {
  const isNegated = asides.some((word) => NEGATION.test(word));
  const isNoMore =
    isNegated && (asides.includes("já") || /(?<!\p{L})mais(?!\p{L})/iu.test(predicate));
  const isStopped =
    /^(?:parou|deixou) de\s/iu.test(predicate) && !sentenceForm("ends_nothing").test(predicate);
  return { isNegated, isEnded: isNoMore || isStopped };
};

/** A state begins on its planned day, and a plan without a slot is over when the day is over. */
const plannedValidity = (validity: Validity, slot: string | null): Validity =>
  slot === null
    ? { ...validity, from: null, to: validity.plannedUntil }
    : { ...validity, from: validity.planned };

/** The reading of one message: the speaker, the last person mentioned, and the findings. */
class PortugueseReading {
  readonly findings: Findings;
  readonly #input: ExtractionInput;
  readonly #chrono: Chrono;
  readonly #vocabulary: Vocabulary;
  #speaker: string;
  selfName: string | null = null;
  #last: string | null = null;
  #isAside = false;
  /** That of the sentence. */
  #confidence: Confidence = CONFIDENCE.explicit;
  /** Facts of recent messages, which this message may correct. */
  readonly #before: EarlierFact[] = [];

  constructor(input: ExtractionInput, findings: Findings, chrono: Chrono, vocabulary: Vocabulary) {
    this.#input = input;
    this.#vocabulary = vocabulary;
    this.findings = findings;
    this.#chrono = chrono;
    this.#speaker = input.speaker;
  }

  /** Notes the people and the facts of a recent message, without adding findings. */
  overhear(message: string): void {
    const maskedText = maskSpans(message);
    const aside = new PortugueseReading(
      { ...this.#input, message, recentMessages: [] },
      new Findings(maskedText.spans),
      this.#chrono,
      this.#vocabulary,
    );
    aside.#isAside = true;
    for (const sentence of readableSentences(maskedText.text)) aside.sentence(sentence);
    // The placeholder of a masked string is not a person.
    if (aside.#last !== null && unmask(aside.#last, maskedText.spans) === aside.#last)
      this.#last = aside.#last;
    this.#before.push(...aside.findings.extraction(null).facts);
  }

  /**
   * Corrects an earlier fact: "Quis dizer Bianca". Returns whether the sentence is a correction.
   */
  #correction(raw: string): boolean {
    const text = unmask(raw, this.findings.spans).replace(/[.!…\s]+$/u, "");
    if (this.#isAside || text.length > LONGEST_CORRECTION) return false;
    const form = CORRECTIONS.find((one) => one.test(text));
    const { right, wrong = null } = form === undefined ? {} : groupsIn(form, text);
    if (right === undefined) return false;
    const correction = { right, wrong };
    return (
      addCorrection(correction, this.#before, {
        findings: this.findings,
        vocabulary: this.#vocabulary,
      }) || addOpenCorrection(correction, this.#speaker, "quis dizer", this.findings)
    );
  }

  sentence(raw: string): void {
    if (raw.length > LONGEST_SENTENCE || endsWithQuestionMark(raw) || this.#correction(raw)) return;
    const text = raw.replace(OPENING, "").trim();
    if (text === "" || sentenceForm("states_nothing").test(text)) return;
    const sentence = inPlainWords(
      sinceWhen(withPronounFirst(withWholeWords(text))).replace(/[.!]+$/u, ""),
    );
    const plain = sentence.replace(sentenceForm("hedge"), "");
    this.#confidence = sentenceForm("speculation").test(text)
      ? CONFIDENCE.speculation
      : plain === sentence
        ? CONFIDENCE.explicit
        : CONFIDENCE.weak;
    let subject: string | null = null;
    for (const clause of plainClauses(plain))
      subject = this.#clause(tidy(clause.replace(OPENING, "")), subject);
  }

  /** Reads one clause. Returns its subject, which a next clause without a subject continues. */
  #clause(writtenClause: string, before: string | null): string | null {
    const first = /^\p{L}+/u.exec(writtenClause)?.[0] ?? "";
    const lower = first.toLowerCase();
    const opens = CLAUSE_OPENINGS.has(lower) || isClauseVerb(lower);
    const clause = opens ? lower + writtenClause.slice(first.length) : writtenClause;
    const partedSubject = this.#parted(clause);
    if (partedSubject !== null) return partedSubject;
    const { rest: together } = clauseOf("with_me", clause);
    if (together !== undefined) return this.#plain(together, this.#speaker);
    this.#noteBirth(clause);
    for (const read of this.#readers) {
      const subject = read(clause);
      if (subject !== null) return subject;
    }
    return this.#plain(clause, before);
  }

  /** Reads a separation: "Eu e o Thiago terminamos", but not "eu e o Thiago terminamos o livro". */
  readonly #parted: ClauseReader = (clause) => {
    const { name, verb = "", rest = "" } = clauseOf("parted", clause);
    if (name === undefined || /^\s+(?:o|a|os|as|um|uma)\s/u.test(rest)) return null;
    const predicate = `${verb.replace(/^nos /u, "se ").replace(/amos$/u, "ou").replace(/emos$/u, "eu")}`;
    const of = predicate.startsWith("se ") ? "de" : "com";
    return this.#own(tidy(`${predicate} ${of} ${name}${rest}`), []);
  };

  /**
   * Reads what others arrange for the speaker: "O médico aumentou a losartana pra 100 mg", "O
   * dentista remarcou pra 27 de março".
   */
  readonly #arranged: ClauseReader = (clause) => {
    const { medicine, dose } = clauseOf("dosed", clause);
    const { who, day } = clauseOf("moved", clause);
    const text =
      medicine !== undefined
        ? `toma ${medicine} ${dose}`
        : who !== undefined && portugueseKin(who) !== undefined
          ? `tem consulta no ${who} dia ${day}`
          : null;
    if (text === null) return null;
    this.#addFact({ text: `${this.#speaker} ${text}`, action: "UPDATE" });
    return this.#speaker;
  };

  /** Notes that the speaker is no longer pregnant. */
  #noteBirth(clause: string): void {
    if (clauseOf("born", clause)["event"] === undefined) return;
    const value = "grávida";
    this.#addFact({ text: `${this.#speaker} não está mais ${value}`, value, action: "DELETE" });
  }

  /** Reads a self-introduction: "me chamo Ana, engenheira", but not "sou feliz". */
  readonly #introduction: ClauseReader = (clause) => {
    const { name = "", rest = "" } = {
      ...clauseOf("i_am", clause),
      ...clauseOf("introduction", clause),
    };
    if (!isCapital(name)) return null;
    this.selfName ??= name;
    this.#speaker = this.selfName;
    this.findings.entity(this.#speaker, "person");
    if (foldName(name) !== foldName(this.#input.speaker))
      this.#addFact({
        subject: name,
        text: `O nome do usuário é ${name}`,
        confidence: CONFIDENCE.explicit,
        category: "BIOGRAPHICAL_MILESTONE",
        slot: "name",
        value: name,
      });
    const more = rest.replace(/^[\s,]+/u, "");
    return more === "" ? this.#speaker : this.#own(`é ${more}`, []);
  };

  /**
   * Reads a relative by name, or a pet by a description: "Minha esposa se chama Ana", "meu chefe
   * não é mais o Paulo", "meu pet virou um gato", but not "minha esposa é professora".
   */
  readonly #kinStatement: ClauseReader = (clause) => {
    for (const { expression, action = "NEW" } of KIN_STATEMENTS) {
      const { term = "", described, titled, name = titled } = groupsIn(expression, clause);
      const kin = portugueseKin(term);
      if (kin === undefined || (described !== undefined && kin.type !== "pet")) continue;
      if (name !== undefined && action !== "DELETE")
        return this.#addRelative(kin, name, action === "UPDATE");
      const value = name ?? described ?? "";
      this.#addFact({
        text: `${this.#bearer(kin)} ${action === "DELETE" ? "não é mais" : "é"} ${value}`,
        ...(action === "DELETE" && { category: "RELATIONSHIP_CHANGE" }),
        ...slotOfKin(kin, this.#vocabulary),
        value,
        action,
      });
      return this.#speaker;
    }
    return null;
  };

  /**
   * Reads a statement about a relative: "Meu irmão Lucas mora em Lisboa", "minha mãe é professora".
   */
  readonly #kinSubject: ClauseReader = (clause) => {
    const { term = "", name = "", rest = "" } = clauseOf("kin_subject", clause);
    const kin = portugueseKin(term);
    if (kin === undefined) return null;
    const isNamed = isCapital(name);
    if (isNamed) this.#addRelative(kin, name);
    const subject = isNamed ? name : `${kin.label} de ${this.#speaker}`;
    const bearer = this.#bearer(kin).replace(/^\p{Lu}/u, (a) => a.toLowerCase());
    this.#last = subject;
    const wording = isNamed ? name : bearer;
    const { asides, predicate } = partedAsides(rest);
    this.#state({ subject, type: kin.type, asides, predicate, wording });
    return subject;
  };

  /**
   * Reads an attribute: "Minha cidade é Pune", "o telefone da Ana é 555", but not "o dia é lindo".
   */
  readonly #attributeOf: ClauseReader = (clause) => {
    const groups = clauseOf("attribute", clause);
    const { attribute, owner, article } = groups;
    if (attribute === undefined) return null;
    const ownedAttribute = owner === undefined ? this.#ownedAttribute(attribute) : null;
    const plain = attribute.replace(/ d[aoe]s? .*$/u, "");
    const isOwn =
      owner !== undefined ||
      (article !== undefined && isPortugueseAttribute(plain.replace(RENEWED, "")));
    if (ownedAttribute === null && !isOwn) return null;
    const key = owner === undefined ? plain : attribute;
    const own = { key, whose: this.#speaker, wording: attribute.toLowerCase() };
    this.#attribute(groups, ownedAttribute ?? own);
    return this.#speaker;
  };

  /** The readers, in the order in which they are tried. */
  readonly #readers: readonly ClauseReader[] = [
    this.#introduction,
    this.#arranged,
    this.#kinStatement,
    this.#kinSubject,
    this.#attributeOf,
  ];

  /** Adds a fact. The subject defaults to the speaker. */
  #addFact(fact: Pick<FoundFact, "text"> & Partial<FoundFact>): void {
    this.findings.fact({
      subject: this.#speaker,
      confidence: this.#confidence,
      category: "STABLE_PREFERENCE",
      ...fact,
    });
  }

  #bearer({ gender, label }: KinTerm, owner = this.#speaker): string {
    return `${gender === "female" ? "A" : "O"} ${label} de ${owner}`;
  }

  /**
   * Adds a relative of somebody, by default of the speaker. With `replaces`, the relative replaces
   * the previous one. Returns the name under which the relative is collected.
   */
  #addRelative(term: KinTerm, name: string, replaces = false, owner = this.#speaker): string {
    const { findings } = this;
    findings.entity(owner, "person");
    const knownName = findings.entity(name, term.type) ?? name;
    const claim = slotOfKin(term, this.#vocabulary);
    const isOnlyOne = term.slot !== null || replaces;
    const isOfRelative = claim === null && !replaces;
    this.#addFact({
      subject: isOfRelative ? knownName : owner,
      text: isOnlyOne
        ? `${this.#bearer(term, owner)} é ${knownName}`
        : `${knownName} é ${term.label} de ${owner}`,
      category: term.type === "pet" ? "STABLE_PREFERENCE" : "RELATIONSHIP_CHANGE",
      ...claim,
      value: isOfRelative ? null : knownName,
      ...(replaces ? { action: "UPDATE" } : {}),
    });
    findings.relation(owner, term.slot === "spouse" ? "spouse_of" : term.relation, knownName);
    this.#last = knownName;
    return knownName;
  }

  /**
   * Adds the relatives in a predicate: "tem dois filhos, Ana e Pedro" of its subject, "mora com minha
   * esposa, Ana" of the speaker. Returns whether that is all it says: a pet by its name.
   */
  #addRelativesIn(predicate: string, subject: string): boolean {
    const kinGroups = clauseOf("has_kin", predicate);
    const beside = clauseOf("with_kin", predicate);
    for (const [term = "", names, owner] of [
      [kinGroups["term"], namesIn(kinGroups["names"] ?? ""), subject],
      [beside["term"], [beside["name"] ?? ""].filter(isCapital), this.#speaker],
    ] as const) {
      const kin = portugueseKin(term);
      if (kin !== undefined) for (const name of names) this.#addRelative(kin, name, false, owner);
    }
    const isOfPet = portugueseKin(kinGroups["term"] ?? "")?.type === "pet";
    return isOfPet && namesIn(kinGroups["names"] ?? "").length > 0;
  }

  /** Adds a statement of the speaker about themself, in the third person. */
  #own(predicate: string, asides: readonly string[]): string {
    this.#state({ subject: this.#speaker, type: "person", asides, predicate });
    return this.#speaker;
  }

  /** Adds the statement of a clause, with its relatives, relations and role. */
  #state({ subject, type, asides, predicate: said, wording = subject }: ClauseStatement): void {
    const predicate = carriedOut(said);
    const { isNegated, isEnded } = polarityOf(asides, predicate);
    if (this.#addRelativesIn(predicate, subject)) return;
    const { isPlan, ahead, meaning, slot } = this.#read(predicate, isNegated, isEnded);
    const goneValue = isNegated ? null : this.#goneIn(predicate, { subject, wording, slot });
    const isOver = isEnded || goneValue !== null;
    const { value = goneValue, action = "NEW", items } = meaning ?? {};
    this.#noteSubject(subject, type, { slot, value });
    this.#relations(subject, predicate, meaning);
    const textOf = (said: string): string => this.#textOf({ asides, wording, predicate: said });
    if (items !== undefined) return this.#addItems(items, { subject, predicate, textOf });
    const text = textOf(predicate);
    const held = ahead.validity ?? this.#validityOf(predicate, text, slot);
    const stated = slot === null ? null : (value ?? this.#dayOfDeath(slot, held));
    this.#addFact({
      subject,
      text,
      category: categoryOf(predicate, slot),
      validity: held,
      slot,
      value: isOver ? (value ?? doingIn(predicate)) : stated,
      action: isOver ? "DELETE" : action,
      ...ahead.denial,
    });
    if (slot === "employer" && !isEnded && !isPlan) this.#addRole(predicate, { subject, wording });
  }

  /** Of what is called off: from when it was said. */
  #fromNow(): Validity {
    return {
      ...UNDATED,
      from: { start: this.#input.occurredAt, precision: "INSTANT", certain: true },
    };
  }

  /** Adds the subject of a statement, with a nickname as another name. */
  #noteSubject(
    subject: string,
    type: string | null,
    { slot, value }: Readonly<Record<"slot" | "value", string | null>>,
  ): void {
    const alias = slot === "nickname" && value !== null ? value : undefined;
    this.findings.entity(subject, type, alias);
    if (subject !== this.#speaker) this.#last = subject;
  }

  /** The text of a statement, with the words before and after its verb. */
  #textOf({
    asides,
    wording,
    predicate,
  }: Readonly<Record<"wording" | "predicate", string>> & Pick<ClauseStatement, "asides">): string {
    const when = asides.filter((word) => WHEN.test(word)).join(" ");
    const before = asides.filter((word) => !WHEN.test(word)).join(" ");
    return this.#ofSpeaker(withCapital(tidy(`${wording} ${before} ${predicate} ${when}`)));
  }

  /** Adds each item of a list as a fact of its own: "toma losartana e metformina". */
  #addItems(
    { lead, slot, values }: NonNullable<PortugueseMeaning["items"]>,
    {
      subject,
      predicate,
      textOf,
    }: Readonly<Record<"subject" | "predicate", string>> & {
      readonly textOf: (said: string) => string;
    },
  ): void {
    for (const item of values)
      this.#addFact({
        subject,
        text: textOf(values.length === 1 ? predicate : `${lead}${item}`),
        category: categoryOf(predicate, slot),
        validity: this.#validityOf(predicate, textOf(predicate), slot),
        slot,
        value: item,
      });
  }

  /** The value of a death, which is its day; null for other slots. */
  #dayOfDeath(slot: string, { from }: Validity): string | null {
    return slot === "death" ? (from?.start ?? this.#input.occurredAt).slice(0, 10) : null;
  }

  /** Adds the role, which is a separate attribute: "trabalha na Ambev como analista". */
  #addRole(
    predicate: string,
    { subject, wording }: { readonly subject: string; readonly wording: string },
  ): void {
    const { role } = clauseOf("as_role", predicate);
    if (role === undefined) return;
    const text = withCapital(`${wording} trabalha como ${role}`);
    this.#addFact({ subject, text, slot: "role", value: role });
  }

  /**
   * What is over: the Uno of "vendeu o Uno". What was exchanged for something else ends by a fact of
   * its own, because the statement also says what is new; it gives null.
   */
  #goneIn(
    predicate: string,
    {
      subject,
      wording,
      slot,
    }: {
      readonly subject: string;
      readonly wording: string;
      readonly slot: string | null;
    },
  ): string | null {
    if (slot !== null && !EXCHANGED.test(predicate)) return null;
    const { name: value = null } = clauseOf("gone", predicate);
    if (value === null || groupsIn(EXCHANGED, predicate)["taken"] === undefined) return value;
    this.#addFact({ subject, text: `${wording} não tem mais ${value}`, value, action: "DELETE" });
    return null;
  }

  /**
   * The meaning and the slot of a predicate. A plan without a day has no
   * meaning. `ahead` is of what lies ahead: when it holds, or that it was called off.
   */
  #read(predicate: string, isNegated: boolean, isEnded: boolean) {
    const validity = this.#datesIn(predicate, predicate);
    const future = readFuture(predicate);
    const isPlan = future !== null && validity.planned !== null;
    const happens = isPlan ? future : future === null ? predicate : "";
    const off = isNegated && isEnded && PLANNED.test(predicate) ? calledOff(predicate) : null;
    const meaning = off ?? readPortuguese(happens, isNegated, isEnded) ?? this.#soldIn(happens);
    const isBounded = validity.to !== null && meaning?.wasSlot !== undefined;
    const statedSlot = isBounded ? meaning.wasSlot : meaning?.slot;
    const slot = statedSlot === undefined ? null : this.#slotOf(statedSlot);
    const ahead =
      off !== null
        ? { validity: this.#fromNow(), denial: { polarity: "NEVER" as const } }
        : isPlan
          ? { validity: plannedValidity(validity, slot), denial: {} }
          : { validity: null, denial: {} };
    return { isPlan, ahead, meaning, slot };
  }

  /** Adds the names in a predicate, and the relations that it states. */
  #relations(subject: string, predicate: string, meaning: PortugueseMeaning | null): void {
    const { findings } = this;
    for (const name of namesIn(predicate))
      if (!NOT_A_NAME.has(name.toLowerCase())) findings.entity(name, null);
    const { relation, links = [] } = meaning ?? {};
    for (const { type, target, targetType } of relation === undefined
      ? links
      : [relation, ...links]) {
      const name = findings.entity(target, targetType);
      if (name !== null) findings.relation(subject, type, name);
    }
  }

  /** The end of a possession: "vendeu meu carro". Null for other predicates. */
  #soldIn(predicate: string): PortugueseMeaning | null {
    const { label = "" } = clauseOf("sold", predicate);
    const slot = this.#vocabulary.canonicalSlot(label, "person");
    return this.#vocabulary.definition(slot)?.cardinality === "ONE"
      ? { slot, action: "DELETE" }
      : null;
  }

  #datesIn(text: string, predicate: string): Validity {
    const [verb = ""] = predicate.split(" ");
    return portugueseValidity(text, verb, this.#input.occurredAt, this.#chrono);
  }

  #validityOf(predicate: string, text: string, slot: string | null): Validity {
    const isUndated = /^nasceu/iu.test(predicate) || AHEAD.test(predicate) || slot === "birthday";
    if (isUndated) return UNDATED;
    return this.#datesIn(text, predicate);
  }

  /** The text with possessives of the speaker replaced: "irmã de Rafael" for "minha irmã". */
  #ofSpeaker(text: string): string {
    return text.replace(
      /(?<!\p{L})(?:o |a )?(?:meu|minha|meus|minhas|nosso|nossa|nossos|nossas)\s+(?<what>[\p{L}-]+)/giu,
      (_, what: string) => `${what} de ${this.#speaker}`,
    );
  }

  /**
   * The canonical slot for a label. If the slot has many values, each label is a slot of its own.
   */
  #slotOf(label: string): string {
    const canonical = this.#vocabulary.canonicalSlot(label, "person");
    return this.#vocabulary.hasMany(canonical) ? label : canonical;
  }

  /**
   * The attribute and its owner: "telefone da minha irmã Ana". Null if the attribute is unknown.
   */
  #ownedAttribute(attribute: string) {
    const { what: key = "", term, known, name } = clauseOf("owned", attribute);
    if (!isPortugueseAttribute(key)) return null;
    const kin = term === undefined ? undefined : portugueseKin(term);
    if (kin !== undefined && known !== undefined) this.#addRelative(kin, known);
    const whose = known ?? name ?? `${kin?.label ?? term ?? ""} de ${this.#speaker}`;
    return { key, whose, wording: key };
  }

  /**
   * Adds the value of an attribute: `key` is the attribute without its owner, `wording` that of the
   * message, and `whose` the name of its owner.
   */
  #attribute(
    groups: Readonly<Partial<Record<string, string>>>,
    { key, whose, wording }: Readonly<Record<"key" | "whose" | "wording", string>>,
  ): void {
    const { findings } = this;
    const { value: writtenValue = "", verb = "", owner = "", article = "" } = groups;
    const slot = this.#slotOf(portugueseSlot(key.replace(RENEWED, "")));
    const value = writtenValue.replace(OPENS_VALUE, "");
    const determiner = ARTICLES[owner.trim()] ?? withCapital(article.trim());
    const isChange = /^nov[oa]s? /iu.test(key) || CHANGED.test(verb);
    const type = slot === "residence" ? "place" : null;
    findings.entity(whose, whose === this.#speaker ? "person" : null);
    for (const name of namesIn(value)) findings.entity(name, type);
    if (slot === "nickname" && isCapital(value)) findings.entity(whose, null, value);
    const isClaim = this.#vocabulary.accepts(slot, unmask(value, findings.spans));
    if (type === "place" && isCapital(value)) findings.relation(whose, "lives_in", value);
    const is = determiner.endsWith("s") ? "são" : "é";
    const label = wording.replace(RENEWED, "");
    this.#addFact({
      subject: whose,
      text: this.#ofSpeaker(`${determiner} ${label} de ${whose} ${is} ${writtenValue}`),
      ...(isClaim && { slot, value }),
      action: isChange ? "UPDATE" : "NEW",
    });
  }

  /**
   * Reads a clause in the first person, with a named subject, or with the subject of the previous
   * clause.
   */
  #plain(clause: string, before: string | null): string | null {
    const words = clause.split(/\s+/u);
    const { asides, at } = asidesOf(words);
    const verb = (words[at] ?? "").toLowerCase();
    const rest = words.slice(at + 1).join(" ");
    const own = this.#firstPerson(words, at, rest, before);
    if (own !== null) return this.#own(tidy(`${own} ${rest}`), asides);
    const isPronoun = /^(?:ele|ela)$/iu.test(words[0] ?? "");
    const subject = isPronoun ? this.#last : before;
    const predicateWords = isPronoun ? words.slice(1) : words.slice(at);
    const mayGoOn = isPronoun || lemmaOfThird(verb) !== null;
    if (!mayGoOn || subject === null || predicateWords.length < 2)
      return this.#namedSubject(clause) ?? before;
    const predicate = predicateWords.join(" ");
    const statement = isPronoun ? partedAsides(predicate) : { asides, predicate };
    this.#state({ subject, type: null, ...statement });
    return subject;
  }

  /**
   * The verb of the speaker in the third person: `mora` for "moro". Null if the subject is somebody
   * else.
   */
  #firstPerson(
    words: readonly string[],
    at: number,
    rest: string,
    before: string | null,
  ): string | null {
    const word = words[at] ?? "";
    const verb = word.toLowerCase();
    const first = isCapital(word) && at > 0 ? null : fromFirstPerson(verb);
    if (first !== null && (rest !== "" || isPastForm(first.third))) return first.third;
    if (lemmaOfThird(verb) === null) return null;
    const [opening = "", second = ""] = words.map((other) => other.toLowerCase());
    if (opening === "a" && second === "gente") return verb;
    // The imperfect has one form for the first and the third person. Without a named subject, it
    // means the speaker.
    const isOwnImperfect =
      first === null && before === null && rest !== "" && /(?:ava|ia)$/u.test(verb);
    return isOwnImperfect && !/^(?:ele|ela)$/u.test(opening) ? verb : null;
  }

  /**
   * Reads a statement with a named subject: "Ana mora em Lisboa", "a Halden fica em Lyon", "Tom me
   * contratou", but not "Hoje chove".
   */
  readonly #namedSubject: ClauseReader = (clause) => {
    const { name = "", asides = "", verb = "", rest = "" } = clauseOf("named_subject", clause);
    const isVerb =
      lemmaOfThird(verb) !== null || /^(?:é|está|tem|vai|foi|fez|quer|fica)$/iu.test(verb);
    if (!isCapital(name) || NOT_A_NAME.has(name.toLowerCase()) || !isVerb) return null;
    const object = /(?:^|\s)(?:a|o|me)\s+$/iu.exec(asides)?.[0]?.trim().toLowerCase();
    const target = object === "me" ? this.#speaker : object === undefined ? null : this.#last;
    const own = asides.split(/\s+/u).filter((word) => word !== "" && word.toLowerCase() !== object);
    const isOrganization = /^(?:fica|é uma (?:startup|empresa))/iu.test(`${verb}${rest}`);
    const isEither = OF_ANIMALS_TOO.test(verb);
    const isKnown = this.#input.knownEntities.some((known) => isKnownAs(known, name));
    const type = isOrganization ? "organization" : isEither || isKnown ? null : "person";
    const predicate = tidy(`${verb} ${target ?? ""}${rest}`);
    this.#state({ subject: name, type, asides: own, predicate });
    return name;
  };
}

/** Whether a word may be the verb of a clause. */
const isClauseVerb = (word: string): boolean =>
  fromFirstPerson(word) !== null || lemmaOfThird(word) !== null;

const FOLLOWS_RELATIVE = /^(?:é|são|chama|tem|foi|está|subiu|caiu)$/iu;

/** Whether the text opens a new clause: "minha irmã mora …", "também trabalho …", "a Ana tem …". */
const opensClause = (text: string): boolean => {
  if (sentenceForm("opens_with_own").test(text))
    return text
      .split(/\s+/u)
      .some((word) => lemmaOfThird(word) !== null || FOLLOWS_RELATIVE.test(word));
  return ["opens_with_verb", "opens_with_name"].some((form) => {
    const { word } = sentenceForm(form).exec(text)?.groups ?? {};
    return word !== undefined && /^\p{Ll}/u.test(word) && isClauseVerb(word);
  });
};

/** The clauses of a sentence. A new verb after a comma or "e" begins a clause. */
const portugueseClauses = (sentence: string): string[] => {
  const clauses: string[] = [];
  let start = 0;
  for (const joint of sentence.matchAll(sentenceForm("joint"))) {
    const after = joint.index + joint[0].length;
    const before = sentence.slice(start, joint.index);
    // "Eu e o Thiago compramos" has one subject of two people.
    if (joint.index <= start || /^\s*eu$/iu.test(before) || !opensClause(sentence.slice(after)))
      continue;
    clauses.push(before);
    start = after;
  }
  return [...clauses, sentence.slice(start)];
};

/** The clauses of a sentence, each in plain words: sayings hold of its later clauses too. */
const plainClauses = (sentence: string): string[] => {
  const clauses = portugueseClauses(sentence);
  if (clauses.length === 1) return clauses;
  return clauses.flatMap((clause) => {
    const plain = inPlainWords(clause);
    return plain === withCapital(clause) || plain === clause ? [clause] : portugueseClauses(plain);
  });
};

const PRESENT_ENDINGS: typeof PAST_ENDINGS = { a: "a", e: "e", i: "e" };
const LASTING_VERBS = listedWords("portuguese_lasting_verbs");

/**
 * A predicate about the future as if it had happened: "vai se mudar para Recife". Null for other
 * predicates.
 */
const readFuture = (predicate: string): string | null => {
  const { begun, stem = begun, ending = "a", rest = "" } = clauseOf("future", predicate);
  if (stem === undefined) return null;
  // "vai morar em Recife": a state, which is said in the present.
  const isState = LASTING_VERBS.has(`${stem}${ending}r`);
  return `${stem}${(isState ? PRESENT_ENDINGS : PAST_ENDINGS)[ending] ?? ""} ${rest}`;
};

/** What has been done, in the past: "vendeu o Uno" for "acabou de vender o Uno". */
const carriedOut = (predicate: string): string => {
  const { self = "", verb } = clauseOf("carried_out", predicate);
  return verb === undefined
    ? predicate
    : predicate.replace(
        sentenceForm("carried_out"),
        () => `${self === "" ? "" : "se "}${pastOf(verb)}`,
      );
};

const PLANNED = /^(?:vai|vão) (?:mais )?/u;
/** What was planned and is so no more: "não vai mais se mudar para Recife". */
const calledOff = (predicate: string): PortugueseMeaning | null => {
  const plan = readFuture(predicate.replace(PLANNED, "vai "));
  const { slot, value } = (plan === null ? null : readPortuguese(plan, false, false)) ?? {};
  return slot === undefined || value === undefined ? null : { slot, value, action: "DELETE" };
};

/** The activity that has ended: "fumar" in "parou de fumar". */
const doingIn = (predicate: string): string =>
  predicate
    .replace(/^\S+\s+(?:de\s+)?(?:mais\s+)?/iu, "")
    .replace(/(?<!\p{L})mais(?!\p{L})\s*/iu, "")
    .replace(/\s+(?:em|há|desde|no ano) .*$/u, "");

/**
 * The words before the verb that are not the subject ("eu não", "a gente"), and the position of the
 * verb.
 */
const asidesOf = (
  words: readonly string[],
): { readonly asides: readonly string[]; readonly at: number } => {
  const asides: string[] = [];
  let at = 0;
  for (;;) {
    const word = (words[at] ?? "").toLowerCase();
    const isWe = word === "a" && words[at + 1]?.toLowerCase() === "gente";
    if (!isWe && !ASIDES.has(word)) return { asides, at };
    if (!isWe && word !== "eu" && word !== "nós") asides.push(word === "me" ? "se" : word);
    at += isWe ? 2 : 1;
  }
};
