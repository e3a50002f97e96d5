import type { Chrono } from "chrono-node";
import { foldName } from "../../../memory/names.ts";
import type { ExtractionInput } from "../../port.ts";
import type { KinTerm } from "../data/kinship.ts";
import { UNDATED } from "../dates/validity.ts";
import { categoryOf } from "../extraction/category.ts";
import { CONFIDENCE, type Confidence } from "../extraction/confidence.ts";
import { Findings } from "../extraction/findings.ts";
import { maskSpans } from "../text/protected-spans.ts";
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
import { readPortuguese } from "./relations.ts";
import { fromFirstPerson, isPastForm, lemmaOfThird } from "./verbs.ts";

const OPENING =
  /^(?:(?:oi|olá|ei|então|bom|olha|ah|aliás|na verdade|só pra avisar|lembre(?:-se)? (?:de )?que|lembra que|anota aí|nossa|bem|e|mas|por favor|boa notícia|novidade|aqui|tipo|sabe|enfim|tudo bem|bom dia|boa tarde|boa noite)(?!\p{L})[,!:.\s]*)+/iu;
const HEDGE =
  /(?<!\p{L})(?:acho que|acredito que|creio que|parece que|provavelmente|talvez|pode ser que|ouvi dizer que|se não me engano)(?!\p{L})\s*/giu;
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
  speaker: string;
  selfName: string | null = null;
  #last: string | null = null;

  constructor(input: ExtractionInput, findings: Findings, chrono: Chrono) {
    this.#input = input;
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
    if (term.slot === null)
      findings.fact({
        subject: known,
        text: `${known} é ${term.label} de ${speaker}`,
        confidence,
        category,
      });
    else
      findings.fact({
        subject: speaker,
        text: `${term.gender === "female" ? "A" : "O"} ${term.label} de ${speaker} é ${known}`,
        confidence,
        category,
        slot: term.slot,
        value: known,
      });
    findings.relation(speaker, term.relation, known);
    this.#last = known;
  }

  /** Who has a place now, in the place of whoever had it before. */
  #replaced(term: KinTerm, holder: string, isNamed: boolean, confidence: Confidence): void {
    const { findings, speaker } = this;
    findings.entity(speaker, "person");
    const known = isNamed ? (findings.entity(holder, term.type) ?? holder) : holder;
    findings.fact({
      subject: speaker,
      text: `${term.gender === "female" ? "A" : "O"} ${term.label} de ${speaker} é ${known}`,
      confidence,
      category: term.type === "pet" ? "STABLE_PREFERENCE" : "RELATIONSHIP_CHANGE",
      slot: term.slot,
      value: known,
      action: "UPDATE",
    });
    if (!isNamed) return;
    findings.relation(speaker, term.relation, known);
    this.#last = known;
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
    const had = HAS_KIN.exec(predicate)?.groups;
    const term = had === undefined ? undefined : portugueseKin(had["term"]!);
    if (had && term)
      for (const [name] of had["names"]!.matchAll(NAMES)) this.relative(term, name, confidence);
    const withKin = WITH_KIN.exec(predicate)?.groups;
    const kin = withKin === undefined ? undefined : portugueseKin(withKin["term"]!);
    if (withKin && kin && isCapital(withKin["name"]!))
      this.relative(kin, withKin["name"]!, confidence);
    const meaning = readPortuguese(predicate, negated, ended);
    findings.entity(subject, type);
    for (const [name] of predicate.matchAll(NAMES))
      if (!NOT_A_NAME.test(name)) findings.entity(name, null);
    for (const link of [
      ...(meaning?.relation ? [meaning.relation] : []),
      ...(meaning?.links ?? []),
    ]) {
      const target = findings.entity(link[1], link[2]);
      if (target !== null) findings.relation(subject, link[0], target);
    }
    const when = asides.filter((word) => WHEN.test(word)).join(" ");
    const text = this.#own(
      withCapital(
        tidy(
          `${called} ${asides.filter((word) => !WHEN.test(word)).join(" ")} ${predicate} ${when}`,
        ),
      ),
    );
    const ending = ended
      ? {
          action: "DELETE" as const,
          value:
            meaning?.value ??
            predicate
              .replace(/^\S+\s+(?:de\s+)?(?:mais\s+)?/iu, "")
              .replace(/(?<!\p{L})mais(?!\p{L})\s*/iu, "")
              .replace(/\s+(?:em|há|desde|no ano) .*$/u, ""),
        }
      : {};
    findings.fact({
      subject,
      text,
      confidence,
      category: categoryOf(predicate, meaning?.slot ?? null),
      validity:
        /^nasceu/iu.test(predicate) || AHEAD.test(predicate) || meaning?.slot === "birthday"
          ? UNDATED
          : portugueseValidity(text, this.#input.occurredAt, this.#chrono),
      ...(meaning?.slot === undefined ? {} : { slot: meaning.slot, value: meaning.value ?? null }),
      ...(meaning?.action === undefined ? {} : { action: meaning.action }),
      ...ending,
    });
    this.#last = subject === this.speaker ? this.#last : subject;
  }

  sentence(raw: string): void {
    if (raw.length > LONGEST_SENTENCE || /\?\s*$/u.test(raw)) return;
    const text = raw.replace(OPENING, "").trim();
    if (text === "" || STATES_NOTHING.test(text)) return;
    const confidence = SPECULATION.test(text)
      ? CONFIDENCE.speculation
      : new RegExp(HEDGE.source, "iu").test(text)
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
    const together = WITH_ME.exec(clause)?.groups?.["rest"];
    if (together !== undefined) return this.#plain(together, confidence, this.speaker);
    const introduction = (INTRODUCTION.exec(clause) ?? I_AM.exec(clause))?.groups;
    if (introduction && isCapital(introduction["name"]!)) {
      this.introduce(introduction["name"]!);
      const rest = introduction["rest"]!.replace(/^[\s,]+/u, "");
      if (rest !== "") this.state(this.speaker, "person", [], `é ${rest}`, confidence);
      return this.speaker;
    }
    const left = KIN_LEFT.exec(clause)?.groups;
    const leftTerm = left === undefined ? undefined : portugueseKin(left["term"]!);
    if (left && leftTerm) {
      this.findings.entity(this.speaker, "person");
      this.findings.fact({
        subject: this.speaker,
        text: `${leftTerm.gender === "female" ? "A" : "O"} ${leftTerm.label} de ${this.speaker} não é mais ${left["name"]!}`,
        confidence,
        category: "RELATIONSHIP_CHANGE",
        action: "DELETE",
        slot: leftTerm.slot,
        value: left["name"]!,
      });
      return this.speaker;
    }
    const changed = (KIN_CHANGED.exec(clause) ?? KIN_NAME.exec(clause))?.groups;
    const changedTerm = changed === undefined ? undefined : portugueseKin(changed["term"]!);
    const described = changed?.["described"];
    if (changed && changedTerm && (described === undefined || changedTerm.type === "pet")) {
      const holder = described ?? changed["name"] ?? changed["titled"]!;
      this.#replaced(changedTerm, holder, described === undefined, confidence);
      return described === undefined ? holder : this.speaker;
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
      this.#last = subject;
      this.state(
        subject,
        kinTerm.type,
        [],
        kin["rest"]!,
        confidence,
        proper ? name : `${kinTerm.gender === "female" ? "a" : "o"} ${subject}`,
      );
      return subject;
    }
    const attribute = ATTRIBUTE.exec(clause)?.groups;
    const owned =
      attribute === undefined || attribute["owner"] !== undefined
        ? undefined
        : OWNED.exec(attribute["attribute"]!)?.groups;
    if (attribute && owned && isPortugueseAttribute(owned["what"]!)) {
      const term = owned["term"] === undefined ? undefined : portugueseKin(owned["term"]);
      if (term && owned["known"] !== undefined) this.relative(term, owned["known"], confidence);
      this.#attribute(
        attribute,
        owned["what"]!,
        owned["known"] ?? owned["name"] ?? `${term?.label ?? owned["term"]!} de ${this.speaker}`,
        confidence,
      );
      return this.speaker;
    }
    const plain = attribute?.["attribute"]!.replace(/ d[aoe]s? .*$/u, "") ?? "";
    if (
      attribute &&
      (attribute["owner"] !== undefined ||
        (attribute["article"] !== undefined && isPortugueseAttribute(plain)))
    ) {
      this.#attribute(
        attribute,
        attribute["owner"] === undefined ? plain : attribute["attribute"]!,
        this.speaker,
        confidence,
        attribute["attribute"]!.toLowerCase(),
      );
      return this.speaker;
    }
    return this.#plain(clause, confidence, before);
  }

  /** What somebody has one of, and its value; `said`: how the attribute is told. */
  #attribute(
    groups: Readonly<Record<string, string | undefined>>,
    key: string,
    whose: string,
    confidence: Confidence,
    said = key,
  ): void {
    const isNew = /^nov[oa]s? /iu.test(key);
    const slot = portugueseSlot(key.replace(RENEWED, ""));
    const written = groups["value"]!;
    const value = written.replace(/^(?:no dia|dia|em|no|na|o|a|os|as) (?=\d|\p{Lu})/u, "");
    const owner = (groups["owner"] ?? "").trim();
    const plural = owner.endsWith("s") || /^(?:os|as) $/u.test(groups["article"] ?? "");
    const article =
      owner === ""
        ? withCapital(groups["article"]!.trim())
        : /^(?:meu|nosso)$/u.test(owner)
          ? "O"
          : /^(?:minha|nossa)$/u.test(owner)
            ? "A"
            : /^(?:meus|nossos)$/u.test(owner)
              ? "Os"
              : "As";
    this.findings.entity(whose, whose === this.speaker ? "person" : null);
    for (const [name] of value.matchAll(NAMES))
      this.findings.entity(name, slot === "city" ? "place" : null);
    if (slot === "city" && isCapital(value)) this.findings.relation(whose, "lives_in", value);
    const text = `${article} ${said.replace(RENEWED, "")} de ${whose} ${plural ? "são" : "é"} ${written}`;
    this.findings.fact({
      subject: whose,
      text: this.#own(text),
      confidence,
      category: "STABLE_PREFERENCE",
      slot,
      value,
      action:
        isNew || /mudou|agora|passou|virou|alterad/iu.test(groups["verb"]!) ? "UPDATE" : "NEW",
    });
  }

  #plain(clause: string, confidence: Confidence, before: string | null): string | null {
    const words = clause.split(/\s+/u);
    const asides: string[] = [];
    let at = 0;
    while (
      (words[at] !== undefined && ASIDES.test(words[at]!)) ||
      (words[at]?.toLowerCase() === "a" && words[at + 1]?.toLowerCase() === "gente")
    ) {
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
    // The imperfect has one form for both persons: with nobody named, it is the speaker.
    if (
      first === null &&
      before === null &&
      /(?:ava|ia)$/u.test(verb) &&
      lemmaOfThird(verb) !== null &&
      rest !== "" &&
      !/^(?:ele|ela)$/iu.test(words[0]!)
    ) {
      this.state(this.speaker, "person", asides, tidy(`${verb} ${rest}`), confidence);
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
      const negation =
        pronoun && /^(?:não|nunca)$/iu.test(predicate[0]!)
          ? [predicate.shift()!]
          : pronoun
            ? []
            : asides;
      this.state(subject, null, negation, predicate.join(" "), confidence);
      return subject;
    }
    const named = NAMED_SUBJECT.exec(clause)?.groups;
    if (
      named &&
      isCapital(named["name"]!) &&
      !NOT_A_NAME.test(named["name"]!) &&
      (lemmaOfThird(named["verb"]!) !== null ||
        /^(?:é|está|tem|vai|foi|fez|quer|fica)$/iu.test(named["verb"]!))
    ) {
      const object = /(?:^|\s)(?:a|o|me)\s+$/iu.exec(named["asides"]!)?.[0]?.trim().toLowerCase();
      const target = object === "me" ? this.speaker : object === undefined ? null : this.#last;
      const own = named["asides"]!.trim()
        .split(/\s+/u)
        .filter((word) => word !== "" && !(object !== undefined && word.toLowerCase() === object));
      this.state(
        named["name"]!,
        /^(?:fica|é uma (?:startup|empresa))/iu.test(`${named["verb"]!}${named["rest"]!}`)
          ? "organization"
          : "person",
        own,
        tidy(`${named["verb"]!} ${target === null ? "" : target}${named["rest"]!}`),
        confidence,
      );
      return named["name"]!;
    }
    return before;
  }
}
