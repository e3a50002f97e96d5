/**
 * The tables of a space's file. Instants are milliseconds since 1970, because text of 24 characters
 * would double every index; `OPEN` is the largest. `num` numbers the rows of a table in the order
 * of recording. `id` is the id of the model.
 */
import { epochMillis, OPEN } from "../../../memory/time.ts";
import { FIRST_NUMBER } from "../search/text-number.ts";

/** The version in the file (`PRAGMA user_version`). A file of a later version is refused. */
export const SCHEMA_VERSION = 9;

const END = epochMillis(OPEN);

const SPACE = `
-- One row. tag and recorded: the head. blocks_changed, notes_changed, turns_stored, erasures: counters that only grow;
-- caches and followers compare them. born: random, and tells this file from an earlier one under the same path.
CREATE TABLE space (
  tenant TEXT NOT NULL,
  user TEXT NOT NULL,
  tag INTEGER NOT NULL,
  recorded INTEGER,
  blocks_changed INTEGER NOT NULL,
  notes_changed INTEGER NOT NULL,
  turns_stored INTEGER NOT NULL,
  erasures INTEGER NOT NULL,
  born TEXT NOT NULL
) STRICT;`;

/** The record time of every commit. */
const COMMIT_TIMES = `CREATE TABLE commit_time (recorded INTEGER PRIMARY KEY) STRICT;`;

const ENTITIES = `
CREATE TABLE entity (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key TEXT UNIQUE
) STRICT;
CREATE TABLE entity_version (
  entity INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  n INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  aliases TEXT NOT NULL,
  profile TEXT,
  importance REAL NOT NULL,
  self TEXT,
  merged_into TEXT,
  absorbed TEXT NOT NULL,
  decision TEXT,
  PRIMARY KEY (entity, recorded)
) STRICT, WITHOUT ROWID;
CREATE INDEX entity_self ON entity_version (expired) WHERE self IS NOT NULL;
-- Every type that any version of an entity has.
CREATE TABLE entity_type (
  type TEXT NOT NULL,
  entity INTEGER NOT NULL,
  PRIMARY KEY (type, entity)
) STRICT, WITHOUT ROWID;
-- The folded names of an entity, with the record time in which it had them.
CREATE TABLE name (
  folded TEXT NOT NULL,
  entity INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  PRIMARY KEY (folded, entity, recorded)
) STRICT, WITHOUT ROWID;
CREATE INDEX name_entity ON name (entity);
CREATE TABLE name_word (
  word TEXT NOT NULL,
  folded TEXT NOT NULL,
  PRIMARY KEY (word, folded)
) STRICT, WITHOUT ROWID;`;

const FACTS = `
-- What all versions of a fact share, and the intervals of the newest one, so that most lists need not read versions.
-- line_end: when the fact stops counting in its line; null once its claim is withdrawn.
CREATE TABLE fact (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  entity INTEGER NOT NULL,
  first_recorded INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER NOT NULL,
  confidence REAL NOT NULL,
  slot TEXT,
  chain TEXT NOT NULL,
  line_end INTEGER
) STRICT;
CREATE INDEX fact_entity ON fact (
  entity, num, first_recorded, recorded, expired, valid_from, valid_to, confidence
);
CREATE INDEX fact_slot_line ON fact (entity, slot, line_end) WHERE slot IS NOT NULL;
CREATE INDEX fact_chain_line ON fact (chain, line_end);
-- Every slot that any version of a fact has.
CREATE TABLE fact_slot (
  entity INTEGER NOT NULL,
  slot TEXT NOT NULL,
  fact INTEGER NOT NULL,
  PRIMARY KEY (entity, slot, fact)
) STRICT, WITHOUT ROWID;
-- Every other entity that any version of a fact mentions.
CREATE TABLE fact_mention (
  entity INTEGER NOT NULL,
  fact INTEGER NOT NULL,
  PRIMARY KEY (entity, fact)
) STRICT, WITHOUT ROWID;
CREATE TABLE fact_version (
  fact INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  n INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER NOT NULL,
  entity INTEGER NOT NULL,
  text INTEGER NOT NULL,
  slot TEXT,
  value TEXT,
  confidence REAL NOT NULL,
  importance_category TEXT NOT NULL,
  importance REAL NOT NULL,
  source_context TEXT NOT NULL,
  tier TEXT NOT NULL,
  valid_from_known INTEGER NOT NULL,
  claimed_to INTEGER NOT NULL,
  claimed_end_reason TEXT,
  claimed_end_by TEXT,
  occurred INTEGER NOT NULL,
  chain TEXT NOT NULL,
  mentions TEXT NOT NULL,
  speaker TEXT,
  event TEXT,
  session TEXT,
  decision TEXT NOT NULL,
  end_reason TEXT,
  end_by TEXT,
  closing_reason TEXT,
  closing_by TEXT,
  closing_decision TEXT,
  -- What differs from a plain claim, as JSON (claim-column.ts); null for a plain one.
  claim TEXT,
  tags TEXT,
  PRIMARY KEY (fact, recorded)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_importance ON fact_version (
  entity, importance DESC, fact, recorded, expired, valid_from, valid_to
);
-- What can be visible at the head: believed versions that are open on the valid axis, and believed versions that end.
CREATE INDEX fact_standing ON fact_version (
  entity, importance DESC, fact, recorded, valid_from, text
) WHERE expired = ${END} AND valid_to = ${END};
CREATE INDEX fact_ending ON fact_version (
  entity, valid_to, valid_from, importance, text
) WHERE expired = ${END} AND valid_to < ${END};
CREATE INDEX fact_text ON fact_version (
  text, entity, fact, recorded, expired, valid_from, valid_to
);
CREATE INDEX fact_ended_by ON fact_version (end_by) WHERE end_by IS NOT NULL;
CREATE INDEX fact_closed_by ON fact_version (closing_by) WHERE closing_by IS NOT NULL;`;

const RELATIONSHIPS = `
CREATE TABLE relationship (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  source INTEGER NOT NULL,
  target INTEGER NOT NULL,
  type TEXT NOT NULL,
  evidence TEXT NOT NULL,
  first_recorded INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER NOT NULL
) STRICT;
CREATE INDEX relationship_source ON relationship (
  source, num, type, first_recorded, recorded, expired, valid_from, valid_to
);
CREATE INDEX relationship_target ON relationship (
  target, num, type, first_recorded, recorded, expired, valid_from, valid_to
);
CREATE INDEX relationship_ends ON relationship (source, target, type);
CREATE INDEX relationship_evidence ON relationship (evidence);
CREATE TABLE relationship_version (
  relationship INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  n INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER NOT NULL,
  strength REAL NOT NULL,
  decision TEXT NOT NULL,
  PRIMARY KEY (relationship, recorded)
) STRICT, WITHOUT ROWID;`;

const EVENTS = `
-- message: null if the event's search text holds it.
CREATE TABLE event (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  message TEXT,
  text INTEGER,
  speaker TEXT,
  occurred INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  session TEXT,
  turn TEXT,
  idempotency_key TEXT,
  recent_messages TEXT NOT NULL,
  status TEXT NOT NULL,
  emotion TEXT,
  outcome TEXT,
  settled INTEGER,
  time_zone TEXT,
  tags TEXT
) STRICT;
CREATE UNIQUE INDEX event_idempotency_key ON event (
  idempotency_key
) WHERE idempotency_key IS NOT NULL;
CREATE INDEX event_session ON event (session, recorded, id, occurred) WHERE session IS NOT NULL;
-- By number.
CREATE INDEX event_alone ON event (session) WHERE session IS NULL;
CREATE INDEX event_speaker ON event (speaker) WHERE speaker IS NOT NULL;
CREATE INDEX event_told ON event (num) WHERE recent_messages <> '[]';
CREATE INDEX event_pending ON event (num) WHERE status = 'PENDING';
CREATE TABLE decision (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  action TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  candidates TEXT NOT NULL,
  fact_text TEXT NOT NULL,
  fact TEXT,
  effects TEXT NOT NULL,
  event TEXT,
  occurred INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  model TEXT,
  tokens TEXT,
  reverted INTEGER,
  reverted_by TEXT
) STRICT;
CREATE INDEX decision_event ON decision (event) WHERE event IS NOT NULL;
CREATE INDEX decision_confirmed ON decision (fact) WHERE action = 'NOOP' AND fact IS NOT NULL;
-- The candidates of each decision.
CREATE TABLE decision_candidate (
  fact TEXT NOT NULL,
  decision INTEGER NOT NULL,
  PRIMARY KEY (fact, decision)
) STRICT, WITHOUT ROWID;
CREATE TABLE change (
  recorded INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  before TEXT,
  after TEXT,
  entities TEXT NOT NULL,
  decision TEXT,
  event TEXT,
  PRIMARY KEY (recorded, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE change_entity (
  entity INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (entity, recorded, ordinal)
) STRICT, WITHOUT ROWID;`;

const TEXTS = `
-- Each text is stored once. Its number (text-number.ts) orders the texts of a kind by record time.
CREATE TABLE text (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  about TEXT,
  hash TEXT,
  recorded INTEGER NOT NULL,
  expired INTEGER NOT NULL
) STRICT;
CREATE INDEX text_hash ON text (hash) WHERE hash IS NOT NULL;
CREATE INDEX text_of_entity ON text (
  subject
) WHERE expired = ${END} AND num >= ${FIRST_NUMBER.ENTITY} AND num < ${FIRST_NUMBER.EVENT};
-- Numbers of searchable texts and words of each kind after a commit, and the position of its last text.
CREATE TABLE mark (
  recorded INTEGER PRIMARY KEY,
  place INTEGER NOT NULL,
  fact_texts INTEGER NOT NULL,
  fact_words INTEGER NOT NULL,
  entity_texts INTEGER NOT NULL,
  entity_words INTEGER NOT NULL,
  event_texts INTEGER NOT NULL,
  event_words INTEGER NOT NULL,
  summary_texts INTEGER NOT NULL,
  summary_words INTEGER NOT NULL
) STRICT;
-- Erased texts, which the marks still count.
CREATE TABLE erased_text (
  num INTEGER PRIMARY KEY
) STRICT;
-- The stems of texts (stems.ts), separated by spaces.
CREATE VIRTUAL TABLE stem USING fts5 (stems, content = '', columnsize = 0, tokenize = 'ascii');
CREATE VIRTUAL TABLE stem_place USING fts5vocab (stem, instance);
CREATE VIRTUAL TABLE trigram USING fts5 (content, content = '', columnsize = 0, tokenize = 'trigram');
CREATE TABLE embedder (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  dimensions INTEGER NOT NULL
) STRICT;
-- Vectors in blocks (vector-blocks.ts). A text keeps its vectors of all embedders.
CREATE TABLE vector_block (
  num INTEGER PRIMARY KEY,
  embedder INTEGER NOT NULL,
  vectors INTEGER NOT NULL,
  heads BLOB NOT NULL,
  rows BLOB NOT NULL
) STRICT;
CREATE TABLE vector (
  text INTEGER NOT NULL,
  embedder INTEGER NOT NULL,
  block INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  PRIMARY KEY (text, embedder)
) STRICT, WITHOUT ROWID;`;

const SESSIONS = `
-- turns: the number of turns ever stored, including removed ones.
CREATE TABLE session (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT,
  strategy TEXT NOT NULL,
  created INTEGER NOT NULL,
  turns INTEGER NOT NULL
) STRICT;
CREATE INDEX session_created ON session (created);
CREATE TABLE turn (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  metadata TEXT,
  tool_name TEXT,
  tool_call TEXT,
  occurred INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  event TEXT,
  expires INTEGER NOT NULL,
  tags TEXT,
  time_zone TEXT,
  speaker TEXT,
  UNIQUE (session, seq)
) STRICT;
CREATE INDEX turn_recorded ON turn (recorded, num);
CREATE INDEX turn_session_recorded ON turn (session, recorded, num);
CREATE INDEX turn_expires ON turn (expires) WHERE expires < ${END};
-- session: 0 for a note of the space. tag: space.notes_changed when the note was written.
CREATE TABLE note (
  session INTEGER NOT NULL,
  path TEXT NOT NULL,
  value TEXT NOT NULL,
  tag INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (session, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_expires ON note (expires) WHERE expires < ${END};`;

const DERIVED = `
-- memory_version.content: null if the memory's search text holds it.
CREATE TABLE memory (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  first_recorded INTEGER NOT NULL
) STRICT;
CREATE TABLE memory_version (
  memory INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  n INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  kind TEXT NOT NULL,
  session TEXT,
  valid_from INTEGER NOT NULL,
  content TEXT,
  text_id TEXT NOT NULL,
  sections TEXT NOT NULL,
  covers TEXT NOT NULL,
  covers_events_to INTEGER,
  entities TEXT NOT NULL,
  model TEXT NOT NULL,
  PRIMARY KEY (memory, recorded)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_recorded ON memory_version (
  recorded, memory, expired, valid_from, kind, session
);
CREATE TABLE reference (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  entity INTEGER NOT NULL,
  session TEXT NOT NULL,
  turn TEXT,
  snippet TEXT NOT NULL,
  occurred INTEGER NOT NULL,
  recorded INTEGER NOT NULL
) STRICT;
CREATE INDEX reference_recorded ON reference (recorded, num);
CREATE INDEX reference_kind ON reference (kind, recorded, num);
CREATE INDEX reference_entity ON reference (entity, recorded, num);
CREATE INDEX reference_session ON reference (session, recorded, num);`;

export const SCHEMA = [
  SPACE,
  COMMIT_TIMES,
  ENTITIES,
  FACTS,
  RELATIONSHIPS,
  EVENTS,
  TEXTS,
  SESSIONS,
  DERIVED,
].join("\n");
