/** One operation on one space as one client saw it, in milliseconds of one clock. */
export interface Append {
  readonly kind: "append";
  readonly item: string;
  readonly invoked: number;
  /** Null if no answer came: it may have happened or not. */
  readonly answered: number | null;
}

export interface Read {
  readonly kind: "read";
  readonly invoked: number;
  readonly answered: number;
  /** The record time that the answer is of; null for an empty space. */
  readonly knownAt: string | null;
  /** The number of items that stand. */
  readonly count: number;
  /** The standing items first recorded, as many as a page holds. */
  readonly first: readonly string[];
}

export type Operation = Append | Read;

/** An item as the record has it in the end, in the order of recording. */
export interface Recorded {
  readonly item: string;
  readonly at: string;
  /** The slot that it fills until another item fills it; null for one that stays. */
  readonly slot: string | null;
}

/** The items of a beginning of the record that nothing has replaced by then. */
const standing = (known: readonly Recorded[]): readonly Recorded[] =>
  known.filter(
    ({ slot }, i) => slot === null || known.findLastIndex((one) => one.slot === slot) === i,
  );

/** Items that the record lacks or has twice, and those that nobody sent. */
const wrongItems = (appends: readonly Append[], record: readonly Recorded[]): string[] => {
  const times = new Map<string, number>();
  for (const { item } of record) times.set(item, (times.get(item) ?? 0) + 1);
  const sent = new Set(appends.map(({ item }) => item));
  const acknowledged = new Set(
    appends.filter(({ answered }) => answered !== null).map(({ item }) => item),
  );
  return [
    ...[...times].filter(([, n]) => n > 1).map(([item, n]) => `${item} is recorded ${n} times`),
    ...[...times.keys()].filter((item) => !sent.has(item)).map((item) => `${item} was never sent`),
    ...[...acknowledged]
      .filter((item) => !times.has(item))
      .map((item) => `${item} was acknowledged and is lost`),
  ];
};

/** Appends that are recorded before others that were acknowledged before they were sent. */
const wrongOrder = (appends: readonly Append[], record: readonly Recorded[]): string[] => {
  const places = new Map(record.map(({ item }, place) => [item, place]));
  const byEnd = appends
    .filter(({ answered }) => answered !== null)
    .toSorted((a, b) => Number(a.answered) - Number(b.answered));
  const faults: string[] = [];
  let ended = 0;
  let latest: { readonly item: string; readonly place: number } = { item: "", place: -1 };
  for (const { item, invoked } of appends.toSorted((a, b) => a.invoked - b.invoked)) {
    for (let one = byEnd[ended]; one && Number(one.answered) < invoked; one = byEnd[++ended]) {
      const place = places.get(one.item) ?? -1;
      if (place > latest.place) latest = { item: one.item, place };
    }
    const place = places.get(item);
    if (place !== undefined && place < latest.place)
      faults.push(
        `${item} is recorded before ${latest.item}, which was acknowledged before it was sent`,
      );
  }
  return faults;
};

const wrongRead = (
  read: Read,
  appends: readonly Append[],
  record: readonly Recorded[],
): string[] => {
  const { knownAt } = read;
  const known = knownAt === null ? [] : record.filter(({ at }) => at <= knownAt);
  const shown = new Set(known.map(({ item }) => item));
  const expected = standing(known);
  const what = `a read as of ${knownAt}`;
  return [
    ...(read.count === expected.length
      ? []
      : [`${what} counts ${read.count}, not ${expected.length}`]),
    ...(read.first.every((item, i) => item === expected[i]?.item)
      ? []
      : [`${what} shows other items, or another order`]),
    ...appends
      .filter(
        ({ item, answered }) => answered !== null && answered < read.invoked && !shown.has(item),
      )
      .map(({ item }) => `${what} misses ${item}, which was acknowledged before it`),
    ...appends
      .filter(({ item, invoked }) => invoked > read.answered && shown.has(item))
      .map(({ item }) => `${what} shows ${item}, which was sent after it`),
  ];
};

/**
 * The reason why a history of one space is not linearizable; empty if it is. The record gives the
 * order of the appends: each must be there once, in an order that agrees with real time. Each read
 * must return a beginning of that order that contains all appends acknowledged before it.
 */
export const faultsOf = (
  history: readonly Operation[],
  record: readonly Recorded[],
): readonly string[] => {
  const appends = history.filter((one): one is Append => one.kind === "append");
  const reads = history.filter((one): one is Read => one.kind === "read");
  return [
    ...wrongItems(appends, record),
    ...wrongOrder(appends, record),
    ...reads.flatMap((read) => wrongRead(read, appends, record)),
  ];
};
