/** What the IDE opens with: each operation runs as it stands, in this order. Lines fit the editor of a small window. */
export const EXAMPLE = `# Palimpsest remembers what it is told,
# and answers as of any past moment.
# Run these one after the other: the button lists them.

mutation TellSomething {
  write(input: {
    message: "My city is Porto."
    occurredAt: "2020-03-01T09:00:00Z"
  }) {
    factsAdded { text validFrom }
  }
}

mutation ChangeYourMind {
  write(input: {
    message: "My city has changed to Lisbon."
    occurredAt: "2024-06-01T09:00:00Z"
  }) {
    factsAdded { text validFrom }
    factsUpdated { text validFrom validTo }
  }
}

query NowAndThen {
  now: facts {
    nodes { text validFrom validTo }
  }
  in2022: facts(at: { validAt: "2022-01-01T00:00:00Z" }) {
    nodes { text validFrom validTo }
  }
  asKnownIn2019: facts(at: { knownAt: "2019-01-01T00:00:00Z" }) {
    nodes { text }
  }
}

# Run this in a tab of its own, and write in another.
subscription Watch {
  memoryChanged { at kind }
}
`;
