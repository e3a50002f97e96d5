import { PORTUGUESE_NAME as NAME } from "./clauses.ts";
import { PORTUGUESE_KIN as KIN } from "./kinship.ts";

// None of these may ignore case: with /iu, \p{Lu} matches lower case, too. Small words at the
// front come in lower case (`lowerOpening`).
const THE = "(?:o |a |os |as )?";
const MY = "(?:meu|minha|nosso|nossa|meus|minhas|nossos|nossas)";

export const INTRODUCTION = new RegExp(
  `^(?:meu nome é|me chamo|eu me chamo|aqui é (?:o|a)|(?:eu )?sou (?:o|a))\\s+(?<name>${NAME})(?<rest>.*)$`,
  "u",
);
export const I_AM = new RegExp(
  `^(?:eu )?sou\\s+(?<name>\\p{Lu}[\\p{L}'-]+(?:\\s+(?:(?:de|da|do|dos|das)\\s+)?\\p{Lu}[\\p{L}'-]+)+)(?<rest>(?:,.*)?)$`,
  "u",
);
/** "Minha esposa se chama Ana". */
export const KIN_NAMED = new RegExp(
  `^${THE}${MY}\\s+(?<term>${KIN})\\s+(?:se chama|é|chama-se|chama|tem o nome de)\\s+(?:o |a )?(?<name>${NAME})(?<rest>.*)$`,
  "u",
);
const TITLED = `(?:Dr|Dra|Sr|Sra|Prof|Profa)[.\u2024]? ${NAME}`;
const NOW =
  "(?:agora é|é agora|agora se chama|passou a ser|passou a se chamar|mudou de nome para|virou)";
/**
 * "Meu cachorro agora é o Bolt", "Meu médico mudou para a Dra. Souza": another one has the place.
 * Whoever "mudou para" a name without a title has moved there; a pet does not move alone.
 */
export const KIN_CHANGED = new RegExp(
  `^${THE}${MY}\\s+(?<term>${KIN})\\s+(?:${NOW}\\s+(?:o |a )?(?<name>${NAME})|mudou (?:para|pra)\\s+(?:o |a )?(?<titled>${TITLED})|(?:${NOW}|mudou (?:para|pra)|mudou pro)\\s+(?<described>uma? \\p{Ll}[\\p{L} -]*))$`,
  "u",
);
/** "Meu chefe não é mais o Paulo". */
export const KIN_LEFT = new RegExp(
  `^${THE}${MY}\\s+(?<term>${KIN})\\s+não é mais (?:o |a )?(?<name>${NAME})$`,
  "u",
);
/** "O nome da minha irmã é Ana": there is one name at a time. */
export const KIN_NAME = new RegExp(
  `^o (?:novo )?nome d[aoe]s? ${MY}\\s+(?<term>${KIN})\\s+(?:é|agora é|é agora|mudou para|mudou pra|passou para|passou a ser|virou|foi alterado para)\\s+(?:o |a )?(?<name>${NAME})$`,
  "u",
);
/** "telefone da minha irmã", "endereço da Ana": an attribute, and whose it is. */
export const OWNED = new RegExp(
  `^(?<what>\\p{Ll}[\\p{L} -]*?) d[aoe] (?:${MY} (?<term>${KIN})(?: (?<known>${NAME}))?|(?<name>${NAME}))$`,
  "u",
);
/** "Meu irmão Lucas mora em Lisboa", "Minha mãe é professora". */
export const KIN_SUBJECT = new RegExp(
  `^${THE}${MY}\\s+(?<term>${KIN})(?:,?\\s+(?:o |a )?(?<name>${NAME}),?)?\\s+(?<rest>\\p{Ll}.*)$`,
  "u",
);
/** "Lucas é meu irmão". */
export const KIN_IS = new RegExp(
  `^${THE}(?<name>${NAME}) é (?:o |a )?${MY}\\s+(?<term>${KIN})$`,
  "u",
);
/** "tem dois filhos, Ana e Pedro", "tem um cachorro chamado Rex". */
export const HAS_KIN = new RegExp(
  `^tem\\s+(?:(?:um|uma|dois|duas|três|quatro|\\d+)\\s+)?(?<term>(?:${KIN})s?)(?:,|:| chamad[oa]s?| que se chamam?)\\s+(?<names>.+)$`,
  "u",
);
export const WITH_KIN = new RegExp(
  `(?<!\\p{L})${MY}\\s+(?<term>${KIN}),?\\s+(?:o |a )?(?<name>${NAME})`,
  "u",
);
/** "Minha cidade mudou para Pune", "O prazo do projeto é 15 de março". */
export const ATTRIBUTE = new RegExp(
  `^(?<article>o |a |os |as )?(?<owner>${MY} )?(?<attribute>\\p{Ll}[\\p{L} -]*?)\\s+(?<verb>agora é|agora são|é|são|fica em|fica|subiu para|aumentou para|caiu para|baixou para|diminuiu para|mudou para|mudou pra|passou para|passou a ser|virou|foi alterad[oa] para)\\s+(?:agora\\s+)?(?<value>.+)$`,
  "u",
);
export const NAMED_SUBJECT = new RegExp(
  `^${THE}(?<name>${NAME})\\s+(?<asides>(?:(?:não|nunca|já|também|se|a|o|ainda|agora|me)\\s+)*)(?<verb>\\p{Ll}+)(?<rest>(?:\\s.*)?)$`,
  "u",
);
/** "Eu e minha esposa compramos": the speaker's part is told. */
export const WITH_ME = new RegExp(
  `^eu e (?:${MY} \\p{Ll}+(?: ${NAME})?|(?:o |a )?${NAME}) (?<rest>.+)$`,
  "u",
);
export const NAMES = new RegExp(`(?<!\\p{L})${NAME}`, "gu");

const SMALL =
  /^(?:eu|meu|minha|meus|minhas|nosso|nossa|nossos|nossas|o|a|os|as|me|se|não|nunca|também|já|agora|hoje|ontem|aqui|ele|ela|eles|elas|nós|ainda|só|sempre)$/u;

/** The clause with a small first letter, where its first word is one that no name begins with. */
export const lowerOpening = (clause: string, isVerb: (word: string) => boolean): string => {
  const first = /^\p{L}+/u.exec(clause)?.[0] ?? "";
  const lower = first.toLowerCase();
  return SMALL.test(lower) || isVerb(lower) ? lower + clause.slice(first.length) : clause;
};
