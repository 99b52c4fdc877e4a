import type { Cancel } from './clock.ts';

/** Where a bug was contained: the kind of callback, since no request can be answered with an error. */
export type BugPlace =
  | 'timer'
  | 'microtask'
  | 'sample'
  | 'topic'
  | 'notification'
  | 'handoff'
  | 'session'
  | 'incident'
  | 'signatures'
  | 'checklist'
  | 'subscription'
  | 'media_message'
  | 'process';

/** Receives the exception of a callback; a callback must never throw. */
export type OnBug = (bug: unknown, place: BugPlace) => void;

/** For callers without a bug handler: rethrows. */
export const rethrow: OnBug = (bug) => {
  throw bug;
};

/** Safety: a bug ends the callback that has it, never the flight. */
export function contain(place: BugPlace, onBug: OnBug, callback: () => void): void {
  try {
    callback();
  } catch (bug) {
    onBug(bug, place);
  }
}

/** Callbacks for an event; a bug in one does not affect the others. */
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

  /** Calls all, in order of registration. A loop without closures: topics are notified of every sample. */
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
