import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { pythonProgram, whyNoPython } from '../../../scripts/tests/python.mjs';
import { inOwnNetwork, OWN_ADDRESS, whyNoNetwork } from './support/own-network.ts';

const SUPPORT = join(import.meta.dirname, 'support');
const NODE = join(import.meta.dirname, '../../../scripts/node.mjs');

interface Found {
  readonly at: string;
  readonly byNpm: readonly string[];
  readonly byProgram?: string;
}

async function find(...command: readonly string[]): Promise<Found> {
  const script = join(SUPPORT, 'find-camera.ts');
  const [program = '', ...words] = inOwnNetwork(process.execPath, NODE, script, ...command);
  const { stdout } = await promisify(execFile)(program, words, { timeout: 120_000 });
  return JSON.parse(stdout) as Found;
}

describe('clients that look for cameras', { skip: whyNoNetwork() }, () => {
  it('find it: npm onvif', async () => {
    const { at, byNpm } = await find();
    assert.deepEqual(byNpm, [at]);
    assert.ok(at.startsWith(OWN_ADDRESS));
  });

  it('find it: WSDiscovery of Python', { skip: whyNoPython() }, async () => {
    const { at, byProgram } = await find(pythonProgram('python'), join(SUPPORT, 'wsdiscovery_client.py'));
    assert.equal(byProgram, `http://${at}/onvif/device_service`);
  });
});
