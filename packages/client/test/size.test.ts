import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bundle } from '../build/bundle.ts';

const LIMIT_BYTES = 15_000;

describe('the size of the client', () => {
  it('is below 15 kB minified and compressed, with everything that a browser needs', async () => {
    const entry = new URL('../src/index.ts', import.meta.url).pathname;
    const { output } = await bundle({ entries: { index: entry }, minify: true });
    assert.equal(output.length, 1);
    const [{ code }] = output;
    const sizes = { gzip: gzipSync(code, { level: 9 }).length, brotli: brotliCompressSync(code).length };
    assert.ok(sizes.gzip <= LIMIT_BYTES, JSON.stringify(sizes));
    assert.ok(sizes.brotli < sizes.gzip, JSON.stringify(sizes));
    assert.doesNotMatch(code, /typebox|description/i);
  });
});
