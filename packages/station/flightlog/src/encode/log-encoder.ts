import type { Truth } from '@kitestring/station-contract/sim/truth.ts';
import { CHANNEL_IDS, CHANNELS, type ChannelName } from '../channels/channels.ts';
import type { locationFix } from '../channels/foxglove.ts';
import type { TelemetryRecord } from '../channels/telemetry.ts';
import type { MessageRecords } from './message-records.ts';
import { type JsonSchema, type WriteJson, writer } from './rounded-json.ts';

const writeTelemetry = writer(CHANNELS.telemetry.schema);
const writeLocation = writer(CHANNELS.kiteLocation.schema as JsonSchema);
const writeTruth = writer(CHANNELS.truth.schema as JsonSchema);

/** Encoders of the log's messages. Stateless; the target is an argument. */
export const logEncoder = {
  telemetry: (records: MessageRecords, timeUs: number, telemetry: TelemetryRecord): void =>
    rounded(records, 'telemetry', timeUs, writeTelemetry, telemetry),

  truth: (records: MessageRecords, timeUs: number, truth: Truth): void =>
    rounded(records, 'truth', timeUs, writeTruth, truth),

  location: (
    records: MessageRecords,
    channel: 'kiteLocation' | 'groundStationLocation',
    timeUs: number,
    fix: ReturnType<typeof locationFix>,
  ): void => rounded(records, channel, timeUs, writeLocation, fix),

  /** A message that is encoded already: JSON, or a packet. */
  bytes(records: MessageRecords, channel: ChannelName, timeUs: number, content: Uint8Array): void {
    records.begin(CHANNEL_IDS[channel], timeUs);
    records.out.bytes(content);
    records.end();
  },

  json(records: MessageRecords, channel: ChannelName, timeUs: number, value: unknown): void {
    records.begin(CHANNEL_IDS[channel], timeUs);
    records.out.text(JSON.stringify(value));
    records.end();
  },
};

function rounded(
  records: MessageRecords,
  channel: ChannelName,
  timeUs: number,
  write: WriteJson,
  value: unknown,
): void {
  records.begin(CHANNEL_IDS[channel], timeUs);
  write(records.out, value);
  records.end();
}
