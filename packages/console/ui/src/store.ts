/** A value that parts of the page observe; it starts with the first observer and ends with the last one. */
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

  /** @returns a function that ends it */
  protected begin(): (() => void) | undefined {
    return undefined;
  }

  /** It has ended by itself: the next observer starts it again. */
  protected hasEnded(): void {
    this.#stop = undefined;
  }

  protected tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** An observable value; the same object as long as nothing has changed. */
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

/** One instance per owner, such as a sign-in, created at the first request. */
export function onePer<Owner extends WeakKey, One>(make: (owner: Owner) => One): (owner: Owner) => One {
  const known = new WeakMap<Owner, One>();
  return (owner) => {
    const one = known.get(owner) ?? make(owner);
    known.set(owner, one);
    return one;
  };
}
