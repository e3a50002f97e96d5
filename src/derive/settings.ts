/** Facts that one reconciliation looks at (seed 001), at least and at most. */
export const RECONCILED_FACTS = { byDefault: 50, least: 2, most: 200 } as const;

/** Tokens of turns and facts that one call of a model is shown, beside what it has written so far; and of one turn, whose rest is left out. */
export const STRETCH_TOKENS = 6_000;
export const TURN_TOKENS = 1_500;
/** Turns that are read at a time, which also bounds a stretch. */
export const TURNS_READ = 200;

/** Turns that go into a user's summary at most where nobody says: the newest. Its facts tell of what was before. */
export const USER_SUMMARY_TURNS = 1_000;
/** Facts that go into one update of a user's summary at most: the newest. */
export const USER_SUMMARY_FACTS = 500;
/** `recentK` of summaries, and of whatever else goes through a thread, at most. */
export const MOST_TURNS = 100_000;
/** Turns before one that is worked through that are shown with it. */
export const RECENT_TURNS = 10;
/** Known procedures that are shown to whoever looks for new ones: the newest. */
export const PROCEDURES_SHOWN = 50;
/** Facts of one entity that go into its profile at most: the most important. */
export const PROFILE_FACTS = 1_000;
/** Entities whose profiles are rebuilt before it is put down how far the work is; and at most where somebody says how many. */
export const PROFILES_AT_A_TIME = 50;
export const MOST_PROFILES = 1_000;
