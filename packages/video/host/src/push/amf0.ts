/** Values of Action Message Format 0. Source: Adobe's AMF0 specification. */
export type AmfValue = number | boolean | string | null | { readonly [name: string]: AmfValue };

const MARKER = { number: 0, boolean: 1, string: 2, object: 3, null: 5, undefined: 6, array: 8, end: 9 } as const;
/** Objects of a relay's answers have one level. */
const DEPTH_MAX = 4;

export const amfBytes = (...values: readonly AmfValue[]): Buffer => Buffer.concat(values.map(valueBytes));

function valueBytes(value: AmfValue): Buffer {
  if (value === null) return Buffer.of(MARKER.null);
  if (typeof value === 'boolean') return Buffer.of(MARKER.boolean, Number(value));
  if (typeof value === 'string') return Buffer.concat([Buffer.of(MARKER.string), textBytes(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  const fields = Object.entries(value).flatMap(([name, field]) => [textBytes(name), valueBytes(field)]);
  return Buffer.concat([Buffer.of(MARKER.object), ...fields, Buffer.of(0, 0, MARKER.end)]);
}

function textBytes(text: string): Buffer {
  const bytes = Buffer.alloc(2 + Buffer.byteLength(text));
  bytes.writeUInt16BE(bytes.length - 2);
  bytes.write(text, 2);
  return bytes;
}

/** The values up to the end, or to the first one of another type. @throws RangeError where a value is cut off */
export function readAmf(bytes: Buffer): readonly AmfValue[] {
  const reader = { bytes, at: 0 };
  const values: AmfValue[] = [];
  while (reader.at < bytes.length) {
    const value = readValue(reader, 0);
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function readValue(reader: Reader, depth: number): AmfValue | undefined {
  const { bytes } = reader;
  const marker = bytes.readUInt8(reader.at++);
  if (marker === MARKER.null || marker === MARKER.undefined) return null;
  if (marker === MARKER.boolean) return bytes.readUInt8(reader.at++) !== 0;
  if (marker === MARKER.string) return readText(reader);
  if (marker === MARKER.number) {
    reader.at += 8;
    return bytes.readDoubleBE(reader.at - 8);
  }
  if (marker !== MARKER.object && marker !== MARKER.array) return undefined;
  // The count of an array is a hint only: it ends as an object does.
  if (marker === MARKER.array) reader.at += 4;
  return depth < DEPTH_MAX ? readFields(reader, depth + 1) : undefined;
}

function readFields(reader: Reader, depth: number): AmfValue | undefined {
  const fields: Record<string, AmfValue> = Object.create(null);
  for (;;) {
    const name = readText(reader);
    if (name === '' && reader.bytes.readUInt8(reader.at) === MARKER.end) break;
    const value = readValue(reader, depth);
    if (value === undefined) return undefined;
    fields[name] = value;
  }
  reader.at += 1;
  return fields;
}

function readText(reader: Reader): string {
  const length = reader.bytes.readUInt16BE(reader.at);
  const from = reader.at + 2;
  if (from + length > reader.bytes.length) throw new RangeError('a text is cut off');
  reader.at = from + length;
  return reader.bytes.toString('utf8', from, reader.at);
}
