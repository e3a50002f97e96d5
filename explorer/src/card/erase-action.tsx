import { useRef, useState } from "react";
import { useClient } from "urql";
import { sentenceOf } from "../api/client.ts";
import { EraseDocument, type EraseMutation, type ErasureScope } from "../api/operations.ts";
import { useDirect } from "../frame/identity.tsx";
import { plural, spoken } from "../memory/words.ts";
import { setView } from "../state/view.ts";

type Receipt = EraseMutation["erase"]["receipt"];

interface Props {
  readonly scope: ErasureScope;
  /** Null for the whole space. */
  readonly id: string | null;
  readonly what: string;
}

const MOST_ITEMS = 40;

/** What was erased or would be, as the service tells it. */
const ReceiptView = ({ receipt }: { readonly receipt: Receipt }) => (
  <div className="receipt">
    <p>
      {receipt.dryRun ? "It would remove " : "It has removed "}
      {receipt.removed.length === 0
        ? "nothing"
        : receipt.removed
            .map(({ kind, count }) => plural(count, spoken(kind.toLowerCase())))
            .join(", ")}
      {receipt.rewritten > 0 && `, and rewrite ${plural(receipt.rewritten, "row")}`}.
    </p>
    <ul className="claims scroll">
      {receipt.items.slice(0, MOST_ITEMS).map((item) => (
        <li key={`${item.kind} ${item.id}`}>
          <small className="caption">
            {spoken(item.kind.toLowerCase())}
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

/** Erasure cannot be undone, so it is shown in full first. */
export const EraseAction = ({ scope, id, what }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useClient();
  const direct = useDirect();
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [error, setError] = useState<string | null>(null);
  const erase = async (dryRun: boolean): Promise<void> => {
    const input = { scope, dryRun, ...(id !== null && { id }) };
    const { data, error: fault } = await (dryRun ? direct : client)
      .mutation(EraseDocument, { input })
      .toPromise();
    setError(fault ? sentenceOf(fault) : null);
    setReceipt(data?.erase.receipt ?? null);
  };
  const open = (): void => {
    setReceipt(null);
    dialog.current?.showModal();
    void erase(true);
  };
  const close = (): void => {
    dialog.current?.close();
    if (receipt?.dryRun === false) setView({ why: null, now: Date.now() });
  };
  return (
    <>
      <button type="button" className="button small danger" onClick={open}>
        Erase…
      </button>
      <dialog ref={dialog} aria-label={`Erase ${what}`} onClose={close}>
        <h2>
          {receipt?.dryRun === false ? "Erased" : "Erase"} <bdi>{what}</bdi>
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
          <button type="button" className="button" onClick={close}>
            {receipt?.dryRun === false ? "Close" : "Keep it"}
          </button>
        </div>
      </dialog>
    </>
  );
};
