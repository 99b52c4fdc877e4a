import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import { ascii, byteValues, type ExifEntry, long, opaque, rationals, sexagesimal, short } from './exif-values.ts';
import { directoryBytes, writeDirectory } from './tiff-directory.ts';

/** Metadata of a snapshot. */
export interface SnapshotFacts {
  /** Station time, microseconds since 1970. */
  readonly timeUs: number;
  readonly model: string;
  readonly software: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Absent when the lens is unknown. */
  readonly lens?: { readonly sensorWidthMm: number; readonly horizontalFovDeg: number; readonly zoom: number };
  /** Absent for thermal pictures and real cameras. */
  readonly exposure?: { readonly exposureS: number; readonly fNumber: number; readonly iso: number };
  /** Absent where it is not known. */
  readonly direction?: { readonly panDeg: number; readonly tiltDeg: number; readonly rollDeg: number };
  /** Above the take-off position. */
  readonly heightM?: number;
  /** Position of the camera, WGS 84. Absent without a fix. */
  readonly position?: {
    readonly latDeg: number;
    readonly lonDeg: number;
    readonly elevationM: number;
    readonly accuracyM: number;
  };
}

const MAKE = 'Kitestring';
const FULL_FRAME_WIDTH_MM = 36;
const HEADER_BYTES = 8;
const YCBCR_CENTERED = 1;
/** Mandatory, but meaningless for a picture without paper: 72 dots per inch, the standard's value when unknown. */
const RESOLUTION: readonly ExifEntry[] = [
  { tag: 0x011a, value: rationals(72) },
  { tag: 0x011b, value: rationals(72) },
  { tag: 0x0128, value: short(2) },
];
/** Y, Cb, Cr and an unused fourth component. */
const COMPONENTS = '\x01\x02\x03\x00';
/** Version of Flashpix named by EXIF itself. */
const FLASHPIX = '0100';

/** The TIFF structure of EXIF 2.32: time, lens, position and direction. */
export function exif(facts: SnapshotFacts): Buffer {
  const [date, time] = dateAndTime(facts.timeUs);
  const main: ExifEntry[] = [
    { tag: 0x010f, value: ascii(MAKE) },
    { tag: 0x0110, value: ascii(facts.model) },
    { tag: 0x0112, value: short(1) },
    ...RESOLUTION,
    { tag: 0x0131, value: ascii(facts.software) },
    { tag: 0x0132, value: ascii(`${date} ${time}`) },
    { tag: 0x0213, value: short(YCBCR_CENTERED) },
  ];
  const photo = photoEntries(facts, `${date} ${time}`);
  const gps = gpsEntries(facts, date);
  // The offsets of the other two depend on the length of the first.
  const photoAt = HEADER_BYTES + directoryBytes([...main, ...pointers(0, 0)]);
  const gpsAt = photoAt + directoryBytes(photo);
  const header = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, HEADER_BYTES]);
  return Buffer.concat([
    header,
    writeDirectory([...main, ...pointers(photoAt, gpsAt)], HEADER_BYTES),
    writeDirectory(photo, photoAt),
    writeDirectory(gps, gpsAt),
  ]);
}

const pointers = (photoAt: number, gpsAt: number): readonly ExifEntry[] => [
  { tag: 0x8769, value: long(photoAt) },
  { tag: 0x8825, value: long(gpsAt) },
];

function photoEntries(facts: SnapshotFacts, moment: string): readonly ExifEntry[] {
  const { exposure, heightPx, lens, timeUs, widthPx } = facts;
  const digits = String(Math.floor(timeUs % 1e6)).padStart(6, '0');
  return [
    { tag: 0x9000, value: opaque('0232') },
    { tag: 0x9003, value: ascii(moment) },
    { tag: 0x9004, value: ascii(moment) },
    { tag: 0x9010, value: ascii('+00:00') },
    { tag: 0x9011, value: ascii('+00:00') },
    { tag: 0x9012, value: ascii('+00:00') },
    { tag: 0x9101, value: opaque(COMPONENTS) },
    { tag: 0x9290, value: ascii(digits) },
    { tag: 0x9291, value: ascii(digits) },
    { tag: 0x9292, value: ascii(digits) },
    { tag: 0xa000, value: opaque(FLASHPIX) },
    { tag: 0xa001, value: short(1) },
    { tag: 0xa002, value: long(widthPx) },
    { tag: 0xa003, value: long(heightPx) },
    // Automatic exposure and white balance, standard scene: the recommended values.
    { tag: 0xa402, value: short(0) },
    { tag: 0xa403, value: short(0) },
    { tag: 0xa406, value: short(0) },
    ...(lens === undefined ? [] : lensEntries(lens)),
    ...(exposure === undefined ? [] : exposureEntries(exposure)),
  ];
}

/**
 * Focal length for the field of view of this picture, as used by photogrammetry. A zoom factor in addition would count
 * twice.
 */
function lensEntries({ horizontalFovDeg, sensorWidthMm }: NonNullable<SnapshotFacts['lens']>): readonly ExifEntry[] {
  const focalMm = sensorWidthMm / (2 * Math.tan((horizontalFovDeg / 2) * RAD_PER_DEG));
  return [
    { tag: 0x920a, value: rationals(focalMm) },
    { tag: 0xa405, value: short(Math.min(65_535, Math.round((focalMm * FULL_FRAME_WIDTH_MM) / sensorWidthMm))) },
  ];
}

/** Sensitivity as ISO speed. */
const ISO_SPEED = 3;

const exposureEntries = ({ exposureS, fNumber, iso }: NonNullable<SnapshotFacts['exposure']>): readonly ExifEntry[] => [
  { tag: 0x829a, value: rationals(exposureS) },
  { tag: 0x829d, value: rationals(fNumber) },
  { tag: 0x8827, value: short(Math.min(65_535, iso)) },
  { tag: 0x8830, value: short(ISO_SPEED) },
];

const directionEntries = (panDeg: number): readonly ExifEntry[] => [
  { tag: 0x0010, value: ascii('T') },
  { tag: 0x0011, value: rationals(((panDeg % 360) + 360) % 360) },
];

function gpsEntries({ direction, position, timeUs }: SnapshotFacts, date: string): readonly ExifEntry[] {
  const secondsOfDay = (timeUs / 1e6) % 86_400;
  const entries: ExifEntry[] = [
    { tag: 0x0000, value: byteValues(2, 3, 0, 0) },
    { tag: 0x0007, value: sexagesimal(secondsOfDay / 3600) },
    ...(direction === undefined ? [] : directionEntries(direction.panDeg)),
    { tag: 0x001d, value: ascii(date) },
  ];
  if (position === undefined) return entries;
  const { accuracyM, elevationM, latDeg, lonDeg } = position;
  return [
    ...entries,
    { tag: 0x0001, value: ascii(latDeg < 0 ? 'S' : 'N') },
    { tag: 0x0002, value: sexagesimal(latDeg) },
    { tag: 0x0003, value: ascii(lonDeg < 0 ? 'W' : 'E') },
    { tag: 0x0004, value: sexagesimal(lonDeg) },
    { tag: 0x0005, value: byteValues(elevationM < 0 ? 1 : 0) },
    { tag: 0x0006, value: rationals(Math.abs(elevationM)) },
    { tag: 0x0012, value: ascii('WGS-84') },
    { tag: 0x001f, value: rationals(accuracyM) },
  ];
}

/** EXIF format: `2026:03:01`, `09:30:00`. */
function dateAndTime(timeUs: number): readonly [string, string] {
  const [date = '', time = ''] = new Date(timeUs / 1000).toISOString().slice(0, 19).split('T');
  return [date.replaceAll('-', ':'), time];
}
