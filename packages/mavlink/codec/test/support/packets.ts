import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decode,
  encode,
  type FieldsToSend,
  type Message,
  type MessageName,
  Packet,
  type PacketHeader,
  type Signer,
} from '../../src/codec.ts';

export const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../fixtures', name));

export const HEADER: PacketHeader = { system: 1, component: 1, sequence: 0 };

/** A heartbeat of a multicopter. */
export const heartbeat = (header: Partial<PacketHeader> = {}, signer?: Signer): Uint8Array =>
  encode(
    'HEARTBEAT',
    { type: 2, autopilot: 3, base_mode: 81, custom_mode: 4, system_status: 4, mavlink_version: 3 },
    { ...HEADER, ...header },
    signer,
  );

/** A message as its receiver decodes it. */
export function received<N extends MessageName>(
  name: N,
  fields: FieldsToSend[N],
  header: Partial<PacketHeader> = {},
): Message<N> {
  return decode(new Packet(encode(name, fields, { ...HEADER, ...header }))) as Message<N>;
}

/** A packet in version 1. */
export function v1Packet(id: number, payload: Uint8Array, checksum: number): Uint8Array {
  const { component, sequence, system } = HEADER;
  return Uint8Array.of(
    0xfe,
    payload.length,
    sequence,
    system,
    component,
    id,
    ...payload,
    checksum & 0xff,
    checksum >> 8,
  );
}
