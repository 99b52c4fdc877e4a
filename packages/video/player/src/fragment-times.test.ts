import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fragment } from '@kitestring/video-process/fmp4';
import { FragmentTimes, isKeyFragment, readFragmentTime } from './fragment-times.ts';

/** A fragment as the station makes them. */
function bytes(time: number, realTimeMs: number, isKeyFrame = true): ArrayBuffer {
  const samples = [{ nals: [Uint8Array.of(0x65, 1)], isKeyFrame, duration: 3000 }];
  return new Uint8Array(fragment({ sequence: 1, time, realTimeMs, samples })).buffer;
}

describe('the times of fragments', () => {
  it('are read as the station writes them', () => {
    const read = readFragmentTime(bytes(45_000, 1_772_357_400_250.5));
    assert.equal(read?.timeS, 0.5);
    assert.ok(Math.abs((read?.takenMs ?? 0) - 1_772_357_400_250.5) < 0.01);
  });

  it('are not read from anything else', () => {
    assert.equal(readFragmentTime(new ArrayBuffer(8)), undefined);
    assert.equal(readFragmentTime(new ArrayBuffer(100)), undefined);
  });

  it('say whether decoding can begin there; what is written in another way is never left out', () => {
    assert.equal(isKeyFragment(bytes(0, 0)), true);
    assert.equal(isKeyFragment(bytes(0, 0, false)), false);
    assert.equal(isKeyFragment(new ArrayBuffer(8)), true);
    assert.equal(isKeyFragment(new ArrayBuffer(300)), true);
  });

  it('are found by the time at which a picture is shown, also when a browser has rounded it', () => {
    const times = new FragmentTimes();
    for (let index = 0; index < 1000; index += 1) times.add({ timeS: index / 30, takenMs: index });
    assert.equal(times.takenMsAt(999 / 30), 999);
    assert.equal(times.takenMsAt(Math.round((950 / 30) * 1e6) / 1e6), 950);
    assert.equal(times.takenMsAt(0), undefined);
    assert.equal(times.takenMsAt(999.5 / 30), undefined);
  });
});
