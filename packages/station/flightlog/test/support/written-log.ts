import type { ChannelName } from '../../src/channels/channels.ts';
import { joined } from '../../src/encode/bytes.ts';
import { logEncoder } from '../../src/encode/log-encoder.ts';
import { MessageRecords } from '../../src/encode/message-records.ts';
import { fileHead, METADATA } from '../../src/mcap/file-head.ts';
import { McapAssembler } from '../../src/mcap/mcap-assembler.ts';
import type { ByteSource } from '../../src/mcap/read-records.ts';
import { ZSTD } from '../../src/zstd-codec.ts';

export const START_US = Date.UTC(2026, 10, 21, 8, 30) * 1000;

/** A message of a log, seconds after its beginning. */
export type Written = readonly [atS: number, channel: ChannelName, value: unknown];

/** A whole log with these messages. */
export async function writtenLog(
  messages: readonly Written[],
  facts: Readonly<Record<string, string>> = { simulated: 'true', gs_name: 'kitestring' },
  end: Readonly<Record<string, string>> = { reason: 'landed', messages_lost: '0' },
): Promise<Uint8Array> {
  const assembler = new McapAssembler(ZSTD);
  const parts = [fileHead(assembler, facts)];
  const records = new MessageRecords();
  for (const [atS, channel, value] of messages) {
    logEncoder.json(records, channel, START_US + Math.round(atS * 1e6), value);
  }
  if (records.count > 0) parts.push(await assembler.chunk(records.take()));
  parts.push(assembler.metadata(METADATA.end, new Map(Object.entries(end))));
  parts.push(assembler.end());
  return joined(parts);
}

export const byteSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

const time = (atS: number): string => new Date(START_US / 1000 + atS * 1000).toISOString();

/** A flight of 60 s: up to 30 m, a gust, a safety landing. */
export function stormyFlight(): readonly Written[] {
  const samples = Array.from({ length: 600 }, (_, index): Written => {
    const atS = index / 10;
    const altitude = Math.max(0, Math.min(30, atS - 5, 2 * (58 - atS)));
    const wind = 6 + 12 * Math.exp(-(((atS - 40) / 5) ** 2));
    const telemetry = {
      altitude_m: altitude,
      altitude_target_m: atS < 42 ? 30 : 0,
      wind_mps: wind,
      drift_m: wind / 6,
      heading_deg: (350 + atS) % 360,
      kite_has_gps: true,
      drift_east_m: -wind / 6,
      drift_north_m: 0.2,
    };
    return [atS, 'telemetry', telemetry];
  });
  const wind = {
    severity: 'Critical',
    code: 30001,
    message: 'The wind is over the limit <13 m/s>.',
    begin_time: time(38),
  };
  const holder = { session_id: 'session-1', plugin_name: 'desk', operator_name: 'M. "Max" Rossi' };
  const command = { plugin_name: 'desk', session: 'session-1' };
  const events: Written[] = [
    [0, 'flightState', { flight_state: 'StandBy' }],
    [0, 'handoffState', { controlling_client: null, requesting_clients: [] }],
    [2, 'handoffState', { controlling_client: holder, requesting_clients: [] }],
    [2, 'commands', { ...command, operation: 'handoff.control.request', body: { operator_name: 'x' }, status: 201 }],
    [3, 'commands', { ...command, operation: 'flight.control.take_off', status: 202 }],
    [3, 'flightState', { flight_state: 'TakingOff' }],
    [6, 'flightState', { flight_state: 'Flying', altitude: 1 }],
    [
      7,
      'commands',
      {
        ...command,
        operation: 'flight.control.altitude',
        body: { altitude: 99 },
        status: 400,
        error_code: 'ALTITUDE_ABOVE_HARD_MAX',
        message: 'too high',
      },
    ],
    [38, 'notifications', { event: 'begin', ...wind }],
    [39, 'notifications', { event: 'change', ...wind, message: 'The wind is over the limit <18 m/s>.' }],
    [42, 'flightState', { flight_state: 'SafetyLanding' }],
    [
      50,
      'notifications',
      { event: 'end', ...wind, message: 'The wind is over the limit <18 m/s>.', end_time: time(50) },
    ],
    [58, 'flightState', { flight_state: 'StandBy' }],
  ];
  return [...samples, ...events].sort(([a], [b]) => a - b);
}
