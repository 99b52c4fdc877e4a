import assert from 'node:assert/strict';
import { it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { openMirror } from './open-mirror.ts';

const SID = 'sabcdefghijkl';

it('a state that another replica has got already is sent again by the station: it is unwanted for a moment', () => {
  const wanted: string[][] = [];
  let othersWant: (want: object, replica: string) => void = () => {};
  const mirror = openMirror({
    clock: new VirtualClock(),
    nowMs: () => 0,
    connection: {
      subscribe: () => {},
      publish: (_subject: string, bytes: Uint8Array) => wanted.push(JSON.parse(Buffer.from(bytes).toString()).topics),
    },
    news: { tell: () => {}, on: (_kind: string, listener: typeof othersWant) => (othersWant = listener) },
  } as never);
  othersWant({ sid: SID, topics: ['camera/state', 'flight/state'], ttlS: 30 }, 'huba');
  void mirror.read(SID, 'camera/state');
  const both = ['camera/state', 'flight/state'];
  assert.deepEqual(wanted, [both, ['flight/state'], both]);
  wanted.length = 0;
  mirror.take(SID, 'camera/state', Buffer.from('1'));
  void mirror.read(SID, 'system/state');
  assert.deepEqual(wanted, [['camera/state', 'system/state', 'flight/state']]);
});
