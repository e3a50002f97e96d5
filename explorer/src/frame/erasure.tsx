import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useClient } from "urql";
import { sentenceOf } from "../api/client.ts";
import { EraseDocument, type EraseMutation, type ErasureScope } from "../api/operations.ts";
import { plural, spokenName } from "../memory/words.ts";
import { setView } from "../state/view.ts";
import { useDirect } from "./identity.tsx";
import { takeLostFocus } from "./lost-focus.ts";

type Receipt = EraseMutation["erase"]["receipt"];

interface Erasure {
  readonly scope: ErasureScope;
  /** Null for the whole space. */
  readonly id: string | null;
  /** Its name for the visitor. */
  readonly what: string;
}

const MOST_ITEMS = 40;

/** The erased items, or those that would be erased, from the service. */
const ReceiptView = ({ receipt }: { readonly receipt: Receipt }) => (
  <div className="receipt">
    <p>
      {receipt.dryRun ? "It would remove " : "It has removed "}
      {receipt.removed.length === 0
        ? "nothing"
        : receipt.removed
            .map(({ kind, count }) => plural(count, spokenName(kind.toLowerCase())))
            .join(", ")}
      {receipt.rewritten > 0 && `, and rewrite ${plural(receipt.rewritten, "row")}`}.
    </p>
    <ul className="claims scroll" tabIndex={0} aria-label="Scope">
      {receipt.items.slice(0, MOST_ITEMS).map((item) => (
        <li key={`${item.kind} ${item.id}`}>
          <small className="caption">
            {spokenName(item.kind.toLowerCase())}
            {item.stays && ", stays without it"}
          </small>
          {item.text !== null && <bdi>{item.text}</bdi>}
        </li>
      ))}
    </ul>
    {receipt.items.length > MOST_ITEMS && (
      <p className="caption">and {receipt.items.length - MOST_ITEMS} more</p>
    )}
    {!receipt.dryRun && (
      <p className="caption">
        Receipt {receipt.hash.slice(0, 16)}
        {receipt.check &&
          (receipt.check.clean ? ", searched for and found nowhere" : ", something is left")}
      </p>
    )}
  </div>
);

/** Erases, or returns what would be erased. */
const useErasing = ({ scope, id }: Erasure) => {
  const client = useClient();
  const direct = useDirect();
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [error, setError] = useState<string | null>(null);
  const erase = useCallback(
    async (dryRun: boolean): Promise<void> => {
      const input = { scope, dryRun, ...(id !== null && { id }) };
      const { data, error: fault } = await (dryRun ? direct : client)
        .mutation(EraseDocument, { input })
        .toPromise();
      setError(fault ? sentenceOf(fault) : null);
      setReceipt(data?.erase.receipt ?? null);
    },
    [client, direct, scope, id],
  );
  return { receipt, error, erase };
};

/** An erasure cannot be undone, so it is shown completely first. */
const ErasureDialog = ({
  erasure,
  onClose,
}: {
  readonly erasure: Erasure;
  readonly onClose: () => void;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const { receipt, error, erase } = useErasing(erasure);
  useEffect(() => {
    dialog.current?.showModal();
    void erase(true);
  }, [erase]);
  const isDone = receipt?.dryRun === false;
  const close = (): void => {
    if (isDone) {
      const isGone = erasure.scope !== "FACT";
      setView({ why: null, now: Date.now(), ...(isGone && { focus: null, lane: null }) });
    }
    onClose();
    // The button that started it may be erased too.
    requestAnimationFrame(takeLostFocus);
  };
  return (
    <dialog ref={dialog} aria-label={`Erase ${erasure.what}`} onClose={close}>
      <h2>
        {isDone ? "Erased" : "Erase"} <bdi>{erasure.what}</bdi>
      </h2>
      {error !== null && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      {receipt === null ? (
        error === null && <p className="caption">Looking…</p>
      ) : (
        <ReceiptView receipt={receipt} />
      )}
      <div className="actions">
        {receipt?.dryRun === true && (
          <button type="button" className="button danger" onClick={() => void erase(false)}>
            Erase for ever
          </button>
        )}
        <button
          key={isDone ? "done" : "open"}
          type="button"
          className="button"
          autoFocus={isDone}
          onClick={() => dialog.current?.close()}
        >
          {isDone ? "Close" : "Keep it"}
        </button>
      </div>
    </dialog>
  );
};

const Context = createContext<((erasure: Erasure) => void) | null>(null);

/**
 * Shows the dialog of an erasure over everything. The erased card or page may be gone before its
 * receipt is read.
 */
export const ErasureProvider = ({ children }: { readonly children: ReactNode }) => {
  const [erasure, setErasure] = useState<Erasure | null>(null);
  return (
    <Context value={setErasure}>
      {children}
      {erasure !== null && <ErasureDialog erasure={erasure} onClose={() => setErasure(null)} />}
    </Context>
  );
};

/** Starts an erasure. */
export const EraseButton = (erasure: Erasure) => {
  const begin = useContext(Context);
  if (begin === null) throw new Error("There is no erasure above this component.");
  return (
    <button type="button" className="button small danger" onClick={() => begin(erasure)}>
      Erase…
    </button>
  );
};
