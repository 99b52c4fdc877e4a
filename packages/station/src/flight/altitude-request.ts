/** The altitude that was asked for, and whether the Kite has been there since. */
export class AltitudeRequest {
  readonly #withinM: number;
  #targetM: number | undefined;
  #requestedUs = 0;
  #reached = true;

  /** @param withinM how close to the target counts as reached, metres */
  constructor(withinM: number) {
    this.#withinM = withinM;
  }

  get targetM(): number | undefined {
    return this.#targetM;
  }

  /** From the request until a later report shows the Kite at the target: even a change of a few centimetres is seen. */
  get isUnderWay(): boolean {
    return !this.#reached;
  }

  set(targetM: number, nowUs: number): void {
    this.#targetM = targetM;
    this.#requestedUs = nowUs;
    this.#reached = false;
  }

  /** The target is wherever the Kite is; nothing is under way. */
  settle(targetM: number | undefined): void {
    this.#targetM = targetM;
    this.#reached = true;
  }

  update(altitudeM: number | undefined, measuredUs: number): void {
    if (altitudeM === undefined || this.#targetM === undefined || measuredUs <= this.#requestedUs) return;
    if (Math.abs(altitudeM - this.#targetM) <= this.#withinM) this.#reached = true;
  }
}
