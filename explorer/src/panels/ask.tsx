import { useEffect, useMemo, useState } from "react";
import { type CombinedError, useQuery } from "urql";
import { sentenceOf } from "../api/client.ts";
import {
  AskDocument,
  type AskQuery,
  type AskQueryVariables,
  SharedSpacesDocument,
} from "../api/operations.ts";
import { useIdentity } from "../frame/identity.tsx";
import { useEmphasis } from "../graph/emphasis.tsx";
import { type Pace, useFollowing } from "../state/hooks.ts";
import { usePicture } from "../state/memory.tsx";
import { setView, timePointOf, useView } from "../state/view.ts";
import { Answer, answersIn, citedKeys, type Recalled } from "./answer.tsx";

const BUDGET = 800;
const PACE: Pace = { everyMs: 300 };
const SUGGESTIONS = [
  "Where do I live?",
  "Who do I work for?",
  "What should I not suggest for dinner?",
  "Which pets are there?",
  "Who is Kit?",
];

interface SharedAnswer {
  readonly space: string;
  readonly data?: AskQuery | undefined;
  readonly error?: CombinedError | undefined;
}

/** The answer of a shared space, beside that of the shown memory; null if none is asked. */
const useSharedAnswer = (
  space: string | null,
  variables: AskQueryVariables,
): SharedAnswer | null => {
  const { directIn } = useIdentity();
  const [answer, setAnswer] = useState<SharedAnswer | null>(null);
  const client = useMemo(() => (space === null ? null : directIn(space)), [space, directIn]);
  useEffect(() => {
    if (client === null || space === null || variables.question === "") return;
    const { unsubscribe } = client
      .query(AskDocument, variables)
      .subscribe(({ data, error }) => setAnswer({ space, data, error }));
    return unsubscribe;
  }, [client, space, variables]);
  return answer?.space === space ? answer : null;
};

const useAnswer = (question: string, alsoIn: string | null) => {
  const valid = useView((view) => view.valid);
  const knownMillis = useView((view) => view.known);
  const point = useMemo(() => ({ valid, known: knownMillis }), [valid, knownMillis]);
  const settledPoint = useFollowing(point, PACE);
  const variables = useMemo<AskQueryVariables>(
    // Half of the budget for each of two memories.
    () => ({
      question,
      at: timePointOf(settledPoint),
      budget: alsoIn === null ? BUDGET : BUDGET / 2,
    }),
    [question, settledPoint, alsoIn],
  );
  const [own] = useQuery({ query: AskDocument, variables, pause: question === "" });
  const sharedAnswer = useSharedAnswer(alsoIn, variables);
  const spaceRecalls = useMemo<readonly Recalled[]>(() => {
    if (question === "" || !own.data || (alsoIn !== null && !sharedAnswer?.data)) return [];
    const theirs = sharedAnswer?.data
      ? [{ recall: sharedAnswer.data.recall, space: sharedAnswer.space }]
      : [];
    return [{ recall: own.data.recall, space: null }, ...theirs];
  }, [question, own.data, alsoIn, sharedAnswer]);
  return {
    spaceRecalls,
    timeZone: own.data?.settings.timeZone ?? null,
    error: own.error ?? sharedAnswer?.error,
  };
};

const ask = (event: React.FormEvent<HTMLFormElement>): void => {
  event.preventDefault();
  setView({ question: String(new FormData(event.currentTarget).get("question") ?? "").trim() });
};

/** A granted shared space can be asked together with the user's own memory. */
const AlsoIn = () => {
  const { space } = useIdentity();
  const alsoIn = useView((view) => view.alsoIn);
  const [{ data }] = useQuery({ query: SharedSpacesDocument, pause: space !== null });
  const spaces = [
    ...new Set([...(alsoIn === null ? [] : [alsoIn]), ...(data?.sharedSpaces ?? [])]),
  ];
  if (space !== null || spaces.length === 0) return null;
  return (
    <label className="also-in">
      Ask
      <select
        className="field"
        aria-label="Memories to ask"
        value={alsoIn ?? ""}
        onChange={({ target }) => setView({ alsoIn: target.value === "" ? null : target.value })}
      >
        <option value="">this memory alone</option>
        {spaces.map((name) => (
          <option key={name} value={name}>
            this memory and {name}
          </option>
        ))}
      </select>
    </label>
  );
};

const Suggestions = ({ question }: { readonly question: string }) => (
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
);

/** Highlights the answers in the graph. */
const useLit = ([own]: readonly Recalled[]): void => {
  const picture = usePicture();
  const { setCitedKeys } = useEmphasis();
  useEffect(() => {
    const answers = own ? answersIn(own.recall) : [];
    const keys = citedKeys(
      answers.map(({ node }) => node),
      picture,
    );
    // An answer without highlights dims nothing.
    setCitedKeys(keys.size === 0 ? null : keys);
    return () => setCitedKeys(null);
  }, [own, picture, setCitedKeys]);
};

/** Recall at the moment of the handles. The answers are highlighted in the graph. */
export const Ask = () => {
  const question = useView((view) => view.question);
  const { space } = useIdentity();
  const alsoIn = useView((view) => (space === null ? view.alsoIn : null));
  const { spaceRecalls, timeZone, error } = useAnswer(question, alsoIn);
  useLit(spaceRecalls);
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
      <AlsoIn />
      <Suggestions question={question} />
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
      {question !== "" && spaceRecalls.length === 0 && !error && (
        <p className="caption group" role="status">
          Recalling…
        </p>
      )}
      <Answer spaceRecalls={spaceRecalls} budget={BUDGET} timeZone={timeZone} />
    </div>
  );
};
