import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';

/** The media process keeps what it has warmed up for 30 s: a message in time keeps it. */
const REPEAT_S = 10;
/** A client that has asked for the streams opens one by then. */
const EXPECTED_S = 30;

interface PictureReadinessDeps {
  /** Real time. */
  readonly clock: Clock;
  /** In flight pictures are what the aircraft is there for. */
  readonly isInFlight: () => boolean;
  /** Has the media process start the threads from which a first picture comes quickly. */
  readonly warmUp: () => void;
}

/**
 * Decides when the media process is to be ready for the first picture: in flight, and when a client is about to watch. At other
 * times its threads and their memory are not there, and the first picture takes as long as they take to start.
 */
export class PictureReadiness {
  readonly #deps: PictureReadinessDeps;
  readonly #cancel: Cancel;
  #expectedUntilUs = Number.NEGATIVE_INFINITY;
  #sentUs = Number.NEGATIVE_INFINITY;

  constructor(deps: PictureReadinessDeps) {
    this.#deps = deps;
    this.#cancel = every(deps.clock, REPEAT_S * US_PER_S, () => this.isExpected && this.#send());
  }

  /** Whether a picture is likely to be requested within seconds. */
  get isExpected(): boolean {
    return this.#deps.isInFlight() || this.#deps.clock.nowUs() < this.#expectedUntilUs;
  }

  /** A client has asked for the streams, or was watching one when the media process ended. */
  expect(): void {
    const nowUs = this.#deps.clock.nowUs();
    this.#expectedUntilUs = nowUs + EXPECTED_S * US_PER_S;
    if (nowUs - this.#sentUs >= REPEAT_S * US_PER_S) this.#send();
  }

  stop(): void {
    this.#cancel();
  }

  #send(): void {
    this.#sentUs = this.#deps.clock.nowUs();
    this.#deps.warmUp();
  }
}
