import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ws from 'ws';
import { messageFrame } from './message-frame.ts';

type Receiver = NodeJS.WritableStream & NodeJS.EventEmitter;
// The types of ws leave out this export.
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Receiver };

/** The frame as decoded by a real receiver. */
function received(frame: Buffer): Promise<{ data: Buffer; isBinary: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ data: Buffer; isBinary: boolean }>();
  const receiver = new Receiver({ isServer: false });
  receiver.on('message', (data: Buffer, isBinary: boolean) => resolve({ data, isBinary }));
  receiver.on('error', reject);
  receiver.write(frame);
  return promise;
}

describe('messageFrame', () => {
  for (const kind of ['text', 'binary'] as const) {
    for (const length of [0, 1, 125, 126, 127, 65_535, 65_536, 300_000]) {
      it(`frames ${length} bytes of a ${kind} message so that a WebSocket client reads them`, async () => {
        const payload = Buffer.from('é'.repeat(length >> 1) + 'x'.repeat(length & 1));
        const { data, isBinary } = await received(messageFrame(kind, payload));
        assert.equal(isBinary, kind === 'binary');
        assert.ok(data.equals(payload));
      });
    }
  }
});
