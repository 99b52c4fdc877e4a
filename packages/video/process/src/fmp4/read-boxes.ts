import { Mp4Fault } from './mp4-fault.ts';

/** A box, complete in memory. */
export interface Box {
  readonly type: string;
  /** Offset of its length field in the bytes that were read. */
  readonly offset: number;
  /** Content after length and type. */
  readonly content: Uint8Array;
}

/** Parses bytes that consist of complete boxes, in order. @throws Mp4Fault for anything else */
export function readBoxes(bytes: Uint8Array): Box[] {
  const view = viewOf(bytes);
  const boxes: Box[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    if (bytes.length - offset < 8) throw new Mp4Fault(`${bytes.length - offset} bytes are no box`);
    const length = view.getUint32(offset);
    const type = typeAt(bytes, offset + 4);
    if (length < 8 || offset + length > bytes.length)
      throw new Mp4Fault(`a box ${type} of ${length} bytes does not fit`);
    boxes.push({ type, offset, content: bytes.subarray(offset + 8, offset + length) });
    offset += length;
  }
  return boxes;
}

/** The box at a path of types: `['mdia', 'minf']`. @throws Mp4Fault when it is missing */
export function boxAt(bytes: Uint8Array, ...path: readonly string[]): Uint8Array {
  let content = bytes;
  for (const type of path) {
    const found = readBoxes(content).find((box) => box.type === type);
    if (found === undefined) throw new Mp4Fault(`there is no box ${type}`);
    content = found.content;
  }
  return content;
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const typeAt = (bytes: Uint8Array, offset: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + 4));
