import { crc16, crc16Continued } from './crc.ts';
import { type Definition, definitionNamed, KIND, type MessageField } from './definition.ts';
import type { FieldsToSend, MessageName, PacketHeader } from './message.ts';
import { HEADER_V2, IS_SIGNED, LONGEST_PACKET, STX_V2 } from './packet.ts';
import type { Signer } from './signing.ts';

/** The packet under construction: the result is copied out of it. */
const bytes = new Uint8Array(LONGEST_PACKET);
const view = new DataView(bytes.buffer);
const utf8 = new TextEncoder();

/**
 * A message as a packet of MAVLink 2.
 * @param signer signs the packet; without one it is unsigned
 * @throws TypeError for a missing field; RangeError for a number that its field cannot hold, or for an array or text that is too long
 */
export const encode = <N extends MessageName>(
  name: N,
  fields: FieldsToSend[N],
  header: PacketHeader,
  signer?: Signer,
): Uint8Array => encodeBy(definitionNamed(name), fields, header, signer);

/** As `encode`, by a definition that need not be the one of the dialect. */
export function encodeBy(definition: Definition, fields: object, header: PacketHeader, signer?: Signer): Uint8Array {
  for (const field of definition.fields) writeField(definition, field, (fields as Record<string, unknown>)[field.name]);
  let end = HEADER_V2 + definition.length;
  // Zeros at the end are not sent, but for the first byte.
  while (end > HEADER_V2 + 1 && bytes[end - 1] === 0) end -= 1;
  writeHeader(definition.id, end - HEADER_V2, header, signer !== undefined);
  view.setUint16(end, crc16Continued(crc16(bytes, 1, end), definition.crcExtra), true);
  return bytes.slice(0, signer === undefined ? end + 2 : signer.sign(bytes, end + 2));
}

function writeHeader(id: number, length: number, header: PacketHeader, isSigned: boolean): void {
  bytes[0] = STX_V2;
  bytes[1] = length;
  bytes[2] = isSigned ? IS_SIGNED : 0;
  bytes[3] = 0;
  bytes[4] = header.sequence;
  bytes[5] = header.system;
  bytes[6] = header.component;
  bytes[7] = id;
  bytes[8] = id >>> 8;
  bytes[9] = id >>> 16;
}

function writeField(definition: Definition, field: MessageField, value: unknown): void {
  const at = HEADER_V2 + field.offset;
  if (value === undefined) {
    if (!field.isExtension) throw new TypeError(`${definition.name} has no ${field.name}`);
    bytes.fill(0, at, at + field.size * Math.max(1, field.length));
  } else if (field.length === 0) writeValue(field, at, value);
  else if (field.kind === KIND.char) writeText(field, at, value as string);
  else writeArray(field, at, value as readonly unknown[]);
}

function writeArray(field: MessageField, at: number, values: readonly unknown[]): void {
  if (values.length > field.length) throw new RangeError(`${field.name} holds ${field.length}, not ${values.length}`);
  for (let index = 0; index < values.length; index += 1) writeValue(field, at + index * field.size, values[index]);
  bytes.fill(0, at + values.length * field.size, at + field.length * field.size);
}

function writeText(field: MessageField, at: number, text: string): void {
  const { read, written } = utf8.encodeInto(text, bytes.subarray(at, at + field.length));
  if (read < text.length) throw new RangeError(`${field.name} holds ${field.length} bytes of text`);
  bytes.fill(0, at + written, at + field.length);
}

function writeValue(field: MessageField, at: number, value: unknown): void {
  switch (field.kind) {
    case KIND.f32:
      view.setFloat32(at, value as number, true);
      break;
    case KIND.f64:
      view.setFloat64(at, value as number, true);
      break;
    case KIND.u8:
      view.setUint8(at, checked(field, value, 0, 0xff));
      break;
    case KIND.i8:
      view.setInt8(at, checked(field, value, -0x80, 0x7f));
      break;
    case KIND.u16:
      view.setUint16(at, checked(field, value, 0, 0xffff), true);
      break;
    case KIND.i16:
      view.setInt16(at, checked(field, value, -0x8000, 0x7fff), true);
      break;
    case KIND.u32:
      view.setUint32(at, checked(field, value, 0, 0xffff_ffff), true);
      break;
    case KIND.i32:
      view.setInt32(at, checked(field, value, -0x8000_0000, 0x7fff_ffff), true);
      break;
    case KIND.u64:
      view.setBigUint64(at, checkedBig(field, value as bigint, BigInt.asUintN), true);
      break;
    case KIND.i64:
      view.setBigInt64(at, checkedBig(field, value as bigint, BigInt.asIntN), true);
      break;
  }
}

/** A wrapped integer would be a wrong order to an aircraft. */
function checked(field: MessageField, value: unknown, min: number, max: number): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  throw new RangeError(`${field.name} is an integer from ${min} to ${max}, not ${String(value)}`);
}

function checkedBig(field: MessageField, value: bigint, cut: (bits: number, value: bigint) => bigint): bigint {
  if (cut(64, value) === value) return value;
  throw new RangeError(`${field.name} has 64 bits, which do not hold ${value}`);
}
