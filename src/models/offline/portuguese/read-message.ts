import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { shippedVocabulary } from "../../../vocabulary/load.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Chrono } from "chrono-node";
import { foldName } from "../../../language/names.ts";
import type { ExtractionInput, Extraction } from "../../port.ts";
import { slotOfKin, type KinTerm } from "../word-lists/kinship.ts";
import { UNDATED, type Validity } from "../dates/validity.ts";
import { categoryOf } from "../extraction/category.ts";
import { CONFIDENCE, type Confidence, Findings } from "../extraction/findings.ts";
import { maskSpans, unmask } from "../text/protected-spans.ts";
import { sentencesOf } from "../text/sentences.ts";
import { tidy, withCapital } from "../text/tidy.ts";
import { isPortugueseAttribute, portugueseSlot } from "./attributes.ts";
import { portugueseClauses } from "./clauses.ts";
import { portugueseValidity } from "./find-times.ts";
import { portugueseKin } from "./kinship.ts";
import {
  ATTRIBUTE,
  HAS_KIN,
  I_AM,
  INTRODUCTION,
  KIN_CHANGED,
  KIN_IS,
  KIN_LEFT,
  KIN_NAME,
  KIN_NAMED,
  KIN_SUBJECT,
  lowerOpening,
  NAMED_SUBJECT,
  NAMES,
  OWNED,
  WITH_KIN,
  WITH_ME,
} from "./patterns.ts";
import { readPortuguese, type PortugueseMeaning } from "./relations.ts";
import { fromFirstPerson, isPastForm, lemmaOfThird } from "./verbs.ts";

/** Recent messages that a pronoun may reach back to. */
const REACH = 4;
const LONGEST_RECENT = 2000;

/**
 * Reads a Portuguese message: first person told in the third, and what it says of work, home,
 * family and tastes.
 */
export const readPortugueseMessage = (
  input: ExtractionInput,
  chrono: Chrono,
  vocabulary: Vocabulary = shippedVocabulary(),
): Extraction => {
  const masked = maskSpans(input.message);
  const findings = new Findings(masked.spans);
  const reading = new PortugueseReading(input, findings, chrono, vocabulary);
  reading.findings.entity(reading.speaker, "person");
  for (const message of input.recentMessages.slice(-REACH))
    reading.overhear(message.slice(0, LONGEST_RECENT));
  for (const sentence of sentencesOf(masked.text)) reading.sentence(sentence);
  return reading.findings.extraction(reading.selfName);
};

const OPENING =
  /^(?:(?:oi|olá|ei|então|bom|olha|ah|aliás|na verdade|só pra avisar|lembre(?:-se)? (?:de )?que|lembra que|anota aí|nossa|bem|e|mas|por favor|boa notícia|novidade|aqui|tipo|sabe|enfim|tudo bem|bom dia|boa tarde|boa noite)(?!\p{L})[,!:.\s]*)+/iu;
const HEDGE =
  /(?<!\p{L})(?:acho que|acredito que|creio que|parece que|provavelmente|talvez|pode ser que|ouvi dizer que|se não me engano)(?!\p{L})\s*/giu;
const HEDGED = new RegExp(HEDGE.source, "iu");
const ARTICLES: ReadonlyMap<string, string> = new Map([
  ["meu", "O"],
  ["nosso", "O"],
  ["minha", "A"],
  ["nossa", "A"],
  ["meus", "Os"],
  ["nossos", "Os"],
  ["minhas", "As"],
  ["nossas", "As"],
]);
const SPECULATION = /(?<!\p{L})(?:talvez|pode ser que|quem sabe)(?!\p{L})/iu;
const STATES_NOTHING =
  /^(?:se (?:eu|ele|ela|nós|você|a gente|o|a)|quando será|quem|qual|quais|onde|como você|por que|o que|me (?:diga|fale|conta|conte|ajuda|ajude|explica)|fale|diga|conte|explique|escreva|resuma|traduza|faça|crie|gere|liste|mostre|obrigad[oa]|valeu|tchau|queria que|quem me dera|gostaria que|tomara)(?!\p{L})/iu;
const ASIDES =
  /^(?:eu|nós|a gente|não|nunca|já|também|me|se|sempre|só|hoje|ontem|ainda|agora|atualmente|recentemente|finalmente|realmente)$/iu;
const WHEN = /^(?:ontem|hoje)$/iu;
/** What is still to come is dated by nothing that it says. */
const AHEAD = /^(?:vai|vão|irá|pretende|quer|planeja|precisa|deve)\s/u;
const RENEWED = /^(?:nov[oa]s?|atual) (?=\p{L})/iu;
const LONGEST_SENTENCE = 1000;
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
const NOT_A_NAME =
  /^(?:Eu|Ele|Ela|Hoje|Ontem|Amanhã|Agora|Não|Sim|Meu|Minha|Nosso|Nossa|Isso|Este|Esta|Quando|Depois|Antes|Também|Já|Então|Mas|Janeiro|Fevereiro|Março|Abril|Maio|Junho|Julho|Agosto|Setembro|Outubro|Novembro|Dezembro|Segunda|Terça|Quarta|Quinta|Sexta|Sábado|Domingo)$/u;

/** The reading of one message: who speaks, who was spoken of, and what was found. */
export class PortugueseReading {
  readonly findings: Findings;
  readonly #input: ExtractionInput;
  readonly #chrono: Chrono;
  readonly #vocabulary: Vocabulary;
  speaker: string;
  selfName: string | null = null;
  #last: string | null = null;

  constructor(input: ExtractionInput, findings: Findings, chrono: Chrono, vocabulary: Vocabulary) {
    this.#input = input;
    this.#vocabulary = vocabulary;
    this.findings = findings;
    this.#chrono = chrono;
    this.speaker = input.speaker;
  }

  /** Hears whom a recent message speaks of, and puts nothing of it down. */
  overhear(message: string): void {
    const aside = new PortugueseReading(
      { ...this.#input, message, recentMessages: [] },
      new Findings(new Map()),
      this.#chrono,
      this.#vocabulary,
    );
    for (const sentence of sentencesOf(maskSpans(message).text)) aside.sentence(sentence);
    this.#last = aside.#last ?? this.#last;
  }

  introduce(name: string): void {
    this.selfName ??= name;
    this.speaker = this.selfName;
    this.findings.entity(this.speaker, "person");
    if (foldName(name) !== foldName(this.#input.speaker))
      this.findings.fact({
        subject: name,
        text: `O nome do usuário é ${name}`,
        confidence: CONFIDENCE.explicit,
        category: "BIOGRAPHICAL_MILESTONE",
        slot: "name",
        value: name,
      });
  }

  #own(text: string): string {
    return text.replace(
      /(?<!\p{L})(?:o |a )?(?:meu|minha|meus|minhas|nosso|nossa|nossos|nossas)\s+(?<what>[\p{L}-]+)/giu,
      (_, what: string) => `${what} de ${this.speaker}`,
    );
  }

  relative(term: KinTerm, name: string, confidence: Confidence): void {
    const { findings, speaker } = this;
    findings.entity(speaker, "person");
    const known = findings.entity(name, term.type) ?? name;
    const category = term.type === "pet" ? "STABLE_PREFERENCE" : "RELATIONSHIP_CHANGE";
    const slot = slotOfKin(term, this.#vocabulary);
    if (term.slot === null)
      findings.fact({
        subject: slot === null ? known : speaker,
        text: `${known} é ${term.label} de ${speaker}`,
        confidence,
        category,
        slot,
        value: slot === null ? null : known,
      });
    else
      findings.fact({
        subject: speaker,
        text: `${articleOf(term)} ${term.label} de ${speaker} é ${known}`,
        confidence,
        category,
        slot: term.slot,
        value: known,
      });
    findings.relation(speaker, term.slot === "spouse" ? "spouse_of" : term.relation, known);
    this.#last = known;
  }

  /** Who has a place now, in the place of whoever had it before. */
  #replaced(term: KinTerm, holder: string, isNamed: boolean, confidence: Confidence): void {
    const { findings, speaker } = this;
    findings.entity(speaker, "person");
    const known = isNamed ? (findings.entity(holder, term.type) ?? holder) : holder;
    findings.fact({
      subject: speaker,
      text: `${articleOf(term)} ${term.label} de ${speaker} é ${known}`,
      confidence,
      category: term.type === "pet" ? "STABLE_PREFERENCE" : "RELATIONSHIP_CHANGE",
      slot: isNamed ? slotOfKin(term, this.#vocabulary) : term.slot,
      value: known,
      action: "UPDATE",
    });
    if (!isNamed) return;
    findings.relation(speaker, term.relation, known);
    this.#last = known;
  }

  /**
   * "tem dois filhos, Ana e Pedro", "mora com minha esposa, Ana": the relatives that a predicate
   * names.
   */
  #relativesIn(predicate: string, confidence: Confidence): void {
    const had = groupsOf(HAS_KIN, predicate);
    const hadTerm = portugueseKin(had["term"] ?? "");
    if (hadTerm !== undefined)
      for (const [name] of (had["names"] ?? "").matchAll(NAMES))
        this.relative(hadTerm, name, confidence);
    const { term = "", name = "" } = groupsOf(WITH_KIN, predicate);
    const kin = portugueseKin(term);
    if (kin !== undefined && isCapital(name)) this.relative(kin, name, confidence);
  }

  /** The names in a predicate, and the relations that it tells. */
  #relations(subject: string, predicate: string, meaning: PortugueseMeaning | null): void {
    const { findings } = this;
    for (const [name] of predicate.matchAll(NAMES))
      if (!NOT_A_NAME.test(name)) findings.entity(name, null);
    const { relation, links = [] } = meaning ?? {};
    for (const [type, named, targetType] of relation === undefined ? links : [relation, ...links]) {
      const target = findings.entity(named, targetType);
      if (target !== null) findings.relation(subject, type, target);
    }
  }

  /** A statement of a subject with its predicate in the third person. */
  state(
    subject: string,
    type: string | null,
    asides: readonly string[],
    predicate: string,
    confidence: Confidence,
    called = subject,
  ): void {
    const { findings } = this;
    const negated = asides.some((word) => /^(?:não|nunca)$/iu.test(word));
    const ended =
      (negated && /(?<!\p{L})mais(?!\p{L})/iu.test(predicate)) ||
      /^(?:parou|deixou) de\s/iu.test(predicate);
    this.#relativesIn(predicate, confidence);
    const { told, isPlan, meaning, slot } = this.#read(predicate, negated, ended);
    findings.entity(subject, type);
    this.#relations(subject, predicate, meaning);
    const when = asides.filter((word) => WHEN.test(word)).join(" ");
    const before = asides.filter((word) => !WHEN.test(word)).join(" ");
    const text = this.#own(withCapital(tidy(`${called} ${before} ${predicate} ${when}`)));
    const { value = null, action } = meaning ?? {};
    findings.fact({
      subject,
      text,
      confidence,
      category: categoryOf(predicate, slot),
      validity: isPlan ? { ...told, from: told.planned } : this.#validityOf(predicate, text, slot),
      slot,
      value: ended ? (value ?? doingIn(predicate)) : slot === null ? null : value,
      action: ended ? "DELETE" : (action ?? "NEW"),
    });
    if (slot === "employer" && !ended && !isPlan)
      this.#roleIn(predicate, subject, called, confidence);
    this.#last = subject === this.speaker ? this.#last : subject;
  }

  /** What a predicate says, when it is so, and the slot; of a plan without a day nothing. */
  #read(predicate: string, negated: boolean, ended: boolean) {
    const told = portugueseValidity(predicate, this.#input.occurredAt, this.#chrono);
    const future = readFuture(predicate);
    const isPlan = future !== null && told.planned !== null;
    const happens = isPlan ? future : future === null ? predicate : "";
    const meaning = readPortuguese(happens, negated, ended) ?? this.#soldIn(happens);
    const isBounded = told.to !== null && meaning?.wasSlot !== undefined;
    const said = isBounded ? meaning.wasSlot : meaning?.slot;
    return { told, isPlan, meaning, slot: said === undefined ? null : this.#slotOf(said) };
  }

  /** "trabalha na Ambev como analista": the role is an attribute of its own. */
  #roleIn(predicate: string, subject: string, called: string, confidence: Confidence): void {
    const role = AS_ROLE.exec(predicate)?.groups?.["role"];
    if (role === undefined) return;
    this.findings.fact({
      subject,
      text: withCapital(`${called} trabalha como ${role}`),
      confidence,
      category: "STABLE_PREFERENCE",
      slot: "role",
      value: role,
    });
  }

  #validityOf(predicate: string, text: string, slot: string | null): Validity {
    const isUndated = /^nasceu/iu.test(predicate) || AHEAD.test(predicate) || slot === "birthday";
    if (isUndated) return UNDATED;
    return portugueseValidity(text, this.#input.occurredAt, this.#chrono);
  }

  /** "vendeu meu carro": the car is no more. */
  #soldIn(predicate: string): PortugueseMeaning | null {
    const label = SOLD.exec(predicate)?.groups?.["label"];
    const slot = label === undefined ? null : this.#vocabulary.canonicalSlot(label, "person");
    return slot !== null && this.#vocabulary.definition(slot)?.cardinality === "ONE"
      ? { slot, action: "DELETE" }
      : null;
  }

  sentence(raw: string): void {
    if (raw.length > LONGEST_SENTENCE || endsWithQuestionMark(raw)) return;
    const text = raw.replace(OPENING, "").trim();
    if (text === "" || STATES_NOTHING.test(text)) return;
    const confidence = SPECULATION.test(text)
      ? CONFIDENCE.speculation
      : HEDGED.test(text)
        ? CONFIDENCE.weak
        : CONFIDENCE.explicit;
    let subject: string | null = null;
    for (const clause of portugueseClauses(text.replace(HEDGE, "")))
      subject = this.#clause(tidy(clause.replace(OPENING, "")), confidence, subject);
  }

  /** Reads one clause and gives whom it is about, for the next that names nobody. */
  #clause(written: string, confidence: Confidence, before: string | null): string | null {
    const clause = lowerOpening(
      written,
      (word) => fromFirstPerson(word) !== null || lemmaOfThird(word) !== null,
    );
    const together = groupsOf(WITH_ME, clause)["rest"];
    if (together !== undefined) return this.#plain(together, confidence, this.speaker);
    return (
      this.#introduction(clause, confidence) ??
      this.#kinLeft(clause, confidence) ??
      this.#kinChanged(clause, confidence) ??
      this.#kinNamed(clause, confidence) ??
      this.#kinSubject(clause, confidence) ??
      this.#attributeOf(clause, confidence) ??
      this.#plain(clause, confidence, before)
    );
  }

  /** "me chamo Ana, engenheira"; not "sou feliz". */
  #introduction(clause: string, confidence: Confidence): string | null {
    const match = INTRODUCTION.exec(clause) ?? I_AM.exec(clause);
    const { name = "", rest = "" } = match?.groups ?? {};
    if (!isCapital(name)) return null;
    this.introduce(name);
    const more = rest.replace(/^[\s,]+/u, "");
    if (more !== "") this.state(this.speaker, "person", [], `é ${more}`, confidence);
    return this.speaker;
  }

  /** "Meu chefe não é mais o Paulo"; not "Meu chefe não mora mais aqui". */
  #kinLeft(clause: string, confidence: Confidence): string | null {
    const { term = "", name = "" } = groupsOf(KIN_LEFT, clause);
    const kin = portugueseKin(term);
    if (kin === undefined) return null;
    this.findings.entity(this.speaker, "person");
    this.findings.fact({
      subject: this.speaker,
      text: `${articleOf(kin)} ${kin.label} de ${this.speaker} não é mais ${name}`,
      confidence,
      category: "RELATIONSHIP_CHANGE",
      action: "DELETE",
      slot: kin.slot,
      value: name,
    });
    return this.speaker;
  }

  /**
   * "Meu médico mudou para a Dra. Souza", "meu pet virou um gato"; not "meu irmão virou um médico".
   */
  #kinChanged(clause: string, confidence: Confidence): string | null {
    const match = KIN_CHANGED.exec(clause) ?? KIN_NAME.exec(clause);
    const { term = "", described, name, titled = "" } = match?.groups ?? {};
    const kin = portugueseKin(term);
    if (kin === undefined || (described !== undefined && kin.type !== "pet")) return null;
    const holder = described ?? name ?? titled;
    this.#replaced(kin, holder, described === undefined, confidence);
    return described === undefined ? holder : this.speaker;
  }

  /** "Minha esposa se chama Ana", "Lucas é meu irmão"; not "Minha esposa é professora". */
  #kinNamed(clause: string, confidence: Confidence): string | null {
    const match = KIN_NAMED.exec(clause) ?? KIN_IS.exec(clause);
    const { term = "", name = "" } = match?.groups ?? {};
    const kin = portugueseKin(term);
    if (kin === undefined || !isCapital(name)) return null;
    this.relative(kin, name, confidence);
    return name;
  }

  /** "Meu irmão Lucas mora em Lisboa", "minha mãe é professora". */
  #kinSubject(clause: string, confidence: Confidence): string | null {
    const { term = "", name = "", rest = "" } = groupsOf(KIN_SUBJECT, clause);
    const kin = portugueseKin(term);
    if (kin === undefined) return null;
    const isNamed = isCapital(name);
    if (isNamed) this.relative(kin, name, confidence);
    const subject = isNamed ? name : `${kin.label} de ${this.speaker}`;
    const called = isNamed ? name : `${articleOf(kin).toLowerCase()} ${subject}`;
    this.#last = subject;
    this.state(subject, kin.type, [], rest, confidence, called);
    return subject;
  }

  /**
   * "Minha cidade é Pune", "o prazo é 15 de março", "o telefone da Ana é 555": an attribute; not "o
   * dia é lindo".
   */
  #attributeOf(clause: string, confidence: Confidence): string | null {
    const groups = groupsOf(ATTRIBUTE, clause);
    const { attribute, owner, article } = groups;
    if (attribute === undefined) return null;
    const owned = owner === undefined ? this.#ownedAttribute(attribute, confidence) : null;
    if (owned !== null) {
      this.#attribute(groups, owned.key, owned.owner, confidence);
      return this.speaker;
    }
    const plain = attribute.replace(/ d[aoe]s? .*$/u, "");
    if (owner === undefined && (article === undefined || !isPortugueseAttribute(plain)))
      return null;
    const key = owner === undefined ? plain : attribute;
    this.#attribute(groups, key, this.speaker, confidence, attribute.toLowerCase());
    return this.speaker;
  }

  /** "telefone da minha irmã Ana": the attribute, and whose it is. */
  #ownedAttribute(
    attribute: string,
    confidence: Confidence,
  ): { readonly key: string; readonly owner: string } | null {
    const { what: key = "", term, known, name } = groupsOf(OWNED, attribute);
    if (!isPortugueseAttribute(key)) return null;
    const kin = term === undefined ? undefined : portugueseKin(term);
    if (kin !== undefined && known !== undefined) this.relative(kin, known, confidence);
    const owner = known ?? name ?? `${kin?.label ?? term ?? ""} de ${this.speaker}`;
    return { key, owner };
  }

  /** The slot by its name in the vocabulary; of several values each label is a slot of its own. */
  #slotOf(label: string): string {
    const canonical = this.#vocabulary.canonicalSlot(label, "person");
    return this.#vocabulary.hasMany(canonical) ? label : canonical;
  }

  /** What somebody has one of, and its value; `told`: how the attribute is called. */
  #attribute(
    groups: Readonly<Partial<Record<string, string>>>,
    key: string,
    whose: string,
    confidence: Confidence,
    told = key,
  ): void {
    const isNew = /^nov[oa]s? /iu.test(key);
    const slot = this.#slotOf(portugueseSlot(key.replace(RENEWED, "")));
    const { value: written = "", verb = "" } = groups;
    const value = written.replace(
      /^(?:no dia|dia|em|no|na|o|a|os|as|de) (?=\d|\p{Lu}|R\$|Zq)/u,
      "",
    );
    const owner = (groups["owner"] ?? "").trim();
    const determiner = (groups["article"] ?? "").trim();
    const plural = owner.endsWith("s") || /^(?:os|as)$/u.test(determiner);
    const article = ARTICLES.get(owner) ?? withCapital(determiner);
    this.findings.entity(whose, whose === this.speaker ? "person" : null);
    for (const [name] of value.matchAll(NAMES))
      this.findings.entity(name, slot === "residence" ? "place" : null);
    const isClaim = this.#vocabulary.accepts(slot, unmask(value, this.findings.spans));
    if (slot === "residence" && isCapital(value)) this.findings.relation(whose, "lives_in", value);
    const text = `${article} ${told.replace(RENEWED, "")} de ${whose} ${plural ? "são" : "é"} ${written}`;
    this.findings.fact({
      subject: whose,
      text: this.#own(text),
      confidence,
      category: "STABLE_PREFERENCE",
      ...(isClaim ? { slot, value } : {}),
      action:
        isNew || /mudou|agora|passou|virou|alterad|subiu|aumentou|caiu|baixou|diminuiu/iu.test(verb)
          ? "UPDATE"
          : "NEW",
    });
  }

  /**
   * A clause with a subject of its own, in the first person, or with that of the clause before it.
   */
  #plain(clause: string, confidence: Confidence, before: string | null): string | null {
    const words = clause.split(/\s+/u);
    const { asides, at } = asidesOf(words);
    const verb = (words[at] ?? "").toLowerCase();
    const rest = words.slice(at + 1).join(" ");
    const own = this.#firstPerson(words, at, rest, before);
    if (own !== null) {
      this.state(this.speaker, "person", asides, tidy(`${own} ${rest}`), confidence);
      return this.speaker;
    }
    const [first = ""] = words;
    const isPronoun = /^(?:ele|ela)$/iu.test(first);
    const subject = isPronoun ? this.#last : before;
    const predicate = isPronoun ? words.slice(1) : words.slice(at);
    if ((isPronoun || lemmaOfThird(verb) !== null) && subject !== null && predicate.length > 1) {
      const negates = isPronoun && /^(?:não|nunca)$/iu.test(predicate[0] ?? "");
      const negation = negates ? predicate.slice(0, 1) : isPronoun ? [] : asides;
      const told = predicate.slice(negates ? 1 : 0).join(" ");
      this.state(subject, null, negation, told, confidence);
      return subject;
    }
    return this.#namedSubject(clause, confidence) ?? before;
  }

  /**
   * The verb of a speaker in the third person: "moro" is `mora`; null where somebody else is meant.
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
    // The imperfect has one form for both persons: with nobody named, it is the speaker.
    const isOwnImperfect =
      first === null && before === null && rest !== "" && /(?:ava|ia)$/u.test(verb);
    return isOwnImperfect && !/^(?:ele|ela)$/u.test(opening) ? verb : null;
  }

  /** "Ana mora em Lisboa", "a Halden fica em Lyon", "Tom me contratou"; not "Hoje chove". */
  #namedSubject(clause: string, confidence: Confidence): string | null {
    const { name = "", asides = "", verb = "", rest = "" } = groupsOf(NAMED_SUBJECT, clause);
    const isVerb =
      lemmaOfThird(verb) !== null || /^(?:é|está|tem|vai|foi|fez|quer|fica)$/iu.test(verb);
    if (!isCapital(name) || NOT_A_NAME.test(name) || !isVerb) return null;
    const object = /(?:^|\s)(?:a|o|me)\s+$/iu.exec(asides)?.[0]?.trim().toLowerCase();
    const target = object === "me" ? this.speaker : object === undefined ? null : this.#last;
    const own = asides
      .trim()
      .split(/\s+/u)
      .filter((word) => word !== "" && word.toLowerCase() !== object);
    const isOrganization = /^(?:fica|é uma (?:startup|empresa))/iu.test(`${verb}${rest}`);
    const type = isOrganization ? "organization" : "person";
    this.state(name, type, own, tidy(`${verb} ${target ?? ""}${rest}`), confidence);
    return name;
  }
}

const AS_ROLE = /\scomo (?:um |uma )?(?<role>\p{Ll}[\p{L} -]{2,40}?)(?=[,.]| desde | há |$)/u;
const SOLD = /^(?:vendeu|doou) (?:o |a )?(?:meu|minha|seu|sua) (?<label>\p{L}+)/u;
const FUTURE =
  /^(?:vai|vão|irá)\s+(?:me |se |nos )?(?<stem>\p{L}+?)(?<ending>[aei])r(?:-se)?\s+(?<rest>.+)$/u;
const PAST_ENDINGS: Readonly<Record<string, string>> = { a: "ou", e: "eu", i: "iu" };

/** "vai se mudar para Recife" as if it had happened; null for what is not still to come. */
const readFuture = (predicate: string): string | null => {
  const { stem, ending = "", rest = "" } = FUTURE.exec(predicate)?.groups ?? {};
  return stem === undefined ? null : `${stem}${PAST_ENDINGS[ending] ?? ""} ${rest}`;
};

/** What the pattern names in a text; nothing where it does not fit. */
const groupsOf = (pattern: RegExp, text: string): Readonly<Partial<Record<string, string>>> =>
  pattern.exec(text)?.groups ?? {};

const articleOf = ({ gender }: KinTerm): "A" | "O" => (gender === "female" ? "A" : "O");

/** "parou de fumar": what is done no more. */
const doingIn = (predicate: string): string =>
  predicate
    .replace(/^\S+\s+(?:de\s+)?(?:mais\s+)?/iu, "")
    .replace(/(?<!\p{L})mais(?!\p{L})\s*/iu, "")
    .replace(/\s+(?:em|há|desde|no ano) .*$/u, "");

/**
 * The words before the verb that are no subject, and where the verb stands: "eu não", "a gente
 * sempre".
 */
const asidesOf = (
  words: readonly string[],
): { readonly asides: readonly string[]; readonly at: number } => {
  const asides: string[] = [];
  let at = 0;
  for (;;) {
    const word = (words[at] ?? "").toLowerCase();
    const isWe = word === "a" && words[at + 1]?.toLowerCase() === "gente";
    if (!isWe && !ASIDES.test(word)) return { asides, at };
    if (isWe) at += 1;
    else if (word !== "eu" && word !== "nós") asides.push(word === "me" ? "se" : word);
    at += 1;
  }
};
