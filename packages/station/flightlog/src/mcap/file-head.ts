import { CHANNELS, type LogChannel } from '../channels/channels.ts';
import { joined } from '../encode/bytes.ts';
import type { McapAssembler } from './mcap-assembler.ts';

/** Facts about a log, in writing order. */
export type Facts = Readonly<Record<string, string>>;

/** Names of the metadata records. */
export const METADATA = { flight: 'kitestring', end: 'kitestring.end' } as const;

/** Fact at the end of a recovered log: number of damaged pieces that were left out. */
export const DAMAGED_PIECES = 'damaged_pieces';

const encoder = new TextEncoder();

/** Everything before the first message: header, facts, schemas, channels with ids from 1. */
export function fileHead(
  assembler: McapAssembler,
  facts: Facts,
  channels: readonly LogChannel[] = Object.values(CHANNELS),
): Uint8Array {
  const parts = [assembler.start(), assembler.metadata(METADATA.flight, new Map(Object.entries(facts)))];
  const schemaIds = new Map<string, number>();
  for (const [index, channel] of channels.entries()) {
    const known = schemaIds.get(channel.schemaName);
    const schemaId = known ?? schemaIds.size + 1;
    if (known === undefined) {
      schemaIds.set(channel.schemaName, schemaId);
      parts.push(assembler.schema({ id: schemaId, name: channel.schemaName, ...channelSchema(channel) }));
    }
    const { encoding: messageEncoding = 'json', topic } = channel;
    parts.push(assembler.channel({ id: index + 1, schemaId, topic, messageEncoding, metadata: new Map() }));
  }
  return joined(parts);
}

/** Without an encoding a schema has no data, by the format. */
const channelSchema = ({ encoding, schema }: LogChannel) =>
  encoding === undefined
    ? { encoding: 'jsonschema', data: encoder.encode(JSON.stringify(schema)) }
    : { encoding: '', data: new Uint8Array() };
