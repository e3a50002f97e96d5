export interface QueueLimits {
  /**
   * Maximum number of tasks that run at a time; a function of the number of waiting tasks if it
   * changes.
   */
  readonly running: number | ((waiting: number) => number);
  /** Maximum for one party. Default: the maximum for all. */
  readonly runningPerParty?: number | undefined;
  /** Maximum number of waiting tasks. Default: any number. */
  readonly waiting?: number | undefined;
  /** Maximum for one party. Default: the maximum for all. */
  readonly waitingPerParty?: number | undefined;
}

/** Too many tasks are waiting. */
export class TooManyWaiting extends Error {
  constructor(
    /** Whether they all belong to the one party. */
    readonly ofOneParty: boolean,
  ) {
    super("Too many tasks are waiting for their turn.");
    this.name = "TooManyWaiting";
  }
}

interface Party {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs a limited number of tasks at a time. Waiting tasks get their turns party by party, each in
 * the order of arrival, so that a party with many tasks delays another by at most one task.
 */
export class FairQueue {
  readonly #limits: Readonly<Record<"waiting" | "waitingPerParty", number>>;
  readonly #mostRunning: () => number;
  readonly #mostPerParty: () => number;
  readonly #parties = new Map<string, Party>();
  /** The parties whose next task may run, in the order of their turns. */
  readonly #ready = new Map<string, Party>();
  #running = 0;
  #waiting = 0;

  constructor({
    running,
    runningPerParty,
    waiting = Infinity,
    waitingPerParty = waiting,
  }: QueueLimits) {
    this.#mostRunning = () => (typeof running === "number" ? running : running(this.#waiting));
    this.#mostPerParty = () => runningPerParty ?? this.#mostRunning();
    this.#limits = { waiting, waitingPerParty };
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` at its turn. Rejects with TooManyWaiting, or with the error of the work. */
  async run<T>(party: string, work: () => T | Promise<T>): Promise<T> {
    await this.#turn(party);
    try {
      return await work();
    } finally {
      this.#end(party);
    }
  }

  /** Waits for the turn of a party; undefined if it may begin at once. Throws TooManyWaiting. */
  #turn(name: string): Promise<void> | undefined {
    const party = this.#parties.get(name) ?? { running: 0, waiting: [] };
    const isFree = this.#running < this.#mostRunning() && party.running < this.#mostPerParty();
    if (isFree && party.waiting.length === 0) {
      this.#parties.set(name, party);
      this.#begin(party);
      return undefined;
    }
    if (party.waiting.length >= this.#limits.waitingPerParty) throw new TooManyWaiting(true);
    if (this.#waiting >= this.#limits.waiting) throw new TooManyWaiting(false);
    this.#parties.set(name, party);
    this.#waiting += 1;
    return new Promise((resolve) => {
      party.waiting.push(resolve);
      this.#queue(name, party);
      this.#startReady();
    });
  }

  #begin(party: Party): void {
    party.running += 1;
    this.#running += 1;
  }

  /** Puts a party behind the others, if its next task may run. */
  #queue(name: string, party: Party): void {
    if (party.waiting.length > 0 && party.running < this.#mostPerParty())
      this.#ready.set(name, party);
  }

  #end(name: string): void {
    this.#running -= 1;
    const endedParty = this.#parties.get(name);
    if (endedParty !== undefined) {
      endedParty.running -= 1;
      this.#queue(name, endedParty);
      if (endedParty.running === 0 && endedParty.waiting.length === 0) this.#parties.delete(name);
    }
    this.#startReady();
  }

  /**
   * Starts the tasks that may run. Must be called when more may run than before although no task
   * has ended.
   */
  startWaiting(): void {
    for (const [name, party] of this.#parties) this.#queue(name, party);
    this.#startReady();
  }

  #startReady(): void {
    for (const [next, party] of this.#ready) {
      if (this.#running >= this.#mostRunning()) return;
      this.#ready.delete(next);
      this.#waiting -= 1;
      this.#begin(party);
      party.waiting.shift()?.();
      this.#queue(next, party);
    }
  }
}
