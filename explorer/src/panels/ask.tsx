import { useEffect, useMemo } from "react";
import { useQuery } from "urql";
import { sentenceOf } from "../api/client.ts";
import { AskDocument, type AskQuery, type CitedFragment } from "../api/operations.ts";
import { useEmphasis } from "../graph/emphasis.tsx";
import type { Picture } from "../memory/picture.ts";
import { plural } from "../memory/words.ts";
import { dateOf, endOf, instantOf, intervalOf } from "../state/dates.ts";
import { useThrottled } from "../state/hooks.ts";
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
const SETTLE_MS = 300;
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

/** Below this relevance a hit seldom answers. */
const RELEVANT = 0.5;

/** A part of the block, and the number by which the text cites it. */
interface Citation {
  readonly number: number;
  readonly node: CitedFragment;
}

/** The citations that answer the question, the best first; all of them if the search tells none. */
const answersIn = ({ recall, search }: AskQuery): readonly Citation[] => {
  const citations = recall.citations.map((node, i) => ({ node, number: i + 1 }));
  const byId = new Map(citations.map((citation) => [citation.node.id, citation]));
  const answers = search.hits
    .filter(({ relevance }) => relevance >= RELEVANT)
    .toSorted((a, b) => b.relevance - a.relevance)
    .flatMap(({ node }) => byId.get(node.id) ?? []);
  return answers.length > 0 ? answers : citations;
};

const useAnswer = (question: string) => {
  const valid = useView((view) => view.valid);
  const known = useView((view) => view.known);
  const point = useMemo(() => ({ valid, known }), [valid, known]);
  const settled = useThrottled(point, SETTLE_MS);
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

const Ranks = ({ search }: Pick<AskQuery, "search">) => (
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
      {search.hits.slice(0, 10).map((hit) => (
        <tr key={hit.node.id}>
          <td title={sayingOf(hit.node)}>
            <bdi>{sayingOf(hit.node)}</bdi>
          </td>
          <td>{hit.vectorRank ?? "–"}</td>
          <td>{hit.fullTextRank ?? "–"}</td>
          <td>{hit.contextRank ?? "–"}</td>
          <td>{hit.relevance.toFixed(2)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Answer = (answer: AskQuery) => {
  const { recall, search } = answer;
  const answers = answersIn(answer);
  const rest = recall.citations.length - answers.length;
  const valid = useView((view) => momentOfView(view).valid);
  const known = useView((view) => momentOfView(view).known);
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
      <p className="caption">
        {recall.tokens} of {BUDGET} tokens · true <span className="valid">{dateOf(valid)}</span>
        {!isOneMoment({ valid, known }) && (
          <>
            , known <span className="record">{dateOf(known)}</span>
          </>
        )}
      </p>
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
      {search.hits.length > 0 && <Ranks search={search} />}
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
    setCited(
      data && question !== ""
        ? citedKeys(
            answersIn(data).map(({ node }) => node),
            picture,
          )
        : null,
    );
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
