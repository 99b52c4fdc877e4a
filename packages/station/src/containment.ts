import type { Cancel } from './ports/clock.ts';

/** Where a bug was contained: a kind of callback, for which no request can be answered with an error. */
export type BugPlace =
  | 'timer'
  | 'microtask'
  | 'sample'
  | 'topic'
  | 'notification'
  | 'handoff'
  | 'session'
  | 'subscription'
  | 'media_message'
  | 'process';

/** Told of what a callback threw, which it never should. */
export type OnBug = (bug: unknown, place: BugPlace) => void;

/** For whoever has nobody to tell: the bug goes on to the caller. */
export const rethrow: OnBug = (bug) => {
  throw bug;
};

/** Safety: a bug costs the callback that has it, never the flight. */
export function contain(place: BugPlace, onBug: OnBug, callback: () => void): void {
  try {
    callback();
  } catch (bug) {
    onBug(bug, place);
  }
}

/** Callbacks that are told of something; one with a bug keeps no other from being told. */
export class Listeners<Told extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...told: Told) => void>();
  readonly #place: BugPlace;
  readonly #onBug: OnBug;

  constructor(place: BugPlace, onBug: OnBug = rethrow) {
    this.#place = place;
    this.#onBug = onBug;
  }

  add(listener: (...told: Told) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells all, in order of adding. A loop without closures: topics are told of every sample. */
  tell(...told: Told): void {
    for (const listener of this.#listeners) {
      try {
        listener(...told);
      } catch (bug) {
        this.#onBug(bug, this.#place);
      }
    }
  }
}
