import { getFlightInfo } from '@kitestring/station-contract/flight/operations.ts';
import { listRecordings } from '@kitestring/station-contract/recordings/operations.ts';
import { getSystemInfo } from '@kitestring/station-contract/system/operations.ts';
import { listVideoStreams } from '@kitestring/station-contract/videostreams/operations.ts';
import { SHIFT_CHANNELS, type ShiftChannel } from '../../src/channels/shift-channels.ts';
import { joined } from '../../src/encode/bytes.ts';
import { MessageRecords } from '../../src/encode/message-records.ts';
import { fileHead, METADATA } from '../../src/mcap/file-head.ts';
import { McapAssembler } from '../../src/mcap/mcap-assembler.ts';
import { ZSTD } from '../../src/zstd-codec.ts';
import { START_US } from './written-log.ts';

/** A message of a recording, seconds after its beginning. */
type ShiftMessage = readonly [atS: number, channel: ShiftChannel, value: unknown];

export const SHIFT_FACTS = {
  kind: 'shift',
  gs_name: 'gs-7',
  software_channel: 'released',
  software_version: '3.2.1',
  api_version: '1.1.2',
};

const IDS = Object.keys(SHIFT_CHANNELS);

/** Message records of a recording, as they are in a chunk. */
export function shiftRecords(messages: readonly ShiftMessage[]): Uint8Array {
  const records = new MessageRecords();
  for (const [atS, channel, value] of messages) {
    records.begin(IDS.indexOf(channel) + 1, START_US + Math.round(atS * 1e6));
    records.out.text(typeof value === 'string' ? value : JSON.stringify(value));
    records.end();
  }
  return records.take();
}

interface WrittenShiftOptions {
  readonly facts?: Readonly<Record<string, string>>;
  /** Whether the file has its end. */
  readonly isWhole?: boolean;
}

/** A recording with these chunks. */
export async function writtenShift(
  chunks: readonly (readonly ShiftMessage[])[],
  { facts = SHIFT_FACTS, isWhole = true }: WrittenShiftOptions = {},
): Promise<Uint8Array> {
  const assembler = new McapAssembler(ZSTD);
  const parts = [fileHead(assembler, facts, Object.values(SHIFT_CHANNELS))];
  for (const chunk of chunks) parts.push(await assembler.chunk(shiftRecords(chunk)));
  if (isWhole) parts.push(assembler.metadata(METADATA.end, new Map([['reason', 'requested']])), assembler.end());
  return joined(parts);
}

/** RFC 3339. @param atS seconds after the beginning */
export const shiftTime = (atS: number): string => new Date(START_US / 1000 + atS * 1000).toISOString();

const wind = (atS: number, endS?: number, speed = 14) => ({
  severity: 'Warning',
  code: 30001,
  message: `The wind is ${speed} m/s.`,
  begin_time: shiftTime(atS),
  ...(endS !== undefined && { end_time: shiftTime(endS) }),
  parameters: { wind_speed: speed },
});

const flight = (flight_state: string, altitude: number) => ({
  flight_state,
  altitude,
  is_rotating: false,
  is_changing_altitude: false,
});

const HOLDER = { session_id: 's1', operator_name: 'M. Rossi', last_change: shiftTime(1) };

/** As it is recorded: without addresses. */
const STREAM = {
  stream_id: 'zoom',
  type: 'Color',
  sensor_width: 5.952,
  sensor_height: 3.348,
  lens_focal_length: 2.7,
  zoom_min: 1,
  zoom_max: 32,
  codec: 'H.264',
  can_do_snapshot: true,
};

/** A minute: a flight with wind, a camera, a holder of control, two pictures, in three chunks. */
export const WINDY_MINUTE: readonly (readonly ShiftMessage[])[] = [
  [
    [0, 'connection', { topic: 'flight/state', status: 'live' }],
    [0, 'flight/state', flight('StandBy', 0)],
    [0, 'camera/state', { online_state: 'Online', pan_ned: 0, tilt_ned: 0, roll_ned: 0 }],
    [0, 'system/state', { drone_id: { status: 'OK', error_codes: [] }, gs_gps_has_fix: true }],
    [0, 'handoff/state', { controlling_client: null, requesting_clients: [] }],
    [0, 'document', { operation: getSystemInfo.id, body: getSystemInfo.replyExample }],
    [0, 'document', { operation: getFlightInfo.id, body: getFlightInfo.replyExample }],
    [0, 'document', { operation: listVideoStreams.id, body: [STREAM] }],
    [0, 'document', { operation: listRecordings.id, body: listRecordings.replyExample }],
    [1, 'handoff/state', { controlling_client: HOLDER, requesting_clients: [] }],
    [5, 'flight/state', flight('TakingOff', 0.5)],
    [10, 'flight/state', flight('Flying', 10)],
  ],
  [
    [20, 'notifications/state', wind(20)],
    [20, 'flight/state', flight('Flying', 20)],
    [25, 'picture', { timestamp: { sec: 0, nsec: 0 }, frame_id: 'zoom', data: 'Zmlyc3Q=', format: 'jpeg' }],
    [30, 'notifications/state', wind(20, undefined, 16)],
    [30, 'flight/state', flight('Flying', 30)],
  ],
  [
    [45, 'notifications/state', wind(20, 40, 16)],
    [45, 'flight/state', flight('Landing', 5)],
    [50, 'picture', { timestamp: { sec: 0, nsec: 0 }, frame_id: 'zoom', data: 'c2Vjb25k', format: 'jpeg' }],
    [60, 'flight/state', flight('StandBy', 0)],
  ],
];
