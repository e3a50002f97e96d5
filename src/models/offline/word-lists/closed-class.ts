import { listed } from "../data/words.ts";
import { words } from "./word-list.ts";

/** Words of English whose part of speech no tagger needs to guess. */
export const PRONOUNS = listed("pronouns");
export const POSSESSIVES = words("my our your his her their its");
export const DETERMINERS = listed("determiners");
export const PREPOSITIONS = listed("prepositions");
export const CONJUNCTIONS = listed("conjunctions");
export const AUXILIARIES = listed("auxiliaries");
export const MODALS = words("will would can could shall should may might must cannot ought");
export const HAVE = words("have has had having");
export const NEGATIONS = words("not never");
/**
 * Prepositions after which a phrase begins that may tell where, with whom, as what or until when.
 */
export const ADVERBS = listed("adverbs");
