import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { received } from '../test/support/packets.ts';
import { decode, encode, type Message, Packet, type StatusText, StatusTexts } from './codec.ts';

const A = 'a'.repeat(50);
const B = 'b'.repeat(50);

function joining() {
  const clock = new VirtualClock();
  const texts: StatusText[] = [];
  const joiner = new StatusTexts({ clock, onText: (text) => texts.push(text) });
  const push = (text: string, id: number, chunk_seq: number, component = 1) =>
    joiner.push(received('STATUSTEXT', { severity: 4, text, id, chunk_seq }, { component }));
  return { clock, joiner, push, texts, said: () => texts.map(({ text }) => text) };
}

describe('StatusTexts', () => {
  it('delivers a single message at once, without the tab at its end', () => {
    const { push, texts } = joining();
    push('Takeoff detected\t', 0, 0);
    assert.deepEqual(texts, [{ system: 1, component: 1, severity: 4, text: 'Takeoff detected', isComplete: true }]);
  });

  it('joins chunks in any order, with the last one', () => {
    const { push, said } = joining();
    push(B, 7, 1);
    push('end\t', 7, 2);
    push(B, 7, 1);
    assert.deepEqual(said(), []);
    push(A, 7, 0);
    assert.deepEqual(said(), [`${A}${B}end`]);
  });

  it('keeps texts of two components apart that have the same id', () => {
    const { push, said } = joining();
    push(A, 7, 0, 1);
    push(B, 7, 0, 100);
    push('1', 7, 1, 1);
    push('2', 7, 1, 100);
    assert.deepEqual(said(), [`${A}1`, `${B}2`]);
  });

  it('delivers an incomplete text at the deadline, with a mark for each gap', () => {
    const { clock, push, texts } = joining();
    push(A, 7, 0);
    push('end\t', 7, 3);
    push(B, 8, 1);
    clock.advance(0.99);
    assert.deepEqual(texts, []);
    clock.advance(0.01);
    assert.deepEqual(
      texts.map(({ isComplete, text }) => [text, isComplete]),
      [
        [`${A}[...]end`, false],
        [`[...]${B}[...]`, false],
      ],
    );
  });

  it('delivers an incomplete text when its sender begins another one with the same id', () => {
    const { push, said } = joining();
    push(A, 7, 0);
    push(B, 7, 0);
    push('end', 7, 1);
    assert.deepEqual(said(), [`${A}[...]`, `${B}end`]);
  });

  it('joins a character that two chunks share', () => {
    const { joiner, said } = joining();
    const bytes = Buffer.from(`${'x'.repeat(49)}é!`);
    for (const [chunk_seq, part] of [bytes.subarray(0, 50), bytes.subarray(50)].entries()) {
      // The codec writes whole characters only: the text is put into the packet, whose checksum is not looked at here.
      const packet = encode(
        'STATUSTEXT',
        { severity: 4, text: 'x'.repeat(part.length), id: 7, chunk_seq },
        { system: 1, component: 1, sequence: 0 },
      );
      packet.set(part, 11);
      joiner.push(decode(new Packet(packet)) as Message<'STATUSTEXT'>);
    }
    assert.deepEqual(said(), [bytes.toString()]);
  });

  it('delivers the oldest of more than 32 incomplete texts', () => {
    const { push, said } = joining();
    for (let id = 1; id <= 33; id += 1) push(String(id).padEnd(50, '.'), id, 0);
    assert.equal(said().length, 1);
    assert.match(said()[0] ?? '', /^1\./);
  });
});
