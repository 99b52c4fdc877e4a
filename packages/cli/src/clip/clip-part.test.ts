import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clipPart } from './clip-part.ts';

const ID = '20260616_132946_+0200';

describe('a part of a clip on the command line', () => {
  it('is a whole recording, or a stretch by seconds or times, of any of its videos', () => {
    assert.deepEqual(clipPart(ID), { recording_id: ID });
    assert.deepEqual(clipPart(`${ID}@12.5..42`), { recording_id: ID, from_s: 12.5, to_s: 42 });
    assert.deepEqual(clipPart(`${ID}/sub.mp4@..10`), { recording_id: ID, file_id: 'sub.mp4', to_s: 10 });
    const from_time = '2026-06-16T13:30:00+02:00';
    assert.deepEqual(clipPart(`${ID}@${from_time}..`), { recording_id: ID, from_time });
  });

  it('is refused with the whole word', () => {
    assert.throws(() => clipPart(`${ID}@12-42`), /RECORDING is .* got 20260616_132946_\+0200@12-42/);
    assert.throws(() => clipPart(`${ID}@soon..`), /BEGIN and END are .* got soon in 20260616/);
  });
});
