import { listed } from "../data/words.ts";
import { words } from "./word-list.ts";

/** Verbs that say of what follows that it is so. */
export const ACTUAL = listed("actual");
export const DECIDING = words("decide choose agree opt resolve");
/** Verbs after which what follows goes on, though they are in the past: "started working". */
export const BEGINNING = words("start begin continue resume");
/** Verbs that say of what follows that it is over. */
export const ENDING = words("stop quit cease");
/** Verbs that say of what follows that it is only in the mind. */
export const UNREAL = listed("unreal");
export const UNREAL_MODALS = words("would could should may might must ought");

/**
 * Base, past, participle where it differs from the past. Regular forms are derived
 * (`english/verb-forms.ts`).
 */

export interface IrregularVerb {
  readonly base: string;
  readonly past: string;
  readonly participle: string;
}

export const IRREGULAR_VERBS: readonly IrregularVerb[] = [...listed("irregular_verbs")].map(
  (row) => {
    const [base = "", past = "", participle = past] = row.split("/");
    return { base, past, participle };
  },
);

/**
 * Regular verbs of everyday speech about people and projects: what a word with a verb's ending is
 * checked against.
 */
export const COMMON_VERBS = listed("common_verbs");
