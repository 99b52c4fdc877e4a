import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeFrame } from '../raster/canvas.ts';
import { glyphOf } from './font.ts';
import { drawDisplay, drawText, linesOf } from './on-screen-display.ts';

const VALUES = {
  unixMs: Date.UTC(2026, 5, 12, 13, 30, 12, 345),
  panDeg: -12.5,
  tiltDeg: 20,
  zoom: 2,
  altitudeM: 31.24,
};

describe('the on-screen display', () => {
  it('says time, pan, tilt, zoom and altitude', () => {
    assert.deepEqual(linesOf(VALUES), ['2026-06-12 13:30:12.3Z', 'PAN 347.5° TILT 20.0° ZOOM 2.0X ALT 31.2 M']);
  });

  it('has a character for all that it says', () => {
    const text = [...linesOf(VALUES).join(''), ...'0123456789-+/%'].filter((character) => character !== ' ');
    assert.deepEqual(
      text.filter((character) => glyphOf(character) === undefined),
      [],
    );
  });

  it('has characters that differ from each other', () => {
    const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-+/°%'];
    assert.equal(new Set(characters.map((character) => glyphOf(character)?.join())).size, characters.length);
  });

  it('writes into the lower left corner and nowhere else', () => {
    const frame = makeFrame(640, 360);
    frame.luma.fill(100);
    drawDisplay(frame, VALUES);
    const changed = [...frame.luma.keys()].filter((at) => frame.luma[at] !== 100);
    assert.ok(changed.length > 500);
    assert.ok(changed.every((at) => Math.floor(at / 640) > 330 && at % 640 < 300));
  });

  it('is cut off where it does not fit, without writing outside of the picture', () => {
    const frame = makeFrame(32, 16);
    for (const [left, top] of [
      [-5, -3],
      [28, 12],
      [400, 4],
      [2, 300],
    ] as const)
      drawText(frame, 'W8', left, top, 2);
    assert.equal(frame.luma.length, 32 * 16);
    drawDisplay(frame, VALUES);
  });
});
