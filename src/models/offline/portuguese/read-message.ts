import type { Chrono } from "chrono-node";
import { foldName } from "../../../memory/names.ts";
import type { Extraction, ExtractionInput } from "../../port.ts";
import type { KinTerm } from "../data/kinship.ts";
import { UNDATED } from "../dates/validity.ts";
import { categoryOf } from "../extraction/category.ts";
import { CONFIDENCE, type Confidence } from "../extraction/confidence.ts";
import { Findings } from "../extraction/findings.ts";
import { maskSpans } from "../text/protected-spans.ts";
import { sentencesOf } from "../text/sentences.ts";
import { tidy } from "../text/tidy.ts";
import { portugueseSlot } from "./attributes.ts";
import { PORTUGUESE_NAME, portugueseClauses } from "./clauses.ts";
import { portugueseValidity } from "./find-times.ts";
import { PORTUGUESE_KIN, portugueseKin } from "./kinship.ts";
import { readPortuguese } from "./relations.ts";
import { fromFirstPerson, isPastForm, lemmaOfThird } from "./verbs.ts";

const OPENING = /^(?:(?:oi|olá|ei|então|bom|olha|ah|aliás|na verdade|só pra avisar|lembre(?:-se)? (?:de )?que|lembra que|anota aí|nossa|bem|e|mas|por favor|boa notícia|novidade|aqui|tipo|sabe|enfim|tudo bem|bom dia|boa tarde|boa noite)(?!\p{L})[,!:.\s]*)+/iu;
const HEDGE = /(?<!\p{L})(?:acho que|acredito que|creio que|parece que|provavelmente|talvez|pode ser que|ouvi dizer que|se não me engano)(?!\p{L})\s*/giu;
const SPECULATION = /(?<!\p{L})(?:talvez|pode ser que|quem sabe)(?!\p{L})/iu;
const STATES_NOTHING = /^(?:se|quando será|quem|qual|quais|onde|como você|por que|o que|me (?:diga|fale|conta|conte|ajuda|ajude|explica)|fale|diga|conte|explique|escreva|resuma|traduza|faça|crie|gere|liste|mostre|obrigad[oa]|valeu|tchau|queria que|quem me dera|gostaria que|tomara)(?!\p{L})/iu;
const INTRODUCTION = new RegExp(`^(?:meu nome é|me chamo|eu me chamo|aqui é (?:o|a)|(?:eu )?sou (?:o|a))\\s+(?<name>${PORTUGUESE_NAME})(?<rest>.*)$`, "iu");
const I_AM = new RegExp(`^(?:eu )?sou\\s+(?<name>\\p{Lu}[\\p{L}'-]+(?:\\s+(?:(?:de|da|do|dos|das)\\s+)?\\p{Lu}[\\p{L}'-]+)+)(?<rest>(?:,.*)?)$`, "u");
const KIN_NAMED = new RegExp(`^(?:o |a )?(?:meu|minha|nosso|nossa)\\s+(?<term>${PORTUGUESE_KIN})\\s+(?:se chama|é|chama-se|chama|tem o nome de)\\s+(?:o |a )?(?<name>${PORTUGUESE_NAME})(?<rest>.*)$`, "iu");
const KIN_SUBJECT = new RegExp(`^(?:o |a )?(?:meu|minha|nosso|nossa)\\s+(?<term>${PORTUGUESE_KIN})(?:,?\\s+(?:o |a )?(?<name>${PORTUGUESE_NAME}),?)?\\s+(?<rest>\\p{L}.*)$`, "iu");
const KIN_IS = new RegExp(`^(?:o |a )?(?<name>${PORTUGUESE_NAME}) é (?:o |a )?(?:meu|minha|nosso|nossa)\\s+(?<term>${PORTUGUESE_KIN})$`, "u");
const HAS = new RegExp(`^tem\\s+(?:um|uma|dois|duas|três|quatro|\\d+)?\\s*(?<term>${PORTUGUESE_KIN})s?(?:,|:| chamad[oa]s?| que se chamam?)\\s+(?<names>.+)$`, "iu");
const ATTRIBUTE = /^(?<article>o |a |os |as )?(?<owner>meu|minha|meus|minhas|nosso|nossa|nossos|nossas)\s+(?<attribute>\p{L}[\p{L} -]*?)\s+(?<verb>agora é|agora são|é|são|fica em|fica|mudou para|mudou pra|passou para|passou a ser|virou|foi alterad[oa] para)\s+(?:agora\s+)?(?<value>.+)$/iu;
const ASIDES = /^(?:eu|nós|a gente|não|nunca|já|também|me|se|sempre|só|hoje|ontem|ainda|agora|atualmente|recentemente|acabei de|finalmente|realmente)$/iu;
const NAMED_SUBJECT = new RegExp(`^(?:o |a |os |as )?(?<name>${PORTUGUESE_NAME})\\s+(?<asides>(?:(?:não|nunca|já|também|se|a|o|ainda|agora|me)\\s+)*)(?<verb>\\p{L}+)(?<rest>(?:\\s.*)?)$`, "iu");
const WITH_KIN = new RegExp(`(?<!\\p{L})(?:meu|minha|nosso|nossa)\\s+(?<term>${PORTUGUESE_KIN}),?\\s+(?:o |a )?(?<name>${PORTUGUESE_NAME})`, "iu");
const NAME = new RegExp(`(?<!\\p{L})${PORTUGUESE_NAME}`, "gu");
const LONGEST_SENTENCE = 1000;
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
const NOT_A_NAME = /^(?:Eu|Ele|Ela|Hoje|Ontem|Amanhã|Agora|Não|Sim|Meu|Minha|Nosso|Nossa|Isso|Este|Esta|Quando|Depois|Antes|Também|Já|Então|Mas|Janeiro|Fevereiro|Março|Abril|Maio|Junho|Julho|Agosto|Setembro|Outubro|Novembro|Dezembro|Segunda|Terça|Quarta|Quinta|Sexta|Sábado|Domingo)$/u;

class Reading {
  readonly findings: Findings;
  readonly #input: ExtractionInput;
  readonly #chrono: Chrono;
  speaker: string;
  selfName: string | null = null;
  #last: string | null = null;

  constructor(input: ExtractionInput, findings: Findings, chrono: Chrono) {
    this.#input = input;
    this.findings = findings;
    this.#chrono = chrono;
    this.speaker = input.speaker;
  }

  introduce(name: string): void {
    this.selfName ??= name;
    this.speaker = this.selfName;
    this.findings.entity(this.speaker, "person");
    if (foldName(name) !== foldName(this.#input.speaker)) this.findings.fact({ subject: name, text: `O nome do usuário é ${name}`, confidence: CONFIDENCE.explicit, category: "BIOGRAPHICAL_MILESTONE", slot: "name", value: name });
  }

  #own(text: string): string {
    return text.replace(/(?<!\p{L})(?:o |a )?(?:meu|minha|meus|minhas|nosso|nossa|nossos|nossas)\s+(?<what>[\p{L}-]+)/giu, (_, what: string) => `${what} de ${this.speaker}`);
  }

  relative(term: KinTerm, name: string, confidence: Confidence): void {
    const { findings, speaker } = this;
    findings.entity(speaker, "person");
    const known = findings.entity(name, term.type) ?? name;
    const category = term.type === "pet" ? "STABLE_PREFERENCE" : "RELATIONSHIP_CHANGE";
    if (term.slot === null) findings.fact({ subject: known, text: `${known} é ${term.label} de ${speaker}`, confidence, category });
    else findings.fact({ subject: speaker, text: `${term.gender === "female" ? "A" : "O"} ${term.label} de ${speaker} é ${known}`, confidence, category, slot: term.slot, value: known });
    findings.relation(speaker, term.relation, known);
    this.#last = known;
  }

  /** A statement of a subject with its predicate in the third person. */
  state(subject: string, type: string | null, asides: readonly string[], predicate: string, confidence: Confidence): void {
    const { findings } = this;
    const negated = asides.some((word) => /^(?:não|nunca)$/iu.test(word));
    const ended = negated && /(?<!\p{L})mais(?!\p{L})/iu.test(predicate) || /^(?:parou|deixou) de\s/iu.test(predicate);
    const had = HAS.exec(predicate)?.groups;
    const term = had === undefined ? undefined : portugueseKin(had["term"]!);
    if (had && term) for (const [name] of had["names"]!.matchAll(NAME)) this.relative(term, name.split(" e ")[0]!, confidence);
    const withKin = WITH_KIN.exec(predicate)?.groups;
    const kin = withKin === undefined ? undefined : portugueseKin(withKin["term"]!);
    if (withKin && kin && isCapital(withKin["name"]!)) this.relative(kin, withKin["name"]!, confidence);
    const meaning = readPortuguese(predicate, negated, ended);
    findings.entity(subject, type);
    for (const [name] of predicate.matchAll(NAME)) if (!NOT_A_NAME.test(name)) findings.entity(name, null);
    for (const link of [...(meaning?.relation ? [meaning.relation] : []), ...(meaning?.links ?? [])]) {
      const target = findings.entity(link[1], link[2]);
      if (target !== null) findings.relation(subject, link[0], target);
    }
    const text = this.#own(tidy(`${subject} ${asides.join(" ")} ${predicate}`));
    const ending = ended ? { action: "DELETE" as const, value: meaning?.value ?? predicate.replace(/^\S+\s+(?:de\s+)?(?:mais\s+)?/iu, "").replace(/(?<!\p{L})mais(?!\p{L})\s*/iu, "") } : {};
    findings.fact({
      subject, text, confidence, category: categoryOf(text),
      validity: /^(?:nasceu)/iu.test(predicate) ? UNDATED : portugueseValidity(predicate, this.#input.occurredAt, this.#chrono),
      ...(meaning?.slot === undefined ? {} : { slot: meaning.slot, value: meaning.value ?? null }), ...(meaning?.action === undefined ? {} : { action: meaning.action }), ...ending,
    });
    this.#last = subject === this.speaker ? this.#last : subject;
  }

  sentence(raw: string): void {
    if (raw.length > LONGEST_SENTENCE || /\?\s*$/u.test(raw)) return;
    const text = raw.replace(OPENING, "").trim();
    if (text === "" || STATES_NOTHING.test(text)) return;
    const confidence = SPECULATION.test(text) ? CONFIDENCE.speculation : new RegExp(HEDGE.source, "iu").test(text) ? CONFIDENCE.weak : CONFIDENCE.explicit;
    let subject: string | null = null;
    for (const clause of portugueseClauses(text.replace(HEDGE, ""))) subject = this.#clause(tidy(clause.replace(OPENING, "")), confidence, subject);
  }

  /** Reads one clause and gives whom it is about, for the next that names nobody. */
  #clause(clause: string, confidence: Confidence, before: string | null): string | null {
    const introduction = (INTRODUCTION.exec(clause) ?? I_AM.exec(clause))?.groups;
    if (introduction && isCapital(introduction["name"]!)) {
      this.introduce(introduction["name"]!);
      const rest = introduction["rest"]!.replace(/^[\s,]+/u, "");
      if (rest !== "") this.state(this.speaker, "person", [], `é ${rest}`, confidence);
      return this.speaker;
    }
    const kinIs = KIN_IS.exec(clause)?.groups;
    const named = KIN_NAMED.exec(clause)?.groups ?? kinIs;
    const namedTerm = named === undefined ? undefined : portugueseKin(named["term"]!);
    if (named && namedTerm && isCapital(named["name"]!)) {
      this.relative(namedTerm, named["name"]!, confidence);
      return named["name"]!;
    }
    const kin = KIN_SUBJECT.exec(clause)?.groups;
    const kinTerm = kin === undefined ? undefined : portugueseKin(kin["term"]!);
    if (kin && kinTerm) {
      const name = kin["name"];
      const proper = name !== undefined && isCapital(name);
      if (proper) this.relative(kinTerm, name, confidence);
      const subject = proper ? name : `${kinTerm.label} de ${this.speaker}`;
      this.state(subject, kinTerm.type, [], `${name !== undefined && !proper ? `${name} ` : ""}${kin["rest"]!}`, confidence);
      return subject;
    }
    const attribute = ATTRIBUTE.exec(clause)?.groups;
    if (attribute) {
      const slot = portugueseSlot(attribute["attribute"]!);
      const value = attribute["value"]!.replace(/^(?:no dia|dia|em|no|na) (?=\d|\p{Lu})/u, "");
      const plural = /^(?:meus|minhas|nossos|nossas)$/iu.test(attribute["owner"]!);
      const article = /^(?:meu|nosso)$/iu.test(attribute["owner"]!) ? "O" : /^(?:minha|nossa)$/iu.test(attribute["owner"]!) ? "A" : /^(?:meus|nossos)$/iu.test(attribute["owner"]!) ? "Os" : "As";
      const update = /mudou|agora|passou|virou|alterad/iu.test(attribute["verb"]!);
      this.findings.entity(this.speaker, "person");
      for (const [name] of value.matchAll(NAME)) this.findings.entity(name, slot === "city" ? "place" : null);
      if (slot === "city" && isCapital(value)) this.findings.relation(this.speaker, "lives_in", value);
      const text = `${article} ${attribute["attribute"]!.toLowerCase()} de ${this.speaker} ${plural ? "são" : "é"} ${attribute["value"]!}`;
      this.findings.fact({ subject: this.speaker, text: this.#own(text), confidence, category: "STABLE_PREFERENCE", slot, value, action: update ? "UPDATE" : "NEW" });
      return this.speaker;
    }
    return this.#plain(clause, confidence, before);
  }

  #plain(clause: string, confidence: Confidence, before: string | null): string | null {
    const words = clause.split(/\s+/u);
    const asides: string[] = [];
    let at = 0;
    while (words[at] !== undefined && ASIDES.test(words[at]!) || words[at]?.toLowerCase() === "a" && words[at + 1]?.toLowerCase() === "gente") {
      const word = words[at]!.toLowerCase();
      if (word === "a") at += 1;
      else if (word !== "eu" && word !== "nós") asides.push(word === "me" ? "se" : word);
      at += 1;
    }
    const verb = (words[at] ?? "").toLowerCase();
    const first = /^\p{Lu}/u.test(words[at] ?? "") && at > 0 ? null : fromFirstPerson(verb);
    const rest = words.slice(at + 1).join(" ");
    if (first !== null && (rest !== "" || isPastForm(first.third))) {
      this.state(this.speaker, "person", asides, tidy(`${first.third} ${rest}`), confidence);
      return this.speaker;
    }
    if (/^a gente\s/iu.test(clause) && lemmaOfThird(verb) !== null) {
      this.state(this.speaker, "person", asides, tidy(`${verb} ${rest}`), confidence);
      return this.speaker;
    }
    const pronoun = /^(?:ele|ela)$/iu.test(words[0]!);
    const subject = pronoun ? this.#last : before;
    const predicate = pronoun ? words.slice(1) : words.slice(at);
    if ((pronoun || lemmaOfThird(verb) !== null) && subject !== null && predicate.length > 1) {
      const negation = pronoun && /^(?:não|nunca)$/iu.test(predicate[0]!) ? [predicate.shift()!] : pronoun ? [] : asides;
      this.state(subject, null, negation, predicate.join(" "), confidence);
      return subject;
    }
    const named = NAMED_SUBJECT.exec(clause)?.groups;
    if (named && isCapital(named["name"]!) && !NOT_A_NAME.test(named["name"]!) && (lemmaOfThird(named["verb"]!) !== null || /^(?:é|está|tem|vai|foi|fez|quer|fica)$/iu.test(named["verb"]!))) {
      const object = /(?:^|\s)(?:a|o|me)\s+$/iu.exec(named["asides"]!)?.[0]?.trim().toLowerCase();
      const target = object === "me" ? this.speaker : object === undefined ? null : this.#last;
      const own = named["asides"]!.trim().split(/\s+/u).filter((word) => word !== "" && !(object !== undefined && word.toLowerCase() === object));
      this.state(named["name"]!, /^(?:fica|é uma (?:startup|empresa))/iu.test(`${named["verb"]!}${named["rest"]!}`) ? "organization" : "person", own, tidy(`${named["verb"]!} ${target === null ? "" : target}${named["rest"]!}`), confidence);
      return named["name"]!;
    }
    return before;
  }
}

/** Reads a Portuguese message: first person told in the third, and what it says of work, home, family and tastes. */
export const readPortugueseMessage = (input: ExtractionInput, chrono: Chrono): Extraction => {
  const masked = maskSpans(input.message);
  const reading = new Reading(input, new Findings(masked.spans), chrono);
  for (const sentence of sentencesOf(masked.text)) reading.sentence(sentence);
  return reading.findings.extraction(reading.selfName);
};
