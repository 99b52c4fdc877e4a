import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { received } from '../test/support/packets.ts';
import { type StatusText, StatusTextChunks, StatusTexts } from './codec.ts';

/** A text after its way over a link, in reverse order of the chunks. */
function overTheLink(text: string): readonly StatusText[] {
  const texts: StatusText[] = [];
  using joiner = new StatusTexts({ clock: new VirtualClock(), onText: (whole) => texts.push(whole) });
  for (const fields of new StatusTextChunks().of(6, text).toReversed()) joiner.push(received('STATUSTEXT', fields));
  return texts;
}

describe('StatusTextChunks', () => {
  for (const length of [0, 1, 49, 50, 51, 99, 100, 101, 400, 12_749, 12_750]) {
    it(`carries a text of ${length} characters`, () => {
      const text = Array.from({ length }, (_, index) => String.fromCharCode(33 + (index % 90))).join('');
      assert.deepEqual(overTheLink(text), [{ system: 1, component: 1, severity: 6, text, isComplete: true }]);
    });
  }

  it('cuts off what no chunk has a number for, and replaces what is no ASCII', () => {
    assert.equal(overTheLink('x'.repeat(13_000))[0]?.text.length, 12_750);
    assert.equal(overTheLink('3 °C')[0]?.text, '3 ?C');
  });

  it('gives each long text an id of its own', () => {
    const chunks = new StatusTextChunks();
    const ids = ['a', 'b', 'c'].flatMap((letter) => chunks.of(6, letter.repeat(60)).map(({ id }) => id));
    assert.deepEqual(ids, [1, 1, 2, 2, 3, 3]);
  });
});
