import { useState } from "react";
import { type CombinedError, useMutation, useQuery } from "urql";
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
import { plural, spokenName } from "../memory/words.ts";
import { dateOf, instantOf } from "../state/dates.ts";

const Fault = ({ error }: { readonly error: CombinedError | undefined }) =>
  error && (
    <p className="error" role="alert">
      {sentenceOf(error)}
    </p>
  );

type Counts = Pick<ServiceQuery, "applied" | "pending" | "failed">;

/** Messages by status. Those that are not applied have their actions. */
const Messages = ({ applied, pending, failed }: Counts) => {
  const [{ fetching, error }, retry] = useMutation(RetryEventDocument);
  return (
    <section className="group" aria-label="Messages by status">
      <h2>Messages by status</h2>
      <dl className="statuses">
        <div>
          <dt>applied</dt>
          <dd>{applied.totalCount.toLocaleString("en")}</dd>
        </div>
        <div>
          <dt>pending</dt>
          <dd>{pending.totalCount.toLocaleString("en")}</dd>
        </div>
        <div>
          <dt>failed</dt>
          <dd>{failed.totalCount.toLocaleString("en")}</dd>
        </div>
      </dl>
      <Fault error={error} />
      {[...failed.nodes, ...pending.nodes].map((event) => (
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
            Run {spokenName(kind.toLowerCase())}
          </button>
        ))}
      </div>
      <Fault error={error ?? runError} />
      {jobs.nodes.length === 0 && <p className="caption">No job has run.</p>}
      {jobs.nodes.map((job) => (
        <p key={job.id} className="entry">
          {spokenName(job.kind.toLowerCase())}{" "}
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

/** The names of the time zones that this browser knows. */
const ZONES = Intl.supportedValuesOf("timeZone");

interface ZoneProps {
  readonly zone: string | null;
  readonly isBusy: boolean;
  readonly onSet: (zone: string | null) => void;
}

const Zone = ({ zone, isBusy, onSet }: ZoneProps) => {
  const submit = (event: React.FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("zone") ?? "").trim();
    onSet(name === "" ? null : name);
  };
  return (
    <form className="ask-form" onSubmit={submit}>
      <input
        key={zone}
        className="field"
        name="zone"
        list="zones"
        aria-label="Time zone"
        placeholder="Time zone: UTC"
        defaultValue={zone ?? ""}
      />
      <datalist id="zones">
        {ZONES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="submit" className="button" disabled={isBusy}>
        Set
      </button>
    </form>
  );
};

const Settings = ({ settings }: Pick<ServiceQuery, "settings">) => {
  const [{ fetching, error }, update] = useMutation(UpdateSettingsDocument);
  return (
    <section className="group" aria-label="Settings">
      <h2>Settings</h2>
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
      <Zone
        zone={settings.timeZone}
        isBusy={fetching}
        onSet={(timeZone) => void update({ input: { timeZone } })}
      />
      <p className="caption">Words such as “yesterday” are read in this time zone.</p>
      <Fault error={error} />
    </section>
  );
};

/** Saves a file under a name, like a link with `download`. */
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

/** The data for an operator or the owner of a memory. */
export const Service = () => {
  const [{ data, error }] = useQuery({ query: ServiceDocument });
  if (error)
    return (
      <div className="pad">
        <Fault error={error} />
      </div>
    );
  if (!data) return <p className="pad caption">Reading…</p>;
  return (
    <div className="pad">
      <Messages {...data} />
      <Jobs jobs={data.jobs} />
      <Settings settings={data.settings} />
      <Portable />
      <p className="caption group">
        <a href="/graphql">GraphQL IDE</a>
      </p>
    </div>
  );
};
