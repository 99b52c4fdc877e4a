import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { StoppedFault } from './stop-signal.ts';
import { typedLine } from './typed-line.ts';

const typing = (keys: string) => {
  const input = new PassThrough();
  const answer = typedLine('Delete it? ', input, new PassThrough());
  input.write(keys);
  return answer;
};

describe('a question at a terminal', () => {
  it('is answered by the line that is typed', async () => {
    assert.equal(await typing('yes\r'), 'yes');
  });

  for (const [name, key] of [
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ] as const) {
    it(`is a stop at ${name}`, async () => {
      await assert.rejects(typing(key), StoppedFault);
    });
  }
});
