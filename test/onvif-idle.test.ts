import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { OnvifCamera } from './support/onvif-camera.ts';

const ROOT = join(import.meta.dirname, '..');
const MODULES = join(import.meta.dirname, 'support/onvif-modules.ts');
const MEMORY = join(ROOT, 'bench/onvif/idle-memory.ts');

async function printed(program: string, { flags = [], words = [] }: Record<string, readonly string[]> = {}) {
  const given = [join(ROOT, 'scripts/node.mjs'), ...flags, program, ...words];
  const { stdout } = await promisify(execFile)(process.execPath, given, { timeout: 240_000 });
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

describe('ONVIF that no client speaks', () => {
  it('is not loaded by a station that has it off', async () => {
    assert.deepEqual(await printed(MODULES), { isOn: false, loaded: [] });
    const { isOn, loaded } = await printed(MODULES, { words: ['on'] });
    assert.equal(isOn, true);
    // The measure detects them.
    assert.ok((loaded as readonly string[]).length > 50);
  });

  it('keeps less than 10 MiB of memory, and so do 32 idle subscriptions', async () => {
    const { idleMiB, pullPointsMiB } = await printed(MEMORY, { flags: ['--expose-gc'] });
    assert.ok(Number(idleMiB) > 0 && Number(idleMiB) < 10, String(idleMiB));
    assert.ok(Number(pullPointsMiB) < 10, String(pullPointsMiB));
  });
});

describe('a camera for tests', () => {
  it('that cannot start ends its test instead of holding it up', async () => {
    await assert.rejects(OnvifCamera.start('--sim-speed', 'fast'), /ended with 2/);
  });
});
