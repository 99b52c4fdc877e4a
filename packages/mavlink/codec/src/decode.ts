import { type Definition, definitionOf, KIND, type MessageField } from './definition.ts';
import type { Message } from './message.ts';
import { HEADER_V1, HEADER_V2, LONGEST_PAYLOAD, type Packet } from './packet.ts';

/** The payload that is read, with the zeros that its sender has trimmed. */
const payload = new Uint8Array(LONGEST_PAYLOAD);
const view = new DataView(payload.buffer);
const utf8 = new TextDecoder();

/** The message of a packet; undefined for an id that the dialect does not have. */
export function decode(packet: Packet): Message | undefined {
  const { id } = packet;
  const definition = definitionOf(id);
  if (definition === undefined) return undefined;
  const fields = decodeFields(definition, packet);
  const { component, isSigned, sequence, system } = packet;
  return { name: definition.name, id, fields, system, component, sequence, isSigned, packet } as unknown as Message;
}

/** Fields of a packet by a definition that need not be the one of the dialect. */
export function decodeFields(definition: Definition, packet: Packet): Readonly<Record<string, unknown>> {
  load(packet);
  const fields: Record<string, unknown> = {};
  for (const field of definition.fields) fields[field.name] = fieldValue(field);
  return fields;
}

function load({ bytes, version }: Packet): void {
  const from = version === 1 ? HEADER_V1 : HEADER_V2;
  const length = bytes[1]!;
  for (let index = 0; index < length; index += 1) payload[index] = bytes[from + index]!;
  payload.fill(0, length);
}

function fieldValue(field: MessageField): unknown {
  const { length, offset, size } = field;
  if (length === 0) return valueAt(field, offset);
  if (field.kind === KIND.char) return textAt(offset, length);
  const values: unknown[] = [];
  for (let index = 0; index < length; index += 1) values.push(valueAt(field, offset + index * size));
  return values;
}

function valueAt({ kind }: MessageField, at: number): number | bigint {
  switch (kind) {
    case KIND.f32:
      return view.getFloat32(at, true);
    case KIND.f64:
      return view.getFloat64(at, true);
    case KIND.i8:
      return view.getInt8(at);
    case KIND.u16:
      return view.getUint16(at, true);
    case KIND.i16:
      return view.getInt16(at, true);
    case KIND.u32:
      return view.getUint32(at, true);
    case KIND.i32:
      return view.getInt32(at, true);
    case KIND.u64:
      return view.getBigUint64(at, true);
    case KIND.i64:
      return view.getBigInt64(at, true);
    default:
      return payload[at]!;
  }
}

/** Up to the first NUL. Most texts are ASCII, for which a decoder takes longer. */
function textAt(from: number, length: number): string {
  let text = '';
  for (let index = from; index < from + length; index += 1) {
    const byte = payload[index]!;
    if (byte === 0) return text;
    if (byte > 0x7f) return nonAsciiAt(from, length);
    text += String.fromCharCode(byte);
  }
  return text;
}

function nonAsciiAt(from: number, length: number): string {
  const bytes = payload.subarray(from, from + length);
  const end = bytes.indexOf(0);
  return utf8.decode(end === -1 ? bytes : bytes.subarray(0, end));
}
