import type { AxisMove, Capabilities } from '@kitestring/station-core/ports';
import { describeAircraft } from './describe-aircraft.ts';
import { ScriptedAircraft } from './scripted-aircraft.ts';
import { VirtualClock } from './virtual-clock.ts';

/** An autopilot on a bare tether: a fixed camera that turns with it, and a slow link. */
const SMALL: Capabilities = {
  gimbal: { pan: { minDps: 1, maxDps: 20, isLed: false } },
  compass: false,
  lids: false,
  winch: false,
  cradleSwitch: false,
  mainPower: false,
  motionSensor: false,
  groundGps: false,
  remoteId: false,
  reset: false,
  rates: { sampleHz: 4, normalMps: 0.75, safetyMps: 1.5 },
};

/** The Kite turns as it is told, and a safety landing is not called off. */
class SmallAircraft extends ScriptedAircraft {
  readonly #clock: VirtualClock;
  #panDeg = 0;
  #move: AxisMove = { kind: 'stop' };
  #turnsForS = 0;
  #isSafetyLanding = false;

  constructor(clock: VirtualClock, has: Capabilities) {
    super(clock);
    this.#clock = clock;
    this.execute().having(has);
    if (has.winch) this.groundStation({ tether: { lengthM: 0 } });
  }

  override takeOff(altitudeM: number): void {
    this.#isSafetyLanding = false;
    super.takeOff(altitudeM);
  }

  override setAltitude(altitudeM: number): void {
    if (!this.#isSafetyLanding) super.setAltitude(altitudeM);
  }

  override holdAltitude(): void {
    if (!this.#isSafetyLanding) super.holdAltitude();
  }

  override land(how: 'normal' | 'safety'): void {
    if (this.#isSafetyLanding) return;
    this.#isSafetyLanding = how === 'safety';
    super.land(how);
  }

  override movePan(move: AxisMove): void {
    super.movePan(move);
    this.#move = move;
    this.#turnsForS = move.kind === 'atRate' ? move.durationS : 0;
  }

  advance(seconds: number): void {
    const { sampleHz } = this.capabilities.rates;
    for (let tick = 0; tick < Math.round(seconds * sampleHz); tick += 1) {
      this.fly(1 / sampleHz);
      const turnedDeg = this.#turn(1 / sampleHz);
      this.kite({ headingUnwrappedDeg: this.#panDeg, isRotating: turnedDeg !== 0 }).camera({ panDeg: this.#panDeg });
      this.#clock.advance(1 / sampleHz);
      this.report();
    }
  }

  #turn(seconds: number): number {
    const mostDeg = (this.capabilities.gimbal.pan?.maxDps ?? 0) * seconds;
    const wishedDeg = this.#wishedDeg(seconds);
    const byDeg = Math.max(-mostDeg, Math.min(mostDeg, wishedDeg));
    this.#panDeg += byDeg;
    return byDeg;
  }

  #wishedDeg(seconds: number): number {
    const move = this.#move;
    if (move.kind === 'toAngle') return move.angleDeg - this.#panDeg;
    if (move.kind === 'stop' || this.#turnsForS <= 0) return 0;
    const forS = Math.min(seconds, this.#turnsForS);
    this.#turnsForS -= forS;
    return move.rateDps * forS;
  }
}

function make(has: Capabilities) {
  const aircraft = new SmallAircraft(new VirtualClock(), has);
  return { aircraft, advance: (seconds: number) => aircraft.advance(seconds), dispose: () => {} };
}

describeAircraft('a small aircraft', () => make(SMALL), SMALL);

const FIXED: Capabilities = {
  ...SMALL,
  gimbal: {},
  winch: true,
  compass: true,
  cradleSwitch: true,
  motionSensor: true,
};
describeAircraft('one whose camera does not turn', () => make(FIXED), FIXED);
