const FACT = "fragment F on Fact { id text validFrom validTo }";

/** The operations of the table in the docs, in the order in which they run. */
export const OPERATIONS: readonly (readonly [name: string, source: string])[] = [
  [
    "write, the first message",
    'mutation { write(input: { message: "Hi, I\'m Ann Lee and I work at Acme in Porto. My city is Porto." }) { success } }',
  ],
  [
    "write, a second message",
    'mutation { write(input: { message: "Bob Stone works at Acme too. He lives in Faro." }) { success } }',
  ],
  [
    "write, a change of mind",
    'mutation { write(input: { message: "My city has changed to Lisbon." }) { success } }',
  ],
  [
    "write, another change of mind",
    'mutation { write(input: { message: "My city has changed to Madrid." }) { success } }',
  ],
  [
    "assertFact, with a relationship",
    'mutation { assertFact(input: { entity: { name: "Bob Stone", type: "person" }, text: "Bob Stone knows Carol Dean", relationship: { type: "knows", target: { name: "Carol Dean", type: "person" } } }) { factsAdded { fact { id } } } }',
  ],
  ["me", "{ me { name } }"],
  ["entity by name", '{ entity(name: "Bob Stone") { id name } }'],
  [
    "entity with facts and relationships",
    '{ entity(name: "Bob Stone") { name facts { nodes { text } } relationships { nodes { type target { name } } } } }',
  ],
  [
    "entity with neighbours, two hops",
    '{ entity(name: "Bob Stone") { neighbours(hops: 2) { nodes { name } } } }',
  ],
  ["entities, first 20", "{ entities { nodes { name } } }"],
  ["facts, first 20", `{ facts { nodes { ...F } } } ${FACT}`],
  [
    "facts of an entity as of the past",
    `{ facts(entity: "Bob Stone", at: { knownAt: "2026-01-01T00:00:03.000Z" }) { nodes { ...F } } } ${FACT}`,
  ],
  [
    "facts with decision, event and history",
    `{ facts(first: 5) { nodes { ...F decision { reason } event { message } history { text } } } } ${FACT}`,
  ],
  ["search, HYBRID", '{ search(query: "where does Bob live?") { hits { score node { id } } } }'],
  [
    "search, FULL_TEXT",
    '{ search(query: "where does Bob live?", mode: FULL_TEXT) { hits { score node { id } } } }',
  ],
  [
    "search, VECTOR",
    '{ search(query: "where does Bob live?", mode: VECTOR) { hits { score node { id } } } }',
  ],
  ["recall", '{ recall(question: "where does Bob live?") { text } }'],
  ["graph", "{ graph { nodes { name } edges { type } } }"],
  ["changes, first 50", '{ changes(from: "2026-01-01T00:00:00.000Z") { nodes { kind } } }'],
  ["createSession", "mutation { createSession(input: {}) { session { id } } }"],
  ["sessions, first 20", "{ sessions { nodes { title } } }"],
];
