import type { TimelineLane, TimelineSpan } from "../../schema/graph/timeline.ts";
import type { FactVersion } from "../../src/memory/fact.ts";
import type { Lane } from "../../src/read/history/timeline.ts";
import type { Reading } from "../reading.ts";
import { endOrNull } from "./shown-record.ts";

export type ShownSpan = TimelineSpan & {
  readonly record: FactVersion;
  readonly reading: Reading;
};
export type ShownLane = TimelineLane & { readonly spans: readonly ShownSpan[] };

const showSpan = (record: FactVersion, reading: Reading): ShownSpan => ({
  text: record.text,
  value: record.value,
  validFrom: record.validFrom,
  validTo: endOrNull(record.validTo),
  recordedAt: record.recordedAt,
  expiredAt: endOrNull(record.expiredAt),
  record,
  reading,
});

export const showLane = ({ slot, spans }: Lane, reading: Reading): ShownLane => ({
  slot,
  spans: spans.map((span) => showSpan(span, reading)),
});
