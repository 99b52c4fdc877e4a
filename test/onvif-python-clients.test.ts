import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { pythonProgram, whyNoPython } from '../scripts/tests/python.mjs';

const ROOT = join(import.meta.dirname, '..');
const TOOLS = join(import.meta.dirname, 'python-tools');
const FIND_CAMERA = join(ROOT, 'packages/onvif/test/support/find-camera.ts');
/** A network of its own, in which multicast reaches the processes in it and no others. */
const NETWORK =
  'ip link set lo up multicast on && ip address add 10.77.0.1/24 dev lo && ip route add 224.0.0.0/4 dev lo src 10.77.0.1 && exec "$@"';
const inOwnNetwork = (...command: readonly string[]) => ['--net', 'sh', '-c', NETWORK, 'sh', ...command];
const hasNetwork = () => spawnSync('unshare', inOwnNetwork('true'), { stdio: 'ignore', timeout: 20_000 }).status === 0;

describe('ONVIF clients of Python', { skip: whyNoPython() }, () => {
  it('find the camera: WSDiscovery', { skip: !hasNetwork() && 'no network of its own' }, async () => {
    const node = [process.execPath, join(ROOT, 'scripts/node.mjs'), FIND_CAMERA];
    const client = [pythonProgram('python'), join(TOOLS, 'find_onvif_camera.py')];
    const { stdout } = await promisify(execFile)('unshare', inOwnNetwork(...node, ...client), { timeout: 120_000 });
    const { at, byProgram } = JSON.parse(stdout) as { at: string; byProgram: string };
    assert.equal(byProgram, `http://${at}/onvif/device_service`);
  });
});
