import { Cadence } from '@kitestring/aircraft-simulator/airframe/cadence.ts';
import { type GpsFix, RawSensors } from '@kitestring/aircraft-simulator/airframe/raw-sensors.ts';
import type { TetheredAirframe } from '@kitestring/aircraft-simulator/airframe/tethered-airframe.ts';
import { RAD_PER_DEG } from '@kitestring/aircraft-simulator/angle.ts';
import { encode, type FieldsToSend, type MessageName } from '@kitestring/mavlink-codec/codec.ts';

/** Rates of the sensors: PX4 expects its inertial sensor at 250 Hz, which is the lockstep. */
export const IMU_HZ = 250;
const BAROMETER_HZ = 50;
const MAGNETOMETER_HZ = 50;
const GPS_HZ = 5;
const TRUTH_HZ = 50;

/** HIL_SENSOR_UPDATED_FLAGS: accelerometer and gyroscope, magnetometer, absolute pressure with height and temperature. */
const IMU_FIELDS = 0b111_111;
const MAGNETOMETER_FIELDS = 0b111_000_000;
const BAROMETER_FIELDS = 0b1_101 << 9;

/** A simulator as a component of the vehicle. */
const OUR_IDS = { system: 1, component: 200 };
const GAUSS_PER_UT = 0.01;
const PA_PER_HPA = 100;
const FIX_3D = 3;
const COURSE_UNKNOWN = 65_535;
const MILLI_G = 1000 / 9.80665;
const U16_MAX = 65_535;
const I16_MAX = 32_767;

/** The sensors of an aircraft as packets of PX4's simulator interface. Source: PX4, SimulatorMavlink.cpp. */
export class HilPackets {
  readonly #airframe: TetheredAirframe;
  readonly #sensors: RawSensors;
  readonly #startTimeUs: number;
  readonly #gpsDelayS: number;
  readonly #barometer = new Cadence(1 / BAROMETER_HZ);
  readonly #magnetometer = new Cadence(1 / MAGNETOMETER_HZ);
  readonly #gps = new Cadence(1 / GPS_HZ);
  readonly #truth = new Cadence(1 / TRUTH_HZ);
  #sequence = 0;
  #magneticField = { forward: 0, right: 0, down: 0 };
  #pressurePa = 0;
  #fix: { readonly dueS: number; readonly fix: GpsFix } | undefined;

  constructor(airframe: TetheredAirframe, seed: number, startTimeUs: number) {
    this.#airframe = airframe;
    this.#startTimeUs = startTimeUs;
    this.#gpsDelayS = airframe.parameters.gps.delayS;
    this.#sensors = new RawSensors(airframe, seed, {
      imuHz: IMU_HZ,
      barometerHz: BAROMETER_HZ,
      magnetometerHz: MAGNETOMETER_HZ,
      gpsHz: GPS_HZ,
    });
  }

  /** All that is due now. HIL_SENSOR comes last: it moves PX4's clock, and is what PX4 answers. */
  next(): readonly Uint8Array[] {
    const { timeS } = this.#airframe;
    const packets: Uint8Array[] = [];
    if (this.#truth.isDue(timeS)) packets.push(this.#truthPacket());
    if (this.#gps.isDue(timeS)) this.#fix = { dueS: timeS + this.#gpsDelayS, fix: this.#sensors.readGps() };
    if (this.#fix !== undefined && timeS >= this.#fix.dueS) {
      packets.push(this.#gpsPacket(this.#fix.fix));
      this.#fix = undefined;
    }
    packets.push(this.#sensorPacket());
    return packets;
  }

  #sensorPacket(): Uint8Array {
    const { timeS } = this.#airframe;
    const sensors = this.#sensors;
    const { accelerometer, gyro } = sensors.readImu();
    let updated = IMU_FIELDS;
    if (this.#magnetometer.isDue(timeS)) {
      this.#magneticField = sensors.readMagnetometer();
      updated |= MAGNETOMETER_FIELDS;
    }
    if (this.#barometer.isDue(timeS)) {
      this.#pressurePa = sensors.readPressurePa();
      updated |= BAROMETER_FIELDS;
    }
    const { down, forward, right } = this.#magneticField;
    return this.#encode('HIL_SENSOR', {
      time_usec: this.#timeUs,
      xacc: accelerometer.forward,
      yacc: accelerometer.right,
      zacc: accelerometer.down,
      xgyro: gyro.forward,
      ygyro: gyro.right,
      zgyro: gyro.down,
      xmag: GAUSS_PER_UT * forward,
      ymag: GAUSS_PER_UT * right,
      zmag: GAUSS_PER_UT * down,
      abs_pressure: this.#pressurePa / PA_PER_HPA,
      diff_pressure: 0,
      pressure_alt: this.#sensors.truePlace().altitudeM,
      temperature: sensors.temperatureC,
      fields_updated: updated,
      id: 0,
    });
  }

  #gpsPacket({ accuracyM, altitudeM, downMps, eastMps, latDeg, lonDeg, northMps, satellites }: GpsFix): Uint8Array {
    const speed = Math.hypot(northMps, eastMps);
    const courseDeg = (Math.atan2(eastMps, northMps) / RAD_PER_DEG + 360) % 360;
    return this.#encode('HIL_GPS', {
      time_usec: BigInt(Math.round(this.#startTimeUs + 1e6 * this.#airframe.timeS)),
      lat: Math.round(1e7 * latDeg),
      lon: Math.round(1e7 * lonDeg),
      alt: Math.round(1000 * altitudeM),
      eph: bounded(100 * accuracyM, U16_MAX),
      epv: bounded(150 * accuracyM, U16_MAX),
      vel: bounded(100 * speed, U16_MAX),
      vn: cmps(northMps),
      ve: cmps(eastMps),
      vd: cmps(downMps),
      cog: speed < 0.5 ? COURSE_UNKNOWN : Math.round(100 * courseDeg) % 36_000,
      fix_type: FIX_3D,
      satellites_visible: satellites,
      id: 0,
      yaw: 0,
    });
  }

  /** The true state, for logs and tests of PX4; nothing flies by it. */
  #truthPacket(): Uint8Array {
    const { state } = this.#airframe.multirotor;
    const { altitudeM, latDeg, lonDeg } = this.#sensors.truePlace();
    const { air } = this.#airframe;
    const airspeed = Math.hypot(state.eastMps - air.eastMps, state.northMps - air.northMps, state.upMps - air.upMps);
    const { rates, specificForce } = state;
    return this.#encode('HIL_STATE_QUATERNION', {
      time_usec: this.#timeUs,
      attitude_quaternion: state.quaternion,
      rollspeed: rates.forward,
      pitchspeed: rates.right,
      yawspeed: rates.down,
      lat: Math.round(1e7 * latDeg),
      lon: Math.round(1e7 * lonDeg),
      alt: Math.round(1000 * altitudeM),
      vx: cmps(state.northMps),
      vy: cmps(state.eastMps),
      vz: cmps(-state.upMps),
      ind_airspeed: bounded(100 * airspeed, U16_MAX),
      true_airspeed: bounded(100 * airspeed, U16_MAX),
      xacc: milliG(specificForce.forward),
      yacc: milliG(specificForce.right),
      zacc: milliG(specificForce.down),
    });
  }

  get #timeUs(): bigint {
    return BigInt(Math.round(1e6 * this.#airframe.timeS));
  }

  #encode<N extends MessageName>(name: N, fields: FieldsToSend[N]): Uint8Array {
    this.#sequence = (this.#sequence + 1) & 0xff;
    return encode(name, fields, { ...OUR_IDS, sequence: this.#sequence });
  }
}

const bounded = (value: number, most: number): number => Math.round(Math.max(0, Math.min(most, value)));

const signed = (value: number): number => Math.round(Math.max(-I16_MAX, Math.min(I16_MAX, value)));

const cmps = (speedMps: number): number => signed(100 * speedMps);

const milliG = (mps2: number): number => signed(MILLI_G * mps2);
