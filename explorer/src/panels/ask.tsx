import { useEffect, useMemo } from "react";
import { useQuery } from "urql";
import { sentenceOf } from "../api/client.ts";
import { AskDocument, type AskQuery, type CitedFragment } from "../api/operations.ts";
import { useEmphasis } from "../graph/emphasis.tsx";
import type { Picture } from "../memory/picture.ts";
import { plural } from "../memory/words.ts";
import { dateOf, endOf, instantOf, intervalOf } from "../state/dates.ts";
import { type Pace, useFollowing } from "../state/hooks.ts";
import { usePicture } from "../state/memory.tsx";
import {
  focusOn,
  isOneMoment,
  momentOfView,
  setView,
  timePointOf,
  useView,
} from "../state/view.ts";

const BUDGET = 800;
const PACE: Pace = { everyMs: 300 };
const SUGGESTIONS = [
  "Where do I live?",
  "Who do I work for?",
  "What should I not suggest for dinner?",
  "Which pets are there?",
  "Who is Kit?",
];

const sayingOf = (node: CitedFragment): string => {
  if ("text" in node) return node.text;
  if ("message" in node) return node.message;
  if ("name" in node) return node.name;
  return "content" in node ? node.content : "";
};

const detailOf = (node: CitedFragment): string => {
  if ("text" in node) return intervalOf(instantOf(node.validFrom), endOf(node.validTo));
  if ("message" in node) return `said ${dateOf(instantOf(node.occurredAt))}`;
  return "type" in node ? node.type : "summary";
};

/** The keys of the entities and edges that an answer rests on. */
const citedKeys = (nodes: readonly CitedFragment[], { edges }: Picture): Set<string> => {
  const cited = new Set<string>();
  for (const node of nodes) {
    if ("name" in node) cited.add(node.key);
    if (!("text" in node)) continue;
    const subject = node.entity.key;
    const others = node.mentions.map(({ key }) => key).filter((key) => key !== subject);
    for (const key of [subject, ...others]) cited.add(key);
    for (const edge of edges)
      if (
        (edge.source === subject && others.includes(edge.target)) ||
        (edge.target === subject && others.includes(edge.source))
      )
        cited.add(edge.key);
  }
  return cited;
};

type Recall = AskQuery["recall"];

/** Below this relevance a hit seldom answers; nor does one that is so much less relevant than the best. */
const RELEVANT = 0.5;
const NEAR_THE_BEST = 0.8;

/** A part of the block, and the number by which the text cites it. */
interface Citation {
  readonly number: number;
  readonly node: CitedFragment;
}

/** The ids of what answers the question, the best first: facts of what it asks for, else the most relevant hits. */
const answersOf = ({ answers, hits }: Recall): string[] => {
  if (answers.length > 0) return answers.map(({ id }) => id);
  const best = Math.max(0, ...hits.map(({ relevance }) => relevance));
  return hits
    .filter(({ relevance }) => relevance >= Math.max(RELEVANT, best * NEAR_THE_BEST))
    .toSorted((a, b) => b.relevance - a.relevance)
    .map(({ node }) => node.id);
};

/** The citations that answer the question; all of them if none does. */
const answersIn = (recall: Recall): readonly Citation[] => {
  const numbered = recall.citations.map((node, i) => ({ node, number: i + 1 }));
  const byId = new Map(numbered.map((citation) => [citation.node.id, citation]));
  const answers = answersOf(recall).flatMap((id) => byId.get(id) ?? []);
  return answers.length > 0 ? answers : numbered;
};

const useAnswer = (question: string) => {
  const valid = useView((view) => view.valid);
  const known = useView((view) => view.known);
  const point = useMemo(() => ({ valid, known }), [valid, known]);
  const settled = useFollowing(point, PACE);
  return useQuery({
    query: AskDocument,
    variables: { question, at: timePointOf(settled), budget: BUDGET },
    pause: question === "",
  })[0];
};

const focusOfCitation = (node: CitedFragment): void => {
  if ("text" in node) focusOn(node.entity.key, { lane: node.slot });
  else if ("name" in node) focusOn(node.key);
};

const Citations = ({ citations }: { readonly citations: readonly Citation[] }) => (
  <ol className="block">
    {citations.map(({ node, number }) => (
      <li key={node.id}>
        <button type="button" onClick={() => focusOfCitation(node)}>
          <b>{number}</b>
          <span className={"message" in node ? "said" : ""} dir="auto">
            {sayingOf(node)}
          </span>
          <small>{detailOf(node)}</small>
        </button>
      </li>
    ))}
  </ol>
);

const MOST_RANKS = 10;

const Ranks = ({ recall }: AskQuery) => {
  const cited = new Map(recall.citations.map((node) => [node.id, node]));
  return (
    <table>
      <caption className="visually-hidden">Rank of each hit in each list</caption>
      <thead>
        <tr>
          <th scope="col">Hit</th>
          <th scope="col">vector</th>
          <th scope="col">text</th>
          <th scope="col">context</th>
          <th scope="col">relevance</th>
        </tr>
      </thead>
      <tbody>
        {recall.hits
          .toSorted((a, b) => b.relevance - a.relevance)
          .slice(0, MOST_RANKS)
          .map((hit) => {
            const node = cited.get(hit.node.id);
            const saying = node === undefined ? "" : sayingOf(node);
            return (
              <tr key={hit.node.id}>
                <td title={saying}>
                  <bdi>{saying}</bdi>
                </td>
                <td>{hit.vectorRank ?? "–"}</td>
                <td>{hit.fullTextRank ?? "–"}</td>
                <td>{hit.contextRank ?? "–"}</td>
                <td>{hit.relevance.toFixed(2)}</td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
};

/** `1 Feb 2026 – 28 Feb 2026`, `1 Feb 2026`, `from 1 Feb 2026 on`, `up to 28 Feb 2026`. */
const daysOf = ({ from, to }: NonNullable<Recall["timeAsked"]>): string => {
  const first = from === null ? null : dateOf(instantOf(from));
  const last = to === null ? null : dateOf(instantOf(to) - 1);
  if (first === null) return `up to ${last}`;
  if (last === null) return `from ${first} on`;
  return first === last ? first : `${first} – ${last}`;
};

/** The time that the answer is for: that of the handles, or the one that the question names. */
const AnsweredFor = ({ recall: { at, timeAsked, tokens } }: AskQuery) => {
  const known = useView((view) => momentOfView(view).known);
  const handle = useView((view) => momentOfView(view).valid);
  const valid = timeAsked === null ? handle : instantOf(at.validAt);
  return (
    <p className="caption" data-testid="answered-for">
      {tokens} of {BUDGET} tokens · true <span className="valid">{dateOf(valid)}</span>
      {!isOneMoment({ valid, known }) && (
        <>
          , known <span className="record">{dateOf(known)}</span>
        </>
      )}
      {timeAsked !== null && (
        <>
          <br />“{timeAsked.words}” is read as {daysOf(timeAsked)}
        </>
      )}
    </p>
  );
};

const Answer = (answer: AskQuery) => {
  const { recall } = answer;
  const answers = answersIn(recall);
  const rest = recall.citations.length - answers.length;
  return (
    <>
      <div className="answer-head">
        <h2>What a model would be sent</h2>
        <button
          type="button"
          className="caption text-button"
          onClick={() => setView({ question: "" })}
        >
          clear
        </button>
      </div>
      <AnsweredFor {...answer} />
      {recall.citations.length === 0 ? (
        <p className="caption group">
          Nothing that is visible at this moment answers it. Move a handle and it is asked again.
        </p>
      ) : (
        <Citations citations={answers} />
      )}
      {rest > 0 && (
        <p className="caption group">
          The block also holds {plural(rest, "line", "lines")} of what is known besides.
        </p>
      )}
      {recall.hits.length > 0 && <Ranks {...answer} />}
      <details className="group">
        <summary>The block as text</summary>
        <pre dir="auto">{recall.text}</pre>
      </details>
    </>
  );
};

const ask = (event: React.FormEvent<HTMLFormElement>): void => {
  event.preventDefault();
  setView({ question: String(new FormData(event.currentTarget).get("question") ?? "").trim() });
};

/** Recall at the moment that the handles stand at; what answers is lit in the graph. */
export const Ask = () => {
  const question = useView((view) => view.question);
  const picture = usePicture();
  const { data, error, fetching } = useAnswer(question);
  const { setCited } = useEmphasis();
  useEffect(() => {
    const answers = data && question !== "" ? answersIn(data.recall) : [];
    const cited = citedKeys(
      answers.map(({ node }) => node),
      picture,
    );
    // What lights nothing up dims nothing.
    setCited(cited.size === 0 ? null : cited);
    return () => setCited(null);
  }, [data, question, picture, setCited]);
  return (
    <div className="pad">
      <form className="ask-form" onSubmit={ask} key={question}>
        <input
          className="field"
          name="question"
          aria-label="Question"
          placeholder="Ask the memory"
          dir="auto"
          defaultValue={question}
        />
        <button type="submit" className="button primary">
          Recall
        </button>
      </form>
      <div className="suggestions">
        {SUGGESTIONS.map((suggestion) => (
          <button
            key={suggestion}
            type="button"
            aria-pressed={suggestion === question}
            onClick={() => setView({ question: suggestion })}
          >
            {suggestion}
          </button>
        ))}
      </div>
      {error && (
        <p className="error group" role="alert">
          {sentenceOf(error)}
        </p>
      )}
      {question === "" && (
        <p className="caption group">
          It is asked at the moment that the handles stand at: slide, and the answer changes with
          them.
        </p>
      )}
      {fetching && !data && <p className="caption group">Recalling…</p>}
      {data && question !== "" && <Answer {...data} />}
    </div>
  );
};
