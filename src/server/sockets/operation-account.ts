import type { ExecutionResult } from "graphql";
import { MILLIS_PER_SECOND } from "../../memory/time.ts";
import { NOTHING_SPENT, type ChargeMeter } from "../../store/charge-meter.ts";
import { costExtension } from "../cost-extension.ts";
import type { AnsweredOperation, Metrics } from "../metrics/metrics.ts";

export interface AccountOptions extends Pick<AnsweredOperation, "type" | "field"> {
  readonly meter: ChargeMeter | undefined;
  readonly metrics: Metrics;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wantsCost: boolean;
}

/** Accounts for an operation over a socket, or for one event of a subscription. */
export interface OperationAccount {
  /** Runs a part of the operation; its charges are counted. */
  run<T>(act: () => T): T;
  /**
   * Counts the operation as answered, and adds the cost to the result if the client asked for it.
   */
  settle(result: ExecutionResult): ExecutionResult;
}

/** Opens the account of an operation that begins now. */
export const openAccount = ({
  meter,
  metrics,
  now,
  type,
  field,
  wantsCost,
}: AccountOptions): OperationAccount => {
  const bill = meter?.open();
  const startedAt = now();
  return {
    run: (act) => (bill ? bill.run(act) : act()),
    settle(result) {
      const hasErrors = (result.errors?.length ?? 0) > 0;
      const seconds = (now() - startedAt) / MILLIS_PER_SECOND;
      metrics.operationAnswered({ transport: "websocket", type, field, hasErrors, seconds });
      if (!wantsCost) return result;
      const cost = costExtension(bill?.spending ?? NOTHING_SPENT);
      return { ...result, extensions: { ...result.extensions, ...cost } };
    },
  };
};
