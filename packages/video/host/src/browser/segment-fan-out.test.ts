import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserOrder } from '@kitestring/video-process/process';
import { SegmentFanOut } from './segment-fan-out.ts';
import type { ViewerConnection } from './viewer-connection.ts';

/** A WebSocket of which the test sees what closes it. */
function viewer() {
  const closed: number[] = [];
  let onClose = () => {};
  const connection: ViewerConnection = {
    unsentBytes: 0,
    send: () => {},
    close: (code) => closed.push(code),
    onClose: (listener) => {
      onClose = listener;
    },
  };
  return { connection, closed, leave: () => onClose() };
}

describe('the viewers of streams over WebSockets', () => {
  it('leave nothing ordered when a stream ends while one goes and another one comes', () => {
    const orders: BrowserOrder[] = [];
    const fanOut = new SegmentFanOut(
      (order) => orders.push(order),
      (_kind, payload) => Buffer.from(payload),
    );
    const [first, second] = [viewer(), viewer()];
    fanOut.add('zoom', first.connection);
    first.leave();
    fanOut.add('zoom', second.connection);
    // Sent before the order for the second one arrived.
    fanOut.end('zoom');
    assert.deepEqual(second.closed, [1013]);
    assert.deepEqual(orders.at(-1), { act: 'segments', streamIds: [] });
  });
});
