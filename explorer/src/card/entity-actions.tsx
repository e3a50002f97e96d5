import { useRef, useState } from "react";
import { useClient } from "urql";
import { sentenceOf } from "../api/client.ts";
import {
  MergeEntitiesDocument,
  SplitEntityDocument,
  type EntityNameFragment,
} from "../api/operations.ts";
import { useDirect } from "../frame/identity.tsx";
import { usePicture } from "../state/memory.tsx";
import { focusOn, setView } from "../state/view.ts";
import { EraseButton } from "../frame/erasure.tsx";
import type { CardEntity } from "./use-card.ts";

type Kind = "merge" | "split";

interface Outcome {
  readonly entity: EntityNameFragment & { readonly aliases: readonly string[] };
  readonly decision: { readonly factText: string };
}

/** Names that somebody may have had before a merge, as keys. */
const formerKeys = ({ type, name, aliases }: CardEntity): string[] =>
  aliases
    .filter((alias) => alias !== name)
    .map((alias) => `${type}:${alias.toLowerCase().trim().replaceAll(" ", "_")}`);

const useRun = (kind: Kind, entity: CardEntity) => {
  const client = useClient();
  const direct = useDirect();
  return async (other: string, dryRun: boolean) => {
    const api = dryRun ? direct : client;
    if (kind === "merge") {
      const input = { from: entity.key, into: other, dryRun };
      const { data, error } = await api.mutation(MergeEntitiesDocument, { input }).toPromise();
      return { outcome: data?.mergeEntities, error };
    }
    const input = { entity: entity.key, mergedKey: other, dryRun };
    const { data, error } = await api.mutation(SplitEntityDocument, { input }).toPromise();
    return { outcome: data?.splitEntity, error };
  };
};

interface Props {
  readonly kind: Kind;
  readonly entity: CardEntity;
  readonly onClose: () => void;
}

const Suggestions = ({ kind, entity }: Pick<Props, "kind" | "entity">) => {
  const { nodes } = usePicture();
  const names =
    kind === "split"
      ? formerKeys(entity)
      : nodes
          .filter(({ key, type }) => key !== entity.key && type === entity.type)
          .map(({ key }) => key);
  return (
    <datalist id={`${kind}-names`}>
      {names.slice(0, 200).map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
};

/** What a merge or a split would bring about. */
const Effect = ({ kind, outcome }: { readonly kind: Kind; readonly outcome: Outcome }) => {
  const { decision, entity } = outcome;
  return (
    <p role="status">
      <bdi>{decision.factText}</bdi>{" "}
      {kind === "merge"
        ? "From now on they are one entity, called "
        : "From now on there is an entity of its own, called "}
      <bdi>{entity.name}</bdi>
      {entity.aliases.length > 0 && `, also ${entity.aliases.join(", ")}`}. Views of the past stay
      as they are.
    </p>
  );
};

const JoinForm = ({ kind, entity, onClose }: Props) => {
  const run = useRun(kind, entity);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: React.FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const other = String(new FormData(event.currentTarget).get("other") ?? "").trim();
    const isRehearsal = outcome === null;
    const { outcome: next, error: fault } = await run(other, isRehearsal);
    setError(fault ? sentenceOf(fault) : null);
    if (fault || !next) return;
    if (isRehearsal) setOutcome(next);
    else {
      onClose();
      setView({ now: Date.now() });
      focusOn(next.entity.key);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} onChange={() => setOutcome(null)}>
      <h2>
        {kind === "merge" ? "Merge" : "Split"} <bdi>{entity.name}</bdi>
      </h2>
      <label>
        {kind === "merge" ? "is the same as (name or key)" : "was merged with (key)"}
        <input
          className="field"
          name="other"
          list={`${kind}-names`}
          dir="auto"
          required
          autoFocus
        />
      </label>
      <Suggestions kind={kind} entity={entity} />
      {outcome !== null && <Effect kind={kind} outcome={outcome} />}
      {error !== null && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <div className="actions">
        <button type="submit" className="button primary">
          {outcome === null ? "Show the effect" : kind === "merge" ? "Merge them" : "Split them"}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
};

/** Merge, split and erase an entity. */
export const EntityActions = ({ entity }: { readonly entity: CardEntity }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [kind, setKind] = useState<Kind | null>(null);
  const menu = useRef<HTMLDetailsElement>(null);
  const closeMenu = (): void => {
    if (menu.current) menu.current.open = false;
  };
  /** Once something else is used, unless that is a dialog: what began it takes the focus back. */
  const leave = ({ relatedTarget }: React.FocusEvent): void => {
    const isWithin = relatedTarget instanceof Node && menu.current?.contains(relatedTarget);
    if (!isWithin && document.querySelector("dialog[open]") === null) closeMenu();
  };
  const open = (next: Kind): void => {
    setKind(next);
    dialog.current?.showModal();
  };
  const close = (): void => {
    dialog.current?.close();
    setKind(null);
    closeMenu();
    menu.current?.querySelector("summary")?.focus();
  };
  return (
    <details className="entity-actions" ref={menu} onBlur={leave}>
      <summary aria-label={`Change ${entity.name}`}>⋯</summary>
      <div className="menu">
        <button type="button" className="button small" onClick={() => open("merge")}>
          Merge…
        </button>
        <button type="button" className="button small" onClick={() => open("split")}>
          Split…
        </button>
        <EraseButton scope="ENTITY" id={entity.id} what={entity.name} />
      </div>
      <dialog ref={dialog} onClose={close} aria-label="Merge or split">
        {kind !== null && <JoinForm key={kind} kind={kind} entity={entity} onClose={close} />}
      </dialog>
    </details>
  );
};
