import { Store } from '@kitestring/kit/store.ts';

/** Display time of a refusal. */
export const REFUSAL_SHOWN_MS = 8000;

/** The station's last refusal of one command, until its state is another or it has been read; or, where it is of no state, until it is forgotten. */
export class ShownRefusal extends Store<string | undefined> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #situation: string | undefined;
  #isLasting = false;

  constructor() {
    super(undefined);
  }

  /** @param situation what it was refused in: in another one it is no longer true; undefined for what was typed, which stays wrong until it is typed again */
  say(text: string, situation: string | undefined): void {
    this.#situation = situation;
    this.#isLasting = situation === undefined;
    clearTimeout(this.#timer);
    if (!this.#isLasting) this.#timer = setTimeout(this.forget, REFUSAL_SHOWN_MS);
    this.become(text);
  }

  /** A command that may not have arrived: an operator who looks away meanwhile must still learn of it. */
  sayUnsent(text: string): void {
    this.say(text, undefined);
  }

  /** The situation as it is now. */
  look(situation: string | undefined): void {
    if (this.snapshot() !== undefined && !this.#isLasting && situation !== this.#situation) this.forget();
  }

  readonly forget = (): void => {
    clearTimeout(this.#timer);
    if (this.snapshot() !== undefined) this.become(undefined);
  };
}
