import type { FieldsToSend, Message } from '@kitestring/mavlink-codec/codec.ts';
import {
  MAV_ODID_ARM_STATUS,
  MAV_ODID_CLASSIFICATION_TYPE,
  MAV_ODID_HEIGHT_REF,
  MAV_ODID_ID_TYPE,
  MAV_ODID_OPERATOR_ID_TYPE,
  MAV_ODID_OPERATOR_LOCATION_TYPE,
  MAV_ODID_STATUS,
  MAV_ODID_UA_TYPE,
} from '@kitestring/mavlink-codec/enums.ts';
import type { FlightPicture } from '../autopilot/flight-picture.ts';
import { degE7 } from '../autopilot/units.ts';
import type { Sources } from '../server/message-streams.ts';
import type { OperatorPlace } from '../station/vehicle-control.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';

/** Values of Open Drone ID for what is not known. */
const UNKNOWN = { altitudeM: -1000, direction: 36_100, horizontal: 25_500, vertical: 6_300, timestamp: 0xffff };
/** 2019-01-01 UTC, the start of its times. */
const EPOCH_S = 1_546_300_800;
/** MAV_ODID_HOR_ACC: the first class whose limit, metres, is above the error has the largest number. */
const ACCURACY_M = [1, 3, 10, 30, 92.6, 185.2, 555.6, 926, 1852, 3704, 7408, 18_520] as const;

const TO_ALL = { target_system: 0, target_component: 0, id_or_mac: [] };

/** Messages of the Remote ID transmitter of the aircraft, as Open Drone ID. */
export class RemoteId {
  readonly #station: VehicleStation;
  readonly #picture: FlightPicture;
  /** As a ground station has told it; the aircraft has none of its own. */
  #operatorId = '';

  constructor(station: VehicleStation, picture: FlightPicture) {
    this.#station = station;
    this.#picture = picture;
  }

  /** It is there where the aircraft has a serial number for it. */
  get isThere(): boolean {
    return this.#station.serial !== '' && this.#station.remoteId() !== undefined;
  }

  readonly sources: Sources = {
    OPEN_DRONE_ID_BASIC_ID: () => this.#basicId(),
    OPEN_DRONE_ID_LOCATION: () => this.#location(),
    OPEN_DRONE_ID_SYSTEM: () => this.#system(),
    OPEN_DRONE_ID_OPERATOR_ID: () => this.#operator(),
  };

  readonly armSources: Sources = { OPEN_DRONE_ID_ARM_STATUS: () => this.#armStatus() };

  /** Operator data from a ground station. @returns the place of the operator; undefined for another message, or without a place */
  take(message: Message): OperatorPlace | undefined {
    if (message.name === 'OPEN_DRONE_ID_OPERATOR_ID') {
      const { operator_id } = message.fields;
      if (/^[\x20-\x7e]{0,20}$/.test(operator_id)) this.#operatorId = operator_id;
    }
    if (message.name !== 'OPEN_DRONE_ID_SYSTEM' && message.name !== 'OPEN_DRONE_ID_SYSTEM_UPDATE') return undefined;
    const { operator_altitude_geo: elevationM, operator_latitude, operator_longitude } = message.fields;
    const [latDeg, lonDeg] = [operator_latitude / 1e7, operator_longitude / 1e7];
    const isPlace = Math.abs(latDeg) <= 90 && Math.abs(lonDeg) <= 180 && (latDeg !== 0 || lonDeg !== 0);
    const isHeight = elevationM > UNKNOWN.altitudeM && elevationM < 10_000;
    return isPlace ? { latDeg, lonDeg, ...(isHeight && { elevationM }) } : undefined;
  }

  #basicId(): FieldsToSend['OPEN_DRONE_ID_BASIC_ID'] | undefined {
    if (!this.isThere) return undefined;
    const uas_id = [...Buffer.from(this.#station.serial, 'latin1')].slice(0, 20);
    const ua_type = MAV_ODID_UA_TYPE.TETHERED_POWERED_AIRCRAFT;
    return { ...TO_ALL, id_type: MAV_ODID_ID_TYPE.SERIAL_NUMBER, ua_type, uas_id };
  }

  #location(): FieldsToSend['OPEN_DRONE_ID_LOCATION'] | undefined {
    if (!this.isThere) return undefined;
    const { altitudeM, amslM, headingDeg, kite, timeUs } = this.#picture;
    const gps = kite?.gps;
    const climbCmps = Math.round((kite?.climbRateMps ?? Number.NaN) * 100);
    return {
      ...TO_ALL,
      latitude: degE7(gps?.latDeg ?? 0),
      longitude: degE7(gps?.lonDeg ?? 0),
      altitude_barometric: UNKNOWN.altitudeM,
      altitude_geodetic: amslM ?? UNKNOWN.altitudeM,
      height: altitudeM ?? UNKNOWN.altitudeM,
      height_reference: MAV_ODID_HEIGHT_REF.TAKEOFF,
      status: this.#status,
      direction: headingDeg === undefined ? UNKNOWN.direction : Math.round(headingDeg * 100) % 36_000,
      // Nothing measures how fast it drifts.
      speed_horizontal: UNKNOWN.horizontal,
      speed_vertical: Math.abs(climbCmps) <= 6_200 ? climbCmps : UNKNOWN.vertical,
      horizontal_accuracy: gps === undefined ? 0 : accuracyClass(gps.accuracyM),
      vertical_accuracy: 0,
      barometer_accuracy: 0,
      speed_accuracy: 0,
      timestamp_accuracy: 0,
      // Seconds of the hour.
      timestamp: kite === undefined ? UNKNOWN.timestamp : Number((timeUs / 1000n) % 3_600_000n) / 1000,
    };
  }

  get #status(): number {
    switch (this.#station.remoteId()?.status) {
      case 'EMERGENCY':
        return MAV_ODID_STATUS.EMERGENCY;
      case 'FAILED':
        return MAV_ODID_STATUS.REMOTE_ID_SYSTEM_FAILURE;
      default:
        return this.#picture.isInAir ? MAV_ODID_STATUS.AIRBORNE : MAV_ODID_STATUS.GROUND;
    }
  }

  /** The operator as reported to the station; without a place it is where the tether begins. */
  #system(): FieldsToSend['OPEN_DRONE_ID_SYSTEM'] | undefined {
    if (!this.isThere) return undefined;
    const { home, timeUs } = this.#picture;
    const { elevationM, latDeg, lonDeg } = this.#station.operator() ?? {};
    const isReported = latDeg !== undefined && lonDeg !== undefined;
    const { LIVE_GNSS, TAKEOFF } = MAV_ODID_OPERATOR_LOCATION_TYPE;
    return {
      ...TO_ALL,
      operator_latitude: degE7(isReported ? latDeg : (home?.latDeg ?? 0)),
      operator_longitude: degE7(isReported ? lonDeg : (home?.lonDeg ?? 0)),
      operator_altitude_geo: (isReported ? elevationM : home?.elevationM) ?? UNKNOWN.altitudeM,
      operator_location_type: isReported ? LIVE_GNSS : TAKEOFF,
      area_count: 1,
      area_radius: 0,
      area_ceiling: UNKNOWN.altitudeM,
      area_floor: UNKNOWN.altitudeM,
      classification_type: MAV_ODID_CLASSIFICATION_TYPE.UNDECLARED,
      category_eu: 0,
      class_eu: 0,
      timestamp: Math.max(0, Number(timeUs / 1_000_000n) - EPOCH_S),
    };
  }

  #operator(): FieldsToSend['OPEN_DRONE_ID_OPERATOR_ID'] | undefined {
    if (!this.isThere) return undefined;
    return { ...TO_ALL, operator_id_type: MAV_ODID_OPERATOR_ID_TYPE.CAA, operator_id: this.#operatorId };
  }

  #armStatus(): FieldsToSend['OPEN_DRONE_ID_ARM_STATUS'] | undefined {
    const remoteId = this.#station.remoteId();
    if (!this.isThere || remoteId === undefined) return undefined;
    const { GOOD_TO_ARM, PRE_ARM_FAIL_GENERIC } = MAV_ODID_ARM_STATUS;
    const errors = remoteId.error_codes.filter((code) => code.startsWith('ERROR_'));
    const isGood = errors.length === 0 && remoteId.status !== 'CHECKING';
    const text = errors[0]?.slice('ERROR_'.length).toLowerCase().replaceAll('_', ' ') ?? 'checking';
    return { status: isGood ? GOOD_TO_ARM : PRE_ARM_FAIL_GENERIC, error: isGood ? '' : text.slice(0, 50) };
  }
}

/** MAV_ODID_HOR_ACC. */
function accuracyClass(accuracyM: number): number {
  const index = ACCURACY_M.findIndex((limitM) => accuracyM < limitM);
  return index === -1 ? 0 : ACCURACY_M.length - index;
}
