import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { inOwnNetwork, OWN_ADDRESS, whyNoNetwork } from '@kitestring/lab-testing/own-network.ts';

const SCRIPT = join(import.meta.dirname, 'support/find-camera.ts');

describe('clients that look for cameras', { skip: whyNoNetwork() }, () => {
  it('find it: npm onvif', async () => {
    const [program = '', ...words] = inOwnNetwork(process.execPath, SCRIPT);
    const { stdout } = await promisify(execFile)(program, words, { timeout: 120_000 });
    const { at, byNpm } = JSON.parse(stdout) as { at: string; byNpm: string[] };
    assert.deepEqual(byNpm, [at]);
    assert.ok(at.startsWith(OWN_ADDRESS));
  });
});
