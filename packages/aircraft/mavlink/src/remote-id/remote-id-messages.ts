import type { FieldsToSend, MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import {
  MAV_ODID_DESC_TYPE,
  MAV_ODID_ID_TYPE,
  MAV_ODID_OPERATOR_LOCATION_TYPE,
  MAV_ODID_UA_TYPE,
} from '@kitestring/mavlink-codec/enums.ts';
import type { OperatorData } from './operator-data.ts';

/** Times of Remote ID count from 2019-01-01 UTC (ASTM F3411), seconds of Unix time. */
const EPOCH_S = 1_546_300_800;
/** Height that is not known (ASTM F3411). */
const UNKNOWN_M = -1000;
/** Bytes of an id, and of a description. */
const ID_BYTES = 20;
const DESCRIPTION_BYTES = 23;

type Name = 'OPEN_DRONE_ID_BASIC_ID' | 'OPEN_DRONE_ID_OPERATOR_ID' | 'OPEN_DRONE_ID_SELF_ID' | 'OPEN_DRONE_ID_SYSTEM';

/** One message, and its fields. */
type RemoteIdMessage = { readonly [N in Name]: { readonly name: N; readonly fields: FieldsToSend[N] } }[Name];

type Home = Pick<MessageFields['HOME_POSITION'], 'latitude' | 'longitude' | 'altitude'>;

interface RemoteIdSituation {
  readonly operator: OperatorData;
  /** Where it took off; undefined while that is not known. */
  readonly home: Home | undefined;
  /** Serial number that the transmitter has told. */
  readonly heardSerial: string | undefined;
  readonly targetSystem: number;
  readonly nowUs: number;
}

/** Messages of one second: a value that is not known is the one that the definitions have for that, never NaN. */
export function remoteIdMessages({ operator, ...situation }: RemoteIdSituation): readonly RemoteIdMessage[] {
  // An address of another aircraft stands in the third field; ours has none.
  const head = { target_system: situation.targetSystem, target_component: 0, id_or_mac: [] };
  const serial = operator.serial ?? situation.heardSerial;
  const { description, isEmergency, operatorId } = operator;
  const { SERIAL_NUMBER, NONE } = MAV_ODID_ID_TYPE;
  const { EMERGENCY, TEXT } = MAV_ODID_DESC_TYPE;
  const place = placeOf(operator, situation.home);
  return [
    {
      name: 'OPEN_DRONE_ID_BASIC_ID',
      fields: {
        ...head,
        id_type: serial === undefined ? NONE : SERIAL_NUMBER,
        ua_type: MAV_ODID_UA_TYPE.TETHERED_POWERED_AIRCRAFT,
        uas_id: [...Buffer.from(serial ?? '')].slice(0, ID_BYTES),
      },
    },
    ...messageIf(operatorId, (id) => ({
      name: 'OPEN_DRONE_ID_OPERATOR_ID',
      fields: { ...head, operator_id_type: 0, operator_id: id.slice(0, ID_BYTES) },
    })),
    ...messageIf(isEmergency ? 'Emergency landing' : description, (text) => ({
      name: 'OPEN_DRONE_ID_SELF_ID',
      fields: {
        ...head,
        description_type: isEmergency ? EMERGENCY : TEXT,
        description: text.slice(0, DESCRIPTION_BYTES),
      },
    })),
    ...messageIf(place, (known) => ({
      name: 'OPEN_DRONE_ID_SYSTEM',
      fields: {
        ...head,
        ...known,
        area_count: 1,
        area_radius: 0,
        area_ceiling: UNKNOWN_M,
        area_floor: UNKNOWN_M,
        classification_type: 0,
        category_eu: 0,
        class_eu: 0,
        timestamp: Math.max(0, Math.floor(situation.nowUs / 1e6) - EPOCH_S),
      },
    })),
  ];
}

const messageIf = <Value>(
  value: Value | undefined,
  message: (value: Value) => RemoteIdMessage,
): readonly RemoteIdMessage[] => (value === undefined ? [] : [message(value)]);

type Place = Pick<
  FieldsToSend['OPEN_DRONE_ID_SYSTEM'],
  'operator_location_type' | 'operator_latitude' | 'operator_longitude' | 'operator_altitude_geo'
>;

/** Position of the operator, or of the take-off. Undefined: neither is known, and a zero would be a place in the sea. */
function placeOf({ position }: OperatorData, home: Home | undefined): Place | undefined {
  const { LIVE_GNSS, TAKEOFF } = MAV_ODID_OPERATOR_LOCATION_TYPE;
  if (position !== undefined) {
    return {
      operator_location_type: LIVE_GNSS,
      operator_latitude: Math.round(position.latDeg * 1e7),
      operator_longitude: Math.round(position.lonDeg * 1e7),
      operator_altitude_geo: position.elevationM ?? UNKNOWN_M,
    };
  }
  return (
    home && {
      operator_location_type: TAKEOFF,
      operator_latitude: home.latitude,
      operator_longitude: home.longitude,
      operator_altitude_geo: home.altitude / 1000,
    }
  );
}
