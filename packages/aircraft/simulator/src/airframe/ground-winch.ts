import { lagShare } from '../first-order-lag.ts';
import type { BaseMotion } from '../ground/base-motion.ts';
import { ownModelOf } from '../navigation/own-model.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { ForceSensor } from '../tether/force-sensor.ts';
import { TensionControl } from '../tether/tension-control.ts';
import { Tether } from '../tether/tether.ts';
import { Winch } from '../tether/winch.ts';
import type { ExitFrame } from './exit-frame.ts';

/** Left loose for a lift-off, metres: of a climb the winch learns when it has begun. Assumed. */
const LOOSE_M = 0.4;
/** It holds an aircraft that has touched down for so long before it gives it some line, seconds. Assumed. */
const SETTLED_S = 1;
/** For so long after a lift-off it stays loose, seconds: an autopilot may start hard. Assumed. */
const LIFT_OFF_S = 2;
/** A loose line is taken up this much faster than the aircraft moves, m/s: faster would jerk at it. Assumed. */
const TAKE_UP_MPS = 0.3;

/** Figures that a winch learns from the aircraft, by its telemetry. */
interface KiteTelemetry {
  /** Rate of climb, m/s. */
  readonly climbMps: number;
  /** Horizontal wind, m/s. */
  readonly windMps: number;
  /** A motor has failed. */
  readonly motorFailed: boolean;
}

interface GroundWinchRates {
  readonly controlS: number;
  readonly slowS: number;
  readonly stepS: number;
}

/** Tether, winch and force sensor under tension control, for an aircraft that is not ours. */
export class GroundWinch {
  readonly tether: Tether;
  readonly winch: Winch;
  readonly sensor: ForceSensor;
  readonly control: TensionControl;
  readonly #end: ExitFrame;
  readonly #throatM: number;
  readonly #catchRadiusM: number;
  readonly #windShare: number;
  readonly #controlS: number;
  #windMps = 0;
  #airborneS = 0;
  #restS = SETTLED_S;
  #isAtRest = true;

  constructor(parameters: SimulatorParameters, seed: number, end: ExitFrame, rates: GroundWinchRates) {
    const { tether, winch, wind } = parameters;
    const layerError = winch.layerErrorShare * randomStream(seed, 'tether layers').normal();
    this.#end = end;
    this.#throatM = tether.throatM;
    this.#catchRadiusM = tether.catchRadiusM;
    this.#controlS = rates.controlS;
    this.#windShare = lagShare(rates.controlS, wind.sustainedTimeS);
    this.winch = new Winch(parameters, layerError, rates.stepS);
    this.tether = new Tether(parameters, end, this.winch, rates.stepS);
    this.sensor = new ForceSensor(parameters.forceSensor, randomStream(seed, 'force sensor'), rates.slowS);
    const own = ownModelOf(parameters, randomStream(seed, 'own model'));
    this.control = new TensionControl(own.parameters, this.winch, this.sensor, rates.controlS);
  }

  /** Steps have this length from now on. */
  retime(stepS: number): void {
    this.winch.retime(stepS);
    this.tether.retime(stepS);
  }

  /** Physics of one step. @param isLifting its thrust exceeds its weight: until then it rests beside the winch */
  step(isOnGround: boolean, isLifting: boolean): void {
    const { eastM, northM } = this.#end;
    const isNear = Math.sqrt(eastM * eastM + northM * northM) <= this.#catchRadiusM;
    this.#isAtRest = isOnGround && !isLifting && isNear && !this.tether.isCut;
    if (this.#isAtRest) return;
    this.tether.isKiteDown = isOnGround;
    this.winch.step();
    this.tether.step();
  }

  /** Measures, then commands the winch, at the rate of the controllers. */
  steer({ climbMps, windMps, motorFailed }: KiteTelemetry, base: BaseMotion): void {
    const { control, sensor, tether } = this;
    if (!base.isAtRest) this.#followBase(base);
    if (this.#isAtRest) this.#windUp();
    sensor.read(tether);
    this.#windMps += this.#windShare * (windMps - this.#windMps);
    control.windMps = this.#windMps;
    control.climbRateMps = climbMps - base.upMps;
    control.modelN = -this.#end.upN;
    control.isRelieved = motorFailed;
    control.usesModel = sensor.isSilent;
    this.#airborneS = this.#isAtRest ? 0 : this.#airborneS + this.#controlS;
    this.#restS = this.#isAtRest ? this.#restS + this.#controlS : 0;
    if (this.#isAtRest) {
      control.rest();
      return;
    }
    control.update();
    if (control.isSlack) this.#takeUp(control.climbRateMps);
  }

  /** The aircraft flies by a height of its own: what is loose is taken up relative to its climb. */
  #takeUp(climbRateMps: number): void {
    this.winch.commandMps = climbRateMps - (this.#airborneS < LIFT_OFF_S ? 0 : TAKE_UP_MPS);
  }

  /** The sensor tilts with its base, and the line stays behind. */
  #followBase(base: BaseMotion): void {
    this.sensor.turnEastDeg = base.sensors.turnEastDeg(base);
    this.sensor.turnNorthDeg = base.sensors.turnNorthDeg(base);
    this.tether.carryOff(base);
  }

  /** Wound in to where the aircraft stands, a little loose. */
  #windUp(): void {
    const { eastM, northM } = this.#end;
    this.tether.rest();
    this.winch.windUp();
    const toKiteM = Math.sqrt(eastM * eastM + northM * northM + this.#throatM * this.#throatM);
    this.winch.lengthM = toKiteM - this.#throatM + (this.#restS < SETTLED_S ? 0 : LOOSE_M);
  }
}
