/** Simultaneous reads per station; it accepts some more, for another replica of the hub. */
const RUNNING_MAX = 12;
const WAITING_MAX = 64;

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Slots of the reads of each station; reads above the limit wait for a moment. */
export class ReadSlots {
  readonly #bySid = new Map<string, Line>();
  readonly #runningMax: number;

  /** @param runningMax of each station */
  constructor(runningMax = RUNNING_MAX) {
    this.#runningMax = runningMax;
  }

  /** @returns a function that releases the slot, called once; undefined when none became free before the signal */
  async take(sid: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    const line = this.#bySid.get(sid) ?? { running: 0, waiting: new Set() };
    this.#bySid.set(sid, line);
    if (line.running < this.#runningMax) line.running += 1;
    else if (!(await handedOver(line, signal))) return undefined;
    return () => this.#giveBack(sid, line);
  }

  /** The slot goes to the next in the queue, before a new request. */
  #giveBack(sid: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) next();
    else {
      line.running -= 1;
      if (line.running === 0) this.#bySid.delete(sid);
    }
  }
}

async function handedOver({ waiting }: Line, signal: AbortSignal): Promise<boolean> {
  if (waiting.size >= WAITING_MAX || signal.aborted) return false;
  return new Promise((resolve) => {
    const end = (isFree: boolean) => {
      waiting.delete(take);
      signal.removeEventListener('abort', giveUp);
      resolve(isFree);
    };
    const take = () => end(true);
    const giveUp = () => end(false);
    waiting.add(take);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
