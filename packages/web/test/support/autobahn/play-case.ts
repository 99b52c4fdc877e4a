import assert from 'node:assert/strict';
import { clientFrame, type RawFrame, type RawWebSocket } from '../raw-web-socket.ts';
import { bytes, type Case, CLOSE, PING, PONG, ping } from './case.ts';

const ALIVE: RawFrame = { opcode: PONG, payload: Buffer.from('still there') };

/**
 * Sends what a case has and holds the answers against those expected, one by one; then the connection lives, or ends
 * as the case says, with nothing after the goodbye.
 * @param counts whether an answer is one that the case is about
 */
export async function playCase(
  webSocket: RawWebSocket,
  { chop, closes, frames }: Case,
  expected: readonly RawFrame[],
  counts: (frame: RawFrame) => boolean = () => true,
): Promise<void> {
  await webSocket.send(Buffer.concat(frames.map(clientFrame)), chop);
  const isAlive = closes === undefined;
  if (isAlive) await webSocket.send(clientFrame(ping(ALIVE.payload)));
  for (const answer of isAlive ? [...expected, ALIVE] : expected) {
    assert.deepEqual(await nextFrame(webSocket, counts), answer);
  }
  if (!isAlive) await assertEnds(webSocket, closes, counts);
}

async function assertEnds(webSocket: RawWebSocket, closes: readonly number[], counts: (frame: RawFrame) => boolean) {
  const goodbye = await nextFrame(webSocket, counts);
  assert.equal(goodbye?.opcode, CLOSE);
  const code = goodbye.payload.length === 0 ? 1005 : goodbye.payload.readUInt16BE(0);
  assert.ok(closes.includes(code), `${code} ${goodbye.payload.toString('utf8', 2)}`);
  // Where the case was no goodbye the server waits for one.
  await webSocket.send(clientFrame({ opcode: CLOSE, payload: bytes(3, 0xe8) }));
  assert.equal(await webSocket.next(), undefined);
}

async function nextFrame(webSocket: RawWebSocket, counts: (frame: RawFrame) => boolean): Promise<RawFrame | undefined> {
  for (;;) {
    const frame = await webSocket.next();
    // A case that takes long is pinged by the server.
    if (frame === undefined || (frame.opcode !== PING && counts(frame))) return frame;
  }
}
