import { useEffect, useRef, useState } from "react";
import { useClient } from "urql";
import { sentenceOf } from "../api/client.ts";
import {
  CorrectFactDocument,
  EndFactDocument,
  UndoDecisionDocument,
  type CorrectFactInput,
  type WhyQuery,
} from "../api/operations.ts";
import { useDirect } from "../frame/identity.tsx";
import { isoOf } from "../state/dates.ts";
import { currentView, goToNow, timePointOfView, setView } from "../state/view.ts";
import { EffectList, useEffects } from "./effects.tsx";
import { EraseButton } from "../frame/erasure.tsx";

/** A version of a fact with all that explains it. */
export type Explained = Extract<NonNullable<WhyQuery["node"]>, { readonly decision: unknown }>;

type Action = "correct" | "end" | "undo";
type Run = ReturnType<typeof useRun>;

const LABELS: Readonly<Record<Action, { readonly open: string; readonly commit: string }>> = {
  correct: { open: "Correct…", commit: "Correct it" },
  end: { open: "End…", commit: "End it" },
  undo: { open: "Undo decision…", commit: "Undo it" },
};

/** `2024-03-01`, the form of a date field. */
const dayOf = (instant: string | null): string => (instant === null ? "" : instant.slice(0, 10));
const startOfDay = (day: string): string => `${day}T00:00:00.000Z`;
const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "").trim();

/** The fields of a fact that a form changes. */
const correctionOf = (form: FormData, version: Explained): CorrectFactInput => {
  const value = textOf(form, "value");
  const [from, to] = [textOf(form, "from"), textOf(form, "to")];
  const reason = textOf(form, "reason");
  const input = { fact: version.fact.id, ...(reason !== "" && { reason }) };
  if (form.get("never") !== null) return { ...input, never: true };
  return {
    ...input,
    ...(value !== "" && value !== version.value && version.value !== null
      ? { value, text: version.text.replace(version.value, value) }
      : {}),
    ...(value !== "" && version.value === null && value !== version.text && { text: value }),
    ...(from !== "" && from !== dayOf(version.validFrom) && { validFrom: startOfDay(from) }),
    ...(to !== dayOf(version.validTo) && { validTo: to === "" ? null : startOfDay(to) }),
  };
};

/** Runs an action on the fact, as a dry run or for real. */
const useRun = (action: Action, version: Explained) => {
  const client = useClient();
  const direct = useDirect();
  return async (form: FormData, dryRun: boolean) => {
    const api = dryRun ? direct : client;
    const reason = textOf(form, "reason");
    const options = { dryRun, ...(reason !== "" && { reason }) };
    if (action === "correct") {
      const input = { ...correctionOf(form, version), dryRun };
      const { data, error } = await api.mutation(CorrectFactDocument, { input }).toPromise();
      return { effects: data?.correctFact, error };
    }
    if (action === "end") {
      const input = { ...options, fact: version.fact.id, validTo: startOfDay(textOf(form, "at")) };
      const { data, error } = await api.mutation(EndFactDocument, { input }).toPromise();
      return { effects: data?.retractFact, error };
    }
    const input = { ...options, decision: version.decision.id };
    const { data, error } = await api.mutation(UndoDecisionDocument, { input }).toPromise();
    return { effects: data?.revertDecision, error };
  };
};

const Fields = ({ action, version }: { readonly action: Action; readonly version: Explained }) => {
  if (action === "undo")
    return (
      <p className="caption">
        Takes back what this decision changed: “{version.decision.factText}”.
      </p>
    );
  if (action === "end") {
    const at = isoOf(timePointOfView(currentView()).valid).slice(0, 10);
    return (
      <label>
        true until
        <input className="field" type="date" name="at" defaultValue={at} required autoFocus />
      </label>
    );
  }
  return (
    <>
      <label>
        {version.value === null ? "statement" : "value"}
        <input
          className="field"
          name="value"
          dir="auto"
          defaultValue={version.value ?? version.text}
          autoFocus
        />
      </label>
      <label>
        true from
        <input className="field" type="date" name="from" defaultValue={dayOf(version.validFrom)} />
      </label>
      <label>
        until
        <input className="field" type="date" name="to" defaultValue={dayOf(version.validTo)} />
      </label>
      <label className="check">
        <input type="checkbox" name="never" /> It was never so
      </label>
    </>
  );
};

interface FormProps {
  readonly action: Action;
  readonly version: Explained;
  readonly run: Run;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The effect is shown before the action. After a change of a field, it is shown again first. */
const ActionForm = ({ action, version, run, onDone, onCancel }: FormProps) => {
  const [effects, setEffects] = useEffects();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => actions.current?.scrollIntoView({ block: "nearest" }), [effects, error]);
  const submit = async (event: React.FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const isRehearsal = effects === null;
    setBusy(true);
    const outcome = await run(new FormData(event.currentTarget), isRehearsal);
    setBusy(false);
    setError(outcome.error ? sentenceOf(outcome.error) : null);
    if (outcome.error || !outcome.effects) return;
    if (isRehearsal) setEffects(outcome.effects);
    else onDone();
  };
  return (
    <div className="preview">
      <form onSubmit={(event) => void submit(event)} onChange={() => setEffects(null)}>
        <Fields action={action} version={version} />
        <label>
          reason
          <input
            className="field"
            name="reason"
            dir="auto"
            placeholder="stored with the decision"
            autoFocus={action === "undo"}
          />
        </label>
        {effects !== null && (
          <div role="status">
            <EffectList effects={effects} actedOn={version} />
          </div>
        )}
        {error !== null && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <div className="actions" ref={actions}>
          <button type="submit" className="button small primary" disabled={isBusy}>
            {effects === null ? "Show the effect" : LABELS[action].commit}
          </button>
          <button type="button" className="button small" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </form>
    </div>
  );
};

const Form = (props: Omit<FormProps, "run">) => {
  const run = useRun(props.action, props.version);
  return <ActionForm {...props} run={run} />;
};

/** Correct, end, undo, erase. Each shows its effect first. */
export const FactActions = ({ version }: { readonly version: Explained }) => {
  const [open, setOpen] = useState<Action | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const cancel = (): void => {
    buttons.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
    setOpen(null);
  };
  const done = (): void => {
    // The version on which the action acted is gone, and its new version is explained instead.
    document.getElementById("why")?.focus();
    setOpen(null);
    setView({ why: null, now: Date.now() });
    if (currentView().known === null) goToNow();
  };
  if (version.expiredAt !== null)
    return <p className="caption">This version is no longer believed. Correct the latest one.</p>;
  return (
    <>
      <div className="actions" ref={buttons}>
        {(["correct", "end", "undo"] as const).map((action) => (
          <button
            key={action}
            type="button"
            className="button small"
            aria-expanded={open === action}
            onClick={() => setOpen(open === action ? null : action)}
          >
            {LABELS[action].open}
          </button>
        ))}
        <EraseButton scope="FACT" id={version.fact.id} what={version.text} />
      </div>
      {open !== null && (
        <Form key={open} action={open} version={version} onDone={done} onCancel={cancel} />
      )}
    </>
  );
};
