/** What the IDE opens with: each operation runs as it stands, in this order. */
export const EXAMPLE = `# Palimpsest remembers what it is told, and answers as of any past moment.
# Run these one after the other: place the cursor in one and press Ctrl-Enter, or choose it from the run button.

mutation TellSomething {
  write(input: { message: "My city is Porto.", occurredAt: "2020-03-01T09:00:00.000Z" }) {
    factsAdded { text validFrom }
  }
}

mutation ChangeYourMind {
  write(input: { message: "My city has changed to Lisbon.", occurredAt: "2024-06-01T09:00:00.000Z" }) {
    factsAdded { text validFrom }
    factsUpdated { text validFrom validTo }
  }
}

query NowAndThen {
  now: facts { nodes { text validFrom validTo } }
  in2022: facts(at: { validAt: "2022-01-01T00:00:00.000Z" }) { nodes { text validFrom validTo } }
  beforeAnythingWasSaid: facts(at: { knownAt: "2020-01-01T00:00:00.000Z" }) { nodes { text } }
}

# Leave this one running in a tab of its own and write something in another.
subscription Watch {
  memoryChanged { at kind }
}
`;
