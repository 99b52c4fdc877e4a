import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import type { GroundEquipment } from '@kitestring/station-core/ports';
import { Station } from '@kitestring/station-core/station.ts';
import { DEFAULT_STATION_SETTINGS, type StationSettings } from '@kitestring/station-core/station-settings.ts';
import { memoryStore } from './memory-store.ts';
import { ScriptedAircraft } from './scripted-aircraft.ts';
import { StoryRecorder } from './story-recorder.ts';
import { testSecrets } from './test-secrets.ts';
import { VirtualClock } from './virtual-clock.ts';

export const ALICE: Caller = {
  sessionId: 'session-alice',
  callerId: 'plugin-1',
  callerName: 'first',
  scopes: ['read', 'control', 'can_override'],
};

export const BOB: Caller = { ...ALICE, sessionId: 'session-bob' };

/** A tray has no height. */
const ON_GROUND = { ...DEFAULT_STATION_SETTINGS.flight, baseHeightM: 0 };

/** A station on a scripted aircraft and a virtual clock, for tests of the rules. */
export class ScriptedStation {
  readonly clock: VirtualClock;
  readonly aircraft: ScriptedAircraft;
  readonly store: ReturnType<typeof memoryStore>;
  readonly station: Station;
  #recorder: StoryRecorder | undefined;

  /** @param before a station whose world, store and time are reused, as after a restart of the Ground Station @param equipment winch and tether power that take orders */
  constructor(
    settings: Partial<StationSettings> = {},
    before?: Pick<ScriptedStation, 'aircraft' | 'clock' | 'store'>,
    equipment?: GroundEquipment,
  ) {
    this.clock = before?.clock ?? new VirtualClock();
    this.aircraft = before?.aircraft ?? new ScriptedAircraft(this.clock);
    this.store = before?.store ?? memoryStore();
    this.station = new Station({
      aircraft: this.aircraft,
      equipment,
      clock: this.clock,
      secrets: testSecrets(),
      settings: { ...DEFAULT_STATION_SETTINGS, installation: 'Tray Mount', flight: ON_GROUND, ...settings },
      store: this.store,
    });
    if (this.station.settings.installation !== 'Rooftop Box') this.aircraft.rooftopBox(undefined);
  }

  /** Restarts the Ground Station: a new station on the same Kite. */
  restarted(): ScriptedStation {
    this.station.stop();
    return new ScriptedStation(this.station.settings, this);
  }

  /** Records changes of the flight and of notifications from now on, as a table. */
  record(): this {
    this.#recorder = new StoryRecorder(this.station, this.clock);
    return this;
  }

  /** Events since `record`: one line per moment, as written by `StoryRecorder`. */
  get story(): readonly string[] {
    return this.#recorder?.lines ?? [];
  }

  /** Lets the aircraft report its current values repeatedly for `seconds`. */
  run(seconds: number): this {
    const { sampleHz } = this.aircraft.capabilities.rates;
    for (let tick = 0; tick < Math.ceil(seconds * sampleHz - 1e-9); tick += 1) {
      this.aircraft.fly(1 / sampleHz);
      this.clock.advance(1 / sampleHz);
      this.aircraft.report();
    }
    return this;
  }

  /** Advances time without reports of the aircraft. */
  silence(seconds: number): this {
    this.aircraft.fly(seconds);
    this.clock.advance(seconds);
    return this;
  }

  standBy(): this {
    return this.run(0.1);
  }

  climbing(): this {
    this.standBy();
    expectAccepted(this.station.flight.takeOff(ALICE));
    this.run(3.1);
    this.aircraft.kite({ landedState: 'InAir', altitudeM: 0.2 });
    return this.run(0.1);
  }

  flying(altitudeM = 10): this {
    this.climbing();
    this.aircraft.kite({ altitudeM: 1 });
    this.run(0.1);
    if (altitudeM === 1) return this;
    expectAccepted(this.station.flight.setAltitude(ALICE, { altitude: altitudeM }));
    this.aircraft.kite({ altitudeM });
    return this.run(0.1);
  }

  landing(): this {
    this.flying();
    expectAccepted(this.station.flight.land(ALICE));
    return this.run(0.1);
  }

  safetyLanding(): this {
    this.flying();
    this.aircraft.kite({ failsafeLanding: true });
    return this.run(0.1);
  }

  safetyDescending(): this {
    this.flying(40);
    this.aircraft.kiteWithout('gps');
    return this.run(1.2);
  }

  unknown(): this {
    this.standBy();
    return this.silence(3);
  }

  get shown() {
    return this.station.flight.state();
  }

  /** Codes of the active notifications, ascending. */
  get activeCodes(): number[] {
    return this.station.notifications
      .active()
      .map(({ code }) => code)
      .sort((a, b) => a - b);
  }
}

export function expectAccepted(result: Result<unknown>): void {
  if (!result.ok) throw new Error(`refused: ${result.refusal.code}: ${result.refusal.message}`);
}

/** `accepted`, or the code of the refusal. */
export const outcome = (result: Result<unknown>): string => (result.ok ? 'accepted' : result.refusal.code);
