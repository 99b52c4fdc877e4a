import { Store } from '@kitestring/console-ui/store.ts';

/** Display time of a refusal. */
export const REFUSAL_SHOWN_MS = 8000;

/** The last refusal of a command, until the state changes or a display time has passed, or, if it depends on no state, until it is cleared. */
export class ShownRefusal extends Store<string | undefined> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #situation: string | undefined;
  #isLasting = false;

  constructor() {
    super(undefined);
  }

  /**
   * @param situation state of the refusal: in another one it is no longer valid; undefined for input, which stays wrong
   * until it is edited
   */
  say(text: string, situation: string | undefined): void {
    this.#situation = situation;
    this.#isLasting = situation === undefined;
    clearTimeout(this.#timer);
    if (!this.#isLasting) this.#timer = setTimeout(this.forget, REFUSAL_SHOWN_MS);
    this.become(text);
  }

  /** A command that may not have arrived: an operator who looks away must still notice it. */
  sayUnsent(text: string): void {
    this.say(text, undefined);
  }

  /** Updates the current situation. */
  look(situation: string | undefined): void {
    if (this.snapshot() !== undefined && !this.#isLasting && situation !== this.#situation) this.forget();
  }

  readonly forget = (): void => {
    clearTimeout(this.#timer);
    if (this.snapshot() !== undefined) this.become(undefined);
  };
}
