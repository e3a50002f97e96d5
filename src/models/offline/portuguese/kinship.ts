import { kinTerm, type KinTerm } from "../word-lists/kinship.ts";

/** Relationship terms by the English term that they stand for. */
const TERMS: Readonly<Record<string, string>> = {
  esposa: "wife",
  mulher: "wife",
  marido: "husband",
  esposo: "husband",
  namorada: "girlfriend",
  namorado: "boyfriend",
  noiva: "fiancée",
  noivo: "fiancé",
  companheira: "partner",
  companheiro: "partner",
  irmã: "sister",
  irmão: "brother",
  mãe: "mother",
  pai: "father",
  filho: "son",
  filha: "daughter",
  avó: "grandmother",
  avô: "grandfather",
  tio: "uncle",
  tia: "aunt",
  primo: "cousin",
  prima: "cousin",
  sobrinho: "nephew",
  sobrinha: "niece",
  neto: "grandson",
  neta: "granddaughter",
  sogra: "mother-in-law",
  sogro: "father-in-law",
  cunhado: "brother-in-law",
  cunhada: "sister-in-law",
  amigo: "friend",
  amiga: "friend",
  "melhor amigo": "best friend",
  "melhor amiga": "best friend",
  vizinho: "neighbour",
  vizinha: "neighbour",
  chefe: "boss",
  gerente: "manager",
  gestor: "manager",
  gestora: "manager",
  mentor: "mentor",
  mentora: "mentor",
  colega: "colleague",
  sócio: "business partner",
  sócia: "business partner",
  professor: "teacher",
  professora: "teacher",
  médico: "doctor",
  médica: "doctor",
  dentista: "dentist",
  psicóloga: "psychologist",
  terapeuta: "therapist",
  advogado: "lawyer",
  advogada: "lawyer",
  cachorro: "dog",
  cachorra: "dog",
  cão: "dog",
  gato: "cat",
  gata: "cat",
  papagaio: "parrot",
  hamster: "hamster",
  pet: "pet",
  bicho: "pet",
  "animal de estimação": "pet",
  "bicho de estimação": "pet",
  coelho: "rabbit",
  bebê: "baby",
};

export const PORTUGUESE_KIN = Object.keys(TERMS)
  .toSorted((a, b) => b.length - a.length)
  .join("|");

/**
 * The English term for a relative as facts tell of one (`label` of `portugueseKin`); null for what
 * is none.
 */
export const kinInEnglish = (label: string): string | null => {
  const lower = label.toLowerCase();
  if (/^filho\(a\)$/u.test(lower)) return "child";
  return TERMS[lower] ?? TERMS[lower.replace(/\(a\)$/u, "")] ?? null;
};

export const portugueseKin = (term: string): KinTerm | undefined => {
  const lower = term.toLowerCase();
  const english = TERMS[lower] ?? TERMS[lower.replace(/s$/u, "")];
  const found = english === undefined ? undefined : kinTerm(english);
  const label =
    TERMS[lower] === undefined
      ? `${lower.replace(/s$/u, "")}${/(?:filho|neto|primo|sobrinho|amigo)s$/u.test(lower) ? "(a)" : ""}`
      : lower;
  return found && { ...found, label };
};
