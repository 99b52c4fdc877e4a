import { exif, type SnapshotFacts } from './exif.ts';
import { xmp } from './xmp.ts';

const APP1 = 0xe1;
/** The length of a segment has two bytes and includes itself. */
const MOST_SEGMENT_BYTES = 65_533;
const EXIF_HEAD = Buffer.from('Exif\0\0', 'latin1');
const XMP_HEAD = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

/** Inserts EXIF and XMP as the first segments of a JPEG. @throws RangeError for another format */
export function jpegWithFacts(jpeg: Uint8Array, facts: SnapshotFacts): Buffer {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) throw new RangeError('a JPEG begins with ff d8');
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(Buffer.concat([EXIF_HEAD, exif(facts)])),
    segment(Buffer.concat([XMP_HEAD, Buffer.from(xmp(facts), 'utf8')])),
    jpeg.subarray(2),
  ]);
}

function segment(content: Buffer): Buffer {
  if (content.length > MOST_SEGMENT_BYTES)
    throw new RangeError(`a segment has ${content.length} bytes, at most ${MOST_SEGMENT_BYTES}`);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
