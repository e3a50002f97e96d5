import { useState } from "react";
import { useMutation, useQuery } from "urql";
import { fetchExport, sentenceOf } from "../api/client.ts";
import {
  RetryEventDocument,
  RetryJobDocument,
  RunJobDocument,
  ServiceDocument,
  type ServiceQuery,
  UpdateSettingsDocument,
} from "../api/operations.ts";
import { EraseButton } from "../frame/erasure.tsx";
import { useIdentity } from "../frame/identity.tsx";
import { plural, spoken } from "../memory/words.ts";
import { dateOf, instantOf } from "../state/dates.ts";

const Waiting = ({ waiting, applied }: Pick<ServiceQuery, "waiting" | "applied">) => {
  const [{ fetching }, retry] = useMutation(RetryEventDocument);
  return (
    <section className="group" aria-label="Messages that wait or failed">
      <h2>Messages that wait or failed</h2>
      <p className="caption">
        {plural(applied.totalCount, "message is", "messages are")} applied,{" "}
        {waiting.totalCount === 0
          ? "none waits"
          : plural(waiting.totalCount, "waits or failed", "wait or failed")}
        .
      </p>
      {waiting.nodes.map((event) => (
        <div key={event.id} className="entry">
          <p className="said" dir="auto">
            {event.message}
          </p>
          <p className="caption">
            {event.status.toLowerCase()} · {dateOf(instantOf(event.recordedAt))}
            {event.error !== null && ` · ${event.error}`}{" "}
            <button
              type="button"
              className="text-button"
              disabled={fetching}
              onClick={() => void retry({ event: event.id })}
            >
              Try again
            </button>
          </p>
        </div>
      ))}
    </section>
  );
};

const Jobs = ({ jobs }: Pick<ServiceQuery, "jobs">) => {
  const [{ error }, retry] = useMutation(RetryJobDocument);
  const [{ fetching, error: runError }, run] = useMutation(RunJobDocument);
  const fault = error ?? runError;
  return (
    <section className="group" aria-label="Jobs">
      <h2>Jobs</h2>
      <div className="actions">
        {(["USER_SUMMARY", "RECONCILIATION", "PROFILE_REFRESH"] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            className="button small"
            disabled={fetching}
            onClick={() => void run({ kind })}
          >
            Run {spoken(kind.toLowerCase())}
          </button>
        ))}
      </div>
      {fault && (
        <p className="error" role="alert">
          {sentenceOf(fault)}
        </p>
      )}
      {jobs.nodes.length === 0 && <p className="caption">No job has run.</p>}
      {jobs.nodes.map((job) => (
        <p key={job.id} className="entry">
          {spoken(job.kind.toLowerCase())}{" "}
          <small className="caption">
            {job.status.toLowerCase()}, {dateOf(instantOf(job.requestedAt))}
            {job.attempts > 1 && `, ${plural(job.attempts, "attempt")}`}
            {job.error !== null && ` · ${job.error}`}
          </small>
          {(job.status === "FAILED" || job.status === "DEAD") && (
            <button
              type="button"
              className="text-button"
              onClick={() => void retry({ job: job.id })}
            >
              Try again
            </button>
          )}
        </p>
      ))}
    </section>
  );
};

const PARTS = [
  ["sessionMemory", "Session memory"],
  ["longTermMemory", "Long-term memory"],
  ["contextGraph", "References from turns to entities"],
] as const;

const Settings = ({ settings }: Pick<ServiceQuery, "settings">) => {
  const [{ fetching }, update] = useMutation(UpdateSettingsDocument);
  return (
    <section className="group" aria-label="What may be remembered">
      <h2>What may be remembered</h2>
      {PARTS.map(([part, label]) => (
        <label key={part} className="switch">
          <input
            type="checkbox"
            checked={settings[part]}
            disabled={fetching}
            onChange={(event) => void update({ input: { [part]: event.target.checked } })}
          />{" "}
          {label}
        </label>
      ))}
      <p className="caption">
        What is switched off is neither written nor recalled. What is there stays.
      </p>
    </section>
  );
};

/** Saves a file under a name, as a link with `download` does. */
const save = (blob: Blob, name: string): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

const Portable = () => {
  const { user, space, secret } = useIdentity();
  const [error, setError] = useState<string | null>(null);
  const download = async (): Promise<void> => {
    try {
      save(await fetchExport({ user, space, secret }), "memory.jsonl");
      setError(null);
    } catch (fault) {
      setError(fault instanceof Error ? fault.message : "The export failed.");
    }
  };
  return (
    <section className="group" aria-label="Export and erasure">
      <h2>Export and erasure</h2>
      <div className="actions">
        <button type="button" className="button small" onClick={() => void download()}>
          Export everything
        </button>
        <EraseButton scope="SPACE" id={null} what="the whole memory" />
      </div>
      {error !== null && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <p className="caption">
        An export holds every version and decision; <code>palimpsest import</code> reads it.
      </p>
    </section>
  );
};

/** What an operator or the owner of a memory looks after. */
export const Service = () => {
  const [{ data, error }] = useQuery({ query: ServiceDocument });
  if (error) return <p className="pad error">{sentenceOf(error)}</p>;
  if (!data) return <p className="pad caption">Reading…</p>;
  return (
    <div className="pad">
      <Waiting waiting={data.waiting} applied={data.applied} />
      <Jobs jobs={data.jobs} />
      <Settings settings={data.settings} />
      <Portable />
      <p className="caption group">
        <a href="/graphql">GraphQL IDE</a>
      </p>
    </div>
  );
};
