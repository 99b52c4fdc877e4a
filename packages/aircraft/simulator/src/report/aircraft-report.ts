import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type { PayloadName } from '@kitestring/station-contract/sim/controls.ts';
import type {
  AircraftSample,
  CameraSample,
  GroundStationHazards,
  GroundStationSample,
  KiteHazards,
  KiteSample,
  RemoteIdSample,
  RooftopBoxSample,
  TetherSample,
} from '@kitestring/station-core/ports';
import { DEG_PER_RAD, wrap360 } from '../angle.ts';
import { LocalFrame } from '../geodesy.ts';
import { geoidUndulationM, onEllipsoid } from '../geoid.ts';
import type { RooftopBox } from '../ground/rooftop-box.ts';
import { type RandomStream, randomStream } from '../noise/rng.ts';
import type { Simulation } from '../simulation.ts';
import type { ForceSensor } from '../tether/force-sensor.ts';
import type { Winch } from '../tether/winch.ts';
import type { Writable } from '../writable.ts';
import { PositionReading } from './position-reading.ts';
import { shareOf } from './truth.ts';

/** Turns the state of the simulation into what the aircraft reports: measured, with sensor errors. */
export class AircraftReport {
  readonly #simulation: Simulation;
  readonly #kitePosition: PositionReading;
  readonly #groundStationPosition: PositionReading;
  readonly #gimbalNoise: RandomStream;

  /** The attached camera, if any. */
  cameraModel: PayloadName;

  constructor(simulation: Simulation, cameraModel: PayloadName, seed: number) {
    const { site } = simulation.parameters;
    const undulationM = geoidUndulationM(site.latDeg, site.lonDeg);
    const frame = new LocalFrame(onEllipsoid(site));
    this.#simulation = simulation;
    this.cameraModel = cameraModel;
    this.#kitePosition = new PositionReading(frame, undulationM, simulation.position.kite);
    this.#groundStationPosition = new PositionReading(frame, undulationM, simulation.position.groundStation);
    this.#gimbalNoise = randomStream(seed, 'gimbal');
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#kitePosition, this.#groundStationPosition, this.#gimbalNoise);
  }

  /** Present report. Draws measurement noise: call once per sample. */
  read(timeUs: number): AircraftSample {
    const { onBoard, rooftopBox, link, stepCount } = this.#simulation;
    const sent = onBoard.isKiteReady ? { kite: this.#kite(), kiteUs: timeUs, ...this.#payload() } : undefined;
    return {
      timeUs,
      ...link.carryDown(sent, stepCount),
      groundStation: this.#groundStation(),
      ...(rooftopBox && { rooftopBox: rooftopBoxSample(rooftopBox) }),
      remoteId: { selfTest: this.#remoteIdSelfTest },
    };
  }

  get #remoteIdSelfTest(): RemoteIdSample['selfTest'] {
    const { stepCount, rates, parameters, selfTests } = this.#simulation;
    if (rates.seconds(stepCount) < parameters.remoteId.selfTestS) return 'Running';
    return selfTests.remoteIdFails ? 'Failed' : 'Passed';
  }

  #kite(): KiteSample {
    const { body, navigation, autopilot, power, heat, electrics } = this.#simulation;
    const { windEstimate, failsafe, tethering } = this.#simulation;
    const { heading, horizontal } = navigation;
    const sample: Writable<KiteSample> = {
      landedState: autopilot.phase === 'Off' && body.isOnGround ? 'OnGround' : 'InAir',
      altitudeM: tethering.altitude.altitudeM,
      climbRateMps: navigation.height.climbRateMps,
      headingUnwrappedDeg: heading.headingDeg,
      batteryPercent: power.kiteBattery.measuredPercent,
      batteryTemperatureC: power.kiteBattery.measuredTemperatureC,
      batteryVoltageV: power.kiteBattery.voltageV,
      supplyVoltageV: electrics.powerMonitor.kiteV,
      thrustShare: shareOf(body.rotors.totalN, body.rotors.limitN),
      hoverThrustShare: autopilot.hoverThrustShare,
      airframeTiltDeg: navigation.lean.angle(body.lean) * DEG_PER_RAD,
      temperatureC: Math.max(heat.motorC, heat.converter.temperatureC),
      windSpeedMps: windEstimate.speedMps,
      hazards: kiteHazards(this.#simulation),
      failsafeLanding: failsafe.isLanding,
      isRotating: autopilot.pan.isMoving,
    };
    const gps = this.#kitePosition.position;
    if (gps !== undefined) sample.gps = gps;
    if (!heading.isDisturbed) sample.headingDeg = wrap360(heading.headingDeg);
    if (horizontal.isKnown) sample.driftM = horizontal.driftM;
    const { fromDeg } = windEstimate;
    if (fromDeg !== undefined) sample.windFromDeg = fromDeg;
    return sample;
  }

  #payload(): Pick<AircraftSample, 'camera' | 'payload'> {
    const { cameraModel } = this;
    if (cameraModel === 'none') return { payload: 'None' };
    if (cameraModel === 'other payload') return { payload: 'Other' };
    return { camera: this.#camera(cameraModel) };
  }

  #camera(model: CameraModel): CameraSample {
    const { camera, onBoard, parameters } = this.#simulation;
    const { isCameraReady } = onBoard;
    const jitterDeg = isCameraReady ? parameters.gimbal.jitterDeg : 0;
    return {
      model,
      online: isCameraReady,
      panDeg: camera.measured.panDeg + jitterDeg * this.#gimbalNoise.normal(),
      tiltDeg: camera.measured.tiltDeg + jitterDeg * this.#gimbalNoise.normal(),
      rollDeg: camera.measured.rollDeg + jitterDeg * this.#gimbalNoise.normal(),
      isTilting: camera.isTilting,
    };
  }

  #groundStation(): GroundStationSample {
    const { body, power, heat, electrics, base, cradleSwitch, winch, forceSensor } = this.#simulation;
    const sample: Writable<GroundStationSample> = {
      batteryPercent: power.groundStationBattery.measuredPercent,
      batteryTemperatureC: power.groundStationBattery.measuredTemperatureC,
      batteryVoltageV: power.groundStationBattery.voltageV,
      inputVoltageV: electrics.powerMonitor.supplyV,
      spoolTemperatureC: heat.spool.temperatureC,
      tether: tetherSample(winch, forceSensor),
      hazards: groundStationHazards(this.#simulation),
      isMoving: base.measuresMoving,
      kiteInCradle: cradleSwitch.read(body.isInCradle),
    };
    const gps = this.#groundStationPosition.position;
    if (gps !== undefined) sample.gps = gps;
    if (power.vehicle !== undefined) sample.vehicleVoltageV = power.vehicle.voltageV;
    return sample;
  }
}

const rooftopBoxSample = (box: RooftopBox): RooftopBoxSample => ({
  lids: box.lids,
  safetyLandButtonPressed: box.safetyLandButtonPressed,
  parkingBrakeEngaged: box.parkingBrakeEngaged,
});

function tetherSample(winch: Winch, sensor: ForceSensor): TetherSample {
  const sample: Writable<TetherSample> = { lengthM: winch.measuredM };
  if (!sensor.isSilent) sample.tensionN = sensor.tensionN;
  if (sensor.isValid) sample.angleDeg = sensor.angleDeg;
  return sample;
}

/** Hazards that the Kite's own monitors detect. */
function kiteHazards({ electrics, watch, selfTests }: Simulation): KiteHazards {
  return {
    motorFailed: electrics.motorMonitor.motorFailed,
    motorWeak: electrics.motorMonitor.motorWeak,
    sensorFault: watch.findings.isBarometerFaulty,
    estimationInconsistent: watch.findings.isPositionInconsistent,
    secondaryAutopilotFailed: selfTests.secondaryAutopilotFails,
  };
}

/** Hazards that the Ground Station's monitors detect. */
function groundStationHazards({ electrics, watch }: Simulation): GroundStationHazards {
  return {
    mainPowerLost: electrics.powerMonitor.mainPowerLost,
    tetherDamaged: electrics.powerMonitor.lineDamaged || watch.findings.isTetherCut,
    spoolStuck: watch.findings.isSpoolStuck,
    forceSensorFault: watch.findings.isForceSensorFaulty,
  };
}
