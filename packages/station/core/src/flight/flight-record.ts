import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { FlightTotals } from '@kitestring/station-contract/station/flight-figures.ts';
import { PAST_FLIGHTS_MAX, type PastFlight } from '@kitestring/station-contract/station/notification-page.ts';
import type { KiteSample } from '../ports/aircraft.ts';
import type { CounterStore } from '../ports/counter-store.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { attempt } from '../ports/store.ts';

/** When the flight that goes on began, microseconds of station time; 0 on the ground. */
const BEGAN_COUNTER = 'flight.began_us';
const FLIGHTS_DOCUMENT = 'flights';

interface FlightRecordDeps {
  readonly counters: CounterStore;
  readonly documents: DocumentStore;
  /** Called when a time could not be saved: the flight continues. */
  readonly onStoreFault: (fault: unknown) => void;
}

/** The flight that goes on, or the last one: since when, how long, how high. */
export class FlightRecord {
  readonly #deps: FlightRecordDeps;
  #isInAir: boolean | undefined;
  #beganUs: number | undefined;
  #lastedUs: number | undefined;
  #altitudeMaxM: number | undefined;
  #past: readonly PastFlight[];

  constructor(deps: FlightRecordDeps) {
    this.#deps = deps;
    this.#past = JSON.parse(deps.documents.get(FLIGHTS_DOCUMENT) ?? '[]') as PastFlight[];
  }

  [STATE](archive: StateArchive): void {
    [this.#isInAir, this.#beganUs, this.#lastedUs] = archive.all(this.#isInAir, this.#beganUs, this.#lastedUs);
    [this.#altitudeMaxM, this.#past] = archive.all(this.#altitudeMaxM, this.#past);
  }

  update(nowUs: number, { altitudeM, landedState }: KiteSample): void {
    const isInAir = landedState === 'InAir';
    if (isInAir !== this.#isInAir) this.#change(isInAir, nowUs);
    if (!isInAir) return;
    if (this.#beganUs !== undefined) this.#lastedUs = nowUs - this.#beganUs;
    if (altitudeM !== undefined) this.#altitudeMaxM = Math.max(this.#altitudeMaxM ?? altitudeM, altitudeM);
  }

  shown(): Pick<FlightTotals, 'in_flight' | 'began_time' | 'flight_s' | 'altitude_max'> {
    return {
      in_flight: this.#isInAir === true,
      ...(this.#beganUs !== undefined && { began_time: formatTimestamp(this.#beganUs) }),
      ...(this.#lastedUs !== undefined && { flight_s: roundTo(this.#lastedUs / US_PER_S, 1) }),
      ...(this.#altitudeMaxM !== undefined && { altitude_max: roundTo(this.#altitudeMaxM, 2) }),
    };
  }

  /** The flight that goes on and those before it, the newest first. */
  flights(): readonly PastFlight[] {
    const isUnderWay = this.#isInAir === true && this.#beganUs !== undefined;
    return [...(isUnderWay ? [{ began_time: formatTimestamp(this.#beganUs ?? 0) }] : []), ...this.#past];
  }

  #change(isInAir: boolean, nowUs: number): void {
    const isFirst = this.#isInAir === undefined;
    this.#isInAir = isInAir;
    // Already in the air when the station started: only what it saved before tells since when.
    const { counters, onStoreFault } = this.#deps;
    const savedUs = counters.get(BEGAN_COUNTER) ?? 0;
    if (isInAir) {
      const isKept = isFirst && savedUs > 0 && savedUs <= nowUs;
      this.#beganUs = isFirst ? (isKept ? savedUs : undefined) : nowUs;
      this.#lastedUs = undefined;
      this.#altitudeMaxM = undefined;
    }
    if (!isInAir && savedUs > 0 && savedUs <= nowUs) this.#remember(savedUs, nowUs);
    const beganUs = isInAir ? (this.#beganUs ?? 0) : 0;
    if (beganUs !== savedUs) attempt(() => counters.keep(BEGAN_COUNTER, beganUs), onStoreFault);
  }

  /** One that ended while the station was off ends when it is found on the ground. */
  #remember(beganUs: number, endedUs: number): void {
    const flight = { began_time: formatTimestamp(beganUs), ended_time: formatTimestamp(endedUs) };
    this.#past = [flight, ...this.#past].slice(0, PAST_FLIGHTS_MAX);
    const { documents, onStoreFault } = this.#deps;
    attempt(() => documents.keep(FLIGHTS_DOCUMENT, JSON.stringify(this.#past)), onStoreFault);
  }
}
