import { MESSAGES } from './generated/messages.ts';
import type { MessageName } from './message.ts';

/** Type of a field, length of an array in brackets, and its unit: `u8`, `char[50]`, `u16[10] mV`. */
type FieldCode = string;
type FieldCodes = Readonly<Record<string, FieldCode>>;

/** By name of the message: id, CRC extra, fields in wire order, extensions. */
export type MessageTable = Readonly<
  Record<string, readonly [id: number, crcExtra: number, fields: FieldCodes, extensions?: FieldCodes]>
>;

/** Types of fields. Integers, because reader and writer branch on them for each field. */
export const KIND = { char: 0, u8: 1, i8: 2, u16: 3, i16: 4, u32: 5, i32: 6, f32: 7, u64: 8, i64: 9, f64: 10 } as const;
type Kind = (typeof KIND)[keyof typeof KIND];

/** Bytes of each kind. */
export const SIZES = [1, 1, 1, 2, 2, 4, 4, 4, 8, 8, 8] as const;

export interface MessageField {
  readonly name: string;
  readonly kind: Kind;
  /** Bytes from the start of the payload. */
  readonly offset: number;
  /** Elements of an array or text; 0 for a single value. */
  readonly length: number;
  /** Bytes of one element. */
  readonly size: number;
  /** Empty for a number without a unit. */
  readonly unit: string;
  readonly isExtension: boolean;
}

export interface Definition {
  readonly name: MessageName;
  readonly id: number;
  readonly crcExtra: number;
  /** In wire order. */
  readonly fields: readonly MessageField[];
  /** Bytes of the payload before trimming. */
  readonly length: number;
}

const names: ReadonlyMap<number, MessageName> = new Map(
  Object.entries(MESSAGES).map(([name, [id]]) => [id, name as MessageName]),
);
/** Compiled at first use. */
const byName = new Map<MessageName, Definition>();
const byId = new Map<number, Definition>();

/** Definition of a message id; undefined for one that the dialect does not have. */
export function definitionOf(id: number): Definition | undefined {
  const found = byId.get(id);
  if (found !== undefined) return found;
  const name = names.get(id);
  if (name === undefined) return undefined;
  const definition = definitionNamed(name);
  byId.set(id, definition);
  return definition;
}

/** Definition of a message, with the units of its fields. @throws RangeError for a name that the dialect does not have */
export function definitionNamed(name: MessageName): Definition {
  const found = byName.get(name);
  if (found !== undefined) return found;
  if (!Object.hasOwn(MESSAGES, name)) throw new RangeError(`${name} is not a message of the dialect`);
  const definition = compiled(name);
  byName.set(name, definition);
  return definition;
}

function compiled(name: MessageName): Definition {
  const [id, crcExtra, base, extensions = {}] = MESSAGES[name] as MessageTable[string];
  let offset = 0;
  const fields = (codes: FieldCodes, isExtension: boolean) =>
    Object.entries(codes).map(([fieldName, code]): MessageField => {
      const [, type = '', digits = '0', unit = ''] = /^(\w+)(?:\[(\d+)\])?(?: (.*))?$/.exec(code) ?? [];
      const kind = KIND[type as keyof typeof KIND];
      const [length, size] = [Number(digits), SIZES[kind]];
      const field = { name: fieldName, kind, offset, length, size, unit, isExtension };
      offset += size * Math.max(1, length);
      return field;
    });
  return { name, id, crcExtra, fields: [...fields(base, false), ...fields(extensions, true)], length: offset };
}
