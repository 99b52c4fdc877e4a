import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filmAt, filmStep, filmTimeS, placed, stationTimeUs } from './film-place.ts';

const film = (from: string, to: string, duration_s: number) =>
  placed({
    ...({ recording_id: 'r', file_id: 'main.mp4', type: 'color', duration_s } as const),
    from_time: `2026-03-01T09:${from}Z`,
    to_time: `2026-03-01T09:${to}Z`,
  });

describe('a film on the time line of a flight', () => {
  const first = film('00:00', '01:00', 60);
  // For a simulation at ten times the speed.
  const fast = film('02:00', '03:00', 6);

  it('is the one of the moment, and none where there is a gap', () => {
    assert.equal(filmAt([first, fast], first.fromUs + 1), first);
    assert.equal(filmAt([first, fast], first.toUs), undefined);
    assert.equal(filmAt([first, fast], fast.fromUs), fast);
  });

  it('shows each moment where its length puts it, and back', () => {
    assert.equal(filmTimeS(first, first.fromUs + 12e6), 12);
    assert.equal(filmTimeS(fast, fast.fromUs + 30e6), 3);
    assert.equal(stationTimeUs(fast, 3), fast.fromUs + 30e6);
  });

  it('plays in step, waits when it is ahead, and is sent when it is far off or stands', () => {
    assert.deepEqual(filmStep(5, 5.1, 1, 0.04), { act: 'play', rate: 1 });
    assert.deepEqual(filmStep(5.5, 5, 1, 0.04), { act: 'wait' });
    assert.deepEqual(filmStep(8, 5, 1, 0.04), { act: 'seek', rate: 1 });
    assert.deepEqual(filmStep(5, 9, 16, 0.04), { act: 'play', rate: 16 });
    assert.deepEqual(filmStep(5, 5.1, 0, 0.04), { act: 'seek', rate: undefined });
    assert.deepEqual(filmStep(5, 5.01, 0, 0.04), { act: 'wait' });
    assert.deepEqual(filmStep(5, 5.1, 0.01, 0.04), { act: 'seek', rate: undefined }, 'slower than browsers play');
  });
});
