import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it } from 'node:test';
import { DownloadSlots } from './download-slots.ts';

class Response extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

it('gives each session four downloads at a time, and a slot whose response has closed again', () => {
  const slots = new DownloadSlots();
  const take = (session: string, response = new Response()) => slots.take(session, response as never);
  const [first, ...others] = [1, 2, 3, 4].map(() => new Response());
  for (const response of [first, ...others]) assert.ok(take('a', response));
  assert.ok(!take('a'));
  assert.ok(take('b'));
  first?.close();
  assert.ok(take('a'));
  assert.ok(!take('a'));
});

it('takes no slot for a client that has gone before', () => {
  const slots = new DownloadSlots();
  const gone = new Response();
  gone.close();
  for (let request = 0; request < 5; request += 1) assert.ok(slots.take('a', gone as never));
});
