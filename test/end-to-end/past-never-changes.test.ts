import { describe, expect, it } from "vitest";
import { BACKENDS } from "./backends.ts";
import { as, told, type Ask } from "./service.ts";

/** Everything that can be read of a space, as of one time point. */
const EVERYTHING = /* GraphQL */ `
  query ($at: TimePoint, $from: DateTime!, $to: DateTime!) {
    me(at: $at) {
      ...E
    }
    entities(first: 100, at: $at) {
      totalCount
      nodes {
        ...E
      }
    }
    facts(first: 100, at: $at) {
      totalCount
      nodes {
        ...F
        history {
          ...F
        }
        mentions {
          id
          key
        }
        decision {
          ...D
        }
        event {
          ...V
          decisions {
            ...D
          }
        }
      }
    }
    search(query: "Ana Bob city works Oslo budget", first: 50, at: $at) {
      mode
      hits {
        kind
        score
        vectorRank
        fullTextRank
        contextRank
        lexical
        node {
          id
          __typename
        }
      }
    }
    full: search(query: "where does Ana live and work?", mode: FULL_TEXT, first: 50, at: $at) {
      hits {
        kind
        score
        fullTextRank
        node {
          id
        }
      }
    }
    vector: search(query: "Ana works at Acme", mode: VECTOR, first: 50, at: $at) {
      hits {
        kind
        score
        vectorRank
        node {
          id
        }
      }
    }
    recall(question: "What do you know about Ana and me?", at: $at) {
      text
      tokens
      citations {
        id
      }
    }
    changes(from: $from, to: $to, first: 100) {
      totalCount
      nodes {
        at
        kind
        before {
          id
        }
        after {
          id
        }
        decision {
          id
          action
        }
        event {
          id
          message
        }
      }
    }
  }
  fragment E on Entity {
    id
    key
    name
    type
    aliases
    profile
    importance
    firstKnownAt
    at {
      knownAt
      validAt
    }
    versions {
      name
      type
      aliases
      mergedInto {
        key
      }
      recordedAt
      expiredAt
    }
    facts(first: 50) {
      totalCount
      nodes {
        id
        text
      }
    }
    relationships(first: 50) {
      totalCount
      nodes {
        id
        type
        strength
        validFrom
        validTo
        recordedAt
        expiredAt
        source {
          key
        }
        target {
          key
        }
        evidence {
          id
          text
        }
        versions {
          strength
          validFrom
          validTo
          recordedAt
          expiredAt
        }
      }
    }
    neighbours(first: 50) {
      nodes {
        key
      }
    }
  }
  fragment F on Fact {
    id
    text
    slot
    value
    confidence
    importance
    importanceCategory
    sourceContext
    validFrom
    validFromKnown
    validTo
    recordedAt
    expiredAt
    lastConfirmedAt
    speaker
    supersedes {
      id
      text
    }
    supersededBy {
      id
      text
    }
    supersedeReason
    versions {
      id
      text
      value
      validFrom
      validTo
      recordedAt
      expiredAt
      decision {
        ...D
      }
    }
  }
  fragment D on Decision {
    id
    action
    decidedBy
    reason
    factText
    recordedAt
    revertedAt
    candidates {
      similarity
      version {
        id
        text
        expiredAt
      }
    }
  }
  fragment V on Event {
    id
    message
    speaker
    occurredAt
    recordedAt
    status
    emotion {
      label
    }
  }
`;

const WRITE = `mutation ($i: WriteInput!) { write(input: $i) { success error factsAdded { id fact { id } decision { id } } factsUpdated { id fact { id } decision { id } } entities { id key } decisions { id } } }`;

interface Written {
  readonly write: {
    readonly factsAdded: readonly { readonly fact: { readonly id: string } }[];
    readonly factsUpdated: readonly { readonly fact: { readonly id: string } }[];
    readonly entities: readonly { readonly id: string; readonly key: string }[];
    readonly decisions: readonly { readonly id: string }[];
  };
}

const story = (ask: Ask) => {
  const write = async (message: string, input: Record<string, unknown> = {}) =>
    ((await told(ask(WRITE, { i: { message, ...input } }))) as Written).write;
  const run = async (mutation: string) => told(ask(`mutation { ${mutation} }`));
  const fact = ({ factsAdded, factsUpdated }: Written["write"]) =>
    [...factsUpdated, ...factsAdded][0]!.fact.id;
  const entity = ({ entities }: Written["write"], key: string) =>
    entities.find((one) => one.key === key)!.id;
  return { write, run, fact, entity };
};

describe.each(BACKENDS)("a memory on $name", ({ open }) => {
  it("answers every past question as before, whatever is written, corrected, merged and undone since", async () => {
    const backend = await open();
    const service = await backend.start({ MAX_QUERY_COST: "10000000" });
    const ask = as(service.url, "past");
    const { write, run, fact, entity } = story(ask);
    const asked: { readonly variables: Record<string, unknown>; readonly answer: unknown }[] = [];
    let written = 0;
    const remember = async () => {
      const { entities } = (await told(
        ask(`{ entities(first: 1) { nodes { at { knownAt } } } }`),
      )) as { entities: { nodes: { at: { knownAt: string } }[] } };
      const knownAt = entities.nodes[0]!.at.knownAt;
      written++;
      for (const at of [
        { knownAt },
        { knownAt, validAt: "2026-06-01T00:00:00.000Z" },
        { knownAt, validAt: "2024-01-01T00:00:00.000Z" },
      ]) {
        const variables = { at, from: "2020-01-01T00:00:00.000Z", to: knownAt };
        asked.push({ variables, answer: await told(ask(EVERYTHING, variables)) });
      }
    };

    const mumbai = await write("My city is Mumbai.");
    await remember();
    const ana = await write("Ana Lima works at Acme and lives in Oslo.", {
      occurredAt: "2026-01-10T00:00:00.000Z",
    });
    await remember();
    await write("Ana Lima works at Acme and lives in Oslo.");
    await remember();
    await write("My city has changed to Pune.");
    const moved = await write("Ana Lima moved to Rome.", {
      occurredAt: "2026-05-10T00:00:00.000Z",
    });
    await remember();
    await write("Ana Lima lives in Lima.", { occurredAt: "2026-03-10T00:00:00.000Z" });
    await remember();
    await run(
      `correctFact(input: { fact: "${fact(ana)}", text: "Ana Lima works at Acme Labs", value: "Acme Labs" }) { fact { id } }`,
    );
    await remember();
    const { createSession } = (await run(
      `createSession(input: { title: "trip" }) { session { id } }`,
    )) as {
      createSession: { session: { id: string } };
    };
    const say = (speaker: string, lines: readonly string[]) =>
      lines.reduce(
        async (before, line) => (
          await before,
          void (await write(line, { sessionId: createSession.session.id, speaker }))
        ),
        Promise.resolve(),
      );
    await say("Ana", ["Where will you live in May?", "Lisbon, I think.", "It is warm there."]);
    await remember();
    await say("Bob", ["Ana has a budget for it.", "Which city was it again?", "Porto!"]);
    await remember();
    const bob = await write("Bob Reis works at Initech. The cloud budget is $50,000.");
    await run(`retractFact(input: { fact: "${fact(bob)}" }) { fact { id } }`);
    await remember();
    await run(
      `mergeEntities(input: { from: "${entity(bob, "person:bob_reis")}", into: "${entity(ana, "person:ana_lima")}" }) { entity { id } }`,
    );
    await remember();
    await run(
      `revertDecision(input: { decision: "${moved.decisions[0]!.id}" }) { decision { id } }`,
    );
    await run(
      `splitEntity(input: { entity: "${entity(ana, "person:ana_lima")}", mergedKey: "person:bob_reis" }) { entity { id } }`,
    );
    await remember();
    await run(
      `revertDecision(input: { decision: "${mumbai.decisions[0]!.id}" }) { decision { id } }`,
    );
    await write("Hi, I'm John Doe, and the budget is $60,000. I no longer live in Pune.");
    await remember();

    expect(written).toBe(12);
    expect(asked.at(-3)!.answer).toMatchObject({
      me: { name: "John Doe" },
      facts: { totalCount: expect.any(Number) },
      search: {
        hits: expect.arrayContaining([
          expect.objectContaining({ kind: "FACT" }),
          expect.objectContaining({ kind: "EVENT" }),
        ]),
      },
    });
    for (const { variables, answer } of asked)
      expect(await told(ask(EVERYTHING, variables)), JSON.stringify(variables)).toEqual(answer);
    await service.stop();
    await backend.remove();
  }, 120_000);
});
