import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';

/** The media process keeps what it has warmed up for 30 s: a message in time keeps it. */
const REPEAT_S = 10;
/** A take-off is noticed by then: a snapshot may follow within seconds, and cold threads take longer than a client waits. */
const CHECK_S = 1;
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
    this.#cancel = every(deps.clock, CHECK_S * US_PER_S, () => this.isExpected && this.#sendIfDue());
  }

  /** Whether a picture is likely to be requested within seconds. */
  get isExpected(): boolean {
    return this.#deps.isInFlight() || this.#deps.clock.nowUs() < this.#expectedUntilUs;
  }

  /** A client has asked for the streams, or was watching one when the media process ended. */
  expect(): void {
    this.#expectedUntilUs = this.#deps.clock.nowUs() + EXPECTED_S * US_PER_S;
    this.#sendIfDue();
  }

  stop(): void {
    this.#cancel();
  }

  #sendIfDue(): void {
    const nowUs = this.#deps.clock.nowUs();
    if (nowUs - this.#sentUs < REPEAT_S * US_PER_S) return;
    this.#sentUs = nowUs;
    this.#deps.warmUp();
  }
}
