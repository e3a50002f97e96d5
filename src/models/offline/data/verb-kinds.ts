import { words } from "./words.ts";

/** Verbs that say of what follows that it is so. */
export const ACTUAL = words(
  "start begin continue keep enjoy love like end get manage happen tend prefer finish spend hate help resume switch",
);
export const DECIDING = words("decide choose agree opt resolve");
/** Verbs after which what follows goes on, though they are in the past: "started working". */
export const BEGINNING = words("start begin continue resume");
/** Verbs that say of what follows that it is over. */
export const ENDING = words("stop quit cease");
/** Verbs that say of what follows that it is only in the mind. */
export const UNREAL = words(
  "want plan hope wish intend need try consider think dream aim expect mean seek wait ask offer promise refuse fail pretend struggle attempt prepare apply interview",
);
export const UNREAL_MODALS = words("would could should may might must ought");
