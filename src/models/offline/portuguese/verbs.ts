/**
 * First person, third person and infinitive of verbs that people tell of themselves with; regular
 * ones follow by rule.
 */
const TABLE = `
sou é ser; estou está estar; tenho tem ter; vou vai ir; fui foi ir; era era ser; estava estava estar; tinha tinha ter; estive esteve estar; tive teve ter; faço faz fazer; fiz fez fazer; digo diz dizer; disse disse dizer
posso pode poder; pude pôde poder; quero quer querer; quis quis querer; sei sabe saber; soube soube saber; venho vem vir; vim veio vir; vejo vê ver; vi viu ver; leio lê ler; li leu ler; ponho põe pôr; pus pôs pôr
trago traz trazer; trouxe trouxe trazer; dou dá dar; dei deu dar; ouço ouve ouvir; peço pede pedir; perco perde perder; durmo dorme dormir; sirvo serve servir; visto veste vestir; sinto sente sentir; prefiro prefere preferir; consigo consegue conseguir
corro corre correr; bebo bebe beber; como come comer; vivo vive viver; escrevo escreve escrever; aprendo aprende aprender; vendo vende vender; devo deve dever; conheço conhece conhecer; nasço nasce nascer; torço torce torcer; dirijo dirige dirigir; moro mora morar
assisto assiste assistir; abro abre abrir; divido divide dividir; saio sai sair; saí saiu sair; caí caiu cair; construí construiu construir; odeio odeia odiar; passeio passeia passear; creio crê crer; recebo recebe receber; entendo entende entender; pretendo pretende pretender; preciso precisa precisar
defendo defende defender; atendo atende atender; mexo mexe mexer; cresci cresceu crescer; desenvolvo desenvolve desenvolver; resolvo resolve resolver; faço faz fazer; sigo segue seguir; visto veste vestir; permaneço permanece permanecer; pertenço pertence pertencer; agradeço agradece agradecer; ofereço oferece oferecer; existo existe existir`;

export interface Conjugated {
  readonly third: string;
  readonly lemma: string;
}

const FIRST = new Map<string, Conjugated>();
const THIRD = new Map<string, string>();
for (const row of TABLE.trim().split(/[;\n]/u)) {
  const [first = "", third = "", lemma = ""] = row.trim().split(/\s+/u);
  if (!FIRST.has(first)) FIRST.set(first, { third, lemma });
  THIRD.set(third, lemma);
}

/** Regular verbs in -ar that are common enough to be known by their first person present. */
const AR =
  `trabalho gosto adoro amo estudo falo uso namoro jogo toco cozinho lidero gerencio viajo treino pratico coleciono programo moro ganho pago compro levo tomo ensino leciono ajudo canto danço nado pinto desenho
  fumo sonho planejo acordo almoço janto caminho pedalo medito cuido crio desenvolvo participo acompanho apoio voto costumo começo termino volto fico passo acho lembro penso espero preciso espero escuto procuro evito tento termino adoto caso mudo alugo administro coordeno organizo atuo estagio chamo considero detesto curto frequento visito conto canso planto monto nado`.split(
    /\s+/u,
  );
for (const first of AR) {
  const stem = first.slice(0, -1);
  if (!FIRST.has(first)) FIRST.set(first, { third: `${stem}a`, lemma: `${stem}ar` });
  THIRD.set(`${stem}a`, `${stem}ar`);
  THIRD.set(`${stem.replace(/c$/u, "ç")}ou`, `${stem}ar`);
}
for (const [third, lemma] of Object.entries({
  contratou: "contratar",
  fundou: "fundar",
  lidera: "liderar",
  pediu: "pedir",
  virou: "virar",
  morava: "morar",
  trabalhava: "trabalhar",
  vivia: "viver",
  nasceu: "nascer",
  ficou: "ficar",
  passou: "passar",
  assumiu: "assumir",
  vendeu: "vender",
  formou: "formar",
  gostava: "gostar",
  casou: "casar",
  conheceu: "conhecer",
  aprendeu: "aprender",
  venceu: "vencer",
  perdeu: "perder",
  corre: "correr",
  correu: "correr",
  escreveu: "escrever",
  recebeu: "receber",
  decidiu: "decidir",
  abriu: "abrir",
  adquiriu: "adquirir",
  desistiu: "desistir",
  morreu: "morrer",
  faleceu: "falecer",
  deixou: "deixar",
  largou: "largar",
  entrou: "entrar",
  custa: "custar",
  são: "ser",
  têm: "ter",
  vão: "ir",
  moram: "morar",
  trabalham: "trabalhar",
  dirigiu: "dirigir",
  saíram: "sair",
  tornou: "tornar",
  separou: "separar",
  divorciou: "divorciar",
  aposentou: "aposentar",
  demitiu: "demitir",
}))
  THIRD.set(third, lemma);

/**
 * Verbs whose first person plural, "moramos", is meant of the present; of others ("compramos") of
 * the past.
 */
const LASTING = new Set([
  "morar",
  "trabalhar",
  "gostar",
  "adorar",
  "amar",
  "usar",
  "estudar",
  "falar",
  "precisar",
  "namorar",
  "jogar",
  "tocar",
  "pagar",
  "ficar",
  "dar",
  "estar",
]);

/** Forms of the first person that no English text has, by which a message shows its language. */
export const isPortugueseForm = (word: string): boolean =>
  (FIRST.has(word) &&
    word.length > 2 &&
    !["como", "era", "fui", "sei", "posso", "devo", "creio"].includes(word)) ||
  /^\p{L}{3,}(?:ção|ções|ão|inho|inha|amos|emos|imos)$/u.test(word) ||
  (/^\p{Ll}{2,}[^aeiou]ei$/u.test(word) && word !== "nuclei" && word !== "sensei");

/** "moramos" is `mora`, "compramos" is `comprou`. */
const fromFirstPersonPlural = (lower: string): Conjugated | null => {
  const { stem, vowel } = /^(?<stem>\p{L}{2,})(?<vowel>[aei])mos$/u.exec(lower)?.groups ?? {};
  if (stem === undefined || vowel === undefined) return null;
  const lemma = `${stem}${vowel}r`;
  if (vowel === "a" && !LASTING.has(lemma))
    return { third: `${stem.replace(/c$/u, "ç")}ou`, lemma };
  return { third: `${stem}${vowel === "i" ? "e" : vowel}`, lemma };
};

/**
 * The third person of a first person form, by table, else by the regular endings; null for what is
 * no such form.
 */
export const fromFirstPerson = (word: string): Conjugated | null => {
  const lower = word.toLowerCase();
  const known = FIRST.get(lower);
  if (known) return known;
  const past = /^(?<stem>\p{L}{2,})ei$/u.exec(lower)?.groups?.["stem"];
  if (past !== undefined) {
    const stem = past
      .replace(/qu$/u, "c")
      .replace(/gu$/u, "g")
      .replace(/(?<=[aeiou])c$/u, (c) => (past.endsWith("c") ? "ç" : c));
    return { third: `${stem}ou`, lemma: `${stem}ar` };
  }
  const plural = fromFirstPersonPlural(lower);
  if (plural !== null) return plural;
  const er = /^(?<stem>\p{L}{3,})i$/u.exec(lower)?.groups?.["stem"];
  if (er !== undefined && /(?:c|nd|rr|b|v|tr|rd|ss)$/u.test(er))
    return { third: `${er}eu`, lemma: `${er}er` };
  if (er !== undefined && /(?:t|d|p|n|g|r)$/u.test(er))
    return { third: `${er}iu`, lemma: `${er}ir` };
  return null;
};

/** The infinitive of a third person form; null for what is no known one. */
export const lemmaOfThird = (word: string): string | null => {
  const lower = word.toLowerCase();
  const known = THIRD.get(lower);
  if (known !== undefined) return known;
  const past = /^(?<stem>\p{L}{3,})ou$/u.exec(lower)?.groups?.["stem"];
  if (past !== undefined) return `${past.replace(/ç$/u, "c")}ar`;
  return /^\p{L}{3,}ava$/u.test(lower) ? `${lower.slice(0, -3)}ar` : null;
};

export const isPastForm = (third: string): boolean =>
  /(?:ou|eu|iu|ava|ia|fez|foi|teve|veio|era|esteve|deu|viu|quis|pôs)$/u.test(third.toLowerCase()) &&
  third.toLowerCase() !== "sou";
