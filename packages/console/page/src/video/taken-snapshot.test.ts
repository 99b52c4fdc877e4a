import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { takenSnapshot } from './taken-snapshot.ts';

const OPTIONS = { mayKeep: true, textOf: (error: unknown) => String(error) };

/** A station of which the named operations fail. */
function stationWithout(...failing: readonly string[]): Parameters<typeof takenSnapshot>[0] {
  const answer = (name: string, value: unknown) => async () => {
    if (failing.includes(name)) throw new Error(`${name} failed`);
    return value;
  };
  return {
    station: {
      takeSnapshot: answer('takeSnapshot', { capture_id: 'one' }),
      getKeptSnapshot: answer('getKeptSnapshot', 'kept'),
    },
    videostreams: { getSnapshot: answer('getSnapshot', 'other') },
  } as unknown as Parameters<typeof takenSnapshot>[0];
}

describe('a snapshot', () => {
  it('is stored at the station, and another one is downloaded where it cannot be, with the reason', async () => {
    const kept = { response: 'kept', notice: { kind: 'snapshot', captureId: 'one' } };
    assert.deepEqual(await takenSnapshot(stationWithout(), 'zoom', OPTIONS), kept);
    const reason = 'Error: takeSnapshot failed';
    const notKept = { response: 'other', notice: { kind: 'notKept', reason } };
    assert.deepEqual(await takenSnapshot(stationWithout('takeSnapshot'), 'zoom', OPTIONS), notKept);
    const watched = { response: 'other', notice: undefined };
    assert.deepEqual(await takenSnapshot(stationWithout(), 'zoom', { ...OPTIONS, mayKeep: false }), watched);
  });

  it('that is stored is not told as lost where it does not come back over a bad network', async () => {
    const { notice, response } = await takenSnapshot(stationWithout('getKeptSnapshot'), 'zoom', OPTIONS);
    assert.deepEqual([response, notice], ['other', { kind: 'snapshot', captureId: 'one' }]);
  });
});
