import { decodeFields } from './decode.ts';
import { type Definition, definitionNamed, KIND, SIZES } from './definition.ts';
import { encodeBy } from './encode.ts';
import { MAV_PARAM_TYPE } from './generated/enums.ts';
import type { FieldsToSend, Message, PacketHeader } from './message.ts';
import type { Signer } from './signing.ts';

/*
 * Senders with the capability PARAM_ENCODE_BYTEWISE, PX4 among them, put the bytes of an integer into the float `param_value`. Most negative
 * integers are NaNs there, whose bits no number keeps: both directions work on the bytes.
 */

type ParamMessage = 'PARAM_VALUE' | 'PARAM_SET';

/** Value of a parameter whose sender encodes it byte by byte. */
export function readBytewiseParam({ fields, name, packet }: Message<ParamMessage>): number {
  const { param_value } = decodeFields(definitionFor(name, fields.param_type), packet);
  return (param_value as readonly number[])[0]!;
}

/** As `encode`, with the value byte by byte. @throws RangeError for a value that its type cannot hold */
export function encodeBytewiseParam<N extends ParamMessage>(
  name: N,
  fields: FieldsToSend[N],
  header: PacketHeader,
  signer?: Signer,
): Uint8Array {
  const { param_type, param_value } = fields;
  return encodeBy(definitionFor(name, param_type), { ...fields, param_value: [param_value] }, header, signer);
}

/** The definition with an array of the type in the place of `param_value`, so that zeros follow a small type. */
function definitionFor(name: ParamMessage, paramType: number): Definition {
  const kind = KINDS[paramType] ?? KIND.f32;
  const size = SIZES[kind];
  const definition = definitionNamed(name);
  const fields = definition.fields.map((field) =>
    field.name === 'param_value' ? { ...field, kind, size, length: 4 / size } : field,
  );
  return { ...definition, fields };
}

const KINDS: Readonly<Record<number, (typeof KIND)[keyof typeof KIND]>> = {
  [MAV_PARAM_TYPE.UINT8]: KIND.u8,
  [MAV_PARAM_TYPE.INT8]: KIND.i8,
  [MAV_PARAM_TYPE.UINT16]: KIND.u16,
  [MAV_PARAM_TYPE.INT16]: KIND.i16,
  [MAV_PARAM_TYPE.UINT32]: KIND.u32,
  [MAV_PARAM_TYPE.INT32]: KIND.i32,
};
