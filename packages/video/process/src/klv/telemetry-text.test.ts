import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { CLIP_SETS, clipUnit } from '../../test/support/clip.ts';
import { missing } from '../../test/support/index.ts';
import { concat } from '../fmp4/box.ts';
import { Fragmenter } from '../fmp4/fragmenter.ts';
import { initSegment } from '../fmp4/init-segment.ts';
import { finishFile } from '../record/finish-file.ts';
import type { LocalSetValues } from './local-set.ts';
import { placeInText, telemetryText } from './telemetry-text.ts';

const VALUES: LocalSetValues = {
  timeUs: Date.UTC(2026, 5, 16, 13, 29, 46, 66) * 1000,
  ...{ sensorLatDeg: -46.5, sensorLonDeg: 11.3512345, sensorAltitudeM: 330.125 },
  ...{ platformHeadingDeg: 350, relativeAzimuthDeg: 20.5, relativeElevationDeg: -12, relativeRollDeg: 0 },
  ...{ horizontalFovDeg: 62.3, verticalFovDeg: 36.9 },
};

describe('telemetry as text', () => {
  it('is one line of names and values, and leaves out what is not known', () => {
    assert.equal(
      telemetryText(VALUES),
      'Lat:-46.5000000 Lon:11.3512345 Alt:330.13 m Yaw:350.00 GimYaw:10.50 GimPitch:-12.00 GimRoll:0.00 HFOV:62.30 VFOV:36.90 UTC:20260616T132946.066Z',
    );
    assert.equal(telemetryText({ timeUs: 0, relativeElevationDeg: -3 }), 'GimPitch:-3.00 UTC:19700101T000000.000Z');
  });

  it('has its position by ISO 6709', () => {
    assert.equal(placeInText(telemetryText(VALUES)), '-46.5000000+011.3512345+330.13/');
    assert.equal(placeInText('GimPitch:-3.00'), undefined);
  });

  it('of a recording is read by exiftool, with the location of the whole', { skip: missing('exiftool') }, async () => {
    using folder = new TestFolder();
    const path = join(folder.path, 'main.mp4');
    const fragmenter = new Fragmenter({ sets: CLIP_SETS, framesPerS: 30, fragmentS: 0.4 });
    const pieces = [0, 1, 2].map((index) => fragmenter.push(clipUnit(index), undefined, telemetryText(VALUES)));
    const head = initSegment({
      size: { widthPx: 160, heightPx: 120 },
      sets: CLIP_SETS,
      createdUs: 1.764e15,
      hasText: true,
    });
    writeFileSync(path, concat(head, ...[...pieces, fragmenter.flush()].filter((piece) => piece !== undefined)));
    await finishFile(path);
    const [read] = JSON.parse(execFileSync('exiftool', ['-j', '-n', '-ee', '-G3', path], { encoding: 'utf8' }));
    assert.equal(read['Main:GPSCoordinates'], '-46.5 11.3512345 330.13');
    const text = ['GPSLatitude', 'GPSLongitude', 'GPSAltitude', 'GimbalYaw', 'GimbalPitch'].map(
      (name) => read[`Doc2:${name}`],
    );
    assert.deepEqual(text.map(Number), [-46.5, 11.3512345, 330.13, 10.5, -12]);
  });
});
