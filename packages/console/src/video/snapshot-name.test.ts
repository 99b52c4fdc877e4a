import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { snapshotName } from './snapshot-name.ts';

const TIME = new Date('2026-03-01T09:30:04.250Z');

describe('the name of a snapshot', () => {
  it('says station, stream and time', () => {
    assert.equal(snapshotName('Kite 7', 'zoom', TIME), 'Kite-7_zoom_2026-03-01T093004Z.jpg');
  });

  it('has nothing in it that a file system would mind', () => {
    assert.equal(snapshotName('../Fähre\u0000: "A/B"', 'zoom', TIME), 'Fa-hre-A-B_zoom_2026-03-01T093004Z.jpg');
    assert.equal(snapshotName('//', 'thermal', TIME), 'thermal_2026-03-01T093004Z.jpg');
  });
});
