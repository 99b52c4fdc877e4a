/** A waiting task and where it comes from. */
interface Waiting {
  readonly start: () => void;
  readonly drop: () => void;
}

/** Tasks of one network, by address. */
type Flow = Map<string, Waiting[]>;

/**
 * A queue in turns: networks (IPv4 /16, IPv6 /32) in turn, and their addresses in turn. One that sends many tasks, from as
 * many addresses as it has, delays those of others by one task, and its own by all of them.
 */
export class FairQueue {
  readonly #flows = new Map<string, Flow>();
  readonly #most: number;
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a task. In a full queue the newest one of the longest flow is dropped, which may be this one. */
  push(address: string, waiting: Waiting): void {
    const network = networkPart(address);
    const flow: Flow = this.#flows.get(network) ?? new Map();
    this.#flows.set(network, flow);
    flow.set(address, [...(flow.get(address) ?? []), waiting]);
    this.#size += 1;
    if (this.#size > this.#most) this.#dropOne();
  }

  /** Takes the next task; undefined when none waits. */
  shift(): Waiting | undefined {
    const [network] = this.#flows.keys();
    return network === undefined ? undefined : this.#take(network, 'first');
  }

  #dropOne(): void {
    const [longest] = [...this.#flows].sort(([, a], [, b]) => size(b) - size(a));
    if (longest !== undefined) this.#take(longest[0], 'newest')?.drop();
  }

  /** Takes a task and moves its network, and its address in it, to the end. */
  #take(network: string, which: 'first' | 'newest'): Waiting | undefined {
    const flow: Flow = this.#flows.get(network) ?? new Map();
    const [address = ''] = which === 'first' ? flow.keys() : [...flow.keys()].slice(-1);
    const tasks = flow.get(address) ?? [];
    const task = which === 'first' ? tasks.shift() : tasks.pop();
    this.#size -= 1;
    flow.delete(address);
    if (tasks.length > 0) flow.set(address, tasks);
    this.#flows.delete(network);
    if (flow.size > 0) this.#flows.set(network, flow);
    return task;
  }
}

const size = (flow: Flow): number => [...flow.values()].reduce((sum, { length }) => sum + length, 0);

/** `203.0` of 203.0.113.7, `2001:db8` of 2001:db8::1. */
const networkPart = (address: string): string => address.split(/[.:]/, 2).join('.');
