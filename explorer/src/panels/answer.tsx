import { Fragment } from "react";
import type { AskQuery, CitedFragment } from "../api/operations.ts";
import type { Picture } from "../memory/picture.ts";
import { plural } from "../memory/words.ts";
import { dateOf, dayIn, endOf, instantOf, intervalOf } from "../state/dates.ts";
import { focusOn, isOneMoment, timePointOfView, setView, useView } from "../state/view.ts";

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

/** The keys of the entities and edges that support an answer. */
export const citedKeys = (nodes: readonly CitedFragment[], { edges }: Picture): Set<string> => {
  const keys = new Set<string>();
  for (const node of nodes) {
    if ("name" in node) keys.add(node.key);
    if (!("text" in node)) continue;
    const subject = node.entity.key;
    const others = node.mentions.map(({ key }) => key).filter((key) => key !== subject);
    for (const key of [subject, ...others]) keys.add(key);
    for (const edge of edges)
      if (
        (edge.source === subject && others.includes(edge.target)) ||
        (edge.target === subject && others.includes(edge.source))
      )
        keys.add(edge.key);
  }
  return keys;
};

type Recall = AskQuery["recall"];

/**
 * Relevance below which a hit seldom answers, and share of the best relevance below which it does
 * not either.
 */
const RELEVANT = 0.5;
const NEAR_THE_BEST = 0.8;

/** The answer of one memory. */
export interface Recalled {
  readonly recall: Recall;
  /** The shared space that answers; null for the shown memory. */
  readonly space: string | null;
}

/** A part of the block, and the number by which the text cites it. */
interface Citation {
  readonly number: number;
  readonly node: CitedFragment;
}

/**
 * The ids of the items that answer the question, the best first: facts of the requested slots, else
 * the most relevant hits.
 */
const answersOf = ({ answers, hits }: Recall): string[] => {
  if (answers.length > 0) return answers.map(({ id }) => id);
  const best = Math.max(0, ...hits.map(({ relevance }) => relevance));
  return hits
    .filter(({ relevance }) => relevance >= Math.max(RELEVANT, best * NEAR_THE_BEST))
    .toSorted((a, b) => b.relevance - a.relevance)
    .map(({ node }) => node.id);
};

/** The citations that answer the question; all of them if none does. */
export const answersIn = (recall: Recall): readonly Citation[] => {
  const numbered = recall.citations.map((node, i) => ({ node, number: i + 1 }));
  const byId = new Map(numbered.map((citation) => [citation.node.id, citation]));
  const answers = answersOf(recall).flatMap((id) => byId.get(id) ?? []);
  return answers.length > 0 ? answers : numbered;
};

const focusOfCitation = (node: CitedFragment): void => {
  if ("text" in node) focusOn(node.entity.key, { lane: node.slot });
  else if ("name" in node) focusOn(node.key);
};

interface CitationsProps {
  readonly citations: readonly Citation[];
  /** Number of citations of the previous memory, because the numbers continue. */
  readonly before: number;
  /** Whether they belong to the shown memory, whose entities have a card. */
  readonly isOwn: boolean;
}

const Citations = ({ citations, before, isOwn }: CitationsProps) => (
  <ol className="block">
    {citations.map(({ node, number }) => {
      const saying = (
        <>
          <b>{before + number}</b>
          <span className={"message" in node ? "said" : ""} dir="auto">
            {sayingOf(node)}
          </span>
          <small>{detailOf(node)}</small>
        </>
      );
      return (
        <li key={node.id}>
          {isOwn ? (
            <button type="button" onClick={() => focusOfCitation(node)}>
              {saying}
            </button>
          ) : (
            <div>{saying}</div>
          )}
        </li>
      );
    })}
  </ol>
);

const Answers = ({
  spaceRecall,
  before,
}: {
  readonly spaceRecall: Recalled;
  readonly before: number;
}) => {
  const { recall, space } = spaceRecall;
  const answers = answersIn(recall);
  const rest = recall.citations.length - answers.length;
  return (
    <>
      {space !== null && (
        <p className="group">
          From the shared space <b>{space}</b>
        </p>
      )}
      {recall.citations.length === 0 ? (
        <p className="caption group">
          Nothing that is visible at this moment answers it. Move a handle and it is asked again.
        </p>
      ) : (
        <Citations citations={answers} before={before} isOwn={space === null} />
      )}
      {rest > 0 && (
        <p className="caption group">The block also holds {plural(rest, "line")} beside these.</p>
      )}
    </>
  );
};

const MOST_RANKS = 10;

/** Whether a fact is in no list itself, and replaces an outdated message that is. */
const isReplacement = ({
  kind,
  vectorRank,
  fullTextRank,
  contextRank,
}: Recall["hits"][number]): boolean =>
  kind === "FACT" && vectorRank === null && fullTextRank === null && contextRank === null;

const Ranks = ({ spaceRecalls }: { readonly spaceRecalls: readonly Recalled[] }) => {
  const citedNodes = new Map(
    spaceRecalls.flatMap(({ recall }) => recall.citations.map((node) => [node.id, node] as const)),
  );
  const hits = spaceRecalls
    .flatMap(({ recall, space }) => recall.hits.map((hit) => ({ ...hit, space })))
    .toSorted((a, b) => b.relevance - a.relevance)
    .slice(0, MOST_RANKS);
  if (hits.length === 0) return null;
  return (
    <table className="ranks">
      <caption>Rank of each hit in each list</caption>
      <thead>
        <tr>
          <th scope="col">vector</th>
          <th scope="col">text</th>
          <th scope="col">context</th>
          <th scope="col">relevance</th>
        </tr>
      </thead>
      <tbody>
        {hits.map((hit) => {
          const node = citedNodes.get(hit.node.id);
          const saying = node === undefined ? "" : sayingOf(node);
          return (
            <Fragment key={`${hit.space} ${hit.node.id}`}>
              <tr>
                <th scope="rowgroup" colSpan={4} title={saying}>
                  <bdi>{saying}</bdi>
                </th>
              </tr>
              <tr>
                {isReplacement(hit) ? (
                  <td colSpan={3}>in the place of an outdated message</td>
                ) : (
                  <>
                    <td>{hit.vectorRank ?? "–"}</td>
                    <td>{hit.fullTextRank ?? "–"}</td>
                    <td>{hit.contextRank ?? "–"}</td>
                  </>
                )}
                <td>{hit.relevance.toFixed(2)}</td>
              </tr>
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
};

/** `1 Feb 2026 – 28 Feb 2026`, `1 Feb 2026`, `from 1 Feb 2026 on`, `up to 28 Feb 2026`. */
const daysOf = (
  { from, to }: NonNullable<Recall["timeAsked"]>,
  timeZone: string | null,
): string => {
  const first = from === null ? null : dayIn(instantOf(from), timeZone);
  const last = to === null ? null : dayIn(instantOf(to) - 1, timeZone);
  if (first === null) return `up to ${last}`;
  if (last === null) return `from ${first} on`;
  return first === last ? first : `${first} – ${last}`;
};

interface AnsweredForProps {
  readonly recall: Recall;
  readonly tokens: number;
  readonly budget: number;
  /** The time zone in which the question is read. */
  readonly timeZone: string | null;
}

/** The time of the answer: that of the handles, or the one that the question names. */
const AnsweredFor = ({ recall, tokens, budget, timeZone }: AnsweredForProps) => {
  const { at, timeAsked } = recall;
  const knownMillis = useView((view) => timePointOfView(view).known);
  const handle = useView((view) => timePointOfView(view).valid);
  const valid = timeAsked === null ? handle : instantOf(at.validAt);
  const isOne = isOneMoment({ valid, known: knownMillis });
  return (
    <p className="caption answered-for" data-testid="answered-for">
      {tokens} of {budget} tokens · true{" "}
      <time className="valid">{timeAsked === null ? dateOf(valid) : dayIn(valid, timeZone)}</time>
      {!isOne && (
        <>
          , known <time className="record">{dateOf(knownMillis)}</time>
        </>
      )}
      {timeAsked !== null && (
        <>
          <br />“{timeAsked.words}” is read as <span>{daysOf(timeAsked, timeZone)}</span>
          {timeZone !== null && ` (${timeZone})`}
        </>
      )}
    </p>
  );
};

/** The blocks of both memories joined, as by a client with `alsoIn`. */
const blockOf = ([own, shared]: readonly Recalled[]): string => {
  const before = own?.recall.citations.length ?? 0;
  const theirs = shared?.recall.text.replace(
    /\[(\d+)\]$/gmu,
    (_, number: string) => `[${Number(number) + before}]`,
  );
  const sharedAnswer = theirs ? `From the shared space ${shared?.space}:\n${theirs}` : "";
  return [own?.recall.text ?? "", sharedAnswer].filter((part) => part !== "").join("\n\n");
};

interface AnswerProps extends Pick<AnsweredForProps, "budget" | "timeZone"> {
  /** The answer of each memory, the shown one first. */
  readonly spaceRecalls: readonly Recalled[];
}

/** Context for a model to answer a question, and the rank of each hit in each list. */
export const Answer = ({ spaceRecalls, budget, timeZone }: AnswerProps) => {
  const [first] = spaceRecalls;
  if (first === undefined) return null;
  const tokens = spaceRecalls.reduce((sum, { recall }) => sum + recall.tokens, 0);
  return (
    <>
      <div className="answer-head">
        <h2>Context for the model</h2>
        <button
          type="button"
          className="caption text-button"
          onClick={() => setView({ question: "" })}
        >
          clear
        </button>
      </div>
      <AnsweredFor recall={first.recall} tokens={tokens} budget={budget} timeZone={timeZone} />
      {spaceRecalls.map((one, i) => (
        <Answers
          key={one.space}
          spaceRecall={one}
          before={i === 0 ? 0 : first.recall.citations.length}
        />
      ))}
      <Ranks spaceRecalls={spaceRecalls} />
      <details className="group">
        <summary>Block as text</summary>
        <pre dir="auto">{blockOf(spaceRecalls)}</pre>
      </details>
    </>
  );
};
