import type { ExecutionResult } from "graphql";
import { NOTHING_SPENT, type ChargeMeter } from "../../store/charge-meter.ts";
import { costExtension } from "../cost/cost-extension.ts";
import type { Metrics, Served } from "../metrics/metrics.ts";

const MILLIS = 1000;

export interface AccountOptions extends Pick<Served, "type" | "field"> {
  readonly meter: ChargeMeter | undefined;
  readonly metrics: Metrics;
  /** Milliseconds. */
  readonly now: () => number;
  readonly wantsCost: boolean;
}

/** What an operation over a socket, or one event of a subscription, costs. */
export interface OperationAccount {
  /** What is done within it counts. */
  run<T>(act: () => T): T;
  /** Counts the operation as answered; the result tells what it cost where that was asked for. */
  settle(result: ExecutionResult): ExecutionResult;
}

/** Opens the account of an operation that begins now. */
export const startAccount = ({
  meter,
  metrics,
  now,
  type,
  field,
  wantsCost,
}: AccountOptions): OperationAccount => {
  const bill = meter?.open();
  const started = now();
  return {
    run: (act) => (bill ? bill.run(act) : act()),
    settle(result) {
      metrics.served({
        transport: "websocket",
        type,
        field,
        hasErrors: (result.errors?.length ?? 0) > 0,
        seconds: (now() - started) / MILLIS,
      });
      return wantsCost
        ? {
            ...result,
            extensions: { ...result.extensions, ...costExtension(bill?.spent ?? NOTHING_SPENT) },
          }
        : result;
    },
  };
};
