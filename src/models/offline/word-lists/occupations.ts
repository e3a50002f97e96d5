import { listed } from "../data/words.ts";

/** Heads of what somebody is by profession or post. */
export const OCCUPATIONS = listed("occupations");
