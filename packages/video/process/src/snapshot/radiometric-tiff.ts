import type { SnapshotFacts } from './exif.ts';
import { ascii, type ExifEntry, long, rationals, short } from './exif-values.ts';
import type { ThermalMap } from './thermal-map.ts';
import { directoryBytes, writeDirectory } from './tiff-directory.ts';

const HEADER_BYTES = 8;
/** Resolution of the values: 0.01 K, as radiometric tools expect of 16 bits. */
const COUNTS_PER_K = 100;
const ZERO_C_K = 273.15;
const MOST = 65_535;

/** Hottest temperature of such a file: 382.2 °C. */
const centikelvin = (temperatureC: number): number =>
  Math.max(0, Math.min(MOST, Math.round((temperatureC + ZERO_C_K) * COUNTS_PER_K)));

/** A grey picture of 16 bits whose values are centikelvin. Source: TIFF 6.0, section 4. */
export function radiometricTiff(
  { heightPx, temperatureC, widthPx }: ThermalMap,
  { model, software }: SnapshotFacts,
): Buffer {
  const pixels = Buffer.alloc(2 * widthPx * heightPx);
  for (let at = 0; at < widthPx * heightPx; at += 1) pixels.writeUInt16BE(centikelvin(temperatureC(at)), 2 * at);
  const entries = (pixelsAt: number): readonly ExifEntry[] => [
    { tag: 0x0100, value: long(widthPx) },
    { tag: 0x0101, value: long(heightPx) },
    { tag: 0x0102, value: short(16) },
    { tag: 0x0103, value: short(1) },
    // Black is zero.
    { tag: 0x0106, value: short(1) },
    { tag: 0x010e, value: ascii('Temperature, 0.01 K for each count, 65535: 382.2 C or more') },
    { tag: 0x010f, value: ascii('Kitestring') },
    { tag: 0x0110, value: ascii(model) },
    { tag: 0x0111, value: long(pixelsAt) },
    { tag: 0x0115, value: short(1) },
    { tag: 0x0116, value: long(heightPx) },
    { tag: 0x0117, value: long(pixels.length) },
    { tag: 0x011a, value: rationals(72) },
    { tag: 0x011b, value: rationals(72) },
    { tag: 0x0128, value: short(2) },
    { tag: 0x0131, value: ascii(software) },
  ];
  const pixelsAt = HEADER_BYTES + directoryBytes(entries(0));
  const header = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, HEADER_BYTES]);
  return Buffer.concat([header, writeDirectory(entries(pixelsAt), HEADER_BYTES), pixels]);
}
