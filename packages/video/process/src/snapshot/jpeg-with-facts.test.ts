import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { missing } from '../../test/rtsp/programs.ts';
import { readJpeg } from '../../test/support/read-exif.ts';
import type { SnapshotFacts } from './exif.ts';
import { jpegWithFacts } from './jpeg-with-facts.ts';

const FACTS: SnapshotFacts = {
  timeUs: Date.UTC(2026, 2, 1, 9, 30, 7) * 1000 + 250_001,
  model: 'Camera 2nd Generation',
  software: 'Kitestring 0.1.0',
  widthPx: 1920,
  heightPx: 1080,
  // At zoom 2, as published.
  lens: { sensorWidthMm: 5.952, horizontalFovDeg: 47.785, zoom: 2 },
  exposure: { exposureS: 1 / 250, fNumber: 2.8, iso: 400 },
  heightM: 34.6,
  direction: { panDeg: -12.5, tiltDeg: 20, rollDeg: 0 },
  position: { latDeg: -47.3769, lonDeg: 8.5417, elevationM: 428.5, accuracyM: 0.8 },
};
const EMPTY_JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9);
/** With a frame and a scan, as empty as they can be. */
const WHOLE_JPEG = Buffer.from('ffd8ffc0000b080001000101011100ffda0008010100003f0000ffd9', 'hex');

const angle = (value: unknown) => (value as number[]).reduce((sum, part, index) => sum + part / 60 ** index, 0);
const near = (actual: unknown, expected: number, tolerance: number) =>
  assert.ok(Math.abs(Number(actual) - expected) <= tolerance, `${actual} is not ${expected}`);

describe('the facts in a snapshot', () => {
  const { gps, main, photo, xmp } = readJpeg(jpegWithFacts(EMPTY_JPEG, FACTS));

  it('have the time to the microsecond, with its offset', () => {
    assert.equal(main.get(0x0132), '2026:03:01 09:30:07');
    assert.equal(photo.get(0x9003), '2026:03:01 09:30:07');
    assert.equal(photo.get(0x9011), '+00:00');
    assert.equal(photo.get(0x9291), '250001');
    assert.equal(gps.get(0x001d), '2026:03:01');
    near(angle(gps.get(0x0007)) * 3600, 9 * 3600 + 30 * 60 + 7.25, 0.001);
  });

  it('have camera, size and lens', () => {
    assert.equal(main.get(0x0110), 'Camera 2nd Generation');
    assert.deepEqual([photo.get(0xa002), photo.get(0xa003)], [1920, 1080]);
    const focalMm = Number(photo.get(0x920a));
    near((2 * Math.atan(5.952 / 2 / focalMm) * 180) / Math.PI, 47.785, 1e-4);
    assert.equal(photo.get(0xa405), 41);
    assert.equal(photo.get(0xa404), undefined, 'the zoom is in the focal length');
  });

  it('have the exposure, and the height above the take-off', () => {
    near(photo.get(0x829a), 1 / 250, 1e-6);
    near(photo.get(0x829d), 2.8, 1e-6);
    assert.deepEqual([photo.get(0x8827), photo.get(0x8830)], [400, 3]);
    assert.match(xmp, /drone-dji:RelativeAltitude="\+34\.60"/);
  });

  it('have all that EXIF 2.32 makes mandatory for a compressed picture', () => {
    const of = (entries: ReadonlyMap<number, unknown>, tags: readonly number[]) => tags.map((tag) => entries.get(tag));
    const [resolution, centered] = [[72, 72, 2], 1];
    assert.deepEqual(of(main, [0x011a, 0x011b, 0x0128, 0x0213]), [...resolution, centered]);
    const version = [...Buffer.from('0232')];
    assert.deepEqual(of(photo, [0x9000, 0x9101, 0xa000]), [version, [1, 2, 3, 0], [...Buffer.from('0100')]]);
    assert.deepEqual(of(photo, [0xa001, 0xa002, 0xa003]), [1, 1920, 1080]);
    assert.deepEqual(of(photo, [0x9290, 0xa402, 0xa403, 0xa406]), ['250001', 0, 0, 0]);
    assert.deepEqual(gps.get(0), [2, 3, 0, 0]);
  });

  it('have position and direction', () => {
    assert.deepEqual([gps.get(1), gps.get(3)], ['S', 'E']);
    near(angle(gps.get(2)), 47.3769, 1e-7);
    near(angle(gps.get(4)), 8.5417, 1e-7);
    assert.equal(gps.get(5), 0);
    near(gps.get(6), 428.5, 1e-6);
    assert.equal(gps.get(0x10), 'T');
    near(gps.get(0x11), 347.5, 1e-6);
    near(gps.get(0x1f), 0.8, 1e-6);
  });

  it('have the pose as XMP', () => {
    for (const text of [
      'GimbalYawDegree="-12.50"',
      'GimbalPitchDegree="-20.00"',
      'Camera:Yaw="347.50"',
      'Camera:Pitch="70.00"',
    ]) {
      assert.ok(xmp.includes(text), `${text} in ${xmp}`);
    }
  });

  it('are found valid and whole by ExifTool', { skip: missing('exiftool') }, () => {
    const wanted = ['Model', 'SubSecDateTimeOriginal', 'FocalLength', 'GimbalYawDegree', 'GimbalPitchDegree'];
    const gps = ['GPSDateTime', 'GPSLatitude', 'GPSLongitude', 'GPSAltitude', 'GPSImgDirection'];
    const flags = [
      '-validate',
      '-warning',
      '-error',
      '-a',
      '-json',
      '-n',
      ...[...wanted, ...gps].map((tag) => `-${tag}`),
    ];
    const text = execFileSync('exiftool', [...flags, '-'], {
      input: jpegWithFacts(WHOLE_JPEG, FACTS),
      encoding: 'utf8',
    });
    assert.deepEqual(JSON.parse(text), [
      {
        SourceFile: '-',
        Validate: '0 0 0',
        Model: 'Camera 2nd Generation',
        SubSecDateTimeOriginal: '2026:03:01 09:30:07.250001+00:00',
        FocalLength: 6.7181,
        GimbalYawDegree: -12.5,
        GimbalPitchDegree: -20,
        GPSDateTime: '2026:03:01 09:30:07.25Z',
        GPSLatitude: -47.3769,
        GPSLongitude: 8.5417,
        GPSAltitude: 428.5,
        GPSImgDirection: 347.5,
      },
    ]);
  });

  it('have no position without a fix, and all the rest', () => {
    const { position: _none, ...without } = FACTS;
    const read = readJpeg(jpegWithFacts(EMPTY_JPEG, without));
    assert.equal(read.gps.has(2), false);
    near(read.gps.get(0x11), 347.5, 1e-6);
  });

  it('never have sixty seconds', () => {
    const position = { latDeg: 46.99999999999, lonDeg: -0.0000000001, elevationM: -3, accuracyM: 1 };
    const read = readJpeg(jpegWithFacts(EMPTY_JPEG, { ...FACTS, position }));
    assert.deepEqual(read.gps.get(2), [47, 0, 0]);
    assert.equal(read.gps.get(5), 1);
  });

  it('stand in a JPEG and in nothing else', () => {
    assert.throws(() => jpegWithFacts(Uint8Array.of(1, 2, 3), FACTS), RangeError);
  });
});
