import { LAPSE_K_PER_M, PRESSURE_EXPONENT } from '../air/atmosphere.ts';
import { SiteAir } from '../air/site-air.ts';
import { LocalFrame } from '../geodesy.ts';
import { onEllipsoid } from '../geoid.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import { type RandomStream, randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { earthField } from '../sensors/earth-field.ts';
import { type GpsError, GpsErrors } from '../sensors/gps-error.ts';
import { Magnetometer } from '../sensors/magnetometer.ts';
import type { BodyVector } from './attitude.ts';
import type { TetheredAirframe } from './tethered-airframe.ts';

/** White noise of gyroscope (radians/s) and accelerometer (m/s^2) per root hertz. PX4: its Gazebo model of an iris. */
const GYRO_NOISE = 0.00018665;
const ACCELEROMETER_NOISE = 0.00186;
/** White noise of a velocity by satellites, m/s. Assumed: a receiver by carrier phases. */
const VELOCITY_NOISE_MPS = 0.05;
/** A usual count under the open sky. */
const SATELLITES = 14;
const ZERO_C_IN_K = 273.15;

/** Rates at which the sensors are read, hertz. */
interface RawSensorRates {
  readonly imuHz: number;
  readonly barometerHz: number;
  readonly magnetometerHz: number;
  readonly gpsHz: number;
}

/** A position as receivers give it. */
export interface GpsFix {
  readonly latDeg: number;
  readonly lonDeg: number;
  /** Above mean sea level. */
  readonly altitudeM: number;
  readonly northMps: number;
  readonly eastMps: number;
  readonly downMps: number;
  readonly accuracyM: number;
  readonly satellites: number;
}

/** Sensors as an autopilot's drivers read them, for one that gets no truth: each with its errors. */
export class RawSensors {
  readonly #airframe: TetheredAirframe;
  readonly #make: SimulatorParameters;
  readonly #imu: RandomStream;
  readonly #gyroNoise: number;
  readonly #accelerometerNoise: number;
  readonly #magnetometer: Magnetometer;
  readonly #pressure: RandomStream;
  readonly #pressureDrift: GaussMarkov;
  readonly #groundPa: number;
  readonly #gpsErrors: GpsErrors;
  readonly #gpsError: GpsError;
  readonly #gpsNoise: RandomStream;
  readonly #frame: LocalFrame;

  constructor(airframe: TetheredAirframe, seed: number, rates: RawSensorRates) {
    const { parameters } = airframe;
    const { barometer, gps, magnetometer, site } = parameters;
    const place = onEllipsoid(site);
    this.#airframe = airframe;
    this.#make = parameters;
    this.#imu = randomStream(seed, 'inertial sensor');
    this.#gyroNoise = GYRO_NOISE * Math.sqrt(rates.imuHz);
    this.#accelerometerNoise = ACCELEROMETER_NOISE * Math.sqrt(rates.imuHz);
    const magnetism = randomStream(seed, 'magnetometer');
    this.#magnetometer = new Magnetometer(magnetometer, earthField(place), magnetism, 1 / rates.magnetometerHz);
    this.#pressure = randomStream(seed, 'barometer');
    this.#pressureDrift = new GaussMarkov(
      this.#pressure,
      barometer.driftPa,
      barometer.driftTimeS,
      1 / rates.barometerHz,
    );
    this.#groundPa = new SiteAir(site).pressurePa;
    this.#gpsErrors = new GpsErrors(gps, randomStream(seed, 'gps'), randomStream(seed, 'gps sky'), 1 / rates.gpsHz);
    this.#gpsError = this.#gpsErrors.kite;
    this.#gpsNoise = randomStream(seed, 'gps velocity');
    this.#frame = new LocalFrame(place);
  }

  get temperatureC(): number {
    return this.#airframe.electrics.heat.ambientC;
  }

  /** Rates, radians/s, and acceleration without gravity, m/s^2, along the body's axes. */
  readImu(): { readonly gyro: BodyVector; readonly accelerometer: BodyVector } {
    const { rates, specificForce } = this.#airframe.multirotor.state;
    return {
      gyro: this.#noisy(rates, this.#gyroNoise),
      accelerometer: this.#noisy(specificForce, this.#accelerometerNoise),
    };
  }

  /** Microtesla along the body's axes. */
  readMagnetometer(): BodyVector {
    const { electrics, multirotor } = this.#airframe;
    this.#magnetometer.readAt(multirotor.body.attitude, electrics.power.kiteW);
    const { downUt, forwardUt, rightUt } = this.#magnetometer;
    return { forward: forwardUt, right: rightUt, down: downUt };
  }

  /** Static pressure, pascal: that of the height and of the weather, less the suction of the wind at the port. */
  readPressurePa(): number {
    const { air, electrics, multirotor, weatherPressure } = this.#airframe;
    const { whitePa, windPressureShare } = this.#make.barometer;
    const { body } = multirotor;
    const groundK = ZERO_C_IN_K + electrics.heat.ambientC;
    const purePa = this.#groundPa * ((groundK - LAPSE_K_PER_M * body.upM) / groundK) ** PRESSURE_EXPONENT;
    const airspeed2 =
      (body.eastMps - air.eastMps) ** 2 + (body.northMps - air.northMps) ** 2 + (body.upMps - air.upMps) ** 2;
    const suctionPa = windPressureShare * 0.5 * air.densityKgPerM3 * airspeed2;
    this.#pressureDrift.step();
    return (
      purePa + weatherPressure.changePa + this.#pressureDrift.value - suctionPa + whitePa * this.#pressure.normal()
    );
  }

  /** A fix of now; a receiver gives it out later. */
  readGps(): GpsFix {
    const { body } = this.#airframe.multirotor;
    const error = this.#gpsError;
    this.#gpsErrors.step();
    error.step();
    const { latDeg, lonDeg } = this.#frame.toGeodetic(
      body.eastM + error.eastM,
      body.northM + error.northM,
      body.upM + error.upM,
    );
    const noise = () => VELOCITY_NOISE_MPS * this.#gpsNoise.normal();
    return {
      latDeg,
      lonDeg,
      altitudeM: this.#make.site.elevationM + body.upM + error.upM,
      northMps: body.northMps + noise(),
      eastMps: body.eastMps + noise(),
      downMps: noise() - body.upMps,
      accuracyM: this.#make.gps.statedAccuracyM,
      satellites: SATELLITES,
    };
  }

  /** Where it really is. */
  truePlace(): Pick<GpsFix, 'latDeg' | 'lonDeg' | 'altitudeM'> {
    const { eastM, northM, upM } = this.#airframe.multirotor.body;
    const { latDeg, lonDeg } = this.#frame.toGeodetic(eastM, northM, upM);
    return { latDeg, lonDeg, altitudeM: this.#make.site.elevationM + upM };
  }

  #noisy({ down, forward, right }: BodyVector, sigma: number): BodyVector {
    const random = this.#imu;
    return {
      forward: forward + sigma * random.normal(),
      right: right + sigma * random.normal(),
      down: down + sigma * random.normal(),
    };
  }
}
