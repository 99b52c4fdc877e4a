import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type {
  AircraftSample,
  CameraSample,
  GpsPosition,
  GroundStationSample,
  KiteSample,
  RooftopBoxSample,
} from '@kitestring/station/ports/aircraft.ts';
import { wrap360 } from '../angle.ts';
import { LocalFrame } from '../geodesy.ts';
import type { RooftopBox } from '../ground/rooftop-box.ts';
import { type RandomStream, randomStream } from '../noise/rng.ts';
import type { GpsReceiver } from '../sensors/gps-receiver.ts';
import type { Simulation } from '../simulation.ts';
import { groundStationHazards, kiteHazards } from './hazards.ts';

/** Turns the state of the simulation into what the aircraft reports: measured, with the errors of the sensors. */
export class AircraftReport {
  readonly #simulation: Simulation;
  readonly #cameraModel: CameraModel;
  readonly #frame: LocalFrame;
  readonly #lengthScale: number;
  readonly #gimbalNoise: RandomStream;
  readonly #voltageNoise: RandomStream;

  constructor(simulation: Simulation, cameraModel: CameraModel, seed: number) {
    const { site, tether } = simulation.parameters;
    this.#simulation = simulation;
    this.#cameraModel = cameraModel;
    this.#frame = new LocalFrame(site);
    this.#lengthScale = 1 + tether.lengthErrorShare * randomStream(seed, 'tether length').normal();
    this.#gimbalNoise = randomStream(seed, 'gimbal');
    this.#voltageNoise = randomStream(seed, 'input voltage');
  }

  /** What is reported now. Draws measurement noise: to be called once per sample. */
  read(timeUs: number): AircraftSample {
    const { isKiteReady, rooftopBox } = this.#simulation;
    return {
      timeUs,
      ...(isKiteReady && { kite: this.#kite(), camera: this.#camera() }),
      groundStation: this.#groundStation(),
      ...(rooftopBox && { rooftopBox: rooftopBoxSample(rooftopBox) }),
      remoteId: { selfTest: this.#isRemoteIdReady ? 'Passed' : 'Running' },
    };
  }

  get #isRemoteIdReady(): boolean {
    const { stepCount, rates, parameters } = this.#simulation;
    return rates.seconds(stepCount) >= parameters.remoteId.selfTestS;
  }

  #kite(): KiteSample {
    const { body, navigation, autopilot, power, position, windEstimate } = this.#simulation;
    const { heading } = navigation;
    return {
      contact: autopilot.phase === 'Off' && body.isOnGround ? 'Grounded' : 'Airborne',
      altitudeM: this.#altitudeM(),
      climbRateMps: navigation.height.climbRateMps,
      ...(!heading.isDisturbed && { headingDeg: wrap360(heading.headingDeg) }),
      turnedDeg: heading.headingDeg,
      ...this.#gps(position.kite),
      batteryPercent: power.kiteBattery.percent,
      batteryTemperatureC: power.batteryC,
      temperatureC: power.motorC,
      windSpeedMps: windEstimate.speedMps,
      hazards: kiteHazards(this.#simulation),
      // The Kite's own failsafes belong to the faults, which are not simulated yet.
      failsafeLanding: false,
      isRotating: autopilot.pan.isMoving,
    };
  }

  /**
   * Height by the length of tether that is out: the Kite flies by its barometer, so that the height shown wanders about
   * the target as the barometer drifts. The tether is not simulated yet: true height, with the errors of its measurement.
   */
  #altitudeM(): number {
    const { body, parameters } = this.#simulation;
    const { lengthStepM } = parameters.tether;
    return Math.round((body.motion.upM * this.#lengthScale) / lengthStepM) * lengthStepM;
  }

  #camera(): CameraSample {
    const { camera, isCameraReady, parameters } = this.#simulation;
    const jitterDeg = isCameraReady ? parameters.gimbal.jitterDeg : 0;
    return {
      model: this.#cameraModel,
      online: isCameraReady,
      panDeg: camera.panDeg + jitterDeg * this.#gimbalNoise.normal(),
      tiltDeg: camera.tiltDeg + jitterDeg * this.#gimbalNoise.normal(),
      rollDeg: jitterDeg * this.#gimbalNoise.normal(),
      isTilting: camera.isTilting,
    };
  }

  #groundStation(): GroundStationSample {
    const { body, power, position, parameters } = this.#simulation;
    const { inputVoltageV, inputRippleV } = parameters.power;
    return {
      ...this.#gps(position.groundStation),
      batteryPercent: power.groundStationBattery.percent,
      batteryTemperatureC: power.batteryC,
      batteryVoltageV: power.groundStationBattery.voltageV,
      inputVoltageV: power.isMainPowerPresent ? inputVoltageV + inputRippleV * this.#voltageNoise.normal() : 0,
      hazards: groundStationHazards(this.#simulation),
      isMoving: false,
      kiteInCradle: body.isInCradle,
    };
  }

  #gps(receiver: GpsReceiver): { readonly gps?: GpsPosition } {
    if (!receiver.hasFix) return {};
    const place = this.#frame.toGeodetic(receiver.eastM, receiver.northM, receiver.upM);
    return { gps: { ...place, accuracyM: this.#simulation.parameters.gps.statedAccuracyM } };
  }
}

const rooftopBoxSample = (box: RooftopBox): RooftopBoxSample => ({
  lids: box.lids,
  safetyLandButtonPressed: box.safetyLandButtonPressed,
  parkingBrakeEngaged: box.parkingBrakeEngaged,
});
