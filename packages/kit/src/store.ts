/** Something that parts of the page follow; the first of them begins it, and the last one that leaves ends it. */
export class Observable {
  readonly #listeners = new Set<() => void>();
  #stop: (() => void) | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= this.begin();
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  };

  /** @returns what ends it again */
  protected begin(): (() => void) | undefined {
    return undefined;
  }

  /** It has ended by itself: the next one that comes begins it again. */
  protected hasEnded(): void {
    this.#stop = undefined;
  }

  protected tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A value that parts of the page follow; the same object as long as nothing has changed. */
export class Store<Value> extends Observable {
  #value: Value;

  constructor(value: Value) {
    super();
    this.#value = value;
  }

  readonly snapshot = (): Value => this.#value;

  protected become(value: Value): void {
    this.#value = value;
    this.tell();
  }
}

/** The one that there is for each owner, as for each sign-in, made when it is first asked for. */
export function onePer<Owner extends WeakKey, One>(make: (owner: Owner) => One): (owner: Owner) => One {
  const known = new WeakMap<Owner, One>();
  return (owner) => {
    const one = known.get(owner) ?? make(owner);
    known.set(owner, one);
    return one;
  };
}
