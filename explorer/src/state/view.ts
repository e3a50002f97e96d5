import { useSyncExternalStore } from "react";

export type Panel = "said" | "changed" | "ask" | "tell" | "talks" | "service";
/** The pane of a narrow window: the graph, the card or one panel. */
export type Pane = "graph" | "card" | Panel;
export const PANELS: readonly Panel[] = ["said", "changed", "ask", "tell", "talks", "service"];

export interface Moment {
  /** Valid time. */
  readonly valid: number;
  /** Record time. */
  readonly known: number;
}

/**
 * Everything that a visitor can set. A part of it is in the address, so that a view can be shared.
 */
export interface View {
  /** Null for the current time. */
  readonly valid: number | null;
  readonly known: number | null;
  readonly isLinked: boolean;
  /** The handle that the arrow keys move if the two are not linked. */
  readonly axis: "valid" | "record";
  /** The key of the entity on the card. */
  readonly focus: string | null;
  readonly lane: string | null;
  /** The id of the fact version that is explained. */
  readonly why: string | null;
  readonly panel: Panel;
  readonly pane: Pane;
  readonly stage: "graph" | "both";
  readonly lower: "both" | "why";
  readonly hasGhosts: boolean;
  readonly isEgo: boolean;
  readonly hasUnderneath: boolean;
  /** Types that are filtered out. */
  readonly hiddenTypes: readonly string[];
  /** The first of the two compared moments. */
  readonly from: Moment | null;
  readonly question: string;
  /** The shared space in which the question is also asked. */
  readonly alsoIn: string | null;
  /** The local user; null for the service's default. */
  readonly user: string | null;
  /** The shared space whose memory is shown; null for the user's own. */
  readonly space: string | null;
  readonly isPlaying: boolean;
  /** Milliseconds since 1970, read when the page loads and when the memory changes. */
  readonly now: number;
}

const START: View = {
  valid: null,
  known: null,
  isLinked: true,
  axis: "valid",
  focus: null,
  lane: null,
  why: null,
  panel: "said",
  pane: "graph",
  stage: "graph",
  lower: "both",
  hasGhosts: true,
  isEgo: false,
  hasUnderneath: true,
  hiddenTypes: [],
  from: null,
  question: "",
  alsoIn: null,
  user: null,
  space: null,
  isPlaying: false,
  now: Date.now(),
};

const instantIn = (address: URLSearchParams, name: string): number | null => {
  const instant = Date.parse(address.get(name) ?? "");
  return Number.isNaN(instant) ? null : instant;
};

const oneOf = <T extends string>(value: string | null, values: readonly T[], otherwise: T): T =>
  values.find((candidate) => candidate === value) ?? otherwise;

/** Reads the part of a view that is in an address. */
const viewOfAddress = (hash: string): Partial<View> => {
  const address = new URLSearchParams(hash.replace(/^#/u, ""));
  const valid = instantIn(address, "true");
  const knownMillis = instantIn(address, "known");
  const fromValid = instantIn(address, "from-true");
  const panel = oneOf(address.get("panel"), PANELS, START.panel);
  return {
    valid,
    known: knownMillis,
    isLinked: valid === knownMillis,
    focus: address.get("at"),
    lane: address.get("line"),
    why: address.get("why"),
    lower: address.has("why") ? "why" : "both",
    panel,
    // A narrow page shows one pane: that of the panel in the address.
    ...(address.has("panel") && { pane: panel }),
    stage: oneOf(address.get("view"), ["graph", "both"], "graph"),
    isEgo: address.has("ego"),
    hasGhosts: !address.has("no-ghosts"),
    hiddenTypes: address.getAll("without"),
    from:
      fromValid === null
        ? null
        : { valid: fromValid, known: instantIn(address, "from-known") ?? fromValid },
    question: address.get("question") ?? "",
    alsoIn: address.get("also-in"),
    user: address.get("user"),
    space: address.get("space"),
  };
};

const timeText = (instant: number): string => new Date(instant).toISOString();

/** The address of a view: its differences from the initial view. */
const addressOf = (view: View): string => {
  const address = new URLSearchParams();
  const put = (name: string, value: string | null): void => {
    if (value !== null && value !== "") address.set(name, value);
  };
  put("user", view.user);
  put("space", view.space);
  put("true", view.valid === null ? null : timeText(view.valid));
  put("known", view.known === null ? null : timeText(view.known));
  put("at", view.focus);
  put("line", view.lane);
  put("why", view.lower === "why" ? view.why : null);
  put("panel", view.panel === START.panel ? null : view.panel);
  put("view", view.stage === START.stage ? null : view.stage);
  put("ego", view.isEgo ? "1" : null);
  put("no-ghosts", view.hasGhosts ? null : "1");
  for (const type of view.hiddenTypes) address.append("without", type);
  if (view.from !== null && view.panel === "changed") {
    put("from-true", timeText(view.from.valid));
    put("from-known", timeText(view.from.known));
  }
  put("question", view.panel === "ask" ? view.question : null);
  put("also-in", view.panel === "ask" ? view.alsoIn : null);
  return address.size === 0 ? "" : `#${address.toString()}`;
};

let view: View = { ...START, ...viewOfAddress(globalThis.location.hash) };
const listeners = new Set<() => void>();
const ADDRESS_DELAY_MS = 200;
let addressTimer: ReturnType<typeof setTimeout> | undefined;

/** The address that this page read or wrote last. */
let lastHash = globalThis.location.hash;

const writeAddress = (): void => {
  const { hash, pathname, search } = globalThis.location;
  // The visitor has entered another address. The event for it has not arrived yet.
  if (hash !== lastHash) return;
  const address = addressOf(view);
  if (address === hash) return;
  history.replaceState(null, "", address === "" ? pathname + search : address);
  lastHash = globalThis.location.hash;
};

const change = (next: View): void => {
  view = next;
  for (const listener of listeners) listener();
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, ADDRESS_DELAY_MS);
};

export const currentView = (): View => view;
export const setView = (patch: Partial<View>): void => change({ ...view, ...patch });

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A part of the view. The component renders again when that part changes. */
export const useView = <T>(select: (view: View) => T): T =>
  useSyncExternalStore(subscribe, () => select(view));

globalThis.addEventListener("hashchange", () => {
  lastHash = globalThis.location.hash;
  setView({ ...viewOfAddress(lastHash), now: Date.now() });
});

export const timePointOfView = ({ valid, known, now }: View): Moment => ({
  valid: valid ?? now,
  known: known ?? now,
});

/**
 * The time point of a query. The present is omitted, so that its answers have the ids of the
 * present.
 */
export const timePointOf = ({
  valid,
  known,
}: Pick<View, "valid" | "known">): { readonly validAt?: string; readonly knownAt?: string } => ({
  ...(known !== null && { knownAt: timeText(known) }),
  ...(valid !== null && { validAt: timeText(valid) }),
});

/** Difference in milliseconds below which the two times count as one. */
const ONE_MOMENT_MS = 1000;
export const isOneMoment = ({ valid, known }: Moment): boolean =>
  Math.abs(valid - known) < ONE_MOMENT_MS;

/** Moves to a moment. Record time never passes now. A time that reaches now follows the clock. */
export const moveTo = ({ valid, known }: Moment): void => {
  const { now } = view;
  const isKnownNow = known >= now;
  setView({
    valid: isKnownNow && Math.abs(valid - now) < ONE_MOMENT_MS ? null : valid,
    known: isKnownNow ? null : known,
  });
};

/** Moves one handle, or both if they are linked. Beyond now, only valid time moves. */
export const moveHandle = (axis: View["axis"], instant: number): void => {
  const { valid, known } = timePointOfView(view);
  if (view.isLinked) moveTo({ valid: instant, known: instant });
  else moveTo(axis === "valid" ? { valid: instant, known } : { valid, known: instant });
};

export const goToNow = (): void =>
  setView({ valid: null, known: null, isLinked: true, isPlaying: false });

export const toggleLink = (): void => {
  const moment = timePointOfView(view);
  setView({ isLinked: !view.isLinked });
  if (view.isLinked) moveTo({ valid: moment.valid, known: moment.valid });
};

/** Shows the card of an entity. */
export const focusOn = (key: string | null, patch: Partial<View> = {}): void =>
  setView({ focus: key, lane: null, why: null, lower: "both", ...patch });

/** Explains a version of a fact, on the card of its entity. */
export const explain = (
  version: string,
  {
    entity,
    lane,
  }: { readonly entity?: string | undefined; readonly lane?: string | undefined } = {},
): void =>
  setView({
    why: version,
    lower: "why",
    pane: "card",
    ...(entity !== undefined && { focus: entity }),
    ...(lane !== undefined && { lane }),
  });

export const showPanel = (panel: Panel): void => {
  const { valid, known } = timePointOfView(view);
  const year = 365 * 86_400_000;
  setView({
    panel,
    pane: panel,
    ...(panel === "changed" &&
      view.from === null && { from: { valid: valid - year, known: known - year } }),
  });
};
