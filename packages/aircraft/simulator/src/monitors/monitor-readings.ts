import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { KiteBody } from '../body/kite-body.ts';
import type { Autopilot } from '../control/autopilot.ts';
import type { CradleSwitch } from '../ground/cradle-switch.ts';
import type { Navigation } from '../navigation/navigation.ts';
import type { OwnModel } from '../navigation/own-model.ts';
import type { WindEstimate } from '../navigation/wind-estimate.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { Electrics } from '../power/electrics.ts';
import type { Barometer } from '../sensors/barometer.ts';
import type { RelativePosition } from '../sensors/relative-position.ts';
import type { TetherSystem } from '../tether/tether-system.ts';
import { windLoadNPerM } from '../tether/wind-load.ts';
import type { Writable } from '../writable.ts';
import type { HeightReadings } from './barometer-monitor.ts';
import type { PlaceReadings } from './estimation-monitor.ts';
import type { ForceReadings } from './force-sensor-monitor.ts';
import type { SpoolReadings } from './spool-monitor.ts';
import type { TetherReadings } from './tether-monitor.ts';
import { WindSteadiness } from './wind-steadiness.ts';

/** Inputs of the monitors of tether and navigation, from sensors and estimators. */
export type MonitorReadings = SpoolReadings & ForceReadings & HeightReadings & PlaceReadings & TetherReadings;

/** Sources of the readings. */
interface Sources {
  readonly autopilot: Autopilot;
  readonly barometer: Barometer;
  readonly body: KiteBody;
  readonly cradleSwitch: CradleSwitch;
  readonly electrics: Electrics;
  readonly isKiteHeard: boolean;
  readonly navigation: Navigation;
  readonly own: OwnModel;
  readonly parameters: SimulatorParameters;
  readonly position: RelativePosition;
  readonly tethering: TetherSystem;
  readonly windEstimate: WindEstimate;
}

/** One struct that is reused: a step of the monitors allocates nothing. */
export class MonitorReader {
  readonly #readings: Writable<MonitorReadings> = {
    commandMps: 0,
    measuredM: 0,
    isDriven: false,
    passesTest: false,
    isHome: false,
    tensionN: undefined,
    upN: 0,
    weightN: 0,
    windLoadN: 0,
    feltN: 0,
    isKiteHeard: false,
    isFlying: false,
    currentA: 0,
    isSupplied: false,
    isWindSteady: false,
    isWindVectorSteady: false,
    bowM: 0,
    barometerM: 0,
    tetherM: undefined,
    areComparable: false,
    hasGpsJumped: false,
    gpsEastM: 0,
    gpsNorthM: 0,
    tetherEastM: 0,
    tetherNorthM: 0,
  };

  readonly #steadiness: WindSteadiness;

  constructor(parameters: SimulatorParameters, periodS: number) {
    this.#steadiness = new WindSteadiness(parameters, periodS);
  }

  [STATE](archive: StateArchive): void {
    archive.in(this.#readings, this.#steadiness);
  }

  /** Called once per step of the monitors. */
  read(sources: Sources): MonitorReadings {
    this.#readWind(sources);
    this.#readTether(sources);
    this.#readKite(sources);
    this.#readPlaces(sources);
    return this.#readings;
  }

  #readWind({ windEstimate }: Sources): void {
    this.#steadiness.step(windEstimate);
    this.#readings.isWindSteady = this.#steadiness.isSpeedSteady;
    this.#readings.isWindVectorSteady = this.#steadiness.isVectorSteady;
  }

  /** Readings at the Ground Station. */
  #readTether({ body, cradleSwitch, electrics, navigation, own, tethering, windEstimate }: Sources): void {
    const readings = this.#readings;
    const { sensor, winch } = tethering;
    readings.commandMps = winch.commandMps;
    readings.measuredM = winch.measuredM;
    readings.isDriven = winch.isPowered;
    readings.passesTest = !winch.isStuck;
    readings.isHome = cradleSwitch.read(body.isInCradle);
    readings.tensionN = sensor.isSilent ? undefined : sensor.tensionN;
    readings.upN = sensor.isValid ? sensor.upN : sensor.tensionN;
    // Only of the hanging part: a line that lies on the ground puts no weight on the Kite.
    const hangingM = Math.abs(navigation.height.heightM) + navigation.horizontal.driftM;
    const { tether } = own.parameters;
    readings.weightN = tether.massPerM * GRAVITY_MPS2 * Math.min(winch.measuredM, hangingM);
    readings.windLoadN = winch.measuredM * windLoadNPerM(tether, windEstimate.speedMps, body.motion.airDensity);
    readings.feltN = tethering.control.modelN;
    readings.currentA = electrics.powerMonitor.currentA;
    readings.isSupplied = !electrics.powerMonitor.mainPowerLost;
  }

  #readKite({ autopilot, barometer, body, isKiteHeard, parameters, tethering, windEstimate }: Sources): void {
    const readings = this.#readings;
    const leastN = Math.max(parameters.forceSensor.leastN, tethering.sensor.tensionN);
    readings.isKiteHeard = isKiteHeard;
    readings.isFlying = !body.isOnGround;
    // Bow in the middle of a line of this tension in this wind.
    readings.bowM = (readings.windLoadN * readings.measuredM) / (2 * leastN);
    readings.barometerM = barometer.heightM;
    // A storm bows the tether beyond the range of its model; a Kite beside its cradle pulls at nothing.
    const isStraight = windEstimate.speedMps <= parameters.estimationMonitor.mostWindMps && autopilot.phase !== 'Off';
    readings.tetherM = isKiteHeard && isStraight && tethering.isHeightKnown ? tethering.heightM : undefined;
  }

  #readPlaces({ body, isKiteHeard, parameters, position, tethering }: Sources): void {
    const readings = this.#readings;
    const { kite, groundStation } = position;
    const areFixes = kite.isTrusted && groundStation.isTrusted;
    const isLongEnough = readings.measuredM >= parameters.estimationMonitor.leastLengthM;
    const isTetherKnown = tethering.position.isValid && isLongEnough;
    readings.areComparable = areFixes && isTetherKnown && isKiteHeard && !body.isOnGround;
    readings.hasGpsJumped = position.hasGpsJumped;
    readings.gpsEastM = kite.eastM - groundStation.eastM;
    readings.gpsNorthM = kite.northM - groundStation.northM;
    readings.tetherEastM = tethering.position.eastM;
    readings.tetherNorthM = tethering.position.northM;
  }
}
