/** Contents of the segments of a JPEG, read by the specification and not with the writer's code: EXIF by directory and tag, XMP as text. */
interface ReadJpeg {
  readonly main: ReadonlyMap<number, unknown>;
  readonly photo: ReadonlyMap<number, unknown>;
  readonly gps: ReadonlyMap<number, unknown>;
  readonly xmp: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

export function readJpeg(bytes: Uint8Array): ReadJpeg {
  const jpeg = Buffer.from(bytes);
  let [exif, xmp, widthPx, heightPx] = [Buffer.alloc(0), '', 0, 0];
  for (
    let at = 2;
    jpeg[at] === 0xff && ![0xd9, 0xda].includes(jpeg[at + 1] ?? 0);
    at += 2 + jpeg.readUInt16BE(at + 2)
  ) {
    const content = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
    if (jpeg[at + 1] === 0xe1 && content.toString('latin1', 0, 4) === 'Exif') exif = content.subarray(6);
    else if (jpeg[at + 1] === 0xe1) xmp = content.toString('utf8', content.indexOf(0) + 1);
    else if (jpeg[at + 1] === 0xc0) [heightPx, widthPx] = [content.readUInt16BE(1), content.readUInt16BE(3)];
  }
  if (exif.toString('latin1', 0, 2) !== 'MM' || exif.readUInt16BE(2) !== 42) throw new Error('no big-endian TIFF');
  const main = directory(exif, exif.readUInt32BE(4));
  const photo = directory(exif, Number(main.get(0x8769)));
  return { main, photo, gps: directory(exif, Number(main.get(0x8825))), xmp, widthPx, heightPx };
}

function directory(tiff: Buffer, at: number): Map<number, unknown> {
  const found = new Map<number, unknown>();
  let last = -1;
  for (let index = 0; index < tiff.readUInt16BE(at); index += 1) {
    const entry = at + 2 + 12 * index;
    const tag = tiff.readUInt16BE(entry);
    if (tag <= last) throw new Error('tags are not in order');
    last = tag;
    found.set(tag, valueAt(tiff, entry));
  }
  return found;
}

function valueAt(tiff: Buffer, entry: number): unknown {
  const type = tiff.readUInt16BE(entry + 2);
  const count = tiff.readUInt32BE(entry + 4);
  const size = [0, 1, 1, 2, 4, 8, 0, 1][type] ?? 0;
  const at = size * count <= 4 ? entry + 8 : tiff.readUInt32BE(entry + 8);
  if (type === 2) return tiff.toString('latin1', at, at + count - 1);
  const one = (index: number): number => {
    const place = at + size * index;
    if (type === 5) return tiff.readUInt32BE(place) / tiff.readUInt32BE(place + 4);
    return size === 2 ? tiff.readUInt16BE(place) : size === 4 ? tiff.readUInt32BE(place) : tiff.readUInt8(place);
  };
  const values = Array.from({ length: count }, (_, index) => one(index));
  return count === 1 ? values[0] : values;
}
