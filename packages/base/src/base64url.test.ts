import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { base64url, bytesOfBase64url } from './base64url.ts';

describe('base64url', () => {
  it('is what Node writes and reads, for every byte and length', () => {
    for (let length = 0; length <= 300; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
      const text = Buffer.from(bytes).toString('base64url');
      assert.equal(base64url(bytes), text);
      assert.deepEqual(bytesOfBase64url(text), bytes);
    }
  });

  it('is read with padding, and refused when it is something else', () => {
    assert.deepEqual(bytesOfBase64url('_-8='), Uint8Array.of(255, 239));
    for (const text of ['a', 'ab+/', 'ab cd', 'a=bc', 'abc==', '====', 'äbcd']) {
      assert.equal(bytesOfBase64url(text), undefined, text);
    }
  });
});
