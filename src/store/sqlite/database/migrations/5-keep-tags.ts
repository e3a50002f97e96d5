import type { Migration } from "./migrations.ts";

/** Events, turns and facts keep the tags of the caller, as JSON lists. */
export const keepTags: Migration = {
  version: 5,
  run: (file) => {
    for (const table of ["event", "turn", "fact_version"])
      file.exec(`ALTER TABLE ${table} ADD COLUMN tags TEXT`);
  },
};
