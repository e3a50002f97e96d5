import { snakeCase } from "../../../language/names.ts";

/** Attributes by their English slot, so that one slot serves both languages. */
const SLOTS: Readonly<Partial<Record<string, string>>> = {
  cidade: "city",
  aniversário: "birthday",
  "data de nascimento": "birthday",
  telefone: "phone_number",
  celular: "phone_number",
  "número de telefone": "phone_number",
  "número do telefone": "phone_number",
  "número de celular": "phone_number",
  "e-mail": "email",
  email: "email",
  idade: "age",
  nome: "name",
  endereço: "address",
  orçamento: "budget",
  prazo: "deadline",
  cargo: "role",
  profissão: "role",
  empresa: "company",
  emprego: "job",
  trabalho: "job",
  salário: "salary",
  carro: "car",
  signo: "sign",
  altura: "height",
  peso: "weight",
  senha: "password",
  apelido: "nickname",
  site: "website",
  hobby: "hobby",
  time: "team",
  "time do coração": "team",
  "tipo sanguíneo": "blood_type",
  bairro: "neighbourhood",
  país: "country",
  sede: "headquarters",
  "estado civil": "relationship_status",
  "cidade natal": "hometown",
  nacionalidade: "nationality",
  curso: "course",
  faculdade: "university",
  universidade: "university",
  stack: "tech_stack",
  projeto: "project",
  meta: "goal",
};
const FAVOURITES: Readonly<Partial<Record<string, string>>> = {
  cor: "colour",
  comida: "food",
  filme: "movie",
  livro: "book",
  música: "song",
  banda: "band",
  série: "series",
  jogo: "game",
  esporte: "sport",
  time: "team",
  animal: "animal",
  cantor: "singer",
  cantora: "singer",
  bebida: "drink",
  fruta: "fruit",
  lugar: "place",
  cidade: "city",
  prato: "dish",
};

/** The English slot of an attribute in Portuguese; what no table knows keeps its own words. */
export const portugueseSlot = (attribute: string): string => {
  const lower = attribute.toLowerCase().trim();
  const known = SLOTS[lower];
  if (known !== undefined) return known;
  const favourite = /^(?<what>[\p{L} ]+?) (?:favorit[oa]|preferid[oa]|predilet[oa])$/u.exec(lower)
    ?.groups?.["what"];
  if (favourite !== undefined) return `favourite_${FAVOURITES[favourite] ?? snakeCase(favourite)}`;
  return snakeCase(lower);
};

/** An attribute in English words; null for what no table knows. */
export const attributeInEnglish = (attribute: string): string | null => {
  const slot = portugueseSlot(attribute);
  return isPortugueseAttribute(attribute) || slot.startsWith("favourite_")
    ? slot.replaceAll("_", " ")
    : null;
};

/** Whether "o …" without an owner is an attribute that the speaker has one of. */
export const isPortugueseAttribute = (attribute: string): boolean =>
  SLOTS[attribute.toLowerCase().trim()] !== undefined;
