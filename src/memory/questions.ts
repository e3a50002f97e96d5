/** Words that ask at the start of a sentence, with or without a question mark, in English and Portuguese. */
const ASKS =
  /^(?:(?:and|so|but|please|also|e|mas|então|por favor)[,]?\s+)*(?:what|what's|whats|who|who's|whose|whom|where|where's|why|how|which|(?:can|could|would|will) you (?:please )?(?:tell|show|remind|give|list|explain|describe)|tell me|show me|remind me|describe|explain|quem|qual|quais|onde|por que|(?:me )?(?:diga|diz|conte|conta|fale|fala|mostre|mostra|explique))\b/iu;
const BREAK = /(?<=[.!?…]["'”’)\]]{0,2})\s+(?=\S)|\s*\n\s*/u;

/** The sentences of a message that ask something, in order. */
export const questionsIn = (message: string): string[] =>
  message
    .split(BREAK)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[?？؟]["'”’)\]!]*$/u.test(sentence) || ASKS.test(sentence));
