import { PHRASES } from "../../data/expressions.ts";

const EXPANSIONS = PHRASES.rows("contractions");

export const expandContractions = (sentence: string): string =>
  EXPANSIONS.reduce((text, [short, long]) => text.replace(short, long), sentence);
