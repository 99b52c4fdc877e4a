/** Long enough for a message each two seconds, short enough to notice that another ground station has changed it. */
const WINDOW_US = 5_000_000;
/** Messages of all components of a vehicle; a stranger that invents ids costs no more. */
const KINDS_MAX = 1024;

interface Counts {
  windowStartUs: number;
  count: number;
  /** Rate of the window before, Hz; undefined in the first. */
  rateHz: number | undefined;
  total: number;
}

/** One kind of message of one sender. */
export interface MessageRate {
  readonly system: number;
  readonly component: number;
  readonly id: number;
  /** Measured over the last whole window of five seconds; undefined in the first. */
  readonly rateHz: number | undefined;
  readonly total: number;
}

const SYSTEM = 2 ** 32;
const COMPONENT = 2 ** 24;
const keyOf = (system: number, component: number, id: number): number => system * SYSTEM + component * COMPONENT + id;

/** Measures how often each message of each sender arrives. */
export class RateMeter {
  readonly #kinds = new Map<number, Counts>();

  take(system: number, component: number, id: number, nowUs: number): void {
    const key = keyOf(system, component, id);
    let counts = this.#kinds.get(key);
    if (counts === undefined) {
      if (this.#kinds.size >= KINDS_MAX) return;
      counts = { windowStartUs: nowUs, count: 0, rateHz: undefined, total: 0 };
      this.#kinds.set(key, counts);
    }
    roll(counts, nowUs);
    counts.count += 1;
    counts.total += 1;
  }

  /** Undefined until a window is over; 0 for a message that has stopped or never came. */
  rateHz(system: number, component: number, id: number, nowUs: number): number | undefined {
    const counts = this.#kinds.get(keyOf(system, component, id));
    if (counts === undefined) return 0;
    roll(counts, nowUs);
    return counts.rateHz;
  }

  /** By system, component and id. */
  all(nowUs: number): readonly MessageRate[] {
    return [...this.#kinds]
      .toSorted(([a], [b]) => a - b)
      .map(([key, counts]) => {
        roll(counts, nowUs);
        const [system, rest] = [Math.floor(key / SYSTEM), key % SYSTEM];
        const ids = { system, component: Math.floor(rest / COMPONENT), id: rest % COMPONENT };
        return { ...ids, rateHz: counts.rateHz, total: counts.total };
      });
  }
}

function roll(counts: Counts, nowUs: number): void {
  const elapsedUs = nowUs - counts.windowStartUs;
  if (elapsedUs < WINDOW_US) return;
  // After a pause the last whole window was empty.
  counts.rateHz = elapsedUs < 2 * WINDOW_US ? counts.count / (elapsedUs / 1e6) : 0;
  counts.windowStartUs = nowUs;
  counts.count = 0;
}
