import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { snapshotName } from './picture-text.ts';

const TIME = Date.UTC(2026, 2, 1, 9, 30, 4, 250);

describe('the name of a snapshot', () => {
  it('says station, stream and time', () => {
    assert.equal(snapshotName('Kite 7', 'zoom', TIME, 0), 'Kite-7_zoom_2026-03-01T093004Z.jpg');
  });

  it('is of the zone that the page shows', () => {
    assert.equal(snapshotName('Kite 7', 'zoom', TIME, 120), 'Kite-7_zoom_2026-03-01T113004+0200.jpg');
  });

  it('has nothing in it that a file system would mind', () => {
    assert.equal(snapshotName('../Fähre\u0000: "A/B"', 'zoom', TIME, 0), 'Fa-hre-A-B_zoom_2026-03-01T093004Z.jpg');
    assert.equal(snapshotName('//', 'thermal', TIME, 0), 'thermal_2026-03-01T093004Z.jpg');
  });
});
