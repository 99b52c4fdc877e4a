import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ws from 'ws';
import { textFrame } from './text-frame.ts';

type Receiver = NodeJS.WritableStream & NodeJS.EventEmitter;
// The types of ws leave out this export.
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Receiver };

/** What a real receiver makes of the frame. */
function received(frame: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const receiver = new Receiver({ isServer: false });
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    assert.equal(isBinary, false);
    resolve(data.toString());
  });
  receiver.on('error', reject);
  receiver.write(frame);
  return promise;
}

describe('textFrame', () => {
  for (const length of [0, 1, 125, 126, 127, 65_535]) {
    it(`frames ${length} bytes so that a WebSocket client reads them`, async () => {
      const text = 'é'.repeat(length >> 1) + 'x'.repeat(length & 1);
      assert.equal(await received(textFrame(Buffer.from(text))), text);
    });
  }

  it('refuses what does not fit', () => {
    assert.throws(() => textFrame(Buffer.alloc(65_536)), RangeError);
  });
});
