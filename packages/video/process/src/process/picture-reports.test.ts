import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PictureReports } from './picture-reports.ts';

it('The state of every third of 30 pictures a second is reported, of each stream, and the first with other settings', () => {
  let nowMs = 0;
  const reported: string[] = [];
  const reports = new PictureReports(
    (streamId, { rtpTime, zoom }) => reported.push(`${streamId} ${rtpTime} x${zoom}`),
    () => nowMs,
  );
  for (let picture = 0; picture < 8; picture += 1) {
    nowMs = (picture * 1000) / 30;
    const state = { rtpTime: picture, timeUs: 0, zoom: picture < 5 ? 1 : 2 };
    reports.accept('zoom', state);
    if (picture === 1) reports.accept('thermal', state);
  }
  assert.deepEqual(reported, ['zoom 0 x1', 'thermal 1 x1', 'zoom 3 x1', 'zoom 5 x2']);
});
