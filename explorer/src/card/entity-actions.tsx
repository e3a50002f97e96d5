import { useRef, useState } from "react";
import { useClient } from "urql";
import { sentenceOf } from "../api/client.ts";
import {
  MergeEntitiesDocument,
  SplitEntityDocument,
  type MergeEntitiesMutation,
} from "../api/operations.ts";
import { useDirect } from "../frame/identity.tsx";
import { usePicture } from "../state/memory.tsx";
import { focusOn, setView } from "../state/view.ts";
import { EraseButton } from "../frame/erasure.tsx";
import { EffectList, useEffects } from "./effects.tsx";
import type { CardEntity } from "./use-card.ts";

type Kind = "merge" | "split";

type Outcome = MergeEntitiesMutation["mergeEntities"];

/** Keys and names of entities that were merged into an entity and can be separated again. */
const mergedIn = ({ key, versions }: CardEntity): Map<string, string> =>
  new Map(
    versions.flatMap((version) =>
      version.mergedInto?.key === key && version.expiredAt === null
        ? [[version.key, version.name]]
        : [],
    ),
  );

/**
 * A function that merges an entity into another one, or splits another one from it. A dry run goes
 * around the cache, which a mutation would invalidate.
 */
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

/** The other entity: one that was merged in, or any that may be the same. */
const Other = ({ kind, entity }: Pick<Props, "kind" | "entity">) => {
  const { nodes } = usePicture();
  if (kind === "split")
    return (
      <label>
        take out again
        <select className="field" name="other" required autoFocus>
          {[...mergedIn(entity)].map(([key, name]) => (
            <option key={key} value={key}>
              {name} ({key})
            </option>
          ))}
        </select>
      </label>
    );
  const names = nodes.filter(({ key, type }) => key !== entity.key && type === entity.type);
  return (
    <>
      <label>
        is the same as (name or key)
        <input className="field" name="other" list="merge-names" dir="auto" required autoFocus />
      </label>
      <datalist id="merge-names">
        {names.slice(0, 200).map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
};

/** The result of a merge or a split. */
const Result = ({ kind, outcome }: { readonly kind: Kind; readonly outcome: Outcome }) => {
  const { decision, entity } = outcome;
  return (
    <p>
      <bdi>{decision.factText}</bdi>{" "}
      {kind === "merge"
        ? "From now on they are one entity, called "
        : "From now on there is a separate entity called "}
      <bdi>{entity.name}</bdi>
      {entity.aliases.length > 0 && `, also ${entity.aliases.join(", ")}`}.
    </p>
  );
};

const JoinForm = ({ kind, entity, onClose }: Props) => {
  const run = useRun(kind, entity);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [effects, setEffects] = useEffects();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const forget = (): void => {
    setOutcome(null);
    setEffects(null);
  };
  const submit = async (event: React.FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const other = String(new FormData(event.currentTarget).get("other") ?? "").trim();
    const isRehearsal = outcome === null;
    setBusy(true);
    const { outcome: next, error: fault } = await run(other, isRehearsal);
    setBusy(false);
    setError(fault ? sentenceOf(fault) : null);
    if (fault || !next) return;
    if (isRehearsal) {
      setOutcome(next);
      setEffects({ ...next, passage: { giver: entity.key, receiver: next.entity.key } });
    } else {
      onClose();
      setView({ now: Date.now() });
      focusOn(next.entity.key);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} onChange={forget}>
      <h2>
        {kind === "merge" ? "Merge" : "Split"} <bdi>{entity.name}</bdi>
      </h2>
      <Other kind={kind} entity={entity} />
      {outcome !== null && effects !== null && (
        <div role="status" className="effects">
          <Result kind={kind} outcome={outcome} />
          <EffectList effects={effects} actedOn={null} />
        </div>
      )}
      {error !== null && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <div className="actions">
        <button type="submit" className="button primary" disabled={isBusy}>
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
  /**
   * After another element is used, except a dialog, the focus returns to the button that started
   * the action.
   */
  const leave = ({ relatedTarget }: React.FocusEvent): void => {
    const isWithin = relatedTarget instanceof Node && menu.current?.contains(relatedTarget);
    if (!isWithin && document.querySelector("dialog[open]") === null) closeMenu();
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]") !== null) return;
    closeMenu();
    menu.current?.querySelector("summary")?.focus();
    event.stopPropagation();
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
    <details className="entity-actions" ref={menu} onBlur={leave} onKeyDown={onKeyDown}>
      <summary aria-label={`Change ${entity.name}`}>⋯</summary>
      <div className="menu">
        <button type="button" className="button small" onClick={() => open("merge")}>
          Merge…
        </button>
        {mergedIn(entity).size > 0 && (
          <button type="button" className="button small" onClick={() => open("split")}>
            Split…
          </button>
        )}
        <EraseButton scope="ENTITY" id={entity.id} what={entity.name} />
      </div>
      <dialog ref={dialog} onClose={close} aria-label="Merge or split">
        {kind !== null && <JoinForm key={kind} kind={kind} entity={entity} onClose={close} />}
      </dialog>
    </details>
  );
};
