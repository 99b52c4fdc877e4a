import {
  ONVIF_REQUESTS_MAX,
  type OnvifRequest,
  type OnvifRequestPage,
} from '@kitestring/station-contract/sim/onvif.ts';
import { ONVIF_QUIRK_NAMES, type OnvifQuirkName } from '@kitestring/station-contract/sim/onvif-quirks.ts';

const PAGE = 100;

/** Bugs that the ONVIF camera is given, and its journal of requests. It outlives restarts, like the simulated world. */
export class OnvifLab {
  #quirks: ReadonlySet<OnvifQuirkName> = new Set();
  readonly #requests: OnvifRequest[] = [];
  #count = 0;

  /** Bugs that the camera has, in the order of the reference. */
  get quirks(): ReadonlySet<OnvifQuirkName> {
    return this.#quirks;
  }

  setQuirks(names: readonly OnvifQuirkName[]): void {
    this.#quirks = new Set(ONVIF_QUIRK_NAMES.filter((name) => names.includes(name)));
  }

  note(request: Omit<OnvifRequest, 'number' | 'quirks'>): void {
    this.#count += 1;
    this.#requests.push({ number: this.#count, ...request, quirks: [...this.#quirks] });
    if (this.#requests.length > ONVIF_REQUESTS_MAX) this.#requests.shift();
  }

  page({ after = 0, limit = PAGE }: { readonly after?: number; readonly limit?: number }): OnvifRequestPage {
    const requests = this.#requests.filter(({ number }) => number > after).slice(0, limit);
    return { requests, next_after: requests.at(-1)?.number ?? Math.min(after, this.#count) };
  }
}
