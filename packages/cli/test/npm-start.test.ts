import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('npm start', () => {
  it('passes flags on, says once that it is listening, and ends with status 0 on SIGTERM', async () => {
    using temporary = new TestFolder();
    const folder = temporary.path;
    const env = { ...process.env, KITESTRING_LOG_FORMAT: 'json' };
    const npm = spawn('npm', ['start', '--', '--port', '0', '--data-dir', folder], { cwd: ROOT, env });
    const exited = once(npm, 'exit');
    const listening: { url: string }[] = [];
    for await (const line of createInterface({ input: npm.stdout })) {
      if (!line.includes('"listening"')) continue;
      listening.push(JSON.parse(line));
      const response = await fetch(`${listening[0]?.url}/api/health`);
      assert.deepEqual(await response.json(), { status: 'OK', api_version: '1.1.2' });
      npm.kill('SIGTERM');
    }
    assert.deepEqual(await exited, [0, null]);
    assert.equal(listening.length, 1);
  });
});

it('npx that is killed takes the station with it', {
  skip: process.platform !== 'linux' && 'needs the process table of Linux',
}, async () => {
  using temporary = new TestFolder();
  const env = { ...process.env, KITESTRING_LOG_FORMAT: 'json', KITESTRING_VIDEO_ENABLED: 'false' };
  const args = ['--no-install', 'kitestring', 'serve', '--port', '0', '--data-dir', temporary.path];
  const npx = spawn('npx', args, { cwd: ROOT, env });
  let isListening = false;
  // The output is that of the station: it ends with it.
  for await (const line of createInterface({ input: npx.stdout })) {
    if (!line.includes('"listening"')) continue;
    isListening = true;
    npx.kill('SIGKILL');
  }
  assert.ok(isListening);
});
