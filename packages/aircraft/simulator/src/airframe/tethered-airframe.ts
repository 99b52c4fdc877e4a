import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { SiteAir } from '../air/site-air.ts';
import { WeatherPressure } from '../air/weather-pressure.ts';
import { CALM, Wind, type WindConditions } from '../air/wind.ts';
import { DEG_PER_RAD, nearestTurn, RAD_PER_DEG } from '../angle.ts';
import { YawDisturbance } from '../body/yaw-disturbance.ts';
import { FaultInjector } from '../faults/fault-injector.ts';
import type { TetheredFaultWorld, TetheredSimulation } from '../faults/fault-kind.ts';
import { TETHERED_FAULT_KINDS } from '../faults/tethered-fault-kinds.ts';
import { BaseMotion } from '../ground/base-motion.ts';
import { NO_SEA, type SeaConditions } from '../ground/seaway.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Electrics } from '../power/electrics.ts';
import { StepRates } from '../step-rates.ts';
import type { MotorCommand } from './airframe.ts';
import { Cadence } from './cadence.ts';
import { ExitFrame } from './exit-frame.ts';
import { GroundWinch } from './ground-winch.ts';
import { type FrameName, parametersFor } from './motor-frame.ts';
import { MovingDeck } from './moving-deck.ts';
import { Multirotor } from './multirotor.ts';

/** Longest step of the physics, seconds: that of the whole simulated aircraft. */
const LONGEST_STEP_S = 0.0025;
/** A tilt beyond it (86 degrees) counts as this one, where a tangent of it is needed. */
const LEAST_UPRIGHTNESS = 0.07;
/** A motor that gives less than this share of its command has failed. */
const FAILED_BELOW = 0.5;

export interface TetheredAirframeOptions {
  readonly frame: FrameName;
  readonly parameters: SimulatorParameters;
  readonly seed: number;
  readonly wind?: WindConditions;
  readonly sea?: SeaConditions;
  /** Time of the start, microseconds since 1970. */
  readonly startTimeUs: number;
}

/**
 * A multirotor under an autopilot of its own, on our tether: the autopilot owns time and motors, ours are body, air,
 * tether, winch, power, heat and base. Deterministic: the same seed, commands and steps give the same states.
 */
export class TetheredAirframe implements TetheredFaultWorld {
  readonly parameters: SimulatorParameters;
  readonly multirotor: Multirotor;
  readonly wind: Wind;
  readonly weatherPressure: WeatherPressure;
  readonly winching: GroundWinch;
  readonly electrics: Electrics;
  readonly base: BaseMotion;
  readonly deck = new MovingDeck();
  readonly faults: FaultInjector<TetheredFaultWorld>;
  /** The parts that faults act on. */
  readonly simulation: TetheredSimulation;
  /** Air at the Kite. */
  readonly air = { eastMps: 0, northMps: 0, upMps: 0, densityKgPerM3: 0 };
  readonly #siteAir: SiteAir;
  readonly #twist: YawDisturbance;
  readonly #exit = new ExitFrame();
  readonly #outside = { eastN: 0, northN: 0, upN: 0, clockwiseNm: 0, addedKg: 0 };
  readonly #lean = { east: 0, north: 0, stretch: 1 };
  readonly #motion = {
    airDensity: 0,
    upM: 0,
    eastMps: 0,
    northMps: 0,
    upMps: 0,
    windEastMps: 0,
    windNorthMps: 0,
    windUpMps: 0,
  };
  readonly #end = { isCut: false };
  readonly #control = new Cadence(0.01);
  readonly #windDue = new Cadence(0.02);
  readonly #slow = new Cadence(0.1);
  readonly #startHeadingDeg: number;
  #stepS = LONGEST_STEP_S;
  #controlCount = 0;
  #areMotorsOff = true;
  /** Since the start, seconds. */
  timeS = 0;
  /** Direction of the nose, degrees clockwise from north, without a jump at north. */
  headingDeg: number;

  constructor({ frame, parameters, seed, wind = CALM, sea = NO_SEA, startTimeUs }: TetheredAirframeOptions) {
    const made = parametersFor(frame, parameters);
    const rates = new StepRates(LONGEST_STEP_S * 1e6);
    this.parameters = made;
    this.multirotor = new Multirotor(frame, made, randomStream(seed, 'rotor spread'));
    this.wind = new Wind(wind, made.wind.profileExponent, randomStream(seed, 'wind'), this.#windDue.periodS);
    const tendency = randomStream(seed, 'pressure tendency');
    this.weatherPressure = new WeatherPressure(made.pressure, tendency, this.#slow.periodS);
    this.winching = new GroundWinch(made, seed, this.#exit, {
      controlS: this.#control.periodS,
      slowS: this.#slow.periodS,
      stepS: this.#stepS,
    });
    this.base = new BaseMotion(made, rates, seed, sea);
    this.#siteAir = new SiteAir(made.site);
    this.#twist = new YawDisturbance(made, this.#windDue.periodS);
    this.headingDeg = made.site.cradleHeadingDeg;
    this.#startHeadingDeg = made.site.cradleHeadingDeg;
    const body = this.#poweredBody();
    const { tether, winch, sensor } = this.winching;
    this.electrics = new Electrics(
      made,
      rates,
      seed,
      { body, tether, winch },
      { end: this.#end, hasRooftopBox: false, rotorCount: this.multirotor.motors.count },
    );
    const { electrics, base } = this;
    const { power, heat } = electrics;
    this.simulation = {
      parameters: made,
      wind: this.wind,
      body,
      tether,
      winch,
      forceSensor: sensor,
      power,
      heat,
      electrics,
      base,
    };
    const ticks = new StepRates(this.#control.periodS * 1e6);
    this.faults = new FaultInjector<TetheredFaultWorld>({
      world: this,
      kinds: TETHERED_FAULT_KINDS,
      rates: ticks,
      stepCount: () => this.#controlCount,
      timeUs: (tick) => startTimeUs + tick * ticks.stepUs,
    });
    this.#meetAir();
    this.#exit.meet(this.multirotor.body, this.deck);
  }

  /** The motors have power. */
  get isPowered(): boolean {
    return this.electrics.isKitePowered;
  }

  get isFinite(): boolean {
    return this.multirotor.body.isFinite;
  }

  /** Advances by one frame of the autopilot, in equal steps. @param frameS less than 0.1 s @param command held for it */
  advance(frameS: number, command: MotorCommand): void {
    const count = Math.max(1, Math.ceil(frameS / LONGEST_STEP_S - 1e-6));
    const stepS = frameS / count;
    if (stepS !== this.#stepS) {
      this.#stepS = stepS;
      this.winching.retime(stepS);
    }
    this.#areMotorsOff = command.every((share) => !(share > 0));
    this.multirotor.startFrame();
    for (let index = 0; index < count; index += 1) this.#step(command);
  }

  /** Replaces a parted tether where the aircraft can be reached: on the ground. */
  replaceTether(): void {
    const { multirotor, winching } = this;
    if (!winching.tether.isCut || !multirotor.isOnGround) return;
    this.#end.isCut = false;
    winching.tether.replace();
    this.electrics.powerMonitor.renewLine();
  }

  /** Order: air, winch, line, power, airframe. */
  #step(command: MotorCommand): void {
    const { deck, multirotor, timeS, winching } = this;
    if (this.#control.isDue(timeS)) this.#steer();
    if (this.#windDue.isDue(timeS)) this.#blow();
    if (this.#slow.isDue(timeS)) this.#updateSlowParts();
    deck.advance(timeS);
    this.#exit.meet(multirotor.body, deck);
    winching.step(multirotor.isOnGround, this.#isLifting);
    this.#end.isCut = winching.tether.isCut;
    const { eastN, northN, upN, lineKg } = this.#exit;
    this.#outside.eastN = eastN;
    this.#outside.northN = northN;
    this.#outside.upN = upN;
    this.#outside.addedKg = lineKg;
    multirotor.step(this.#stepS, command, this.isPowered, this.air, this.#outside, deck);
    this.timeS = timeS + this.#stepS;
  }

  get #isLifting(): boolean {
    const { body, motors } = this.multirotor;
    return motors.totalN * body.attitude.uprightness > this.parameters.kite.massKg * GRAVITY_MPS2;
  }

  #steer(): void {
    const { base, deck, multirotor, timeS, winching } = this;
    this.faults.step(this.#controlCount);
    this.#controlCount += 1;
    if (!base.isAtRest) {
      base.step();
      deck.meet(base, timeS);
    }
    const { body, motors } = multirotor;
    this.headingDeg = nearestTurn(this.headingDeg, body.attitude.headingRad * DEG_PER_RAD);
    const motorFailed = motors.effectiveness.some((share) => share < FAILED_BELOW);
    winching.steer({ climbMps: body.upMps, windMps: this.wind.speedMps, motorFailed }, base);
  }

  #blow(): void {
    const { air, base, multirotor, wind, winching } = this;
    const { body } = multirotor;
    wind.update(body);
    air.eastMps = wind.eastMps;
    air.northMps = wind.northMps;
    air.upMps = wind.upMps;
    this.#showMotion();
    const twistDeg = winching.tether.isCut ? 0 : this.headingDeg - this.#startHeadingDeg;
    const { headingDeg } = this;
    this.#twist.update(wind, { motion: this.#motion, yaw: { headingDeg }, twistDeg }, winching.winch);
    this.#outside.clockwiseNm = multirotor.isOnGround
      ? 0
      : this.#twist.dps2 * RAD_PER_DEG * this.parameters.kite.yawInertiaKgM2;
    winching.tether.updateLoad(wind, base);
  }

  #updateSlowParts(): void {
    const { base, electrics, weatherPressure, winching } = this;
    weatherPressure.step();
    winching.sensor.drift();
    base.plan();
    base.measure();
    this.#meetAir();
    this.#showMotion();
    electrics.step({
      areMotorsOff: this.#areMotorsOff,
      isCameraOn: true,
      isKiteHeard: !this.#end.isCut,
      isKiteSwitchedOn: true,
    });
    winching.winch.isPowered = electrics.power.isGroundStationSupplied;
  }

  #meetAir(): void {
    const ambientC = this.electrics.heat.ambientC;
    const densityKgPerM3 = this.#siteAir.densityKgPerM3(this.multirotor.body.upM, ambientC);
    this.air.densityKgPerM3 = densityKgPerM3;
    this.#exit.airDensity = densityKgPerM3;
    this.multirotor.motors.meetAir(densityKgPerM3);
  }

  /** Motion and tilt as the electrics see them. */
  #showMotion(): void {
    const { air } = this;
    const { body } = this.multirotor;
    const motion = this.#motion;
    motion.airDensity = air.densityKgPerM3;
    motion.upM = Math.max(0, body.upM);
    motion.eastMps = body.eastMps;
    motion.northMps = body.northMps;
    motion.upMps = body.upMps;
    motion.windEastMps = air.eastMps;
    motion.windNorthMps = air.northMps;
    motion.windUpMps = air.upMps;
    const { toNed, uprightness } = body.attitude;
    const upright = Math.max(LEAST_UPRIGHTNESS, uprightness);
    const [north, east] = [-toNed[2]! / upright, -toNed[5]! / upright];
    this.#lean.east = east;
    this.#lean.north = north;
    this.#lean.stretch = Math.sqrt(1 + east * east + north * north);
  }

  #poweredBody() {
    const { motors } = this.multirotor;
    const airframe = this.multirotor;
    return {
      rotors: {
        effectiveness: motors.effectiveness,
        drivenN: (index: number) => motors.drivenN(index),
      },
      motion: this.#motion,
      lean: this.#lean,
      get isOnGround() {
        return airframe.isOnGround;
      },
    };
  }
}
