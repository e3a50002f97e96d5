import { isPortugueseForm } from "./verbs.ts";

const PORTUGUESE =
  /(?<!\p{L})(?:eu|meu|minha|meus|minhas|não|é|são|com|na|no|nas|nos|da|do|das|dos|pra|pro|para|por|um|uma|que|se|e|em|você|vocês|está|estou|tá|tô|tava|vc|sou|moro|gosto|trabalho|mais|muito|muita|mora|gosta|ele|ela|eles|elas|tudo|bem|hoje|ontem|amanhã|aí|oi|olá|obrigad[oa]|foi|fui|de|os|as|nosso|nossa|tenho|tem|aos|às|ao|pelo|pela|também|já|quando|porque|mas|seu|sua|anos?|trabalha|estuda|namora|esposa|marido|aniversário|nasci|adoro|odeio|prefiro|falo|promovid[oa]|médic[oa]|doutora?|suspendeu|morreu|faleceu|sobre|o|esta|este|essa|esse|isso|quis|dizer|desculpa|desculpe|essa|chama|mundo|ops|dia|janeiro|fevereiro|março|abril|maio|junho|julho|setembro|outubro|novembro|dezembro|quem|moram|vivem|trabalham)(?!\p{L})/giu;
const ENGLISH =
  /(?<!\p{L})(?:the|i|i'm|my|is|are|was|and|at|of|to|in|with|he|she|we|they|it|for|on|an|by|has|have|did|not|from|that|this|you|your|our|his|her|will|would|lives?|works?|likes?|loves?|was|were|moved|left|but|or|so|if|about|her|him|them|me|us|am|been|had|do|does|who|what|where|when|which|there|also|just)(?!\p{L})/giu;
const PORTUGUESE_LETTERS = /[ãõçêôâ]|[áéíóú]/iu;
const OWN_WORDS =
  /(?<!\p{L})(?:meu|minha|meus|minhas|não|você|moro|sou|estou|quis|desculpa|desculpe)(?!\p{L})/iu;
const LONGEST = 2000;

const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/**
 * Whether a sentence has function words of Portuguese and none of English. This suffices in a talk
 * that may contain Portuguese.
 */
export const isPortugueseAlone = (sentence: string): boolean =>
  count(sentence, ENGLISH) === 0 &&
  (count(sentence, PORTUGUESE) > 0 || PORTUGUESE_LETTERS.test(sentence));

/** Whether a message is Portuguese rather than English, by its function words. */
export const isPortuguese = (message: string): boolean => {
  // Names do not show the language: "São Paulo" also occurs in English.
  const text = message
    .slice(0, LONGEST)
    .normalize("NFC")
    // "um I moved" is an English pause, not an article.
    .replace(/^um+,? (?=(?:I|so|my|we|yeah|well|the)(?!\p{L}))/iu, "")
    .replace(/(?<=\p{L}[\s,]+)\p{Lu}[\p{L}'-]*(?:\s\p{Lu}[\p{L}'-]*)*/gu, "")
    // "Demiti-me": the pronoun behind a verb is not that of English.
    .replace(/(?<=\p{L}{3})-(?:me|se|nos)(?![-\p{L}])/giu, " se")
    // "No, no: Ghent" is English. The contraction of "em o" is followed by a noun.
    .replace(/(?<!\p{L})no(?=[,.:;!]| wait(?!\p{L}))/giu, "");
  const portuguese = count(text, PORTUGUESE) + (PORTUGUESE_LETTERS.test(text) ? 1 : 0);
  const forms = (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter(isPortugueseForm).length;
  // "Me separei", "Eu me chamo": "me" belongs to both languages.
  const english = count(text, ENGLISH) - (forms > 0 ? count(text, /(?<!\p{L})me(?!\p{L})/giu) : 0);
  if (english === 0 && (forms > 0 || OWN_WORDS.test(text))) return true;
  return (
    (portuguese >= 2 && portuguese > english) ||
    (english === 0 && PORTUGUESE_LETTERS.test(text) && count(text, PORTUGUESE) >= 1)
  );
};
