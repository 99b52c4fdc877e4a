import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { missing } from '../../test/rtsp/programs.ts';
import type { SnapshotFacts } from './exif.ts';
import { jpegWithFacts } from './jpeg-with-facts.ts';
import { radiometricJpeg } from './radiometric-jpeg.ts';
import { radiometricTiff } from './radiometric-tiff.ts';
import { thermalMap } from './thermal-map.ts';

const FACTS: SnapshotFacts = {
  timeUs: 1_772_357_400_250_000,
  model: 'Camera 1st Generation',
  software: 'Kitestring 0.1.0',
  widthPx: 320,
  heightPx: 240,
};
const { heightPx, widthPx } = FACTS;
/** From -40 °C to 900 °C, each pixel another one: more than one segment of a JPEG. */
const COUNTS = Uint16Array.from({ length: widthPx * heightPx }, (_, at) => 11_657 + Math.round((at * 47_000) / 76_800));
const MAP = thermalMap(new Uint8Array(COUNTS.buffer), widthPx, heightPx) ?? assert.fail();
/** Start and end of a JPEG without a picture. */
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9);

/** The FFF file in the segments of a JPEG, as readers put it together. */
function fffFile(jpeg: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] === 0xe1; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const content = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
    if (content.toString('latin1', 0, 5) === 'FLIR\0') parts[content[6] ?? 0] = content.subarray(8);
  }
  return Buffer.concat(parts);
}

describe('a radiometric JPEG', () => {
  const jpeg = jpegWithFacts(radiometricJpeg(JPEG, MAP, FACTS), FACTS);

  it('gives each temperature back by the formula of FLIR, also those of a fire', () => {
    const fff = fffFile(jpeg);
    const records = [0, 1].map((index) => fff.readUInt32BE(fff.readUInt32BE(0x18) + 32 * index + 12));
    const [raw = 0, info = 0] = records;
    const [r1, b, f] = [0x58, 0x5c, 0x60].map((at) => fff.readFloatLE(info + at)) as [number, number, number];
    assert.deepEqual([fff.readUInt16LE(raw + 2), fff.readUInt16LE(raw + 4)], [widthPx, heightPx]);
    for (let at = 0; at < COUNTS.length; at += 101) {
      const signal = fff.readUInt16LE(raw + 32 + 2 * at);
      const temperatureC = b / Math.log(r1 / signal + f) - 273.15;
      const error = temperatureC - MAP.temperatureC(at);
      // One count is 0.2 K at -40 °C where the picture has 900 °C too.
      assert.ok(Math.abs(error) < (temperatureC < 0 ? 0.4 : 0.2), `${MAP.temperatureC(at)} °C: ${error}`);
    }
  });

  it('is read by ExifTool without a warning', { skip: missing('exiftool') }, () => {
    using folder = new TestFolder();
    const file = folder.file('thermal.jpg', jpeg);
    const told = JSON.parse(
      execFileSync('exiftool', ['-j', '-n', '-validate', '-warning', '-FLIR:all', file], { encoding: 'utf8' }),
    );
    const { CameraModel, Emissivity, RawThermalImageHeight, RawThermalImageWidth, Warning } = told[0];
    assert.deepEqual(
      [CameraModel, Emissivity, RawThermalImageWidth, RawThermalImageHeight],
      [FACTS.model, 1, 320, 240],
    );
    assert.ok(Warning === undefined || !/FLIR/.test(Warning), Warning);
    const image = execFileSync('exiftool', ['-b', '-RawThermalImage', file]);
    assert.equal(image.subarray(0, 4).toString('latin1'), 'II*\0');
  });
});

describe('a radiometric TIFF', () => {
  it('has 16 bits of 0.01 K for each pixel, and the most for what is hotter than they can say', () => {
    const tiff = radiometricTiff(MAP, FACTS);
    const pixels = tiff.subarray(-2 * widthPx * heightPx);
    const first = Math.round((MAP.temperatureC(0) + 273.15) * 100);
    assert.deepEqual([pixels.readUInt16BE(0), pixels.readUInt16BE(pixels.length - 2)], [first, 65_535]);
    assert.equal(first, 23_314);
  });

  it('is read by ffmpeg as grey of 16 bits', { skip: missing('ffmpeg') }, () => {
    using folder = new TestFolder();
    const file = folder.file('thermal.tiff', radiometricTiff(MAP, FACTS));
    const read = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'gray16be', '-']);
    assert.equal(read.length, 2 * widthPx * heightPx);
    assert.equal(read.readUInt16BE(2000), Math.min(65_535, Math.round((MAP.temperatureC(1000) + 273.15) * 100)));
  });
});
