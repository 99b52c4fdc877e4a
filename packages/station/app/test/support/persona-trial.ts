import assert from 'node:assert/strict';
import { setImmediate as breath } from 'node:timers/promises';
import { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import { SimulationClock } from '@kitestring/aircraft-simulator/simulation-clock.ts';
import type { AircraftUnderTest } from '@kitestring/lab-testing/describe-aircraft.ts';
import { memoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { testSecrets } from '@kitestring/lab-testing/test-secrets.ts';
import type { PersonaName } from '@kitestring/mavlink-vehicle';
import { Station } from '@kitestring/station-core/station.ts';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import { JoinedPersona, type TrialLine, type TrialSigning } from './join-persona.ts';
import { StationOrders } from './station-orders.ts';

const START_US = Date.UTC(2026, 2, 1, 9, 30) * 1000;
const STEP_S = 0.1;
/** All that the record says is known by then, on the worst line. */
const KNOWN_WITHIN_S = 300;
const STEADY_US = 5_000_000;

/** A station on a simulated aircraft, the vehicle that it is, and the driver of a real aircraft, in the time of the simulation. */
export class PersonaTrial implements AsyncDisposable {
  readonly simulated: SimulatedAircraft;
  readonly clock: SimulationClock;
  readonly station: Station;
  readonly joined: JoinedPersona;
  readonly orders: StationOrders;
  readonly texts: string[] = [];

  private constructor(simulated: SimulatedAircraft, clock: SimulationClock, station: Station, joined: JoinedPersona) {
    this.simulated = simulated;
    this.clock = clock;
    this.station = station;
    this.joined = joined;
    this.orders = new StationOrders(joined.aircraft, clock);
    joined.aircraft.onNote(({ text }) => void this.texts.push(text));
  }

  /** @param sign makes the signing of both ends with their clock */
  static async start(
    persona: PersonaName,
    line?: TrialLine,
    sign: (clock: SimulationClock) => TrialSigning = () => ({}),
  ): Promise<PersonaTrial> {
    const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: START_US, rooftopBox: false });
    const clock = new SimulationClock(aircraft);
    const settings = { ...DEFAULT_STATION_SETTINGS, installation: 'Tray Mount' } as const;
    const station = new Station({ aircraft, clock, secrets: testSecrets(), settings, store: memoryStore() });
    return new PersonaTrial(
      aircraft,
      clock,
      station,
      await JoinedPersona.of(station, persona, clock, { line, signing: sign(clock) }),
    );
  }

  /** On the ground, ready, and with all that the driver finds out. */
  static async ready(persona: PersonaName, line?: TrialLine): Promise<PersonaTrial> {
    const trial = await PersonaTrial.start(persona, line);
    let knownUs = Number.POSITIVE_INFINITY;
    await trial.until('the whole record', KNOWN_WITHIN_S, () => {
      const { session } = trial.joined.aircraft;
      const nowUs = trial.clock.nowUs();
      const isKnown = session?.version !== undefined && session.gimbal !== undefined;
      const isPlaced = session?.telemetry.position(nowUs) !== undefined;
      const isPointed = session?.telemetry.gimbal(nowUs) !== undefined;
      const isWhole = isKnown && isPlaced && isPointed && session.telemetry.remoteIdSerial !== undefined;
      // Its messages come at the rates that the driver has asked for by then.
      knownUs = isWhole ? Math.min(knownUs, nowUs) : Number.POSITIVE_INFINITY;
      return nowUs - knownUs >= STEADY_US && trial.station.readiness().ready;
    });
    return trial;
  }

  /** For the suite of every aircraft. */
  get underTest(): AircraftUnderTest {
    return {
      aircraft: this.orders,
      advance: (seconds) => this.advance(seconds),
      dispose: () => this[Symbol.asyncDispose](),
    };
  }

  async advance(seconds: number): Promise<void> {
    for (let leftS = seconds; leftS > 1e-9; leftS -= STEP_S) {
      this.clock.advance(Math.min(STEP_S, leftS));
      await breath();
    }
  }

  async until(what: string, withinS: number, isTrue: () => boolean): Promise<void> {
    for (let passedS = 0; !isTrue(); passedS += STEP_S) {
      assert.ok(passedS < withinS, `${what}: not within ${withinS} s; ${this.texts.join(' | ')}`);
      await this.advance(STEP_S);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.orders.stop();
    let hasEnded = false;
    const ended = this.joined[Symbol.asyncDispose]().finally(() => {
      hasEnded = true;
    });
    // A gimbal that turns is stopped, which waits for its answer.
    while (!hasEnded) await this.advance(STEP_S);
    await ended;
    this.station.stop();
  }
}
