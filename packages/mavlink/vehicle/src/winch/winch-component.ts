import type { FieldsToSend } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD, MAV_COMPONENT, MAV_TYPE, MAV_WINCH_STATUS_FLAG } from '@kitestring/mavlink-codec/enums.ts';
import type { FlightPicture } from '../autopilot/flight-picture.ts';
import type { VehicleComponent } from '../server/component-server.ts';
import { type OrderOutcome, refused, UNSUPPORTED, type VehicleOrder } from '../server/order.ts';
import { partHeartbeat } from '../server/part-heartbeat.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';

const KG_PER_N = 1 / 9.80665;
/** Shorter than this the tether is all in. */
const RETRACTED_M = 0.1;
const MOVING_MPS = 0.02;
const UNKNOWN_TEMPERATURE = 0x7fff;

/** The winch of the tether: what it measures. It follows the Kite, and takes no orders. */
export class WinchComponent implements VehicleComponent {
  readonly id = MAV_COMPONENT.WINCH;
  readonly intervalsUs = { WINCH_STATUS: 500_000 };
  readonly sources = { WINCH_STATUS: () => this.#status() };
  readonly #station: VehicleStation;
  readonly #picture: FlightPicture;
  #last: { readonly timeUs: number; readonly lengthM: number; readonly speedMps: number } | undefined;

  constructor(station: VehicleStation, picture: FlightPicture) {
    this.#station = station;
    this.#picture = picture;
  }

  heartbeat(): FieldsToSend['HEARTBEAT'] | undefined {
    const { tether } = this.#station.sample()?.groundStation ?? {};
    return tether === undefined ? undefined : partHeartbeat(MAV_TYPE.WINCH);
  }

  run({ command }: VehicleOrder): OrderOutcome {
    return command === MAV_CMD.DO_WINCH
      ? refused('DENIED', 'The winch follows the Kite: it takes no orders')
      : UNSUPPORTED;
  }

  #status(): FieldsToSend['WINCH_STATUS'] | undefined {
    const { groundStation, timeUs = 0 } = this.#station.sample() ?? {};
    const { hazards, inputVoltageV = Number.NaN, spoolTemperatureC, tether } = groundStation ?? {};
    if (tether === undefined) return undefined;
    const { lengthM, tensionN = Number.NaN } = tether;
    const speed = this.#speed(timeUs, lengthM);
    const { FULLY_RETRACTED, HEALTHY, LOCKED, MOVING } = MAV_WINCH_STATUS_FLAG;
    const isMoving = Math.abs(speed) > MOVING_MPS;
    const status =
      (hazards?.spoolStuck === true || hazards?.tetherDamaged === true ? 0 : HEALTHY) |
      (lengthM < RETRACTED_M ? FULLY_RETRACTED : 0) |
      (isMoving ? MOVING : LOCKED);
    return {
      time_usec: this.#picture.timeUs,
      line_length: Math.max(0, lengthM),
      speed,
      tension: tensionN * KG_PER_N,
      voltage: inputVoltageV,
      current: Number.NaN,
      status,
      temperature: spoolTemperatureC === undefined ? UNKNOWN_TEMPERATURE : Math.round(spoolTemperatureC),
    };
  }

  /** Out is positive. Between two samples; nothing measures it. */
  #speed(timeUs: number, lengthM: number): number {
    const last = this.#last;
    if (last !== undefined && timeUs === last.timeUs) return last.speedMps;
    const isNext = last !== undefined && timeUs > last.timeUs;
    const speedMps = isNext ? (lengthM - last.lengthM) / ((timeUs - last.timeUs) / 1e6) : 0;
    this.#last = { timeUs, lengthM, speedMps };
    return speedMps;
  }
}
